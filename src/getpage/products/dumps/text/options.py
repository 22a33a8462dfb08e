"""Replies and commands about the options of SVC dumps, and about dumps that are captured.

    IEE857I 10.00.00 DUMP OPTION 123                (reply to D DUMP,OPTIONS)
       SDUMP- ADD OPTIONS (LSQA,TRT),BUFFERS=00000000K,MAXSPACE=00000500M,
       MSGTIME=99999 MINUTES,MAXSNDSP=015 SECONDS,AUXMGMT=ON
    IEE852I 10.00.00 SYS1.DUMP STATUS 124            (reply to D DUMP,STATUS)
    IEE853I 10.00.00 SYS1.DUMP TITLES 125
    IEE854I 10.00.00 SYS1.DUMP ERRDATA 126
       CAPTURED DUMPS=0001, SPACE USED=00000300M, SPACE FREE=00000200M
    CHNGDUMP SET,SDUMP,MAXSPACE=8000M
    CD SET,SDUMP,AUXMGMT=ON
    IEE712I CHNGDUMP  PROCESSING COMPLETE

What is used and what is free of the space for captured dumps are MAXSPACE together.

How sure: the operands from IBM's description of CHNGDUMP, the line of captured dumps from that of IEE854I;
IEE857I from general knowledge of it, as no printed one was found. What does not fit is passed over.

References: IBM z/OS MVS System Commands, CHNGDUMP, DISPLAY DUMP; z/OS MVS System Messages, volume 7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Sink
from getpage.products.common.text import figures
from getpage.products.common.text.labelled import LabelledReport
from getpage.products.common.text.layout import PrintedColumn

from .messages import is_other

TABLE: Final = "zos_dump_option"
STEMS: Final = ("IEE",)
MARKS: Final = ("IEE857I", "IEE852I", "IEE853I", "IEE854I", "IEE712I", "CHNGDUMP", "CD SET", "MAXSPACE=")
_HEAD: Final = re.compile(r"[ *@+]{0,4}(IEE85[2347]I) .{0,120}?(?: ([0-9]{3,4}))?\s{0,20}")
_COMMAND: Final = re.compile(r".{0,40}\b(?:CHNGDUMP|CD) +SET *,(.{0,400})", re.DOTALL)
_DONE: Final = re.compile(r"[ *@+]{0,4}IEE712I CHNGDUMP {1,4}PROCESSING COMPLETE.{0,40}")
_OPERAND: Final = re.compile(r"\b((?:[A-Z]{1,9} )?[A-Z]{4,9})=([0-9]{1,8}[KM]|[0-9]{1,8}|ON|OFF)\b")
_FREE: Final = "SPACE FREE"
_MOST_LINES: Final = 12
#: A command that nothing but its reply shows to be one, and the lines after it in which the reply stands.
_UNANSWERED: Final = "CHNGDUMP without its reply"
_NEAR: Final = 5


@dataclass(slots=True)
class DumpOptions(LabelledReport):
    """Operands of SDUMP; of other kinds of dumps nothing is printed with these words."""

    table = TABLE
    keyed: bool = False
    free: int | None = None
    lines: int = 0
    ended: bool = False

    def pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """Operands with their values, and what is free of the space for captured dumps."""
        for operand, value in _OPERAND.findall(text):
            if operand == _FREE:
                self.free = figures.size(value)
            yield operand, value
            yield operand.rpartition(" ")[2], value

    def read(self, column: PrintedColumn, text: str) -> Any:
        """A value; a size has its unit."""
        return None if column.unit == "bytes" and text.isdigit() else figures.of(column, text)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of a reply; without a multi-line id it ends at the first that is of something else."""
        if line.key is None and is_other(line):
            self.ended = not self.keyed
            return LineAnswer.NOT_MINE
        if self.ended or self.lines >= _MOST_LINES:
            return LineAnswer.NOT_MINE
        self.lines += 1
        self.take(line)
        return LineAnswer.MORE

    def close(self, why: str) -> None:
        """Hand on the operands; what is used and what is free are all that there may be."""
        if "space_used" in self.row and self.free is not None:
            self.row["maxspace"] = self.row["space_used"] + self.free
        LabelledReport.close(self, why)


def begin(line: PrintedLine, sink: Sink) -> tuple[DumpOptions | bool, str | None]:
    """Open a reply, and say which multi-line id its other lines carry. A command is a setting in a line of
    a log; elsewhere (a mail, a procedure) only with the message that it was carried out.
    """
    if match := _HEAD.fullmatch(line.text):
        return DumpOptions(line, sink, keyed=match[2] is not None), match[2]
    if _DONE.fullmatch(line.text):
        return _answered(line, sink), None
    command = _COMMAND.fullmatch(line.text)
    if command is None or "SDUMP" not in command[1]:
        return False, None
    options = DumpOptions(line, sink)
    if not options.take(line):
        return False, None
    if not line.is_logged:
        sink.remember(_UNANSWERED, options, line)
    else:
        options.close("the command is all there is")
    return True, None


def _answered(line: PrintedLine, sink: Sink) -> bool:
    options: DumpOptions | None = sink.recall(_UNANSWERED, line)
    sink.forget(_UNANSWERED)
    if options is None or line.number - options.first.number > _NEAR:
        return False
    options.close("the reply")
    return True
