"""Lines of vmstat: what was swapped, a second, and what processors did.

    vmstat -w -t -S M 60
    procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
     r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
     1  0 524288 412345  20480 301234   12   40   310   120  900 1500 10  5 80  4  1

The first line below the heads that begin a run is an average since boot; heads come again after a screenful.
Units are KiB; another (-S) is known only where the command stands in the text above the heads. Lines of `-t`
end with date and time, and any may begin with a time stamp. Columns behind `st` are passed over.

Limits: where vmstat was started again into the same file without its command above the heads, the first line
of that run cannot be distinguished from the others.

Reference: procps-ng, vmstat(8).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.printed import Cover, LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.units import KIB, MIB
from getpage.products.common.text import figures, layout

from . import clock

MARKS: Final = ("VMSTAT ", "SWPD")
TABLE: Final = "linux_paging"
UNIT: Final = "vmstat unit"

#: vmstat(8), -S: k and m are decimal.
_UNITS: Final = {"k": 1000, "K": KIB, "m": 1_000_000, "M": MIB}
_COMMAND: Final = re.compile(
    r"(?:[^|;]{0,80}[\s/$#>])?vmstat\b(?P<options>(?: +[-A-Za-z0-9]{1,20}){0,9}) *(?:[|>&].*)?"
)
_UNIT: Final = re.compile(r"-[a-zA-Z]*S ?([kKmM])\b|--unit[ =]([kKmM])\b")
_HEADS: Final = re.compile(
    r" *r +b +swpd +free +buff +cache +si +so +bi +bo +in +cs +us +sy +id +wa(?: +[A-Za-z]{2,5}){0,4} *"
)
_GROUPS: Final = re.compile(r" *-*procs?-* +-*memory-* +.{0,160}")
_ROW: Final = re.compile(
    r" *(?P<figures>[0-9]{1,15}(?: +[0-9]{1,15}){15,18})"
    r"(?: +(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}) (?P<clock>[0-9:]{8})| +.{19})? *"
)
_BEGUN: Final = re.compile(r" *[0-9-]{1,9}(?: +[^ ]{1,20}){8,24} *")
#: Heads of all releases.
_FEWEST: Final = 16
#: How names of shares of processor time end.
_SHARE: Final = "_percent"
#: The last head that is read: behind it stand those of other releases, and the time.
_LAST: Final = "st"
#: Shares are rounded one by one, so that their sum is not quite 100.
_ALL: Final = 104
#: Lines that are further apart than that are not neighbors: vmstat was started again. Ours.
_LONGEST: Final = timedelta(seconds=3_700)


@dataclass(slots=True)
class VmstatRun:
    """The lines of one vmstat; a column has a name and the bytes of its unit, None where it is not read."""

    first: PrintedLine
    sink: Sink
    unit: int
    columns: list[tuple[str, int] | None]
    rows: int = 0
    last: datetime | None = None

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line; heads that come again are of the same run unless a command stands before them."""
        if _HEADS.fullmatch(line.text) or _GROUPS.fullmatch(line.text):
            return LineAnswer.MORE
        match = _ROW.fullmatch(line.text)
        if match is None:
            if _COMMAND.fullmatch(line.text):
                return LineAnswer.DONE if self.rows and begin(line, self.sink) else LineAnswer.NOT_MINE
            if _BEGUN.fullmatch(line.text):
                self.sink.refuse(line.offset, "sixteen figures of vmstat or more", line.text)
                return LineAnswer.MORE
            return LineAnswer.NOT_MINE
        self._row(line, match)
        return LineAnswer.MORE

    def _row(self, line: PrintedLine, match: re.Match[str]) -> None:
        values = [int(figure) for figure in match["figures"].split()]
        known = [(column, value) for column, value in zip(self.columns, values, strict=False) if column]
        row: Row = {name: value * factor for (name, factor), value in known}
        share = sum(value for (name, _), value in known if name.endswith(_SHARE))
        if len(values) < len(self.columns) or max(values) * self.unit > figures.MOST_BYTES or share > _ALL:
            self.sink.refuse(line.offset, "figures of vmstat that there can be", line.text)
            return
        written = _written(match) or line.written
        since = clock.between(self.last, written, _LONGEST)
        row |= {
            "unit_bytes": self.unit,
            "since_boot": self.rows == 0,
            "interval_us": since and since.total_seconds() * 1e6,
            "written": written,
        }
        cover = None
        if since and written and self.last:
            cover = Cover(TABLE, line.system, "vmstat", self.last, written)
        self.sink.give(TABLE, row_of(line, row), cover)
        self.rows, self.last = self.rows + 1, written

    def close(self, why: str) -> None:
        """Say that a run had heads and no lines."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "lines of figures below the heads of vmstat", why)


def _written(match: re.Match[str]) -> datetime | None:
    if match["day"] is None:
        return None
    return figures.moment(figures.calendar(*match["day"].split("-")), figures.clock(match["clock"]))


def begin(line: PrintedLine, sink: Sink) -> VmstatRun | bool:
    """Open a run at its heads; remember the unit of the command above them."""
    if _HEADS.fullmatch(line.text):
        unit = sink.recall(UNIT, line) or KIB
        sink.forget(UNIT)
        heads = line.text.split()
        heads = heads[: heads.index(_LAST) + 1] if _LAST in heads else heads[:_FEWEST]
        known = layout.by_label(TABLE)
        columns = [
            (known[head].name, unit if known[head].unit == "bytes" else 1) if head in known else None
            for head in heads
        ]
        return VmstatRun(line, sink, unit, columns)
    command = _COMMAND.fullmatch(line.text)
    if command is None:
        return False
    unit = _UNIT.search(command["options"])
    sink.remember(UNIT, _UNITS[unit[1] or unit[2]] if unit else KIB, line)
    return True
