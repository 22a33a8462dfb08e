"""The days of a long window, week by week, as a table of signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from getpage.core import numbers
from getpage.report.common.blocks import Sheet
from getpage.result import Finding, Severity
from getpage.result.day import Calendar

#: Weeks that a line has room for, the last ones.
_WEEKS: Final = 8
_A_DAY: Final = timedelta(days=1)
_A_WEEK: Final = timedelta(days=7)
_SIGNS: Final[Mapping[Severity, str]] = {Severity.CRITICAL: "!", Severity.WARNING: "+"}
_KEY: Final = "Monday to Sunday of each week: ! critical, + warning, . neither, - no evidence."


def on_days(finding: Finding) -> str:
    """On how many days it was, and the worst; empty in a window of a day."""
    on = finding.on_days
    if on is None:
        return ""
    return f"on {on.days:,} of {numbers.counted(on.of, 'day')}, worst on {on.worst:%A} {on.worst}"


def calendar_sheet(calendars: Sequence[Calendar]) -> Iterator[Sheet]:
    """A row for each object, a column for each of the last weeks."""
    if not calendars:
        return
    days = [day.date for calendar in calendars for day in calendar.days]
    first, last = _monday(min(days)), _monday(max(days))
    weeks = (last - first) // _A_WEEK + 1
    shown = [last - _A_WEEK * back for back in reversed(range(min(weeks, _WEEKS)))]
    more = f" The last {len(shown)} of {weeks} weeks; the report has all." if weeks > len(shown) else ""
    yield Sheet(
        "Days",
        ("object", *(f"{monday:%m-%d}" for monday in shown)),
        [(str(calendar.object), *_signs(calendar, shown)) for calendar in calendars],
        note=_KEY + more,
    )


def _signs(calendar: Calendar, mondays: Sequence[date]) -> Iterator[str]:
    signs = {day.date: _SIGNS.get(day.severity or Severity.INFO, ".") for day in calendar.days}
    for monday in mondays:
        yield "".join(signs.get(monday + _A_DAY * number, "-") for number in range(7))


def _monday(day: date) -> date:
    return day - _A_DAY * day.weekday()
