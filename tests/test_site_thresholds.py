"""Thresholds of checks that a site moves in getpage.toml, for all objects, a system, a subsystem or one."""

from __future__ import annotations

import html

import pytest

import getpage
from getpage.app.alerts import AlertsRequest, alerts
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.products.registry import checks, thresholds
from getpage.result import Severity
from weeks_of_a_site import SITE, loaded

CHECK, OBJECT = "mq-pool-undersized", "SY1.MQP1 pool 1"
FULL = '[[threshold]]\ncheck = "mq-pool-undersized"\nname = "used"\nvalue = "{}"\nreason = "full by design"\n'
WAITING = '[[threshold]]\ncheck = "waiting"\nname = "critical"\nvalue = "0.0001"\nreason = "payments"\n'


@pytest.fixture
def store(tmp_path):
    return loaded(tmp_path, SITE)


def write(store, text):
    (store.path / "getpage.toml").write_text(text)


def undersized(result):
    return {str(f.object): f for f in result.findings if f.check == CHECK}


@pytest.mark.parametrize("of", ["", "SY1", "SY1.MQP1", "MQP1", OBJECT])
def test_a_pool_below_the_threshold_of_the_site_is_no_finding(store, of):
    assert OBJECT in undersized(getpage.check(store.path))
    write(store, FULL.format("100 %") + (f'object = "{of}"\n' if of else ""))
    result = getpage.check(store.path)
    assert OBJECT not in undersized(result)
    words = "mq-pool-undersized used 100 % instead of 85 %, because full by design."
    assert f"Threshold of the site{f' for {of}' if of else ''}: {words}" in result.verdict


@pytest.mark.parametrize("of", ["SY2", "SY1.MQP2", "SY1.MQP1 pool 2"])
def test_it_holds_for_no_other_object(store, of):
    write(store, FULL.format("100 %") + f'object = "{of}"\n')
    assert OBJECT in undersized(getpage.check(store.path))


def test_the_entry_that_names_an_object_most_closely_holds(store):
    write(store, FULL.format("100 %") + FULL.format("86 %") + f'object = "{OBJECT}"\n')
    assert OBJECT in undersized(getpage.check(store.path))
    write(store, FULL.format("10 %") + FULL.format("100 %") + f'object = "{OBJECT}"\n')
    found = undersized(getpage.check(store.path))
    assert OBJECT not in found
    assert "SY1.MQP1 pool 2" in found


def test_a_size_that_is_asked_for_keeps_the_peak_at_the_threshold_of_the_site(store):
    write(store, FULL.format("10 %") + 'object = "SY1.MQP1 pool 2"\n')
    found = undersized(getpage.check(store.path))["SY1.MQP1 pool 2"]
    used = next(fact.value for fact in found.evidence if fact.label == "in use at the peak")
    [ask] = found.asks
    assert ask.size == pytest.approx(10 * used / 100 * 50_000, rel=0.02)


def test_from_how_much_waiting_on_a_shortage_is_critical_is_a_threshold_of_every_check(store):
    assert undersized(getpage.check(store.path))[OBJECT].severity is Severity.WARNING
    write(store, WAITING)
    found = undersized(getpage.check(store.path))[OBJECT]
    assert found.severity is Severity.CRITICAL
    assert any("critical 0.0001 instead of 0.1" in fact.label for fact in found.evidence)


def test_an_alert_tells_the_threshold_of_the_site(store):
    write(store, WAITING)
    with alerts(AlertsRequest(store.path)) as new:
        [alert] = [alert for alert in new if str(alert.object) == OBJECT]
    assert alert.threshold == 0.0001
    words = "waiting critical 0.0001 instead of 0.1, because payments."
    assert alert.of_site == (f"Threshold of the site: {words}",)


