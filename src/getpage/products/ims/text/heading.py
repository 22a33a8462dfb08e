"""The heading of each page of the IMS Monitor, with the time that the page covers.

    ***IMS  MONITOR***  BUFFER POOL STATISTICS    TRACE START 1993 130   5:55:15     TRACE STOP  1993 130   \
5:59:49  PAGE 0002

The reports below it take its times, which are local.

How sure: as IBM IMS 15 documentation prints it, "Monitoring message queue handling" and "Fields in the
VSAM-Statistics report".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.printed import PrintedLine, Sink
from getpage.products.common.text import figures

MARKS: Final = ("TRACE START",)
#: The key under which it is remembered for the reports of its page.
TRACE: Final = "ims trace"

_TIME: Final = r"([0-9]{4})[ \t]{1,9}([0-9]{1,3})[ \t]{1,9}([0-9]{1,2}:[0-9]{2}:[0-9]{2})"
_HEADING: Final = re.compile(
    rf".{{0,20}}IMS[ \t]{{1,9}}MONITOR(.{{0,80}}?)TRACE START[ \t]{{1,9}}{_TIME}"
    rf"[ \t]{{1,20}}TRACE STOP[ \t]{{1,9}}{_TIME}.{{0,40}}"
)


@dataclass(frozen=True, slots=True)
class Trace:
    """When the IMS Monitor ran, local time, and the report that the page is of: REGION SUMMARY."""

    start: datetime
    stop: datetime
    report: str = ""


def begin(line: PrintedLine, sink: Sink) -> bool:
    """Remember the times."""
    match = _HEADING.fullmatch(line.text)
    if match is None:
        return False
    start, stop = _moment(*match.group(2, 3, 4)), _moment(*match.group(5, 6, 7))
    if start is None or stop is None or stop <= start:
        sink.refuse(line.offset, "when the trace started and when it stopped, later", line.text)
        return True
    sink.remember(TRACE, Trace(start, stop, match[1].strip(" *\t")), line)
    return True


def _moment(year: str, day: str, clock: str) -> datetime | None:
    first = figures.calendar(year, 1, 1)
    date = first and first + timedelta(days=int(day) - 1)
    return figures.moment(date, figures.clock(clock)) if date and date.year == int(year) else None
