"""Numbers, sizes and times as the sentences of findings say them: sizes and times as everywhere, see
`numbers`.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from getpage.core.numbers import seconds
from getpage.core.numbers import storage as size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "from_to",
    "interval",
    "listed",
    "number",
    "percent",
    "plural",
    "rate",
    "seconds",
    "sentences",
    "size",
    "times",
]

_LEAST_SHARE = 0.0005  # what one decimal shows


def percent(share: float) -> str:
    """A share as percent; one decimal, so that 95.2 does not read as 95. None is 0 by rounding alone."""
    if 0 < share < _LEAST_SHARE:
        return "less than 0.1 %"
    return f"{100 * share:,.1f}".removesuffix(".0") + " %"


def number(count: float) -> str:
    """A count with thousands separators."""
    return f"{count:,.0f}"


def plural(count: int, singular: str, many: str | None = None) -> str:
    """A count and its noun."""
    return f"{count:,} {singular if count == 1 else many or singular + 's'}"


def times(count: int) -> str:
    """A number of times: once, twice, 5 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def listed(items: Sequence[object], most: int = 5) -> str:
    """A few names in a row; the rest is counted. Empty for no names."""
    shown = [str(item) for item in items[:most]]
    if len(items) > most:
        shown.append(f"{len(items) - most} more")
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def sentences(clauses: Sequence[str]) -> str:
    """Clauses as sentences, each with a capital and a full stop."""
    return " ".join(f"{clause[:1].upper()}{clause[1:]}." for clause in clauses)


def from_to(row: Mapping[str, Any]) -> str:
    """From when to when a row was measured: "... to ..."; empty where it does not tell both."""
    start, end = row.get("start"), row.get("end")
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return ""
    until = f"{end:%H:%M:%S}" if start.date() == end.date() else f"{end:%Y-%m-%d %H:%M:%S}"
    return f"{start:%Y-%m-%d %H:%M:%S} to {until}"


def interval(row: Mapping[str, Any]) -> str:
    """When a row was measured, as part of a sentence: "in the interval ... to ..."."""
    if stretch := from_to(row):
        return f"in the interval {stretch}"
    end = row.get("end")
    if isinstance(end, datetime):
        return f"at {end:%Y-%m-%d %H:%M:%S}"
    return "in the printed evidence"


def rate(per_second: float) -> str:
    """A number per second, with one decimal at most; the unit is the caller's."""
    return f"{per_second:,.1f}".removesuffix(".0")
