"""How long regions were occupied, as the Region Summary of the IMS Monitor shows it.

    IMS MONITOR ****REGION SUMMARY****  TRACE START 1993 130   5:55:15   TRACE STOP  1993 130   5:59:49
    ELAPSED EXECUTION
    **REGION     5           5        4146         829         948        4146         829         948 287A,B
    REGION OCCUPANCY
    **REGION     5        1.5%

A section has a line per region: occurrences, then total, mean and maximum of the elapsed time, and the same
without waits (NOT IWAIT), in microseconds. Of the sections two are read; others with the same lines, such as
SCHEDULING AND TERMINATION and DL/I CALLS, end what is read.

How sure: the lines of sections as IBM IMS 15 documentation prints them, "Monitoring activity in dependent
regions"; that a line of the last section is a region and its percentage is `derived` from "Measuring region
occupancy".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.products.common.text import figures

from .heading import TRACE, Trace

MARKS: Final = ("ELAPSED EXECUTION", "REGION OCCUPANCY")
TABLE: Final = "ims_region"
REPORT: Final = "REGION SUMMARY"
#: The most regions of an IMS (IBM IMS 15 documentation, "Choosing the number of regions").
MOST_REGIONS: Final = 4_095
_ROWS: Final = "ims regions"

_SECTION: Final = re.compile(r"[ 01+-]{0,9}(ELAPSED EXECUTION|REGION OCCUPANCY)\s{0,60}(?:\(?%?\)?)\s{0,60}")
_RULE: Final = re.compile(r"[ _-]{1,140}|\s{0,9}\*\*TOTALS?\b.{0,140}")
_REGION: Final = re.compile(r"[ 01+-]{0,9}\*\*REGION\s{1,20}([0-9]{1,5})\s{1,40}(.{1,130})")
_TIMES: Final = re.compile(r"([0-9]{1,18}(?:\s{1,40}[0-9]{1,18}){6})(?:\s{1,40}\S{1,20})?\s{0,60}")
_SHARE: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)\s{0,4}%?\s{0,60}")
_ALL: Final = 100.0


@dataclass(slots=True)
class RegionSection:
    """One section of the report: what each line of a region says goes into its row."""

    first: PrintedLine
    sink: Sink
    trace: Trace | None
    is_occupancy: bool
    lines: int = field(default=0)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take the line of a region; a page may end within a section."""
        self.sink.recall(TRACE, line)
        match = _REGION.fullmatch(line.text)
        if self.trace is None:
            return LineAnswer.NOT_MINE  # no heading says of which report and time the lines are
        if match is None:
            return LineAnswer.MORE if _RULE.fullmatch(line.text) else LineAnswer.NOT_MINE
        self.lines += 1
        number = figures.count(match[1], MOST_REGIONS)
        start, stop = self.trace.start, self.trace.stop
        length = (stop - start).total_seconds() * 1e6
        row = _occupied(match[2], length) if self.is_occupancy else _executed(match[2], length)
        if number is None or row is None:
            expected = "a percentage" if self.is_occupancy else "occurrences and six times that there can be"
            self.sink.refuse(line.offset, f"the number of a region and {expected}", line.text)
        else:
            when = {"written": stop, "interval_start": start, "interval_us": length}
            self._row(line, number, when).update(row)
        return LineAnswer.MORE

    def _row(self, line: PrintedLine, number: int, when: Row) -> Row:
        """The row of a region in this trace: it may be changed until the text ends."""
        known: tuple[Row, dict[int, Row]] = self.sink.recall(_ROWS, line) or ({}, {})
        trace, rows = known
        if trace != when:
            rows = {}
            self.sink.remember(_ROWS, (when, rows), line)
        if number not in rows:
            rows[number] = self.sink.row(TABLE, line, when | {"region": number, "is_start": False})
        return rows[number]

    def close(self, why: str) -> None:
        """A section without regions is empty, as where nothing ran."""


def _executed(text: str, length: float) -> Row | None:
    """Occurrences, elapsed time and waits of a region in a trace of this length; None of what cannot be."""
    match = _TIMES.fullmatch(text)
    if match is None:
        return None
    times, total, _, most, active, _, _ = map(int, match[1].split())
    if active > total or most > total or total > 2 * length:
        return None  # a program that ran over the end of the trace is measured to its end
    return {"units": times, "execution_us": total, "waited_us": total - active}


def _occupied(text: str, length: float) -> Row | None:
    """The time that a percentage of a trace is."""
    match = _SHARE.fullmatch(text)
    share = float(match[1]) if match else _ALL + 1
    return {"busy_us": share / _ALL * length} if share <= _ALL else None


def begin(line: PrintedLine, sink: Sink) -> RegionSection | bool:
    """Open a section at its title, within a Region Summary."""
    match = _SECTION.fullmatch(line.text)
    trace: Trace | None = sink.recall(TRACE, line) if match else None
    if match is None or (trace is not None and trace.report != REPORT):
        return False
    return RegionSection(line, sink, trace, match[1] == "REGION OCCUPANCY")
