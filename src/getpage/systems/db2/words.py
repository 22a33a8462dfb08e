"""How Db2's sentences differ from those of other systems: sizes, longer and shorter times, open intervals."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from getpage.systems.words import GIB, listed, number, percent, plural, times
from getpage.systems.words import interval as closed_interval
from getpage.systems.words import seconds as middling_seconds
from getpage.systems.words import size as size_below_gib

if TYPE_CHECKING:
    from .frames import Row

__all__ = ["interval", "listed", "number", "percent", "plural", "rate", "seconds", "size", "times"]


def size(count: float) -> str:
    """Bytes as KiB, MiB or GiB, with at most one decimal."""
    if abs(count) >= GIB:
        return f"{count / GIB:,.1f}".removesuffix(".0") + " GiB"
    return size_below_gib(count)


def rate(value: float) -> str:
    """A number a second: whole when large, with decimals when small."""
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}".removesuffix(".0")


def seconds(value: float) -> str:
    """A time as the fitting unit: suspensions of Db2 add up to hours, a read is a part of a millisecond."""
    if value >= 7200:
        return f"{value / 3600:,.1f} hours"
    return middling_seconds(value) if value >= 1 else f"{value * 1000:,.2f} ms"


def interval(row: Row) -> str:
    """When a row was measured, as part of a sentence; a display may be open at its end."""
    start, end = row.get("start"), row.get("end")
    if isinstance(start, datetime) and not isinstance(end, datetime):
        return f"since {start:%Y-%m-%d %H:%M:%S}"
    return closed_interval(row).replace("in the interval", "from")
