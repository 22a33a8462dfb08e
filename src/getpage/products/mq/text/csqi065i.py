"""CSQI065I: the buffer pools in the reply to `DISPLAY USAGE TYPE(PAGESET)`, from V8 on.

    CSQI065I !MQ51 Buffer pool attributes ...
      Buffer  Available  Stealable  Stealable   Page   Location
        pool    buffers    buffers  percentage  class
    _      0       2001       1976          98  4KB       BELOW
    End of buffer pool attributes

How sure: as printed in IBM REDP-5238, section 4.2.1; the fields agree with those of the PCF reply to
Inquire Usage. "Available buffers" are the buffers that the pool has (the paper sums them to the storage
used), "stealable" those that are free to be used again. FIXED4KB and ABOVE by the values of `DEFINE
BUFFPOOL`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import figures, table
from .table import Report, Rows, adopt

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

    from .message import Message

#: Of its headings, and of the rows that can be no other report's.
MARKS = ("STEALABLE", " BUFFERS", "4KB ")
IDS = frozenset({"CSQI065I"})

_HEADINGS = re.compile(
    r"(?:Buffer +Available +Stealable|pool +buffers +buffers +percentage)\b", re.IGNORECASE
)
_END = re.compile(r"End of buffer pool attributes", re.IGNORECASE)
_COMPLETE = re.compile(
    r"[_> -]{0,20}[0-9,]+(?: +[0-9,]+){3}%? +(?:4KB|FIXED4KB) +(?:BELOW|ABOVE)", re.IGNORECASE
)
_FIGURES = re.compile(
    r"[_> -]{0,20}([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9]{1,3})%?"
    r"(?: +(4KB|FIXED4KB|4KBFIXED)(?: +(BELOW|ABOVE))?)?",
    re.IGNORECASE,
)


def row(text: str) -> Row | str | None:
    """Read one pool."""
    match = _FIGURES.fullmatch(text)
    if not match:
        return None
    pool, buffers, stealable = figures.identifier(match[1]), figures.count(match[2]), figures.count(match[3])
    if pool is None:
        return "a buffer pool between 0 and 99"
    if buffers is None or stealable is None:
        return "buffer counts of 32 bits"
    if int(match[4]) > 100:
        return "a percentage"
    columns: Row = {"buffer_pool": pool, "buffers": buffers, "stealable": stealable}
    if match[5]:
        columns["page_class"] = "4KB" if match[5].upper() == "4KB" else "FIXED4KB"
    if match[6]:
        columns["location"] = match[6].upper()
    return columns


REPORT = Report(
    "the buffer pool attributes",
    "mq_buffer_pool",
    _HEADINGS,
    _END,
    "End of buffer pool attributes",
    _COMPLETE,
    row,
)


def begin_message(line: Line, message: Message, sink: Sink) -> Rows | bool:
    """Open the report at its message."""
    if not message.words.lower().startswith("buffer pool attributes"):
        if not message.quoted:
            sink.refuse(line.offset, "CSQI065I Buffer pool attributes ...", line.text)
        return not message.quoted
    adopt(message.queue_manager, line, sink)
    return Rows(REPORT, line, message.queue_manager, sink)


def begin(line: Line, sink: Sink) -> Rows | bool:
    """Open the report where the message itself was not printed."""
    return table.begin_bare(REPORT, line, sink)
