"""RMF Overview report: a row an interval, a column a condition that the site has named.

    R M F   O V E R V I E W   R E P O R T
    DATE  TIME     INT      AVGAVAIL   AVGLOW   AVGMED  AVGHIGH    CSTOR  DEMPAGE
    MM/DD HH.MM.SS HH.MM.SS
    07/24 06.45.00 00.15.00  6769689 15471366 20831744 24630832 23592960    0.000

How sure: as printed in IBM REDP-5238, figure 6-10. Labels are the site's own (OVW statements): those of the
figure are in the layout, and everything is kept in `rmf_report_value` under its label. TIME is the start of
the interval, the year that of the heading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.products.common.text import figures, layout
from getpage.products.common.text.table import Heads

from .heading import RmfHeading, spellings, title

REPORT: Final = "OVERVIEW"

_TABLE: Final = "zos_storage"
MARKS: Final = (*spellings("OVERVIEW"), " INT ", "\tINT\t", " INT\t", "\tINT ")
_TITLE = title("RMF", "OVERVIEW", "REPORT")
_HEADS = re.compile(r"[ 01+-]{0,3}\s{0,20}DATE\s+TIME[ \t]+INT[ \t].*")
_UNITS = re.compile(r"\s{0,20}MM/DD\s+HH\.MM\.SS\s+HH\.MM\.SS\s*")
_ROW = re.compile(
    r"\s{0,20}([0-9]{2})/([0-9]{2})\s+([0-9]{2}[.:][0-9]{2}[.:][0-9]{2})\s+([0-9]{2}[.:][0-9]{2}[.:][0-9]{2})\s.*"
)
_FIXED: Final = ("DATE", "TIME", "INT")


@dataclass(slots=True)
class Overview:
    """A page of the report."""

    first: PrintedLine
    sink: Sink
    heading: RmfHeading = field(default_factory=RmfHeading)
    heads: Heads | None = None
    rows: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the page."""
        if _HEADS.fullmatch(line.text):
            self.heads = Heads.of(line.text)
        elif _UNITS.fullmatch(line.text) or self.heading.takes(line.text):
            pass
        elif match := _ROW.fullmatch(line.text):
            self._row(line, match)
        else:
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE

    def _row(self, line: PrintedLine, match: re.Match[str]) -> None:
        length = figures.duration(match[4])
        if self.heads is None or length is None:
            self.sink.refuse(line.offset, "DATE TIME INT and the labels above the rows", line.text)
            return
        self.rows += 1
        start = figures.moment(self._day(int(match[1]), int(match[2])), figures.clock(match[3]))
        shared: Row = {
            "system": self.heading.system or line.system,
            "written": figures.moved(start, timedelta(microseconds=length)),
            "interval_start": start,
            "interval_us": length,
            "report": REPORT,
        }
        cells = {k: v for k, v in self.heads.under(line.text).items() if k not in _FIXED}
        self._values(line, shared, cells)
        known = layout.by_label(_TABLE)
        row = {
            known[label].name: figures.scaled(known[label], text)
            for label, text in cells.items()
            if label in known
        }
        if any(value is not None for value in row.values()):
            self.sink.row(_TABLE, line, shared | row)

    def _values(self, line: PrintedLine, shared: Row, cells: dict[str, str]) -> None:
        more = {"title": "Overview report", "release": self.heading.release, "resource": shared["system"]}
        for column, (label, text) in enumerate(cells.items(), 1):
            cell = {"kind": "cell", "row": self.rows, "column": column, "field": label, "text": text}
            value = {"number": figures.thousands(text), "interval": self.rows, "at": line.offset}
            self.sink.row("rmf_report_value", line, shared | more | cell | value)

    def _day(self, month: int, day: int) -> date | None:
        if self.heading.day is None:
            return None
        return figures.calendar(self.heading.day.year + (month < self.heading.day.month), month, day)

    def close(self, why: str) -> None:
        """Say that a report had heads and no rows."""
        if self.heads is not None and not self.rows:
            self.sink.refuse(self.first.offset, "rows of intervals after the heads of the report", why)


def begin(line: PrintedLine, sink: Sink) -> Overview | bool:
    """Open a page at its title, or at its heads where only a part was kept."""
    if _TITLE.search(line.text):
        return Overview(line, sink)
    if _HEADS.fullmatch(line.text):
        page = Overview(line, sink)
        page.feed(line)
        return page
    return False
