"""How demands grow, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from getpage.core import numbers
from getpage.report.common.blocks import Block, Sheet, Words
from getpage.result.trend import DemandTrend, Known, Reach, TrendInterval, Trends

_TREND = {
    Known.REACHED: "at the limit",
    Known.TREND: "grows",
    Known.NONE: "no trend",
    Known.TOO_FEW: "too few days",
}
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def blocks(trends: Trends, *, brief: bool = False) -> Iterator[Block]:
    """What grows and when it is full, level shifts, exceptional days; how many have no trend."""
    yield Words(_in_a_line(trends))
    urgent = [entry for entry in trends.trends if entry.trend.known in (Known.REACHED, Known.TREND)]
    if urgent:
        heads = ("object", "measure", "now", "limit", "per week", "85 % on", "full on")
        yield Sheet("What grows", heads, [_growing(entry) for entry in urgent])
    timed = [_peaking(entry) for entry in (urgent if brief else trends.trends) if entry.peaks]
    if timed:
        yield Sheet("When they peak", ("object", "measure", "on", "between"), timed)
    shifts = [
        (
            str(entry.object),
            entry.measure,
            str(shift.day),
            _interval(shift.size, entry.unit),
            f"{100 * shift.day_probability:.0f} %",
            ", ".join(map(str, shift.changed)),
        )
        for entry in trends.trends
        for shift in entry.trend.shifts
    ]
    if shifts:
        of_shift = ("object", "measure", "since", "higher by", "confidence in the day", "changed that day")
        yield Sheet("Level shifts", of_shift, shifts)
    days = [
        (
            str(entry.object),
            entry.measure,
            f"{_DAYS[day.day.weekday()]} {day.day}",
            _value(day.value, entry),
            _value(day.expected, entry),
        )
        for entry in trends.trends
        for day in entry.trend.exceptional
    ]
    if days:
        yield Sheet("Exceptional days, left out", ("object", "measure", "day", "value", "expected"), days)
    if not brief:
        rest = [_resting(entry) for entry in trends.trends if entry not in urgent]
        columns = ("object", "measure", "now", "limit", "per week", "why")
        yield Sheet("What does not grow", columns, rest)
    yield Words(
        [
            f"Dates and growth have {100 * trends.level:.0f} % intervals. A date is that of the first daily "
            "peak at the limit as it is now; 85 % is where sites begin to act."
        ],
        method=True,
    )


def expected_sheet(entries: Sequence[DemandTrend]) -> Iterator[Sheet]:
    """Demands on the day to come that was asked for."""
    if entries:
        heads = ("object", "measure", "now", "limit", "then", "of the limit", "trend", "full on")
        yield Sheet(f"Demands on {entries[0].on}", heads, [_expected(entry) for entry in entries])


def expected_sentence(entries: Sequence[DemandTrend]) -> str:
    """How many demands are at their limit on the day that was asked for."""
    day = entries[0].on
    growing = [entry for entry in entries if entry.trend.known in (Known.TREND, Known.REACHED)]
    if not growing:
        return f"No demand is shown to grow: the peaks on {day} are those of days like the last ones."
    firsts = [reach.earliest for entry in growing for reach in entry.trend.reaches if reach.share == 1.0]
    due = sum(first is not None and day is not None and first <= day for first in firsts)
    grow = "1 demand grows" if len(growing) == 1 else f"{len(growing)} demands grow"
    return f"{grow}; {due or 'none'} may be at the limit by {day}."


def day_span(entry: DemandTrend) -> str:
    """The day on which it is at its limit, with its interval."""
    if entry.trend.known is Known.REACHED:
        return "now"
    return _span(max(entry.trend.reaches, key=lambda reach: reach.share))


def _span(reach: Reach) -> str:
    return f"{_date(reach.middle)} ({_date(reach.earliest)} to {_date(reach.latest)})"


def expected_peak(entry: DemandTrend) -> str:
    """The peak on the day that was asked for, with its interval."""
    return "no peak that weekday" if entry.expected is None else _interval(entry.expected, entry.unit)


def _expected(entry: DemandTrend) -> tuple[str, ...]:
    known, expected = entry.trend.known, entry.expected
    if known is Known.TOO_FEW:
        return (*_named(entry), "", "", _TREND[known], "")
    share = (
        f"{100 * expected.middle / entry.limit:.0f} %"
        if expected and not entry.falls and entry.limit > 0
        else ""
    )
    full = day_span(entry) if known in (Known.TREND, Known.REACHED) else ""
    return (*_named(entry), expected_peak(entry), share, _TREND[known], full)


def _in_a_line(trends: Trends) -> list[str]:
    counts = {known: sum(entry.trend.known is known for entry in trends.trends) for known in Known}
    parts = []
    if counts[Known.REACHED]:
        parts.append(f"{counts[Known.REACHED]} at the limit")
    if counts[Known.TREND]:
        parts.append(f"{counts[Known.TREND]} growing")
    if counts[Known.NONE] or not counts[Known.TOO_FEW]:
        parts.append(f"{counts[Known.NONE]} without a trend")
    if counts[Known.TOO_FEW]:
        parts.append(f"{counts[Known.TOO_FEW]} with too few days")
    words = f"{trends.first} to {trends.last}, {numbers.counted(trends.days, 'day')}: {', '.join(parts)}."
    if counts[Known.TOO_FEW] == len(trends.trends):
        return [f"Too few days for a trend: {trends.days} of the 14 needed. {words}"]
    return [words]


def _growing(entry: DemandTrend) -> tuple[str, ...]:
    known = entry.trend
    growth = "" if known.growth is None else _interval(known.growth, entry.unit)
    soon = "now" if known.known is Known.REACHED else _span(known.reaches[0])
    return (*_named(entry), growth, soon, day_span(entry))


def _peaking(entry: DemandTrend) -> tuple[str, ...]:
    assert entry.peaks is not None
    hours = entry.peaks.hours
    between = "no fixed hours" if hours is None else f"{hours[0]:02d}:00 and {hours[1]:02d}:00"
    return str(entry.object), entry.measure, _weekdays(entry.peaks.weekdays), between


def _weekdays(days: tuple[int, ...]) -> str:
    if len(days) == 7:
        return "any day"
    if days == (0, 1, 2, 3, 4):
        return "Mon to Fri"
    return ", ".join(_DAYS[day] for day in days)


def _resting(entry: DemandTrend) -> tuple[str, ...]:
    known = entry.trend
    growth = "" if known.growth is None else _interval(known.growth, entry.unit)
    why = f"too few days ({known.days}; 14 needed)" if known.known is Known.TOO_FEW else "no trend"
    return (*_named(entry), growth, why)


def _named(entry: DemandTrend) -> tuple[str, str, str, str]:
    return str(entry.object), entry.measure, _value(entry.value, entry), _value(entry.limit, entry)


def _value(value: float, entry: DemandTrend) -> str:
    return numbers.to_three_digits(value, entry.unit)


def _interval(interval: TrendInterval, unit: str) -> str:
    return numbers.with_ends(interval.middle, interval.low, interval.high, unit)


def _date(day: date | None) -> str:
    return "> 2 years" if day is None else str(day)
