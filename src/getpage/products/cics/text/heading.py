"""The heading of a page of CICS statistics: which region, and when.

    Applid IYK2Z1V1  Sysid CJB3  Jobname CI07CJB1  Date 10/08/2015  Time 13:24:30  CICS 6.4.0  PAGE 5
    Interval Report  Collection Date-Time 08/15/2013-16:35:00  Applid IYCYZC2G  Jobname CICSC2G  Page 3

How sure: the first, of DFH0STAT, as printed in IBM's documentation of CICS TS 3.1; the second, of DFHSTUP, is
looked for by its words, as no page of it is public. What a page says holds for all that stands below it.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from getpage.contract.printed import PrintedLine, Row, Sink
from getpage.products.common.text import figures

MARKS: Final = ("APPLID",)
_APPLID = re.compile(r"(?:^|[ \t01+-])Applid:?[ \t]{1,9}([A-Z0-9@#$]{1,8})(?=[ \t]|$)", re.IGNORECASE)
_JOB = re.compile(r"[ \t]Job ?name:?[ \t]{1,9}([A-Z0-9@#$]{1,8})(?=[ \t]|$)", re.IGNORECASE)
_TYPE = re.compile(r"\b(Interval|End of day|Requested reset|Requested|Unsolicited) Report", re.IGNORECASE)
_TYPES: Final = {
    "interval": "INT",
    "end of day": "EOD",
    "requested": "REQ",
    "requested reset": "RRT",
    "unsolicited": "USS",
}
_MOMENT = re.compile(
    r"([0-9]{2}/[0-9]{2}/[0-9]{4})[- ,]{1,12}(?:TIME +)?([0-9]{2}:[0-9]{2}:[0-9]{2})", re.IGNORECASE
)
_WIDEST: Final = 250
REGION: Final = "CICS region of a page"


def begin(line: PrintedLine, sink: Sink) -> bool:
    """Remember the region and the time; the line itself holds no evidence."""
    text = line.text[:_WIDEST]
    applid = _APPLID.search(text)
    at = _moment(text)
    job = _JOB.search(text)
    if applid is None or (at is None and job is None):
        return False
    row: Row = {"region": applid[1].upper(), "job": job[1].upper() if job else None}
    if at is not None:
        row |= {"interval_end": at, "written": at}
    if kind := _TYPE.search(text):
        row["statistics_type"] = _TYPES[kind[1].lower()]
    sink.remember(REGION, row, line)
    return False


def _moment(text: str) -> datetime | None:
    """The first date and time of a line, month before day."""
    match = _MOMENT.search(text)
    return figures.moment(figures.american(match[1]), figures.clock(match[2])) if match else None


def region(line: PrintedLine, sink: Sink) -> Row:
    """The columns that rows below a heading have from it; the job of the line where there is none."""
    remembered: Row | None = sink.recall(REGION, line)
    if remembered:
        return dict(remembered)
    return {"job": line.job} if line.job else {}
