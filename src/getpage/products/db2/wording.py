"""How Db2's sentences differ from those of other systems: rates, intervals that are open."""

from __future__ import annotations

from datetime import datetime

from getpage.contract.measures import Row
from getpage.core.wording import from_to, listed, number, percent, plural, seconds, size, times
from getpage.core.wording import interval as closed_interval

__all__ = ["interval", "listed", "number", "percent", "plural", "rate", "seconds", "size", "times"]


def rate(value: float) -> str:
    """A number a second: whole when large, with decimals when small."""
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}".removesuffix(".0")


def interval(row: Row) -> str:
    """When a row was measured, as part of a sentence; a display may be open at its end."""
    start, end = row.get("start"), row.get("end")
    if isinstance(start, datetime) and not isinstance(end, datetime):
        return f"since {start:%Y-%m-%d %H:%M:%S}"
    span = from_to(row)
    return f"from {span}" if span else closed_interval(row)
