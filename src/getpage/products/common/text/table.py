"""A table: heads, rows of figures below them, perhaps a line that ends it.

With a multi-line id every line that carries the id belongs to the table; without one, lines that look like
rows do, and others are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of

_NONE: Final = re.compile(r"(?!)")
_RULE: Final = re.compile(r"[ _\-=]{1,300}")
_WORD: Final = re.compile(r"[^ \t]+")
_TAB: Final = "\t"


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a report, with the columns that each spans.

    Reports are 132 columns wide with each head over its figures; what people keep of them has often lost
    its columns (tabs, a copy from a document). Where every word stands under one head only, that decides;
    else the words are taken from the left, as only values at the end can then be missing.
    """

    names: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    tabbed: bool

    @classmethod
    def of(cls, text: str) -> Heads:
        """The heads of a line."""
        if _TAB in text:
            return cls(tuple(cell.strip() for cell in text.split(_TAB)), (), tabbed=True)
        words = list(_WORD.finditer(text))
        return cls(tuple(word[0] for word in words), tuple(word.span() for word in words), tabbed=False)

    def under(self, text: str) -> dict[str, str]:
        """The value under each head; heads without a value are left out."""
        if self.tabbed and _TAB in text:
            cells = [cell.strip() for cell in text.split(_TAB)]
            return {name: cell for name, cell in zip(self.names, cells, strict=False) if cell}
        words = list(_WORD.finditer(text))
        placed = {} if self.tabbed else self._by_column(words)
        if placed and len(placed) == len(words):
            return placed
        return {name: word[0] for name, word in zip(self.names, words, strict=False)}

    def _by_column(self, words: list[re.Match[str]]) -> dict[str, str]:
        placed: dict[str, str] = {}
        for word in words:
            start, end = word.span()
            over = [i for i, (left, right) in enumerate(self.spans) if start < right and left < end]
            if len(over) != 1 or self.names[over[0]] in placed:
                return {}
            placed[self.names[over[0]]] = word[0]
        return placed


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTable:
    """The form of one table. `read` gives the columns of a row; what a row should be, in words, of one that
    is damaged; None of a line that is no row. `heads` finds the lines above the rows, `begun` a line that
    is meant for a row, which is `damaged` then, and `end` the last line. `rows` is what a table lacks that
    has no rows, or that was cut off before its last line; empty where every row stands for itself.
    """

    name: str
    read: Callable[[str], Row | str | None]
    rows: str = ""
    heads: re.Pattern[str] = _NONE
    begun: re.Pattern[str] | None = None
    damaged: str = ""
    end: re.Pattern[str] | None = None


@dataclass(slots=True)
class Rows:
    """The rows of one table; `owner` is what all of them have."""

    table: PrintedTable
    first: PrintedLine
    sink: Sink
    owner: Row = field(default_factory=dict)
    count: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a row; what is printed over the rows belongs to the table."""
        table, text = self.table, line.text
        if not text.strip():
            return LineAnswer.MORE if line.key else LineAnswer.NOT_MINE
        if table.end is not None and table.end.match(text):
            return LineAnswer.DONE
        if table.heads.fullmatch(text) or _RULE.fullmatch(text):
            return LineAnswer.MORE
        row = table.read(text)
        if row is None:
            is_meant = line.key is not None or (table.begun is not None and table.begun.fullmatch(text))
            if not is_meant:
                return LineAnswer.NOT_MINE
            row = table.damaged
        if isinstance(row, str):
            self.sink.refuse(line.offset, row, text)
        else:
            self.count += self.put(line, row)
        return LineAnswer.MORE

    def put(self, line: PrintedLine, row: Row) -> bool:
        """Hand on a row; False where it breaks a relation of its layout."""
        return self.sink.give(self.table.name, row_of(line, self.owner | row))

    def close(self, why: str) -> None:
        """Say that a table has no rows, or no last line, where that is damage."""
        if self.table.rows and (not self.count or self.table.end is not None):
            self.sink.refuse(self.first.offset, self.table.rows, why)
