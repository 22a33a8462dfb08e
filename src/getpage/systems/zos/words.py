"""Numbers, sizes and times as the sentences of this system say them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from .thresholds import GIB, MIB

if TYPE_CHECKING:
    from collections.abc import Sequence


def size(count: float) -> str:
    """Bytes as MiB or GiB, with at most one decimal."""
    if abs(count) >= GIB:
        return f"{_short(count / GIB)} GiB"
    return f"{_short(count / MIB)} MiB"


def rate(value: float) -> str:
    """Pages a second, with at most one decimal."""
    return f"{_short(value)}/s"


def percent(share: float) -> str:
    """A share as percent, with at most one decimal."""
    return f"{_short(100 * share)} %"


def _short(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")


def listed(items: Sequence[str], most: int = 6) -> str:
    """A few names in a row; what is left out is counted."""
    shown = list(items[:most])
    if len(items) > most:
        shown.append(f"{len(items) - most} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def interval(row: dict[str, Any]) -> str:
    """When a row was measured, as part of a sentence."""
    start, end = row.get("start"), row.get("end")
    if isinstance(start, datetime) and isinstance(end, datetime):
        until = f"{end:%H:%M:%S}" if start.date() == end.date() else f"{end:%Y-%m-%d %H:%M:%S}"
        return f"in the interval {start:%Y-%m-%d %H:%M:%S} to {until}"
    if isinstance(end, datetime):
        return f"at {end:%Y-%m-%d %H:%M:%S}"
    return "in the printed evidence"
