"""Figures as RMF and SDSF print them: `267T` and `100K` are thousands, `1.2M` millions, `N/A` is none."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Final

_FIGURE = re.compile(r"([0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})?(\.[0-9]{1,6})?([KTMG]?)")
_SCALE: Final = {"": 1, "K": 1_000, "T": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_CLOCK = re.compile(r"([0-9]{2})[.:]([0-9]{2})[.:]([0-9]{2})")
_DAY = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4}|[0-9]{2})")

#: More frames than any machine has (16 EiB), and rates that no paging subsystem reaches.
MOST_FRAMES: Final = 1 << 52
MOST_RATE: Final = 1e8


def figure(text: str) -> float | None:
    """A figure with or without a scale; None if it is none."""
    match = _FIGURE.fullmatch(text)
    if not match or (match[1] is None and match[2] is None):
        return None
    return float((match[1] or "0").replace(",", "") + (match[2] or "")) * _SCALE[match[3]]


def frames(text: str) -> int | None:
    """A count of frames."""
    value = figure(text)
    return round(value) if value is not None and value <= MOST_FRAMES else None


def rate(text: str) -> float | None:
    """A rate a second."""
    value = figure(text)
    return value if value is not None and value <= MOST_RATE else None


def clock(text: str | None) -> time | None:
    """A time of day, `06.45.00`."""
    match = _CLOCK.fullmatch(text or "")
    try:
        return time(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


def length(text: str) -> timedelta | None:
    """A duration, `00.14.59` (hours, minutes, seconds)."""
    match = _CLOCK.fullmatch(text)
    if not match:
        return None
    return timedelta(hours=int(match[1]), minutes=int(match[2]), seconds=int(match[3]))


def day(text: str | None) -> date | None:
    """A date, `07/24/2012` or `10/08/15` (month, day, year)."""
    match = _DAY.fullmatch(text or "")
    if not match:
        return None
    year = int(match[3]) + (2000 if len(match[3]) == 2 else 0)
    try:
        return date(year, int(match[1]), int(match[2]))
    except ValueError:
        return None


def moment(of_day: date | None, at: time | None) -> datetime | None:
    """Both together."""
    return datetime.combine(of_day, at) if of_day and at else None


def later(moment: datetime, by: timedelta) -> datetime | None:
    """A moment and a duration after it; None beyond the calendar."""
    try:
        return moment + by
    except OverflowError:
        return None
