"""A table of smem: memory by process, or by user (`smem -u`), in KB, or with units (`-k`).

      PID User     Command                         Swap      USS      PSS      RSS
     2001 cognos   /opt/cognos/jre/bin/java -Xm       0  4100000  4120000  4160000
    User     Count     Swap      USS      PSS      RSS
    cognos       3     1.2G    11.4G    11.6G    12.0G

Columns are by these names, in this order; those of other options (-c, -p) are not read. The totals of `-t`
stand below a line of dashes and are passed over.

Reference: smem(8).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of
from getpage.core.units import GIB, KIB, MIB, TIB

from . import clock

if TYPE_CHECKING:
    from datetime import datetime

    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("PSS",)
TABLE: Final = "linux_process"

_HEADS: Final = re.compile(r" *(?:(?P<pid>PID) +User +Command|User +Count) +Swap +USS +PSS +RSS *")
_SIZE: Final = re.compile(r"[0-9]{1,13}(?:\.[0-9]{1,3})?[KMGT]?")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_SIZES: Final = 4
_LONGEST_USER: Final = 32
_DASHES: Final = re.compile(r" *-{20,200} *")
_BEGUN: Final = re.compile(r" *[^ ]{1,40}(?: +[^ ]{1,300}){4,60} *")
_UNITS: Final = {"K": KIB, "M": MIB, "G": GIB, "T": TIB}
_COMMAND: Final = 128
_MOST: Final = 1 << 50


@dataclass(slots=True)
class Table:
    """One table."""

    first: Line
    sink: Sink
    by_process: bool
    written: datetime | None
    rows: int = 0
    ended: bool = False

    def feed(self, line: Line) -> Step:
        """Take a row."""
        if _DASHES.fullmatch(line.text):
            self.ended = True
            return Step.MORE
        if self.ended or not line.text.strip() or clock.is_time(line):
            clock.begin(line, self.sink)
            return Step.DONE if self.rows else Step.NOT_MINE
        if _HEADS.fullmatch(line.text):
            return Step.NOT_MINE
        found = _columns(line.text, by_process=self.by_process)
        if found is None:
            if not _BEGUN.fullmatch(line.text):
                return Step.NOT_MINE
            self.sink.refuse(line.offset, "a row of smem, as its heads have it", line.text)
            return Step.MORE
        self._row(line, *found)
        return Step.MORE

    def _row(self, line: Line, who: Row, sizes: list[int]) -> None:
        if max(sizes) > _MOST or sizes[1] > sizes[3] * 1.1 + MIB:
            self.sink.refuse(line.offset, "sizes of smem that there can be", line.text)
            return
        names = ("swap", "uss", "pss", "rss")
        row = {**who, **dict(zip(names, sizes, strict=True)), "snapshot": self.first.offset}
        self.sink.give(TABLE, row_of(line, {"written": self.written, **row}))
        self.rows += 1

    def close(self, why: str) -> None:
        """Say that a table had heads and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows below the heads of smem", why)


def _columns(text: str, *, by_process: bool) -> tuple[Row, list[int]] | None:
    """Whose a row is, and its sizes; None where it is no row. Words are split, not matched: a command has
    blanks, and a pattern with blanks on both sides of it takes long for a line of many.
    """
    before, *sizes = text.rsplit(maxsplit=_SIZES) or [""]
    if len(sizes) != _SIZES or not all(_SIZE.fullmatch(one) for one in sizes):
        return None
    words = before.split(maxsplit=2 if by_process else 1)
    if len(words) != (3 if by_process else 2):
        return None
    number, user = words[:2] if by_process else words[::-1]
    if not _NUMBER.fullmatch(number) or len(user) > _LONGEST_USER:
        return None
    who: Row = {"pid" if by_process else "processes": int(number), "user": user}
    if by_process:
        who["command"] = words[2][:_COMMAND]
    return who, [_bytes(one) for one in sizes]


def _bytes(text: str) -> int:
    """`12.5M` in bytes; a number without a unit is KB."""
    unit = _UNITS.get(text[-1])
    return round(float(text) * KIB) if unit is None else round(float(text[:-1] or 0) * unit)


def begin(line: Line, sink: Sink) -> Table | bool:
    """Open a table at its heads."""
    heads = _HEADS.fullmatch(line.text)
    if heads is None:
        return False
    return Table(line, sink, heads["pid"] is not None, clock.told(line, sink))
