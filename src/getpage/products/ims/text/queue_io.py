"""Waits of programs for I/O of the message queues, as the Program I/O report of the IMS Monitor shows them.

    PSBNAME  PCB NAME      IWAITS       TOTAL        MEAN     MAXIMUM   DDN/FUNC  MODULE
    PROGHR1A I/O PCB          122     2341116       19189       90120   SHMSG     DBH

A line per program, PCB and kind of wait: how many, then total, mean and maximum in microseconds, the DD
name or the function, and the code of the conflict. The names of program and PCB stand in the first line of
each. Kept are the lines of the data sets of message queues; the others, and the totals, are passed over.

How sure: heads, names, codes and the first figures of a line as IBM IMS 15 documentation prints them,
"Monitoring I/O for application program DL/I calls"; that the data sets of queues stand by their DD names
(QBLKS, SHMSG, LGMSG and these with a number) is `derived` from "Message queue pool tuning".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import Cover, LineAnswer, PrintedLine, Row, Sink, row_of

from .heading import TRACE, Trace
from .report import MONITOR

MARKS: Final = ("PSBNAME",)
TABLE: Final = "ims_queue_io"
_HEADS: Final = "PSBNAME PCB NAME IWAITS TOTAL MEAN MAXIMUM DDN/FUNC MODULE"
_RULE: Final = re.compile(r"[ _.-]{0,140}|.{0,60}(?:TOTALS?|NUMBER|DISTRIB\.?)\b.{0,100}")
_ROW: Final = re.compile(
    r"[ 01]{0,40}(?:([A-Z@#$][A-Z0-9@#$]{0,7})\s{1,20})??(?:(?:I/O PCB|[A-Z@#$][A-Z0-9@#$]{0,7})\s{1,20})?"
    r"\s{0,60}([0-9]{1,12})\s{1,40}([0-9]{1,18})\s{1,40}([0-9]{1,18})\s{1,40}([0-9]{1,18})"
    r"(?:\s{1,20}(\S{1,16}))?(?:\s{1,20}(\S{1,8}))?(?:\s{1,20}\S{1,12})?\s{0,60}"
)
_NUMBERS: Final = re.compile(r".{0,40}(?:\s{1,40}[0-9]{1,18}){4}.{0,60}")
_DAMAGED: Final = "a mean that is the total by the waits, and a maximum between the two"
_OF_QUEUES: Final = re.compile(r"(?:QBLKS|SHMSG|LGMSG)[0-9]?")


@dataclass(slots=True)
class ProgramIo:
    """The lines below the heads."""

    first: PrintedLine
    sink: Sink
    trace: Trace | None
    psb: str | None = None

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Keep a line of a message queue."""
        if _RULE.fullmatch(line.text):
            return LineAnswer.MORE
        match = _ROW.fullmatch(line.text)
        if match is None:
            if not _NUMBERS.fullmatch(line.text):
                return LineAnswer.NOT_MINE
            self.sink.refuse(line.offset, "names, four figures, a data set and a module", line.text)
            return LineAnswer.MORE
        self.psb = match[1] or self.psb
        waits, total, mean, longest = map(int, match.group(2, 3, 4, 5))
        if abs(total - waits * mean) > waits or not (mean <= longest <= total):
            self.sink.refuse(line.offset, _DAMAGED, line.text)
        elif waits and _OF_QUEUES.fullmatch(match[6] or ""):
            columns = {"psb": self.psb, "data_set": match[6], "module": match[7], "waits": waits}
            self._give(line, columns | {"waited_us": float(total), "longest_us": float(longest)})
        return LineAnswer.MORE

    def _give(self, line: PrintedLine, columns: Row) -> None:
        if self.trace is None:
            self.sink.give(TABLE, row_of(line, columns))
            return
        start, stop = self.trace.start, self.trace.stop
        length = (stop - start).total_seconds() * 1e6
        when = {"written": stop, "interval_start": start, "interval_us": length}
        self.sink.give(TABLE, row_of(line, when | columns), Cover(TABLE, line.system, MONITOR, start, stop))

    def close(self, why: str) -> None:
        """A report without waits for message queues is a good one."""


def begin(line: PrintedLine, sink: Sink) -> ProgramIo | bool:
    """Open a report at its heads."""
    if not " ".join(line.text.split()).startswith(_HEADS):
        return False
    return ProgramIo(line, sink, sink.recall(TRACE, line))
