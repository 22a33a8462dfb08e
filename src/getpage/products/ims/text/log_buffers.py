"""Waits for log buffers, as IMS Performance Analyzer reports them.

    Logger Statistics                                              Interval :      20.00 (HHHH.MM.SS)
                                                              Count /Transact   /Second
      Logical Logger:   Records written                         212,075     24.18    176.73
                        Check write requests                     15,400      1.76     12.83
                        Waits for writes                             20       .00       .02
                        Buffer waits: chkpt invokers                  8       .00       .01
                        Buffer waits: non-chkpt invokers              1       .00       .00

The report has more lines, of the physical logger, which are passed over.

How sure: as IBM's documentation of IMS parameters prints it, "Logging and checkpoints", up to those lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Sink
from getpage.products.common.text import figures
from getpage.products.common.text.labelled import LabelledReport

MARKS: Final = ("LOGGER STATISTICS",)

_TITLE: Final = re.compile(
    r"\s{0,60}Logger Statistics\s{1,90}Interval\s{0,4}:\s{0,30}"
    r"((?:[0-9]{1,4}\.)?[0-9]{1,2}\.[0-9]{2})\s{1,9}\(HHHH\.MM\.SS\)\s{0,60}"
)
_LINE: Final = re.compile(
    r"\s{0,60}(?:Logical Logger:\s{0,20})?([A-Z][a-z]{3,9}[a-z: -]{4,40}?)"
    r"\s{1,60}([0-9,]{1,20})(?:\s{1,20}[0-9,]{0,12}\.[0-9]{2}){0,2}\s{0,60}"
)
_HEADS: Final = re.compile(r"\s{1,90}Count\s{1,9}/Transact\s{1,9}/Second\s{0,60}")


@dataclass(slots=True)
class LoggerReport(LabelledReport):
    """The counts of one interval."""

    table = "ims_log_buffers"

    def pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The label of a line and its count."""
        if match := _LINE.fullmatch(text):
            yield match[1], match[2]

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a count; waits for buffers are the last that are read."""
        if not line.text.strip() or _HEADS.fullmatch(line.text):
            return LineAnswer.MORE
        if not self.take(line):
            return LineAnswer.NOT_MINE
        if "buffer_waits" not in self.row:
            return LineAnswer.MORE
        self.give()
        return LineAnswer.DONE

    def close(self, why: str) -> None:
        """Waits for buffers are what it is read for."""
        self.sink.refuse(self.first.offset, "Buffer waits below Logger Statistics", why)


def begin(line: PrintedLine, sink: Sink) -> LoggerReport | bool:
    """Open a report at its title."""
    match = _TITLE.fullmatch(line.text)
    if match is None:
        return False
    length = figures.duration(match[1] if match[1].count(".") > 1 else f"0.{match[1]}")
    if not length:
        sink.refuse(line.offset, "an interval (HHHH.MM.SS)", line.text)
        return True
    return LoggerReport(line, sink, {"interval_us": length})
