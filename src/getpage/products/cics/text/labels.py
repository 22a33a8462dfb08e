"""Figures behind labels with dots, wherever CICS statistics print them: `Label. . . . : value`.

    Current EDSA limit . . . . . : 500M
    Maximum transactions allowed (MXT). . . :     500    Times at MXT . . . . . . : 15

How sure: the labels are those of IBM's documentation of DFHSTUP and DFH0STAT (CICS TS 5.4 to 6.1); how they
stand on a page from the pages in IBM's documentation and REDP-5238. Labels that are not known are passed
over; a figure that cannot be read behind one that is known is damage. A label that comes again begins a new
row: the next pool.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import heading
from .known import KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The dots before a colon: what other logs hardly ever print.
MARKS: Final = (". :",)
_PAIR = re.compile(
    r"([A-Z*(][A-Z0-9 ()/+=%&'*,_-]{2,70}(?:\.[A-Z0-9 ()/]{1,40})?)((?: ?\.){0,60}) {0,40}: {1,60}(\S+)",
    re.IGNORECASE,
)
_WIDEST: Final = 250
#: What identifies a row, so that without it none is written.
_NAMED_BY: Final = {"cics_tcb_pool": "pool", "cics_lsr_pool": "lsr_pool", "cics_dbctl_session": "dbctl"}
#: What the tables that follow a pool are told.
LSR_POOL: Final = "CICS LSR pool"


@dataclass(slots=True)
class Labels:
    """Rows by table, as far as they are read."""

    owner: Row
    sink: Sink
    rows: dict[str, tuple[Line, Row]] = field(default_factory=dict)

    def feed(self, line: Line) -> Step:
        """Take what a line says."""
        return Step.MORE if self.take(line) else Step.NOT_MINE

    def take(self, line: Line) -> bool:
        """Whether anything of a line is known."""
        taken = False
        for label, text in pairs(line.text):
            known = KNOWN.get(label)
            if known is None:
                continue
            table, column, read = known
            value = read(text)
            taken = True
            if value is None:
                self.sink.refuse(line.offset, f"a figure behind {label!r}", line.text)
                continue
            if column in self.rows.get(table, (line, {}))[1]:
                self._emit(table)
            self.rows.setdefault(table, (line, {}))[1][column] = value
            if column == "lsr_pool":
                self.sink.remember(LSR_POOL, value, line)
        return taken

    def _emit(self, table: str) -> None:
        line, row = self.rows.pop(table)
        if _NAMED_BY.get(table, next(iter(row))) in row:
            self.sink.row(table, line, self.owner | row)

    def close(self, why: str) -> None:  # noqa: ARG002 - figures end where their lines end
        """Keep what was read."""
        for table in list(self.rows):
            self._emit(table)


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """Labels in lower case, without dots and stars, each with the word behind it."""
    for found in _PAIR.finditer(text[:_WIDEST]):
        label = " ".join(found[1].replace("*", " ").replace(".", " ").lower().split())
        yield label, found[3]


def begin(line: Line, sink: Sink) -> Labels | bool:
    """Open at the first known label that dots lead from."""
    if MARKS[0] not in line.text:
        return False
    made = Labels(heading.region(line, sink), sink)
    return made if made.take(line) else False
