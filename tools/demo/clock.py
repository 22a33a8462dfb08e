"""The day of the sample site, and its times as SMF keeps them.

Seconds count from midnight, local time. SMF headers and interval starts are local, every other TOD value of
MQ is UTC (docs/reference/layouts.md, types `smftime`, `stcklocal` and `stck`).
"""

from __future__ import annotations

from datetime import date

DAY = date(2026, 11, 18)
"""A day without a public holiday or a change of the clocks."""

DAY_PRINTED = "WEDNESDAY, 18 NOV 2026"
"""The same as a job log prints it."""

SECONDS_PER_DAY = 86_400
INTERVAL = 900
"""Length of a statistics interval in seconds: STATIME(00.15) or the SMF interval of 15 minutes."""

UTC_OFFSET = 3600
"""Seconds that local time is ahead of UTC."""

_UNIX = date(1970, 1, 1)
_TOD_EPOCH = date(1900, 1, 1)
TOD_PER_MICROSECOND = 4096


def local(second: float) -> int:
    """Give microseconds since 1970, local time."""
    return (DAY - _UNIX).days * SECONDS_PER_DAY * 1_000_000 + round(second * 1_000_000)


def utc(second: float) -> int:
    """Give microseconds since 1970, UTC."""
    return local(second - UTC_OFFSET)


def tod(second: float) -> int:
    """Give the TOD clock, UTC: 4096 units to the microsecond since 1900."""
    return (utc(second) + (_UNIX - _TOD_EPOCH).days * SECONDS_PER_DAY * 1_000_000) * TOD_PER_MICROSECOND


def at(hour: int, minute: int = 0) -> int:
    """Give the second of a time of day."""
    return hour * 3600 + minute * 60
