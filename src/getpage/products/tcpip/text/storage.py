"""The reply to D TCPIP,,STOR: storage of a stack, the most since it started, and its limits.

    EZZ8453I TCPIP STORAGE 407
    EZZ8454I TCPIP2   STORAGE              CURRENT    MAXIMUM      LIMIT
    EZD2018I   31-BIT
    EZZ8455I     ECSA                        8023K      9045K    NOLIMIT
    EZD2018I   64-BIT
    EZZ8455I     SMC-R FIXEDMEMORY             12M        16M        40M
    EZD2024I       SMC-R SEND MEMORY            4M         4M
    EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY

The stack stands in the heading; releases before V2R1 have it in front of each row, too. Parts of a kind
have no limit of their own.

How sure: as IBM z/OS Communications Server: IP System Administrator's Commands, DISPLAY TCPIP,,STOR,
prints one (V2R3).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Sink, row_of
from getpage.products.common.text import figures, layout

STEMS: Final = ("EZZ",)
MARKS: Final = ("EZZ8453I",)
_BEGIN: Final = re.compile(r"[ *@+]{0,4}EZZ8453I TCPIP STORAGE(?: {1,20}([0-9]{3,4}))?\s{0,40}")
_HEADS: Final = re.compile(
    r"\s{0,8}(?:EZZ8454I )?\s{0,20}([A-Z0-9@#$]{1,8})\s{1,40}STORAGE\s{1,60}CURRENT\s.{0,80}"
)
_ROW: Final = re.compile(
    r"\s{0,8}(?:E[A-Z]{2}[0-9]{4}I )?\s{0,40}([A-Z0-9][A-Z0-9@#$ -]{1,40}?)\s{1,60}"
    r"([0-9]{1,12}[KM])\s{1,60}([0-9]{1,12}[KM])(?:\s{1,60}([0-9]{1,12}[KM]|NOLIMIT))?\s{0,40}"
)
#: Which addresses the rows below are of.
_PART: Final = re.compile(r"\s{0,8}(?:EZD2018I )?\s{0,40}(?:24|31|64)-BIT\s{0,40}")
_END: Final = re.compile(r"\s{0,8}EZZ8459I .{0,80}")
_NO_LIMIT: Final = "NOLIMIT"


@dataclass(slots=True)
class StorageReply:
    """The reply, a row a kind of storage."""

    first: PrintedLine
    sink: Sink
    stack: str = ""
    rows: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a row of it."""
        if _END.fullmatch(line.text):
            self.close("the end of the reply")
            return LineAnswer.DONE
        if heads := _HEADS.fullmatch(line.text):
            self.stack = heads[1]
            return LineAnswer.MORE
        match = _ROW.fullmatch(line.text)
        if match is None or not self.stack:
            is_mine = line.key is not None or _PART.fullmatch(line.text)
            return LineAnswer.MORE if is_mine else LineAnswer.NOT_MINE
        known = layout.by_label("tcp_storage")
        name = " ".join(match[1].split()).removeprefix(f"{self.stack} ")
        texts = {"STORAGE": name, "CURRENT": match[2], "MAXIMUM": match[3], "LIMIT": match[4] or _NO_LIMIT}
        row = {known[head].name: figures.of(known[head], text) for head, text in texts.items()}
        self.rows += self.sink.give(
            "tcp_storage", row_of(self.first, {"stack": self.stack, **row, "record": line.offset})
        )
        return LineAnswer.MORE

    def close(self, why: str) -> None:
        """Say that a heading had no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "kinds of storage below EZZ8453I and EZZ8454I", why)


def begin(line: PrintedLine, sink: Sink) -> tuple[StorageReply | bool, str | None]:
    """Open a reply."""
    match = _BEGIN.fullmatch(line.text)
    return (StorageReply(line, sink), match[1]) if match else (False, None)
