"""Figures behind labels with dots, wherever CICS statistics print them: `Label. . . . : value`.

    Current EDSA limit . . . . . : 500M
    Maximum transactions allowed (MXT). . . :     500    Times at MXT . . . . . . : 15

How sure: the labels are those of IBM's documentation of DFHSTUP and DFH0STAT (CICS TS 5.4 to 6.1); how they
stand on a page from the pages in IBM's documentation and REDP-5238. The labels that are read stand in the
layouts; others are passed over; a figure that cannot be read behind one that is known is damage. A label
that comes again begins a new row: the next pool.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.units import MIB
from getpage.products.common.text import figures, layout

from . import heading

#: The dots before a colon: what other logs hardly ever print.
MARKS: Final = (". :",)
_PAIR = re.compile(
    r"([A-Z*(][A-Z0-9 ()/+=%&'*,_-]{2,70}(?:\.[A-Z0-9 ()/]{1,40})?)((?: ?\.){0,60}) {0,40}: {1,60}(\S+)",
    re.IGNORECASE,
)
_WIDEST: Final = 250
#: The tables whose labels are read, and what identifies a row of them: without it none is written.
_TABLES: Final = {
    "cics_transaction_manager": None,
    "cics_storage": None,
    "cics_temporary_storage": None,
    "cics_tcb_pool": "pool",
    "cics_loader": None,
    "cics_dbctl_session": "dbctl",
    "cics_lsr_pool": "lsr_pool",
}
_POOLS: Final = {"OPEN": "open", "XP": "xplink", "SSL": "ssl", "THRD": "thread"}
#: The key under which the number of a pool is remembered for the tables that follow it.
LSR_POOL: Final = "CICS LSR pool"


@cache
def _known() -> Mapping[str, tuple[str, layout.PrintedColumn]]:
    return {
        label: (table, column)
        for table in _TABLES
        for label, column in layout.by_label(table, normal).items()
    }


def _read(column: layout.PrintedColumn, text: str) -> Any:
    """A figure as its column has it; a flag of a record is 0 or 1, a pool is called as in records."""
    if column.unit == "MB":
        size = figures.size(text, MIB)
        return None if size is None else size // MIB
    if column.unit == "code":
        flag = figures.flag(text)
        return None if flag is None else int(flag)
    if column.name == "pool":
        return next((pool for word, pool in _POOLS.items() if text.upper() in (word, pool.upper())), None)
    return figures.of(column, text)


@dataclass(slots=True)
class Labels:
    """Rows by table, as far as they are read."""

    owner: Row
    sink: Sink
    rows: dict[str, tuple[PrintedLine, Row]] = field(default_factory=dict)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take what a line says."""
        return LineAnswer.MORE if self.take(line) else LineAnswer.NOT_MINE

    def take(self, line: PrintedLine) -> bool:
        """Read the figures of a line; whether any of its labels is known."""
        columns = [(label, *_known()[label], text) for label, text in pairs(line.text) if label in _known()]
        for label, table, column, text in columns:
            value = _read(column, text)
            if value is None:
                self.sink.refuse(line.offset, f"a figure of {label!r}", line.text)
                continue
            if column.name in self.rows.get(table, (line, {}))[1]:
                self._emit(table)
            self.rows.setdefault(table, (line, {}))[1][column.name] = value
            if column.name == "lsr_pool":
                self.sink.remember(LSR_POOL, value, line)
        return bool(columns)

    def _emit(self, table: str) -> None:
        line, row = self.rows.pop(table)
        if _TABLES[table] is None or _TABLES[table] in row:
            self.sink.row(table, line, self.owner | row)

    def close(self, why: str) -> None:  # noqa: ARG002 - figures end where their lines end
        """Hand on what was read."""
        for table in list(self.rows):
            self._emit(table)


def normal(label: str) -> str:
    """A label in lower case, without dots and stars."""
    return " ".join(label.replace("*", " ").replace(".", " ").lower().split())


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The labels of a line, each with the word behind it."""
    for match in _PAIR.finditer(text[:_WIDEST]):
        yield normal(match[1]), match[3]


def begin(line: PrintedLine, sink: Sink) -> Labels | bool:
    """Open at the first known label that dots lead from."""
    if MARKS[0] not in line.text:
        return False
    labels = Labels(heading.region(line, sink), sink)
    return labels if labels.take(line) else False
