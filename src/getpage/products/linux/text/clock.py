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
from datetime import datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

MARKS: Final = ("MON ", "TUE ", "WED ", "THU ", "FRI ", "SAT ", "SUN ")
SAID: Final = "Linux time"

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CLOCK: Final = r"(?P<clock>[0-9]{2}:[0-9]{2}:[0-9]{2})(?: (?P<half>AM|PM))?"
_DATE: Final = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:"
    rf"(?P<month>[A-Z][a-z]{{2}}) {{1,2}}(?P<day>[0-9]{{1,2}}) {_CLOCK} [A-Z0-9+-]{{1,6}} "
    rf"(?P<year>[0-9]{{4}})|"
    rf"(?P<day_2>[0-9]{{1,2}}) (?P<month_2>[A-Z][a-z]{{2}}) (?P<year_2>[0-9]{{4}}) "
    rf"{_CLOCK.replace('clock', 'clock_2').replace('half', 'half_2')} [A-Z0-9+-]{{1,6}}) {{0,4}}"
)


def moment_of(text: str) -> datetime | None:
    """The local time that a line of `date` says; None of any other line."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    names = ("month", "day", "clock", "half", "year")
    month, day, clock, half, year = (found[name] or found[f"{name}_2"] for name in names)
    hour, minute, second = map(int, clock.split(":"))
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "PM" else 0)
    try:
        return datetime(int(year), _MONTHS.index(month) + 1, int(day), hour, minute, second)
    except ValueError:
        return None


def is_time(line: Line) -> bool:
    """Whether a line says when what follows was taken, and nothing else."""
    return moment_of(line.text) is not None or (line.written is not None and not line.text.strip())


def begin(line: Line, sink: Sink) -> bool:
    """Leave word for the snapshot that follows."""
    moment = moment_of(line.text) or (None if line.text.strip() else line.written)
    if moment is not None:
        sink.remember(SAID, moment, line)
    return moment is not None


def told(line: Line, sink: Sink) -> datetime | None:
    """When a snapshot that begins at this line was taken."""
    moment: datetime | None = line.written or sink.recall(SAID, line)
    return moment
