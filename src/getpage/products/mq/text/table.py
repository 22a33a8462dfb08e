"""A report that a message introduces: headings, a row a line, a line that ends it.

With a multi-line id every line that carries the id belongs to the report; without one, lines that look
like rows do, and others are left alone. A report that stops before its last line is damage; its rows are
kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.contract.printed import Line, Row, Sink, Step

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_UNOWNED = 100
"""There are 100 page sets and 100 buffer pools at most."""

_UNOWNED = "rows without a queue manager"
_ROW_LIKE = re.compile(r"[_> -]{0,20}[0-9]{1,3} +[0-9]")


@dataclass(frozen=True, slots=True)
class Report:
    """How one report looks.

    `complete` is a row that can be nothing else; `read` gives a row's columns, None for no row, or, as a
    string, what the row should be.
    """

    name: str
    table: str
    headings: re.Pattern[str]
    end: re.Pattern[str]
    last_line: str
    complete: re.Pattern[str]
    read: Callable[[str], Row | str | None]


@dataclass(slots=True)
class Rows:
    """A report that is being read."""

    report: Report
    first: Line
    queue_manager: str | None
    sink: Sink

    def feed(self, line: Line) -> Step:
        """Take a line of the report."""
        text = line.text.strip()
        if self.report.end.match(text):
            return Step.DONE
        if not text or self.report.headings.match(text):
            return Step.MORE if text or line.key else Step.NOT_MINE
        columns = self.report.read(text)
        if isinstance(columns, dict):
            return self._row(line, columns)
        if columns is None and not line.key and not _ROW_LIKE.match(text):
            return Step.NOT_MINE
        expected = columns or f"a row of {self.report.name}"
        self.sink.refuse(line.offset, expected, text)
        return Step.MORE

    def _row(self, line: Line, columns: Row) -> Step:
        written = Line(
            line.offset,
            line.number,
            line.text,
            system=line.system or self.first.system,
            written=line.written or self.first.written,
        )
        row = self.sink.row(self.report.table, written, {"queue_manager": self.queue_manager, **columns})
        if self.queue_manager is None:
            unowned = [*(self.sink.recall(_UNOWNED, line) or []), row]
            self.sink.remember(_UNOWNED, unowned[-MOST_UNOWNED:], line)
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that the report was cut off."""
        self.sink.refuse(self.first.offset, f"{self.report.last_line!r} after {self.report.name}", why)


def begin_bare(report: Report, line: Line, sink: Sink) -> Rows | bool:
    """Open a report whose message was not printed: at its headings, or at a row that can be no other."""
    text = line.text.strip()
    rows = Rows(report, line, None, sink)
    if report.headings.match(text):
        return rows
    if not report.complete.fullmatch(text):
        return False
    rows.feed(line)
    return rows


def adopt(queue_manager: str | None, line: Line, sink: Sink) -> None:
    """Give the rows of a report just above, in the same reply, the queue manager that this line names."""
    if queue_manager is not None:
        for row in sink.recall(_UNOWNED, line) or []:
            row["queue_manager"] = queue_manager
    sink.forget(_UNOWNED)
