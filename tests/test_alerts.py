"""getpage alerts: critical findings that are new since the last run."""

from __future__ import annotations

import ast
import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import getpage
from getpage.cli.app import run_command
from getpage.core.names import FindingId, Image, Object, Subsystem
from getpage.days.alert import QUIET, AlertState, as_json, as_state, news
from getpage.result import Kind, Severity
from getpage.result.day import DayFinding, StoredDay
from weeks_of_a_site import SITE, loaded, with_queue

START = date(2026, 3, 2)
FINDING = FindingId("mq-pool-undersized", Object(Subsystem("mq", Image("SY1"), "MQP1"), "pool 1"))
BURST = with_queue(0, backlog=900_000, total=2_000_000)


def day(number: int, *, critical: bool) -> StoredDay:
    severity = Severity.CRITICAL if critical else Severity.WARNING
    finding = DayFinding(id=FINDING, severity=severity, kind=Kind.SHORTAGE, headline="99 % in use")
    return StoredDay(date=START + timedelta(days=number), first=None, last=None, findings=(finding,))


def told_on(critical: list[bool]) -> list[int]:
    """The days on which a run every morning tells the finding."""
    state, on = AlertState(), []
    days = [day(number, critical=is_so) for number, is_so in enumerate(critical)]
    for number in range(len(days)):
        alerts, state = news(days[: number + 1], state)
        again, state = news(days[: number + 1], state)
        assert not again  # the same data tell nothing
        state = as_state(as_json(state))
        on += [number] * len(alerts)
    return on


def test_a_value_about_its_threshold_tells_once():
    assert told_on([True, False, True, False, True, True, False, True]) == [0]


def test_what_comes_back_after_quiet_days_is_told_again():
    assert told_on([False, True, *[False] * QUIET, True]) == [1, 2 + QUIET]


@given(st.lists(st.booleans(), max_size=12))
def test_one_is_told_exactly_where_no_day_of_the_last_ones_was_critical(critical):
    expected = [
        number
        for number, is_so in enumerate(critical)
        if is_so and not any(critical[max(0, number - QUIET) : number])
    ]
    assert told_on(critical) == expected


def test_a_day_that_grows_is_looked_at_again():
    first, state = news([day(0, critical=False)], AlertState())
    assert not first
    assert len(news([day(0, critical=True)], state)[0]) == 1


def run(store, *words, capsys):
    code = run_command(["alerts", str(store.path), *words])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_the_command_tells_what_is_new_and_then_nothing(tmp_path, capsys):
    store = loaded(tmp_path, SITE, BURST)
    code, out, err = run(store, capsys=capsys)
    assert code == 1
    assert out.splitlines()
    assert all("pool 1" in line and len(line) <= 120 for line in out.splitlines())
    assert not err
    assert run(store, capsys=capsys) == (0, "", "")


def test_json_is_an_object_a_line(tmp_path, capsys):
    store = loaded(tmp_path, SITE, BURST)
    _, out, _ = run(store, "--format", "json", "--state", str(tmp_path / "told.json"), capsys=capsys)
    for line in out.splitlines():
        alert = json.loads(line)
        assert alert["finding"].endswith("SY1.MQP1 pool 1")
        assert alert["day"] == "2026-03-13"
        assert alert["value"] >= alert["threshold"]
    assert not (store.path / "alerts.json").exists()


def test_a_command_that_fails_is_told_again(tmp_path, capsys):
    store = loaded(tmp_path, SITE, BURST)
    code, _, err = run(store, "--run", "false", capsys=capsys)
    assert code == 2
    assert "it ended with 1" in err
    lines = tmp_path / "lines"
    code, out, _ = run(store, "--run", f"tee -a {lines}", capsys=capsys)
    assert code == 1
    assert lines.read_text() == out


@pytest.mark.parametrize("text", ["", "[]", '{"told": 2}', '{"told": 1, "critical": {"x": "y"}}'])
def test_a_state_that_is_none_is_refused(tmp_path, capsys, text):
    store = loaded(tmp_path, SITE)
    (store.path / "alerts.json").write_text(text)
    code, _, err = run(store, capsys=capsys)
    assert code == 2
    assert "Next: rm " in err


def may_be_critical(call: ast.Call) -> bool:
    """Whether a finding that is made here has no severity of its own that is less."""
    [severity] = [ast.unparse(keyword.value) for keyword in call.keywords if keyword.arg == "severity"]
    return "CRITICAL" in severity or "Severity." not in severity


def test_every_rule_that_finds_what_is_critical_says_from_where_on_it_is():
    said, unsaid = [], []
    for path in sorted(Path(getpage.__file__).parent.glob("products/*/checks/*.py")):
        text = path.read_text()
        if "CRITICAL" not in text and "by_waiting" not in text:
            continue
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "Finding" and may_be_critical(call):
                has = any(keyword.arg == "criterion" for keyword in call.keywords)
                (said if has else unsaid).append(f"{path.parent.parent.name} {path.stem}:{call.lineno}")
    assert not unsaid
    assert len(said) > 25
