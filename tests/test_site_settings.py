"""getpage.toml in a store: findings that a site accepts until a day."""

from __future__ import annotations

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.result import Severity
from weeks_of_a_site import SITE, loaded

CHECK, OBJECT = "mq-pool-undersized", "SY1.MQP1 pool 1"
ACCEPT = '[[accept]]\ncheck = "{}"\nobject = "{}"\nuntil = {}\nreason = "batch until the new machine"\n'


@pytest.fixture
def store(tmp_path):
    return loaded(tmp_path, SITE)


def write(store, text):
    (store.path / "getpage.toml").write_text(text)


def of(result):
    return next(finding for finding in result.findings if str(finding.id) == f"{CHECK} {OBJECT}")


def planned(store):
    """The findings that the commands of the plan answer."""
    return answered(step.change for step in getpage.plan(store.path).steps)


def answered(changes):
    return {str(finding) for change in changes for finding in change.because}


def test_an_accepted_finding_is_a_note_without_a_command_in_every_verb(store):
    before = getpage.check(store.path)
    assert of(before).severity is not Severity.INFO
    assert [(total.value, total.unit) for total in before.totals if total.label == "Short"] == [(1, "object")]
    assert f"{CHECK} {OBJECT}" in planned(store) & answered(before.changes)
    write(store, ACCEPT.format(CHECK, OBJECT, "2027-01-01"))
    after = getpage.check(store.path)
    assert of(after).severity is Severity.INFO
    assert of(after).claim == "Accepted until 2027-01-01: batch until the new machine"
    assert f"{CHECK} {OBJECT}" not in planned(store) | answered(after.changes)


@pytest.mark.parametrize("until", ["2026-03-12", "2020-01-01"])
def test_it_returns_on_the_day(store, until):
    """The evidence is of 2026-03-12."""
    before = of(getpage.check(store.path))
    write(store, ACCEPT.format(CHECK, OBJECT, until))
    assert of(getpage.check(store.path)) == before


def test_what_is_kept_of_days_follows_the_settings(tmp_path):
    store = loaded(tmp_path, SITE, SITE)
    assert run_command(["alerts", str(store.path)]) == 0
    assert getpage.changes(store.path).is_nothing
    write(store, ACCEPT.format(CHECK, OBJECT, "2026-03-13"))
    assert {str(entry.finding) for entry in getpage.changes(store.path).findings} >= {f"{CHECK} {OBJECT}"}


def test_the_verb_lists_them(store, capsys):
    assert run_command(["settings", str(store.path)]) == 0
    assert "No settings" in capsys.readouterr().out
    write(store, ACCEPT.format(CHECK, OBJECT, "2027-01-01"))
    assert run_command(["settings", str(store.path)]) == 0
    out = capsys.readouterr().out
    assert CHECK in out
    assert "2027-01-01" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[accept]\n", "line 1, column"),
        ("\n[[acept]]\n", "line 2: acept is no setting; write accept\nNext: vi \+2 "),
        ("accept = 3\n", "line 1: expected a list"),
        (ACCEPT.format("mq-pool-undersised", OBJECT, "2027-01-01"), "write mq-pool-undersized"),
        (ACCEPT.format(CHECK, OBJECT, '"soon"'), "line 1: until has to be a day"),
        (ACCEPT.format(CHECK, OBJECT, "2027-01-01").replace("reason", "reson"), "write reason"),
        ("# one\n" + ACCEPT.format(CHECK, " ", "2027-01-01"), "line 2: object has to be a text"),
        ("\x00", "getpage.toml"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(store, text, message):
    write(store, text)
    with pytest.raises(GetpageError, match=message):
        getpage.check(store.path)
