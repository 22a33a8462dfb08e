"""Fragments of accounting and statistics reports: headings, then rows of known form, a row a line.

They end where rows do: nothing is said of what stands between or after. The Db2 subsystem that they are
of is the one that a report heading close above names: `SUBSYSTEM: DB1A`, or `MEMBER: DB1A` where that is
not N/P.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.printed import Line, Row, Sink

SAID: Final = "Db2 subsystem of a report"

MARKS: Final = ("SUBSYSTEM:", "MEMBER:")
_ORIGIN = re.compile(r".*\b(SUBSYSTEM|MEMBER): +([A-Z@#$][A-Z0-9@#$]{0,7})(?: .*)?", re.IGNORECASE)
_FIGURE = re.compile(r"([0-9][0-9,]{0,20})(?:\.([0-9]{1,9}))?([KM]?)%?", re.IGNORECASE)
_SUFFIX: Final = {"": 1, "K": 1_000, "M": 1_000_000}
_LARGEST: Final = float(1 << 62)


@dataclass(slots=True)
class Fragment:
    """A fragment that is being read; `read` gives a row's columns, or None for another line."""

    table: str
    member: str | None
    sink: Sink
    read: Callable[[str], Row | None]

    def feed(self, line: Line) -> Step:
        """Take a row."""
        columns = self.read(" ".join(line.text.split()))
        if columns is None:
            return Step.NOT_MINE
        if columns:
            self.sink.row(self.table, line, {"member": self.member, **columns})
        return Step.MORE

    def close(self, why: str) -> None:
        """Nothing: every row stands for itself."""


def begin(line: Line, sink: Sink) -> bool:
    """Take the subsystem from a report heading; the line itself holds no evidence."""
    match = _ORIGIN.fullmatch(line.text[:200])
    if match and match[2].upper() not in ("N", "NOT"):
        sink.remember(SAID, match[2].upper(), line)
    return False


def opened(table: str, line: Line, sink: Sink, read: Callable[[str], Row | None]) -> Fragment:
    """Open a fragment at its headings."""
    member: str | None = sink.recall(SAID, line)
    return Fragment(table, member, sink, read)


def figure(text: str) -> float | None:
    """Read a figure: thousands separators, decimals, and K or M for thousands and millions allowed."""
    match = _FIGURE.fullmatch(text)
    if not match:
        return None
    digits = match[1].replace(",", "")
    value = float(f"{digits}.{match[2] or 0}") * _SUFFIX[match[3].upper()]
    return value if value < _LARGEST else None


def count(text: str) -> int | None:
    """Read a count; rounded where the report abbreviates it."""
    value = figure(text)
    return None if value is None else round(value)
