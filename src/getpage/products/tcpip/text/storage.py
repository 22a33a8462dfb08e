"""The reply to D TCPIP,,STOR: storage of a stack, the most since it started, and its limits.

    EZZ8453I TCPIP STORAGE 407
    EZZ8454I TCPCS    STORAGE         CURRENT   MAXIMUM   LIMIT
    EZZ8455I TCPCS    ECSA              8023K     9045K   NOLIMIT
    EZZ8455I TCPCS    SMC-R               60M       64M      256M
    EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY

How sure: names and columns from IBM z/OS Communications Server: IP System Administrator's Commands, from
general knowledge of it; no reply was seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of

from .values import size

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

STEMS: Final = ("EZZ",)
MARKS: Final = ("EZZ8453I",)
_BEGIN: Final = re.compile(r"[ *@+]{0,4}EZZ8453I TCPIP STORAGE(?: {1,20}([0-9]{3,4}))?\s{0,40}")
_HEADS: Final = re.compile(r"\s{0,8}(?:EZZ8454I )?\s{0,20}[A-Z0-9@#$]{1,8}\s{1,40}STORAGE\s.{0,80}")
_ROW: Final = re.compile(
    r"\s{0,8}(?:E[A-Z]{2}[0-9]{4}I )?\s{0,20}([A-Z0-9@#$]{1,8})\s{1,40}([A-Z0-9][A-Z0-9 -]{1,22}?)\s{1,60}"
    r"([0-9]{1,12}[KM])\s{1,60}([0-9]{1,12}[KM])\s{1,60}([0-9]{1,12}[KM]|NOLIMIT)\s{0,40}"
)
_END: Final = re.compile(r"\s{0,8}EZZ8459I .{0,80}")


@dataclass(slots=True)
class Reply:
    """The reply, a row a kind of storage."""

    first: Line
    sink: Sink
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row of it."""
        if _END.fullmatch(line.text):
            self.close("the end of the reply")
            return Step.DONE
        found = _ROW.fullmatch(line.text)
        if found is None:
            is_mine = line.key is not None or _HEADS.fullmatch(line.text)
            return Step.MORE if is_mine else Step.NOT_MINE
        self.rows += 1
        columns = {
            "stack": found[1],
            "storage": found[2],
            "used": size(found[3]),
            "most_used": size(found[4]),
        }
        limit = None if found[5] == "NOLIMIT" else size(found[5])
        self.sink.give("tcp_storage", row_of(self.first, {**columns, "limit": limit, "record": line.offset}))
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that a heading had no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "kinds of storage below EZZ8453I", why)


def begin(line: Line, sink: Sink) -> tuple[Reply | bool, str | None]:
    """Open a reply."""
    found = _BEGIN.fullmatch(line.text)
    return (Reply(line, sink), found[1]) if found else (False, None)