@pytest.mark.parametrize("form", ["table", "json", "csv", "md", "html"])
def test_a_finding_shows_the_threshold_that_it_rests_on(store, form):
    write(store, FULL.format("90 %"))
    result = getpage.check(store.path)
    label = "threshold of the site (used 90 % instead of 85 %), because full by design"
    [value] = [fact.value for fact in undersized(result)[OBJECT].evidence if fact.label == label]
    assert value == 90
    shown = " ".join(html.unescape(getpage.report.render(result, form)).split())
    assert "mq-pool-undersized used 90 % instead of 85 %, because full by design" in shown


def test_days_and_the_plan_use_the_same_value(tmp_path):
    store = loaded(tmp_path, SITE, SITE)
    write(store, FULL.format("100 %") + 'object = "SY1.MQP1 pool 1"\n')
    undersized_of_plan = {
        str(name) for step in getpage.plan(store.path).steps for name in step.change.because
    }
    assert f"{CHECK} {OBJECT}" not in undersized_of_plan
    changes = getpage.changes(store.path)
    assert changes.is_nothing
    words = "mq-pool-undersized used 100 % instead of 85 %, because full by design."
    assert changes.notes == (f"Threshold of the site for SY1.MQP1 pool 1: {words}",)


def test_a_finding_of_the_worst_day_shows_its_threshold_once(tmp_path):
    store = loaded(tmp_path, SITE, SITE)
    write(store, FULL.format("90 %"))
    labels = [fact.label for fact in undersized(getpage.check(store.path))[OBJECT].evidence]
    assert len([label for label in labels if label.startswith("threshold of the site")]) == 1


@pytest.mark.parametrize(
    ("entry", "place", "instead"),
    [
        ('check = "mq-pool-undersize"\nname = "used"', "line 2, column 1", "write mq-pool-undersized"),
        ('check = "mq-pool-undersized"\nname = "use"', "line 3, column 1", "write used"),
        ('check = "mq-log-buffers"\nname = "used"', "line 2, column 1", "has no threshold to move"),
        ('check = "mq-pool-undersized"\nname = "used"\nvalu = "1 %"', "line 4, column 1", "write value"),
    ],
)
def test_what_is_wrong_in_an_entry_is_shown_with_its_place_and_the_right_word(store, entry, place, instead):
    value = "" if "valu " in entry else 'value = "90 %"\n'
    write(store, f'[[threshold]]\n{entry}\n{value}reason = "why"\n')
    with pytest.raises(GetpageError) as raised:
        getpage.check(store.path)
    assert place in str(raised.value)
    assert instead in str(raised.value)


@pytest.mark.parametrize("value", ["0.9", "90", "90 /s", "120 %", "-5 %", "much"])
def test_a_value_of_another_unit_or_that_cannot_be_is_refused(store, value):
    write(store, FULL.format(value))
    with pytest.raises(GetpageError, match=r'line 4, column 1: .*write value = "85 %"'):
        getpage.check(store.path)


def test_an_object_that_is_not_in_the_store_is_named_by_settings(store, capsys):
    write(store, FULL.format("90 %") + 'object = "SY1.MQP2 pool 1"\n')
    assert run_command(["settings", str(store.path)]) == 2
    assert "line 6, column 11: SY1.MQP2 is not in the store" in capsys.readouterr().err


def test_settings_lists_what_the_site_moved_and_with_all_what_it_can_move(store, capsys):
    write(store, FULL.format("90 %"))
    assert run_command(["settings", str(store.path), "--format", "csv"]) == 0
    assert (
        "threshold,mq-pool-undersized,,used 90 % instead of 85 %,,full by design" in capsys.readouterr().out
    )
    assert run_command(["settings", str(store.path), "--all", "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(thresholds())
    assert any(line.startswith("mq-pool-undersized,used,85 %,") for line in lines)


def test_explain_shows_the_thresholds_of_a_check(capsys):
    assert run_command(["explain", CHECK]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Thresholds that getpage.toml can set: used, 85 %" in shown


def test_every_threshold_is_of_a_check_and_is_read_as_it_is_written():
    known = {*checks(), "waiting"}
    names = [(each.check, each.name) for each in thresholds()]
    assert len(set(names)) == len(names)
    for each in thresholds():
        assert each.check in known
        assert each.read(each.written()) == pytest.approx(each.value)
