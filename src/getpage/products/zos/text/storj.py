"""RMF Monitor III, STORJ panel (Job Delays): storage and paging of one address space.

    Samples: 5      System: MV2A  Date: 10/08/15  Time: 13.24.30  Range: 10  Sec
    Job: CICS001      Primary delay: Paging of cross-memory storage.
    Average Frames:  100K      Working Set:  100K      Fixed Frames:  1319
    Idle Frames:      0        Page In Rate:  698      ES Move Rate:  N/A
    CX ASID Class  P Cr  %  PRC DEV  %  %  %  PRC DEV STR SUB OPR ENQ Reason
    B0 0271 CICSBTCH 1      0    0  0  20    0  80    0    0  20    0    0    0 XMEM

How sure: as printed in IBM REDP-5238, figure 4-3. `K` is a thousand; ASID is decimal; the date is month,
day, year; the range ends at the time shown plus the range.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.text import is_whole
from getpage.products.common.text import figures
from getpage.products.common.text.labelled import LabelledReport
from getpage.products.common.text.layout import PrintedColumn

REPORT: Final = "STORJ"

MARKS: Final = ("SAMPLES:", "PRIMARY DELAY:")
_HEAD = re.compile(
    r"[ |]{0,8}Samples: +([0-9]{1,6}) +System: +([A-Z0-9@#$]{1,8}) +Date: +([0-9/]{8}) +Time: +([0-9.:]{8})"
    r" +Range: +([0-9]{1,6}) +Sec.*"
)
_JOB = re.compile(r"[ |]{0,8}Job: +([A-Z0-9@#$]{1,8}) +Primary delay: +(.{1,120})")
_CAUSE = re.compile(r"[ |]{0,8}Probable causes?: +(?:1\) +)?(.{1,120})")
_PAIR = re.compile(r"([A-Z][A-Za-z]{1,9}(?: [A-Z][a-z]{1,9}){1,2}): +([0-9.,]+[KTMG]?)(?= |$)")
_SUMMARY = re.compile(r"[ |]{0,8}[A-Z0-9]{1,2} +([0-9]{4}) +([A-Z0-9@#$*]{1,8}) +[0-9]{1,2} +(.*)")
_HEADING: Final = "RMF Monitor III panel"
_MOST_PERCENT: Final = 100


@dataclass(slots=True)
class Panel(LabelledReport):
    """The panel of one job; `primary_delay` is what delays it most, in the panel's words."""

    table = "zos_address_space"
    owner: Row = field(default_factory=dict)

    def pairs(self, text: str) -> list[tuple[str, str]]:
        """The labels of a line, each with its figure."""
        return _PAIR.findall(text)

    def read(self, column: PrintedColumn, text: str) -> float | None:
        """A figure, in thousands where K stands behind it."""
        return figures.scaled(column, text)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the panel."""
        if cause := _CAUSE.fullmatch(line.text):
            self.row["probable_cause"] = cause[1].strip().rstrip(".")
            return LineAnswer.MORE
        if self.row and (summary := _SUMMARY.fullmatch(line.text)):
            self._summary(summary)
            self.close("")
            return LineAnswer.DONE
        return LabelledReport.feed(self, line)

    def _summary(self, match: re.Match[str]) -> None:
        self.row |= {"asid": int(match[1]), "service_class": match[2]}
        cells = match[3].split()
        if len(cells) >= 7 and is_whole(cells[-5]) and int(cells[-5]) <= _MOST_PERCENT:
            self.row["storage_delay_percent"] = float(cells[-5])

    def close(self, why: str) -> None:
        """Hand on the row if it has storage figures: other Job Delays panels have none."""
        if set(self.row) & {"frames", "page_in_rate"}:
            self.row = self.owner | self.row
            self.give()
        elif why and "probable_cause" not in self.row and "storage" in self.owner["primary_delay"].lower():
            self.sink.refuse(self.first.offset, "Job Storage Usage Data after the job's name", why)


def begin(line: PrintedLine, sink: Sink) -> Panel | bool:
    """Open a panel at its job; the line above it says where and when."""
    if head := _HEAD.fullmatch(line.text):
        sink.remember(_HEADING, head.groups(), line)
        return False
    match = _JOB.fullmatch(line.text)
    if not match:
        return False
    samples, system, day, clock, seconds = sink.recall(_HEADING, line) or (None, None, "", "", "0")
    start = figures.moment(figures.american(day), figures.clock(clock))
    row: Row = {"system": system or line.system, "report": REPORT, "job": match[1]}
    row["samples"] = int(samples) if samples else None
    row |= {"primary_delay": match[2].strip().rstrip("."), "interval_start": start}
    if start and seconds != "0":
        row["written"] = figures.moved(start, timedelta(seconds=int(seconds)))
        row["interval_us"] = int(seconds) * 1e6
    return Panel(line, sink, owner=row)
