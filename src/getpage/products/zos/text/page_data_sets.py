"""RMF Page Data Set Activity report (PAGESP): a row a page data set.

                 P A G E   D A T A   S E T   A C T I V I T Y
    NUMBER OF SAMPLES =   900              PAGE DATA SET AND SCM USAGE
    SPACE  VOLUME DEV  DEVICE   SLOTS --- SLOTS USED ---   BAD   IN  TRANS  NUMBER   PAGES
    TYPE   SERIAL NUM  TYPE     ALLOC   MIN   MAX   AVG  SLOTS  USE   TIME  IO REQ  XFER'D V DATA SET NAME
    LOCAL  PAGE01 A10C 33909   599039  4926  5000  4950      0 0.12  0.004     120    1840 Y SYS1.LOCAL1

How sure: the columns and their order as the report has them in XML (zowe/zebra reads them so); no printed one
with figures was found. Rows are therefore read from both ends, and one whose figures contradict each other is
damage.

Reference: IBM z/OS RMF Report Analysis, PAGESP.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures

from .heading import RmfHeading, spellings, title

REPORT: Final = "PAGESP"
TABLE: Final = "zos_page_data_set"
MARKS: Final = (*spellings("ACTIVITY"),)
_TITLE = title("PAGE", "DATA", "SET", "ACTIVITY")
_COUNT = r"([0-9][0-9,]{0,14})"
_ROW = re.compile(
    r"[ 01+-]{0,6}(PLPA|COMMON|LOCAL|SCM)\s+([A-Z0-9@#$]{1,6}|N/A)\s+([0-9A-F]{3,5}|N/A)\s+"
    rf"(?:[0-9A-Z/-]{{1,8}}\s+)?{_COUNT}\s+{_COUNT}\s+{_COUNT}\s+{_COUNT}\s+{_COUNT}\s+"
    rf"([0-9.]{{1,8}})\s+([0-9.]{{1,8}})\s+{_COUNT}\s+{_COUNT}"
    r"(?:\s+[YN*])?(?:\s+([A-Z0-9@#$.-]{1,44}|N/A))?\s*"
)


@dataclass(slots=True)
class PageDataSets:
    """A page of the report."""

    first: PrintedLine
    sink: Sink
    heading: RmfHeading = field(default_factory=RmfHeading)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the page; the first that is none of it ends nothing, as more rows may follow."""
        if match := _ROW.fullmatch(line.text):
            self.sink.give(TABLE, self._row(line, match))
            return LineAnswer.MORE
        return LineAnswer.MORE if self.heading.takes(line.text) else LineAnswer.NOT_MINE

    def _row(self, line: PrintedLine, match: re.Match[str]) -> Row:
        start, length = self.heading.start, self.heading.length
        row: Row = {
            "system": self.heading.system or line.system,
            "written": figures.moved(start, length) if length else start,
            "interval_start": start,
            "interval_us": length.total_seconds() * 1e6 if length else None,
            "report": REPORT,
        }
        names = (("type", 1), ("volume", 2), ("device", 3), ("data_set", 13))
        row |= {name: None if match[at] == "N/A" else match[at] for name, at in names}
        counts = (("slots", 4), ("slots_used_minimum", 5), ("slots_used_maximum", 6), ("slots_bad", 8))
        row |= {name: figures.count(match[at]) for name, at in (*counts, ("pages_transferred", 12))}
        return row_of(line, row | {"transfer_seconds": figures.decimal(match[10])})

    def close(self, why: str) -> None:
        """Nothing is left over: each row was handed on."""


def begin(line: PrintedLine, sink: Sink) -> PageDataSets | bool:
    """Open a page at its title."""
    return PageDataSets(line, sink) if _TITLE.search(line.text) else False
