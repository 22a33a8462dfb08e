"""The trend feeds the forecast and the plan: the demand on a day to come, and what must be bought by when."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

import getpage
import sample_site
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.result.trend import Known
from tools.demo import weeks
from weeks_of_a_site import SITE, loaded

LAST = date(2026, 11, 18)
#: A Wednesday, 26 weeks after the last day.
END = LAST + timedelta(weeks=26)
POOL = "SYSW.MQW1 pool 3"


@pytest.fixture(scope="module")
def planned():
    return getpage.plan(sample_site.weeks(), horizon=timedelta(weeks=26))


def test_trend_forecast_and_plan_agree_digit_for_digit(planned):
    trends = getpage.trend(sample_site.weeks()).trends
    demands = getpage.forecast(sample_site.weeks(), at=END).demands
    assert [(entry.object, entry.trend) for entry in demands] == [(e.object, e.trend) for e in trends]
    assert {due.demand for due in planned.due} < {*demands}
    assert [str(due.demand.object) for due in planned.due] == [POOL, "SYSW"]


def test_a_growing_pool_gets_the_size_of_its_peak_at_the_end_with_its_command_and_undo(planned):
    due = planned.due[0]
    peak = due.demand.expected
    assert peak is not None
    grown = weeks.GROWING_POOL
    assert peak.low < peak.middle < peak.high
    assert due.size is not None
    assert 0.84 * due.size < peak.high <= 0.85 * due.size
    assert [change.command for change in due.changes] == [f"ALTER BUFFPOOL(3) BUFFERS({due.size})"]
    assert all(change.undo and change.verify for change in due.changes)
    # The bad day asks for a larger pool now, and one pool gets one command at a time.
    assert [str(item.knob) for item in planned.items] == ["SYSW.MQW1.3"]
    assert all("SYSW.MQW1.3 in this plan" in change.only_after for change in due.changes)
    reach = next(reach for reach in due.demand.trend.reaches if reach.share == 1.0)
    assert reach.earliest is not None
    assert reach.latest is not None
    assert reach.earliest <= dict(grown.reaches)[1.0] <= reach.latest


def test_what_does_not_fit_in_storage_is_to_be_bought_by_the_first_day_that_may_need_it(planned):
    (bought,) = planned.purchases
    free = planned.due[1].demand
    assert free.falls
    assert free.expected is not None
    reach = next(reach for reach in free.trend.reaches if reach.share == 1.0)
    assert bought.by == reach.earliest
    assert bought.storage_bytes == pytest.approx(free.limit - free.expected.low, abs=1)
    assert planned.due[0].to_buy == 0  # the pool fits in what is free now


def test_the_page_of_a_plan_is_open_and_has_the_commands_of_what_is_due(planned):
    page = getpage.report.render(planned, "html", title="t", generated_by="g")
    assert '<details class="part" id="plan" open>' in page
    [change] = planned.due[0].changes
    assert page.count(change.command) >= 1
    assert change.only_after in page


def test_nothing_is_due_before_the_first_day():
    plan = getpage.plan(sample_site.weeks(), horizon=timedelta(weeks=4))
    assert (plan.due, plan.purchases) == ((), ())
    assert f"No demand is shown to reach its limit by {plan.horizon}." in getpage.report.render(plan, "md")


def test_what_has_no_trend_is_forecast_as_it_is():
    demands = {str(entry.object): entry for entry in getpage.forecast(sample_site.weeks(), at=END).demands}
    healthy = demands["SYSW.MQW1 pool 1"]
    assert healthy.trend.known is Known.NONE
    assert healthy.expected is not None
    assert healthy.expected.low < healthy.value < healthy.expected.high


@pytest.mark.parametrize(("day", "why"), [(LAST, "ends on 2026-11-18"), (date(2029, 1, 1), "two years")])
def test_a_day_that_no_trend_reaches_is_refused_in_a_sentence(day, why):
    with pytest.raises(GetpageError, match=why):
        getpage.forecast(sample_site.weeks(), at=day)


def test_few_days_are_refused_in_a_sentence(tmp_path):
    store = loaded(tmp_path, SITE, SITE).path
    last = getpage.trend(store).last
    for ask in (
        lambda: getpage.forecast(store, at=last + timedelta(days=30)),
        lambda: getpage.plan(store, horizon=timedelta(days=30)),
    ):
        with pytest.raises(NotEnoughEvidenceError, match="too few days for any trend: 2; 14 are needed"):
            ask()


@pytest.mark.parametrize(
    "words",
    [
        ("forecast", "--at", "soon"),
        ("forecast", "--at", "2027-03-01", "--change", "MQW1.3=x2"),
        ("plan", "--horizon", "26"),
        ("plan", "--horizon", "900w"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(words, capsys):
    verb, *options = words
    assert run_command([verb, str(sample_site.weeks()), *options]) == 2
    assert "Next: " in capsys.readouterr().err


def test_every_form_has_every_demand(planned):
    forecast = getpage.forecast(sample_site.weeks(), at=END)
    for result, entries in ((forecast, forecast.demands), (planned, [due.demand for due in planned.due])):
        for form in ("md", "csv", "json", "html", "table"):
            text = getpage.report.render(result, form)
            assert all(str(entry.object).split()[0] in text for entry in entries), form
    document = json.loads(getpage.report.render(planned, "json"))
    assert document["horizon"] == END.isoformat()
    assert [due["size"] for due in document["due"]] == [planned.due[0].size, None]
