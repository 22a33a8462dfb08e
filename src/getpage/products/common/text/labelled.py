"""A report of labels, each with a figure, which make one row of a table.

What a label's column, unit and type are, its layout says; a reader says how labels and figures stand on a
line, which line begins the report and which ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from getpage.contract.printed import Cover, LineAnswer, PrintedLine, Row, Sink, row_of

from . import figures, layout


@dataclass(slots=True)
class LabelledReport:
    """A report as far as it is read. `table` is the one that it fills, `expected` what a report without any
    figure lacks.
    """

    table: ClassVar[str]
    expected: ClassVar[str] = ""

    first: PrintedLine
    sink: Sink
    row: Row = field(default_factory=dict)

    @staticmethod
    def normal(label: str) -> str:
        """A label of the layout, spelled as `pairs` gives those of a line."""
        return label

    def pairs(self, text: str) -> Iterable[tuple[str, str]]:
        """The labels of a line, each with its figure."""
        return figures.pairs(text)

    def read(self, column: layout.PrintedColumn, text: str) -> Any:
        """A figure, or None where the text is none."""
        return figures.of(column, text)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line, if it has a label that is known."""
        return LineAnswer.MORE if self.take(line) else LineAnswer.NOT_MINE

    def take(self, line: PrintedLine) -> bool:
        """Put the figures of a line into the row; whether any of its labels is known."""
        known = layout.by_label(self.table, type(self).normal)
        columns = [(label, known[label], text) for label, text in self.pairs(line.text) if label in known]
        for label, column, text in columns:
            value = self.read(column, text)
            if value is None:
                self.sink.refuse(line.offset, f"a figure of {label}", line.text)
            else:
                self.row[column.name] = value
        return bool(columns)

    def give(self, cover: Cover | None = None) -> bool:
        """Hand on the row, and begin another; False where it breaks a relation of its layout."""
        row, self.row = self.row, {}
        return self.sink.give(self.table, row_of(self.first, row), cover)

    def close(self, why: str) -> None:
        """Hand on the row, or say that the report has no figure."""
        if self.row:
            self.give()
        elif self.expected:
            self.sink.refuse(self.first.offset, self.expected, why)
