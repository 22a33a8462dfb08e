"""How demands grow from day to day, and when they reach their limits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from getpage.app.evidence import NOBODY, DaysRequest, Watch, opened
from getpage.core.errors import UnknownNameError
from getpage.core.names import KnobId, Object, called
from getpage.core.option import option
from getpage.result.day import Demand, StoredDay
from getpage.result.trend import DemandTrend, Known, LevelShift, Trends


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
    from getpage.app.days import days_of, in_brief
    from getpage.app.tool import TOOL

    with opened(request, watch) as evidence:
        days = [*in_brief(evidence, days_of(evidence), watch.progress)]
    entries = sorted(_trends(days, request.of), key=_urgency)
    return Trends(first=days[0].date, last=days[-1].date, days=len(days), trends=tuple(entries), tool=TOOL)


def _trends(days: Sequence[StoredDay], wanted: str | None) -> Iterator[DemandTrend]:
    from getpage.trend import DailySeries, trend

    series: dict[tuple[Object, str, str], list[tuple[date, Demand]]] = defaultdict(list)
    for day in days:
        for demand in day.demands:
            series[demand.object, demand.measure, demand.unit].append((day.date, demand))
    names = {name for name, *_ in series if wanted is None or _is_meant(name, wanted)}
    if wanted is not None and not names:
        known = sorted({str(name) for name, *_ in series})
        problem = f"--object {wanted}: no demand of it is in the evidence."
        raise UnknownNameError(problem, wanted, known)
    sizes = {day.date: {setting.knob: setting.size for setting in day.settings} for day in days}
    for (name, measure, unit), points in series.items():
        if name not in names:
            continue
        dates, demands = zip(*points, strict=True)
        last = demands[-1]
        result = trend(
            DailySeries(
                dates,
                tuple(float(demand.value) for demand in demands),
                tuple(float(demand.limit) for demand in demands),
                last.falls,
            )
        )
        yield DemandTrend(
            object=name,
            measure=measure,
            unit=unit,
            value=last.value,
            limit=last.limit,
            falls=last.falls,
            trend=replace(result, shifts=tuple(_with_changes(name, result.shifts, sizes))),
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


def _is_meant(name: Object, wanted: str) -> bool:
    """Whether text means an object, its subsystem or its image."""
    same = str(name).casefold() == wanted.strip().casefold()
    return same or called(name.subsystem, wanted) or called(name.image, wanted)


#: What is to be acted on first.
_RANK = {Known.REACHED: 0, Known.TREND: 1, Known.NONE: 2, Known.TOO_FEW: 3}


def _urgency(entry: DemandTrend) -> tuple[int, date, str, str]:
    """At the limit, then by the day on which that is reached, then by name."""
    ends = [reach.middle for reach in entry.trend.reaches if reach.share == 1.0]
    day = ends[0] if ends and ends[0] else date.max
    return _RANK[entry.trend.known], day, str(entry.object), entry.measure
