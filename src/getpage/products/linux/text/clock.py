"""The line that `date` prints before a snapshot says when it was taken.

    Mon Nov 16 06:00:01 CET 2026
    Tue Nov 17 06:00:01 AM CET 2026
    Wed 18 Nov 2026 06:00:01 AM CET
    Thu Nov 19 06:00:01 CET 2026
    Fri Nov 20 06:00:01 CET 2026
    Sat Nov 21 06:00:01 CET 2026
    Sun Nov 22 06:00:01 CET 2026

Other languages are not read; a time stamp on every line (2026-11-18T06:00:01) is, by whoever reads the line.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.printed import PrintedLine, Sink
from getpage.products.common.text import figures

MARKS: Final = ("MON ", "TUE ", "WED ", "THU ", "FRI ", "SAT ", "SUN ")
TIME: Final = "Linux time"

_CLOCK: Final = r"(?P<clock{0}>[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}})(?: (?P<half{0}>AM|PM))?"
_DATE: Final = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:"
    rf"(?P<month>[A-Z][a-z]{{2}}) {{1,2}}(?P<day>[0-9]{{1,2}}) {_CLOCK.format('')} [A-Z0-9+-]{{1,6}} "
    rf"(?P<year>[0-9]{{4}})|"
    rf"(?P<day_2>[0-9]{{1,2}}) (?P<month_2>[A-Z][a-z]{{2}}) (?P<year_2>[0-9]{{4}}) "
    rf"{_CLOCK.format('_2')} [A-Z0-9+-]{{1,6}}) {{0,4}}"
)
_NOON: Final = 12


def moment_of(text: str) -> datetime | None:
    """The local time that a line of `date` gives; None of any other line."""
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    names = ("month", "day", "clock", "half", "year")
    month, day, printed, half, year = (match[name] or match[f"{name}_2"] for name in names)
    clock = figures.clock(printed)
    if half and clock is not None:
        if not 1 <= clock.hour <= _NOON:
            return None
        clock = clock.replace(hour=clock.hour % _NOON + (_NOON if half == "PM" else 0))
    return figures.moment(figures.calendar(year, month, day), clock)


def is_time(line: PrintedLine) -> bool:
    """True if a line gives the time of the snapshot after it, and nothing else."""
    return moment_of(line.text) is not None or (line.written is not None and not line.text.strip())


def begin(line: PrintedLine, sink: Sink) -> bool:
    """Remember the time for the snapshot that follows."""
    moment = moment_of(line.text) or (None if line.text.strip() else line.written)
    if moment is not None:
        sink.remember(TIME, moment, line)
    return moment is not None


def taken(line: PrintedLine, sink: Sink) -> datetime | None:
    """When a snapshot that begins at this line was taken; None where nothing says."""
    moment: datetime | None = line.written or sink.recall(TIME, line)
    return moment


def between(start: datetime | None, end: datetime | None, most: timedelta) -> timedelta | None:
    """The time from one sample to the next; None where one is undated, or they are not neighbors."""
    if start is None or end is None or not timedelta() < end - start <= most:
        return None
    return end - start
