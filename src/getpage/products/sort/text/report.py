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
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step
from getpage.core.units import GIB

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

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
    r"\s{0,20}([0-9]{1,2}) ([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\.[0-9]{1,6})?) ([A-Z0-9@#$]{1,8})"
    rf" {_DECIMAL} {_DECIMAL} {_DECIMAL} {_DECIMAL} {_WHOLE} {_WHOLE}\s{{0,20}}".replace(" ", _GAP)
)
#: A line that is meant for a row: it begins with a day and a time.
_BEGUN: Final = re.compile(r"\s{0,20}[0-9]{1,2}[ \t]{1,20}[0-9]{2}:[0-9]{2}:.{1,300}")
_MOST: Final = 1 << 50


@dataclass(slots=True)
class Report:
    """A page of the report."""

    first: Line
    sink: Sink
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row."""
        if not line.text.strip() or _HEADS.fullmatch(line.text):
            return Step.MORE
        found = _ROW.fullmatch(line.text)
        if found is None:
            if _BEGUN.fullmatch(line.text):
                self.sink.refuse(line.offset, "nine figures of a sort, as the heads have them", line.text)
                return Step.MORE
            return Step.NOT_MINE
        self._row(line, found)
        return Step.MORE

    def _row(self, line: Line, found: re.Match[str]) -> None:
        day, hour, minute, second = int(found[1]), int(found[2]), int(found[3]), float(found[4])
        elapsed, cpu, gigabytes, hiperspace = (float(found[n].replace(",", "")) for n in range(6, 10))
        tracks, ios = (int(found[n].replace(",", "")) for n in (10, 11))
        if not (1 <= day <= 31 and hour < 24 and minute < 60 and second < 60) or tracks >= 1 << 32:
            self.sink.refuse(line.offset, "a day, a time of day and tracks that there can be", line.text)
            return
        size, used = round(gigabytes * GIB), round(hiperspace * GIB)
        if max(size, used, ios) > _MOST:
            self.sink.refuse(line.offset, "sizes that there can be", line.text)
            return
        self.rows += 1
        self.sink.row(
            "sort_run",
            line,
            {
                "program": found[5],
                "day_of_month": day,
                "clock_us": ((hour * 60 + minute) * 60 + second) * 1e6,
                "elapsed_us": elapsed * 1e6,
                "cpu_us": cpu * 1e6,
                "bytes": size,
                "hiperspace_bytes": used,
                "work_tracks": tracks,
                "work_ios": ios,
                "is_sort": True,
            },
        )

    def close(self, why: str) -> None:
        """Say that a report had heads and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows of sorts after the heads of the report", why)


def begin(line: Line, sink: Sink) -> Report | bool:
    """Open a page at its heads."""
    return Report(line, sink) if _HEADS.fullmatch(line.text) else False
