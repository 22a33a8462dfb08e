"""A table whose rows are read by the order of their columns, as how heads are broken is not public.

Heads and rules over the rows belong to it. A row that cannot be is refused with what was expected, and a
table without rows says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.printed import Line, Row, Sink

_RULE: Final = re.compile(r"[ _\-=]+")


@dataclass(frozen=True, slots=True)
class Refused:
    """What a row should have had."""

    expected: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One table that CICS prints: the table that it fills, what its rows are, and how lines are read. `read`
    gives the columns of a row, what it should have had, or None for a line that is none of it.
    """

    table: str
    rows: str
    heads: re.Pattern[str]
    read: Callable[[str], Row | Refused | None]


@dataclass(slots=True)
class Rows:
    """The rows of one table."""

    kind: Kind
    first: Line
    owner: Row
    sink: Sink
    count: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row; what is printed over the rows belongs to the table."""
        text = line.text
        if self.kind.heads.fullmatch(text) or (text.strip() and _RULE.fullmatch(text)):
            return Step.MORE
        row = self.kind.read(text)
        if row is None:
            return Step.NOT_MINE
        if isinstance(row, Refused):
            self.sink.refuse(line.offset, row.expected, text)
            return Step.MORE
        self.count += 1
        self.sink.row(self.kind.table, line, {**self.owner, **row})
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that a table had heads and no rows."""
        if not self.count:
            self.sink.refuse(self.first.offset, f"rows of {self.kind.rows} under the heads", why)
