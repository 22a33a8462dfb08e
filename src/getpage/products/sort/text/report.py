"""A report of the SMF records of DFSORT, a row a sort, as IBM REDP-5238 prints one.

    Day  Timestamp  Pgm  Elapse Secs  CPU Secs  GB Sorted  Hiperspace GB Used  Work Dataset Tracks Used  \
Work Dataset I/Os
    5  01:00:32.95  SORT  7,917.56  1,458.31  804.00  0.00  16,607,700  3,335,113

Columns are these in this order, with blanks or tabs between them; a GB is 2**30 bytes. The report names no
system, no month and no year, so that its sorts have an order and distances in time, and no date.

How sure: as printed in IBM REDP-5238, figure 6-13. DFSORT itself has no report; this one is a site's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.units import GIB
from getpage.products.common.text import figures
from getpage.products.common.text.table import PrintedTable, Rows

MARKS: Final = ("HIPERSPACE",)
_GAP: Final = r"[ \t]{1,20}"
_HEADS: Final = re.compile(
    r"\s{0,20}Day Timestamp Pgm Elapse Secs CPU Secs GB Sorted Hiperspace GB Used Work Dataset Tracks Used "
    r"Work Dataset I/Os\s{0,20}".replace(" ", _GAP),
    re.IGNORECASE | re.ASCII,
)
_DECIMAL: Final = r"([0-9][0-9,]{0,12}\.[0-9]{1,3})"
_WHOLE: Final = r"([0-9][0-9,]{0,14})"
_ROW: Final = re.compile(
    r"\s{0,20}([0-9]{1,2}) ([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?) ([A-Z0-9@#$]{1,8})"
    rf" {_DECIMAL} {_DECIMAL} {_DECIMAL} {_DECIMAL} {_WHOLE} {_WHOLE}\s{{0,20}}".replace(" ", _GAP)
)
#: A line that is meant for a row: it begins with a day and a time.
_BEGUN: Final = re.compile(r"\s{0,20}[0-9]{1,2}[ \t]{1,20}[0-9]{2}:[0-9]{2}:.{1,300}")
_MOST: Final = 1 << 50
_MOST_TRACKS: Final = (1 << 32) - 1
_LAST_DAY: Final = 31


def _read(text: str) -> Row | str | None:
    """A sort; what should be there, in words, of a row that cannot be."""
    match = _ROW.fullmatch(text)
    if match is None:
        return None
    clock, day = figures.clock(match[2]), int(match[1])
    seconds, cpu, gigabytes, hiperspace = (
        figures.decimal(figure) or 0.0 for figure in match.group(4, 5, 6, 7)
    )
    tracks, ios = (figures.count(figure, _MOST) for figure in match.group(8, 9))
    if clock is None or not 1 <= day <= _LAST_DAY or tracks is None or tracks > _MOST_TRACKS:
        return "a day, a time of day and tracks that there can be"
    size, used = round(gigabytes * GIB), round(hiperspace * GIB)
    if ios is None or max(size, used) > _MOST:
        return "sizes that there can be"
    return {
        "program": match[3],
        "day_of_month": day,
        "clock_us": figures.duration(match[2]),
        "elapsed_us": seconds * 1e6,
        "cpu_us": cpu * 1e6,
        "bytes": size,
        "hiperspace_bytes": used,
        "work_tracks": tracks,
        "work_ios": ios,
        "is_sort": True,
    }


_SORTS: Final = PrintedTable(
    name="sort_run",
    rows="rows of sorts after the heads of the report",
    heads=_HEADS,
    read=_read,
    begun=_BEGUN,
    damaged="nine figures of a sort, as the heads have them",
)


@dataclass(slots=True)
class SortReport(Rows):
    """A page of the report; blank lines stand between its rows."""

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a row."""
        return Rows.feed(self, line) if line.text.strip() else LineAnswer.MORE


def begin(line: PrintedLine, sink: Sink) -> SortReport | bool:
    """Open a page at its heads."""
    return SortReport(_SORTS, line, sink) if _HEADS.fullmatch(line.text) else False
