"""How Db2's sentences differ from those of other systems: rates, short times, intervals that are open."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from getpage.core.wording import interval as closed_interval
from getpage.core.wording import listed, number, percent, plural, size, times
from getpage.core.wording import seconds as longer_seconds

if TYPE_CHECKING:
    from getpage.contract.measures import Row

__all__ = ["interval", "listed", "number", "percent", "plural", "rate", "seconds", "size", "times"]


def rate(value: float) -> str:
    """A number a second: whole when large, with decimals when small."""
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}".removesuffix(".0")


def seconds(value: float) -> str:
    """A time as the fitting unit; a read is a part of a millisecond."""
    return longer_seconds(value) if value >= 1 else f"{value * 1000:,.2f} ms"


def interval(row: Row) -> str:
    """When a row was measured, as part of a sentence; a display may be open at its end."""
    start, end = row.get("start"), row.get("end")
    if isinstance(start, datetime) and not isinstance(end, datetime):
        return f"since {start:%Y-%m-%d %H:%M:%S}"
    return closed_interval(row).replace("in the interval", "from")
