"""A table: heads, rows of figures below them, perhaps a line that ends it.

With a multi-line id every line that carries the id belongs to the table; without one, lines that look like
rows do, and others are left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.printed import Line, Row, Sink

_RULE: Final = re.compile(r"[ _\-=]{1,300}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How one table looks. `read` gives the columns of a row; what a row should be, in words, of one that
    is damaged; None of a line that is no row. `rows` says what a table without rows lacks, `heads` finds
    the lines above the rows, and `begun` a line that is meant for a row.
    """

    name: str
    rows: str
    heads: re.Pattern[str]
    read: Callable[[str], Row | str | None]
    begun: re.Pattern[str] | None = None
    damaged: str = ""


@dataclass(slots=True)
class Rows:
    """The rows of one table; `owner` is what all of them have."""

    table: Table
    first: Line
    sink: Sink
    owner: Row = field(default_factory=dict)
    count: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row; what is printed over the rows belongs to the table."""
        text = line.text
        if self.table.heads.fullmatch(text) or (text.strip() and _RULE.fullmatch(text)):
            return Step.MORE
        row = self.table.read(text)
        if row is None:
            if self.table.begun is None or not self.table.begun.fullmatch(text):
                return Step.NOT_MINE
            row = self.table.damaged
        if isinstance(row, str):
            self.sink.refuse(line.offset, row, text)
        else:
            self.count += self.sink.give(self.table.name, row_of(line, self.owner | row))
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that a table had heads and no rows."""
        if not self.count:
            self.sink.refuse(self.first.offset, self.table.rows, why)
