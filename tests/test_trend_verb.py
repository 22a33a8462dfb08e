"""getpage trend on the eight weeks that are shipped: what is planted is found, and nothing else."""

from __future__ import annotations

import json
from datetime import date, datetime

import pytest

import getpage
import sample_site
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.result.changes import Moved
from getpage.result.trend import Known, PeakTime
from getpage.trend import peak_time
from tools.demo import weeks
from weeks_of_a_site import SITE, loaded


@pytest.fixture(scope="module")
def trends():
    return getpage.trend(sample_site.weeks())


def of(trends, name, measure=""):
    return next(
        entry for entry in trends.trends if str(entry.object) == name and entry.measure.startswith(measure)
    )


def test_what_grows_is_found_with_the_date_of_its_limit_and_nothing_else(trends):
    growing = {str(entry.object) for entry in trends.trends if entry.trend.known is Known.TREND}
    assert growing == {"SYSW", "SYSW.MQW1 pool 3"}
    reaches = {reach.share: reach for reach in of(trends, "SYSW.MQW1 pool 3").trend.reaches}
    for share, day in weeks.GROWING_POOL.reaches:
        assert reaches[share].earliest <= day <= reaches[share].latest
    assert not [entry for entry in trends.trends if entry.trend.known is Known.REACHED]


def test_the_level_shift_is_named_with_its_day_and_what_changed_then(trends):
    shifted = [entry for entry in trends.trends if entry.trend.shifts]
    assert [str(entry.object) for entry in shifted] == ["SYSW.CICSWEB1 MXT"]
    (shift,) = shifted[0].trend.shifts
    assert shift.day == weeks.MXT_CHANGED
    assert [str(knob) for knob in shift.changed] == ["SYSW.CICSWEB1.MXT"]


def test_the_monday_peak_is_season_and_the_bad_day_is_named(trends):
    monday, *others = of(trends, "SYSW.CICSWEB1 MXT").trend.weekdays[:5]
    assert all(monday > 1.1 * other for other in others)
    exceptional = {(str(entry.object), day.day) for entry in trends.trends for day in entry.trend.exceptional}
    assert exceptional == {("SYSW.MQW1 pool 3", weeks.BAD_DAY)}


def test_it_is_said_when_a_demand_peaks(trends):
    # Its statistics are of no interval: no hour is known.
    assert of(trends, "SYSW.CICSWEB1 MXT").peaks == PeakTime((0,), None)
    assert of(trends, "SYSW.MQW1 pool 3").peaks == PeakTime((0, 1, 2, 3, 4), (10, 11))
    assert of(trends, "SYSW").falls
    assert of(trends, "SYSW").peaks == PeakTime((0, 1, 2, 3, 4), (10, 11))


def test_peaks_around_midnight_have_hours_and_scattered_ones_none():
    weekdays = (1.0, 1.0, 1.0, 1.0, 1.02, 0.7, None)
    nights = [datetime(2026, 11, 2 + day, (23, 0, 23, 1, 23)[day % 5]) for day in range(20)]
    assert peak_time(weekdays, nights) == PeakTime((0, 1, 2, 3, 4), (23, 1))
    assert peak_time(weekdays, [moment.replace(hour=moment.day % 24) for moment in nights]).hours is None
    assert peak_time(weekdays, nights[:4]).hours is None
    assert peak_time(weekdays, [None] * 20).hours is None
    assert peak_time((None,) * 7, nights) is None


def test_changes_and_alerts_name_the_same_days():
    changed = getpage.changes(sample_site.weeks(), day=weeks.MXT_CHANGED)
    assert [(str(entry.knob), entry.before, entry.after) for entry in changed.settings] == [
        ("SYSW.CICSWEB1.MXT", *weeks.MXT)
    ]
    assert not changed.findings
    bad = getpage.changes(sample_site.weeks(), day=weeks.BAD_DAY)
    assert [(entry.moved, str(entry.object)) for entry in bad.findings] == [(Moved.NEW, "SYSW.MQW1 pool 3")]
    assert getpage.changes(sample_site.weeks()).is_nothing


def test_one_object_or_subsystem_can_be_asked_for(trends):
    only = getpage.trend(sample_site.weeks(), of="SYSW.MQW1")
    assert {entry.object.subsystem.name for entry in only.trends} == {"MQW1"}
    assert {*only.trends} <= {*trends.trends}
    with pytest.raises(GetpageError, match="write SYSW"):
        getpage.trend(sample_site.weeks(), of="SYSW.MQW1 pol 3")


@pytest.mark.parametrize(("days", "code"), [(10, 0), (400, 1)])
def test_a_scheduler_learns_of_a_limit_that_is_near(capsys, days, code):
    assert run_command(["trend", str(sample_site.weeks()), "--fail-within", str(days)]) == code
    assert "2027-01-" in capsys.readouterr().out


def test_few_days_are_not_enough(tmp_path, capsys):
    store = loaded(tmp_path, SITE, SITE)
    assert run_command(["trend", str(store.path)]) == 3
    assert "Too few days for a trend: 2 of the 14 needed" in capsys.readouterr().out


def test_every_form_has_every_trend(trends):
    document = json.loads(getpage.report.render(trends, "json"))
    assert document["kind"] == "trends"
    assert len(document["trends"]) == len(trends.trends)
    for form in ("md", "csv"):
        text = getpage.report.render(trends, form)
        assert all(str(entry.object) in text for entry in trends.trends)
    assert date.fromisoformat(document["last"]) == weeks.FIRST.replace(month=11, day=18)
