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
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of

from . import numbers

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("LOGGER STATISTICS",)
TABLE: Final = "ims_log_buffers"

_TITLE: Final = re.compile(
    r"\s{0,60}Logger Statistics\s{1,90}Interval\s{0,4}:\s{0,30}"
    r"(?:([0-9]{1,4})\.)?([0-9]{1,2})\.([0-9]{2})\s{1,9}\(HHHH\.MM\.SS\)\s{0,60}"
)
_LINE: Final = re.compile(
    r"\s{0,60}(?:Logical Logger:\s{0,20})?(Records written|Check write requests|Waits for writes|"
    r"Buffer waits: chkpt invokers|Buffer waits: non-chkpt invokers)"
    r"\s{1,60}([0-9,]{1,20})(?:\s{1,20}[0-9,]{0,12}\.[0-9]{2}){0,2}\s{0,60}"
)
_COLUMNS: Final = {
    "Records written": "records",
    "Check write requests": "check_writes",
    "Waits for writes": "write_waits",
    "Buffer waits: chkpt invokers": "checkpoint_waits",
    "Buffer waits: non-chkpt invokers": "buffer_waits",
}
_HEADS: Final = re.compile(r"\s{1,90}Count\s{1,9}/Transact\s{1,9}/Second\s{0,60}")


@dataclass(slots=True)
class Report:
    """The counts of one interval."""

    first: Line
    sink: Sink
    row: Row = field(default_factory=dict)

    def feed(self, line: Line) -> Step:
        """Take a count."""
        if not line.text.strip() or _HEADS.fullmatch(line.text):
            return Step.MORE
        found = _LINE.fullmatch(line.text)
        if found is None:
            return Step.NOT_MINE
        value = numbers.count(found[2])
        if value is None:
            self.sink.refuse(line.offset, "a count behind its label", line.text)
            return Step.MORE
        self.row[_COLUMNS[found[1]]] = value
        if "buffer_waits" in self.row:
            self._end()
            return Step.DONE
        return Step.MORE

    def close(self, why: str) -> None:
        """Waits for buffers are what it is read for."""
        self.sink.refuse(self.first.offset, "Buffer waits below Logger Statistics", why)

    def _end(self) -> None:
        self.sink.give(TABLE, row_of(self.first, self.row))


def begin(line: Line, sink: Sink) -> Report | bool:
    """Open a report at its title."""
    found = _TITLE.fullmatch(line.text)
    if found is None:
        return False
    hours, minutes, seconds = int(found[1] or 0), int(found[2]), int(found[3])
    length = (hours * 60 + minutes) * 60 + seconds
    if not length or minutes >= 60 or seconds >= 60:
        sink.refuse(line.offset, "an interval (HHHH.MM.SS)", line.text)
        return True
    return Report(line, sink, {"interval_us": length * 1e6})
