"""RMF Workload Activity report (WLMGL): storage and page-in rates of a class.

    W O R K L O A D   A C T I V I T Y
    REPORT BY: POLICY=BASEPOL WORKLOAD=SYSTEM SERVICE CLASS=SYSSTC RESOURCE GROUP=*NONE
    -TRANSACTIONS- TRANS-TIME HHH.MM.SS.TTT --DASD I/O-- ... ----STORAGE----
    AVG     253.29 ACTUAL             1.311 SSCHRT 474.2 ... AVG    53003.11
    MPL     253.29 EXECUTION            143 RESP     3.3 ... TOTAL  13425085
    ...                                                      -PAGE-IN RATES-
                                                             SINGLE     0.0

How sure: z/OS V2R2 as printed in public listings. Columns move between releases, so labels are looked for
by their words: transactions at the start of a line, storage at its end, page-ins under their own head.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.text import is_whole
from getpage.products.common.text import figures, layout

from .heading import RmfHeading, spellings, title

REPORT: Final = "WLMGL"
_TABLE: Final = "zos_service_class"

MARKS: Final = (*spellings("WORKLOAD"), "REPORT BY:")
_TITLE = title("WORKLOAD", "ACTIVITY")
_BY = re.compile(r"[ 01+-]{0,3}\s{0,20}REPORT BY: .*")
_NAME = re.compile(r"\b(POLICY|WORKLOAD|SERVICE CLASS|REPORT CLASS|PERIOD) ?= ?([A-Z0-9@#$_.*-]{1,16})")
_FIRST = re.compile(r"[ 01+-]{0,3}\s{0,8}(AVG|MPL) +([0-9.,]+[KMG]?) .*")
_STORAGE = re.compile(r".*[ \t](AVG|TOTAL|SHARED) +([0-9.,]+[KMG]?) *")
_PAGE_IN = re.compile(r"(?:^|[ \t])(SINGLE|BLOCK|SHARED|HSP) +([0-9.,]+[KMG]?)(?: |$)")

_KINDS: Final = ("SERVICE CLASS", "REPORT CLASS", "WORKLOAD", "POLICY")


@dataclass(slots=True)
class Workload:
    """A page of the report: what it is of, and its figures so far."""

    first: PrintedLine
    sink: Sink
    heading: RmfHeading = field(default_factory=RmfHeading)
    names: dict[str, str] = field(default_factory=dict)
    row: Row = field(default_factory=dict)
    at: PrintedLine | None = None
    storage: bool = False
    paging: bool = False

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the page."""
        text = line.text
        if _BY.fullmatch(text):
            self._emit()
            self.names, self.at = dict(_NAME.findall(text)), line
            return LineAnswer.MORE
        if self.heading.takes(text):
            return LineAnswer.MORE
        if self.at is None:
            return LineAnswer.NOT_MINE
        if "-TRANSACTIONS-" in text or "--STORAGE--" in text or "-PAGE-IN RATES-" in text:
            self.storage = self.storage or "--STORAGE--" in text
            self.paging = self.paging or "-PAGE-IN RATES-" in text
            return LineAnswer.MORE
        return LineAnswer.MORE if self._figures(text) else LineAnswer.NOT_MINE

    def _figures(self, text: str) -> bool:
        """Read the figures of a line; False where it has none that is new."""
        before = len(self.row)
        if first := _FIRST.fullmatch(text):
            self._take(first[1], first[2])
        storage = _STORAGE.fullmatch(text) if self.storage else None
        if storage and not (storage[1] == "SHARED" and self.paging):
            self._take(f"STORAGE {storage[1]}", storage[2])
        for label, figure in _PAGE_IN.findall(text) if self.paging else ():
            self._take(f"PAGE-IN RATES {label}", figure)
        return len(self.row) > before

    def _take(self, label: str, text: str) -> None:
        column = layout.by_label(_TABLE)[label]
        value = figures.scaled(column, text)
        if value is not None:
            self.row.setdefault(column.name, value)

    def _emit(self) -> None:
        figures_read, self.row, at = self.row, {}, self.at
        self.storage = self.paging = False
        kind = next((kind for kind in _KINDS if kind in self.names), None)
        if at is None or kind is None or not {"page_in_rate", "frames"} & set(figures_read):
            return
        start, length = self.heading.start, self.heading.length
        period = self.names.get("PERIOD", "")
        row: Row = {
            "system": self.heading.system,
            "sysplex": self.heading.sysplex,
            "written": figures.moved(start, length) if length else None,
            "interval_start": start,
            "interval_us": length.total_seconds() * 1e6 if length else None,
            "report": REPORT,
            "kind": kind,
            "workload": self.names.get("WORKLOAD"),
            "class_name": self.names[kind],
            "period": int(period) if is_whole(period) and len(period) < 3 else None,
        }
        self.sink.row(_TABLE, at, row | figures_read)

    def close(self, why: str) -> None:  # noqa: ARG002 - a report ends where its lines end
        """Hand on the last class."""
        self._emit()


def begin(line: PrintedLine, sink: Sink) -> Workload | bool:
    """Open a page at its title, or at REPORT BY where only a part was kept."""
    if _TITLE.search(line.text):
        return Workload(line, sink)
    if _BY.fullmatch(line.text):
        page = Workload(line, sink)
        page.feed(line)
        return page
    return False
