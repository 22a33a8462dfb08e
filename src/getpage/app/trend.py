"""How demands grow from day to day, and when they reach their limits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, DaysRequest, Watch, opened
from getpage.core.errors import GetpageError, Instead, NotEnoughEvidenceError, UnknownNameError, Without
from getpage.core.names import KnobId, Object, is_of
from getpage.core.option import option
from getpage.result.day import Demand, StoredDay
from getpage.result.trend import DAYS_AHEAD, DAYS_NEEDED, DemandTrend, Known, LevelShift, Trends

if TYPE_CHECKING:
    from getpage.evidence.view import StoreEvidence


@dataclass(frozen=True, kw_only=True)
class TrendRequest(DaysRequest):
    """The days of a store or of files."""

    of: str | None = field(
        default=None,
        metadata=option(
            "Only what this object, subsystem or system takes: SYSA, MQA1, 'SYSA.MQA1 pool 3'.",
            name="object",
            written=str,
        ),
    )


def trends(request: TrendRequest, watch: Watch = NOBODY) -> Trends:
    """The trend of each demand of the evidence. GetpageError for an object that has none."""
    with opened(request, watch) as evidence:
        return trends_of(evidence, watch, of=request.of)


def trends_of(
    evidence: StoreEvidence,
    watch: Watch,
    *,
    of: str | None = None,
    on: Callable[[date], date | None] = lambda _: None,
) -> Trends:
    """The trend of each demand, with what is expected on the day that `on` makes of the last one."""
    from getpage.app.days import days_of, in_brief
    from getpage.app.tool import TOOL

    dates = days_of(evidence)
    expected_on = on(dates[-1])
    days = [*in_brief(evidence, dates, watch.progress)]
    entries = sorted(_trends(days, of, expected_on), key=_urgency)
    return Trends(first=days[0].date, last=days[-1].date, days=len(days), trends=tuple(entries), tool=TOOL)


def enough_days(trends: Trends) -> Trends:
    """The trends; NotEnoughEvidenceError where no demand has days enough for one."""
    if any(entry.trend.known is not Known.TOO_FEW for entry in trends.trends):
        return trends
    problem = f"too few days for any trend: {trends.days}; {DAYS_NEEDED} are needed."
    raise NotEnoughEvidenceError(problem, "getpage load SMF.DUMP --into STORE")


def not_too_far(day: date, word: str, last: date) -> date:
    """The day; GetpageError where it is not after the last day of the evidence, or beyond two years."""
    ahead = (day - last).days
    if ahead <= 0:
        message = f"{word}: the evidence ends on {last}, and a trend says nothing of days before that"
        raise GetpageError(message, Instead(word.split()[-1], str(last + timedelta(days=28))))
    if ahead > DAYS_AHEAD:
        message = f"{word}: more than two years after {last}, the end of the evidence; no trend lasts so long"
        raise GetpageError(message, Instead(word.split()[-1], str(last + timedelta(days=DAYS_AHEAD))))
    return day


def _trends(days: Sequence[StoredDay], wanted: str | None, on: date | None) -> Iterator[DemandTrend]:
    from getpage.trend import DailySeries, peak_time, trend, value_at

    series: dict[tuple[Object, str, str], list[tuple[date, Demand]]] = defaultdict(list)
    for day in days:
        for demand in day.demands:
            series[demand.object, demand.measure, demand.unit].append((day.date, demand))
    names = {name for name, *_ in series if wanted is None or is_of(name, wanted)}
    if wanted is not None and not names:
        known = sorted({str(name) for name, *_ in series})
        problem = f"--object {wanted}: no demand of it is in the evidence."
        raise UnknownNameError(problem, wanted, known, Without(("--object",)))
    sizes = {day.date: {setting.knob: setting.size for setting in day.settings} for day in days}
    for (name, measure, unit), points in series.items():
        if name not in names:
            continue
        dates, demands = zip(*points, strict=True)
        last = demands[-1]
        of_days = DailySeries(
            dates,
            tuple(float(demand.value) for demand in demands),
            tuple(float(demand.limit) for demand in demands),
            last.falls,
        )
        result = trend(of_days)
        starts = [demand.fact.interval_start if demand.fact else None for demand in demands]
        yield DemandTrend(
            object=name,
            measure=measure,
            unit=unit,
            value=last.value,
            limit=last.limit,
            falls=last.falls,
            trend=replace(result, shifts=tuple(_with_changes(name, result.shifts, sizes))),
            peaks=peak_time(result.weekdays, starts, falls=last.falls),
            on=on,
            expected=None if on is None else value_at(of_days, on),
        )


def _with_changes(
    name: Object, shifts: Iterable[LevelShift], sizes: Mapping[date, Mapping[KnobId, int]]
) -> Iterator[LevelShift]:
    """The shifts, with the knobs of the same subsystem that had another size the day before."""
    for shift in shifts:
        after = sizes[shift.day]
        before = next((sizes[day] for day in sorted(sizes, reverse=True) if day < shift.day), after)
        mine = (knob for knob in after if knob.subsystem == name.subsystem)
        changed = tuple(knob for knob in mine if before.get(knob, after[knob]) != after[knob])
        yield replace(shift, changed=changed)


#: What is to be acted on first.
_RANK = {Known.REACHED: 0, Known.TREND: 1, Known.NONE: 2, Known.TOO_FEW: 3}


def _urgency(entry: DemandTrend) -> tuple[int, date, str, str]:
    """At the limit, then by the day on which that is reached, then by name."""
    ends = [reach.middle for reach in entry.trend.reaches if reach.share == 1.0]
    day = ends[0] if ends and ends[0] else date.max
    return _RANK[entry.trend.known], day, str(entry.object), entry.measure
