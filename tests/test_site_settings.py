"""getpage.toml in a store: findings that a site accepts until a day."""

from __future__ import annotations

import html
from datetime import date, datetime

import pytest

import getpage
import sample_site
from getpage.app.settings import accept
from getpage.cli.app import run_command
from getpage.contract.observation import Observation
from getpage.core.errors import GetpageError
from getpage.core.names import Image, Object, Subsystem
from getpage.evidence.site_settings import Accepted
from getpage.result import Finding, Kind, Severity
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


@pytest.mark.parametrize(("until", "is_note"), [("2026-03-12", False), ("2026-03-13", True)])
def test_a_day_that_ends_at_midnight_is_not_the_next(until, is_note):
    pool = Object(Subsystem("mq", Image("SY1"), "MQP1"), "pool 1")
    short = Finding(check=CHECK, object=pool, severity=Severity.WARNING, kind=Kind.SHORTAGE, claim="")
    entry = Accepted(CHECK, str(pool), date.fromisoformat(until), "batch")
    [finding] = accept(Observation(findings=(short,)), [entry], datetime(2026, 3, 13)).findings
    assert (finding.severity is Severity.INFO) == is_note


def test_what_is_kept_of_days_follows_the_settings(tmp_path):
    store = loaded(tmp_path, SITE, SITE)
    assert run_command(["alerts", str(store.path)]) == 0
    assert getpage.changes(store.path).is_nothing
    write(store, ACCEPT.format(CHECK, OBJECT, "2026-03-13"))
    assert {str(entry.finding) for entry in getpage.changes(store.path).findings} >= {f"{CHECK} {OBJECT}"}


def test_waste_below_the_least_of_the_site_is_a_note_without_a_command(tmp_path):
    before = next(f for f in sample_site.checked().findings if f.check == "mq-pool-oversized" and f.changes)
    assert before.severity is Severity.WARNING
    store = sample_site.copy_store(tmp_path / "store")
    (store / "getpage.toml").write_text('least_waste = "100G"\n')
    result = getpage.check(store)
    [after] = [finding for finding in result.findings if finding.id == before.id]
    assert after.severity is Severity.INFO
    assert str(after.id) not in answered(result.changes)
    assert "Settings of the site (getpage.toml): waste below 100 GiB gets no command." in result.verdict
    plan = getpage.plan(store, least_waste="64M")
    assert str(before.id) in answered(step.change for step in plan.steps)


def test_weights_of_the_site_count_in_a_plan_unless_it_is_asked_for_others(store):
    write(store, '[weights]\n"SY1.MQP1" = 3\nABSENT = 2\ncpu = 2\n')
    plan = getpage.plan(store.path)
    weights = {weight.of: weight.value for weight in plan.weights}
    assert weights["SY1.MQP1"] == 3
    assert weights["CPU second"] == 2
    assert any("weights SY1.MQP1 3, ABSENT 2, cpu 2" in line for line in plan.assumptions)
    plan = getpage.plan(store.path, weights={"SY1.MQP1": 5})
    assert {weight.of: weight.value for weight in plan.weights} == weights | {"SY1.MQP1": 5}
    without = getpage.plan(store.path, weights={"SY1.MQP1": 1})
    assert plan.worth.value > without.worth.value


@pytest.mark.parametrize("form", ["table", "json", "csv", "md", "html"])
def test_settings_are_shown_by_every_answer_that_rests_on_them(store, form):
    write(store, 'least_waste = "256M"\n[weights]\n"SY1.MQP1" = 3\n[applications]\n"SY1.MQP1" = "Payments"\n')
    for result in (getpage.check(store.path), getpage.plan(store.path)):
        shown = " ".join(html.unescape(getpage.report.render(result, form)).split())
        assert "waste below 256 MiB gets no command; weights SY1.MQP1 3" in shown


@pytest.mark.parametrize("form", ["table", "json", "csv", "md", "html"])
def test_the_application_of_a_subsystem_stands_beside_its_objects(store, form):
    write(store, '[applications]\nMQP1 = "Payments & more"\n')
    result = getpage.check(store.path)
    assert of(result).application == "Payments & more"
    assert {f.application for f in result.findings if f.product != "mq"} <= {""}
    shown = html.unescape(getpage.report.render(result, form))
    assert "Payments & more" in shown
    assert form in ("json", "csv") or f"{OBJECT} (Payments & more)" in shown


def test_a_name_that_the_store_does_not_have_is_named_with_the_nearest(store, capsys):
    write(store, '[weights]\n"SY1.MQP2" = 3\n')
    assert run_command(["settings", str(store.path)]) == 2
    error = capsys.readouterr().err
    assert "line 2, column 2: SY1.MQP2 is not in the store" in error
    assert "SY1.MQP1" in error


def test_the_verb_lists_them(store, capsys):
    assert run_command(["settings", str(store.path)]) == 0
    assert capsys.readouterr().out.startswith("No settings")
    sizes = 'least_waste = "1G"\n[weights]\n"SY1.MQP1" = 3\n[applications]\n"SY1.MQP1" = "Payments"\n'
    write(store, sizes + ACCEPT.format(CHECK, OBJECT, "2027-01-01"))
    assert run_command(["settings", str(store.path), "--format", "csv"]) == 0
    out = capsys.readouterr().out
    assert "least_waste,,,1 GiB" in out
    assert "weights,,SY1.MQP1,3" in out
    assert "applications,,SY1.MQP1,Payments" in out
    assert CHECK in out
    assert "2027-01-01" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[accept]\n", "line 1, column"),
        ("\n[[acept]]\n", "line 2, column 3: acept is no setting; write accept\nNext: vi "),
        ("accept = 3\n", "line 1, column 1: expected a list"),
        (ACCEPT.format("mq-pool-undersised", OBJECT, "2027-01-01"), "write mq-pool-undersized"),
        (ACCEPT.format(CHECK, OBJECT, '"soon"'), "line 4, column 1: until has to be a day"),
        (ACCEPT.format(CHECK, OBJECT, "2027-01-01").replace("reason", "reson"), "write reason"),
        ("# one\n" + ACCEPT.format(CHECK, " ", "2027-01-01"), "line 4, column 1: object has to be a text"),
        ("\x00", "getpage.toml"),
        ('least_waste = "1M"', "line 1, column 1: least_waste has to be 64 MiB or more"),
        ("least_waste = 3", "line 1, column 1: least_waste has to be 64 MiB or more"),
        ("lest_waste = 3", "write least_waste"),
        ("weights = 3", "line 1, column 1: expected a table"),
        ('# "A" is one\n[weights]\n  "A" = "x"', "line 3, column 4: a weight has to be a number"),
        ("[weights]\nA = true", "line 2, column 1: a weight has to be a number"),
        ("[applications]\nA = 3", "line 2, column 1: the name of an application has to be a text"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(store, text, message):
    write(store, text)
    with pytest.raises(GetpageError, match=message):
        getpage.check(store.path)
