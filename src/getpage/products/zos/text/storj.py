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

from getpage.contract.printed import Line, Row, Sink, Step
from getpage.core.text import is_whole

from . import values

REPORT: Final = "STORJ"

MARKS: Final = ("SAMPLES:", "PRIMARY DELAY:")
_HEAD = re.compile(
    r"[ |]{0,8}Samples: +[0-9]{1,6} +System: +([A-Z0-9@#$]{1,8}) +Date: +([0-9/]{8}) +Time: +([0-9.:]{8})"
    r" +Range: +([0-9]{1,6}) +Sec.*"
)
_JOB = re.compile(r"[ |]{0,8}Job: +([A-Z0-9@#$]{1,8}) +Primary delay: +(.{1,120})")
_CAUSE = re.compile(r"[ |]{0,8}Probable causes?: +(?:1\) +)?(.{1,120})")
_PAIR = re.compile(r"([A-Z][A-Za-z]{1,9}(?: [A-Z][a-z]{1,9}){1,2}): +([0-9.,]+[KTMG]?)(?= |$)")
_SUMMARY = re.compile(r"[ |]{0,8}[A-Z0-9]{1,2} +([0-9]{4}) +([A-Z0-9@#$*]{1,8}) +[0-9]{1,2} +(.*)")
_SAID: Final = "RMF Monitor III panel"
_FRAMES: Final = {
    "Average Frames": "frames",
    "Working Set": "working_set",
    "Fixed Frames": "fixed_frames",
    "Active Frames": "active_frames",
    "Idle Frames": "idle_frames",
    "DIV Frames": "div_frames",
    "Aux Slots": "auxiliary_slots",
}
_RATE: Final = "Page In Rate"


@dataclass(slots=True)
class Panel:
    """The panel of one job."""

    job: Line
    row: Row
    sink: Sink
    found: Row = field(default_factory=dict)

    def feed(self, line: Line) -> Step:
        """Take a line of the panel."""
        text = line.text
        if cause := _CAUSE.fullmatch(text):
            self.found["probable_cause"] = cause[1].strip().rstrip(".")
            return Step.MORE
        if self.found and (summary := _SUMMARY.fullmatch(text)):
            self._summary(summary)
            self.close("")
            return Step.DONE
        known = [(name, value) for name, value in _PAIR.findall(text) if name in _FRAMES or name == _RATE]
        for name, value in known:
            self._pair(line, name, value)
        return Step.MORE if known else Step.NOT_MINE

    def _pair(self, line: Line, name: str, text: str) -> None:
        value = values.rate(text) if name == _RATE else values.frames(text)
        if value is None:
            self.sink.refuse(line.offset, f"a figure after {name}", line.text)
        else:
            self.found[_FRAMES.get(name, "page_in_rate")] = value

    def _summary(self, match: re.Match[str]) -> None:
        self.found |= {"asid": int(match[1]), "service_class": match[2]}
        cells = match[3].split()
        if len(cells) >= 7 and is_whole(cells[-5]) and int(cells[-5]) <= 100:
            self.found["storage_delay_percent"] = float(cells[-5])

    def close(self, why: str) -> None:
        """Keep the row if it has storage figures: other Job Delays panels have none."""
        if set(self.found) & {"frames", "page_in_rate"}:
            self.sink.row("zos_address_space", self.job, self.row | self.found)
            self.found = {}
        elif (
            why and "probable_cause" not in self.found and "storage" in str(self.row["primary_delay"]).lower()
        ):
            self.sink.refuse(self.job.offset, "Job Storage Usage Data after the job's name", why)


def begin(line: Line, sink: Sink) -> Panel | bool:
    """Open a panel at its job; the line above it says where and when."""
    if head := _HEAD.fullmatch(line.text):
        sink.remember(_SAID, head.groups(), line)
        return False
    match = _JOB.fullmatch(line.text)
    if not match:
        return False
    system, day, clock, seconds = sink.recall(_SAID, line) or (None, None, None, "0")
    start = values.moment(values.day(day), values.clock(clock))
    row: Row = {"system": system or line.system, "report": REPORT, "job": match[1]}
    row |= {"primary_delay": match[2].strip().rstrip("."), "interval_start": start}
    if start and seconds != "0":
        row["written"] = values.later(start, timedelta(seconds=int(seconds)))
        row["interval_us"] = int(seconds) * 1e6
    return Panel(line, row, sink)
