"""The reply to D M=STOR: what central storage is online, and what of it can go offline.

    IEE174I 14.37.22 DISPLAY M 299
    REAL STORAGE STATUS
    ONLINE-NOT RECONFIGURABLE
     0M-8192M
    ONLINE-RECONFIGURABLE
     8192M-12288M
    PENDING OFFLINE
     NONE
    STORAGE INCREMENT SIZE IS 1024M

How sure: the lines as two public console logs have them, of systems that could give nothing back (NONE). One
prints the last megabyte of a range, the other the first behind it: a range of 8191M is one of 8192M. What of
the partition's reserved storage is not online yet, none of them shows. IEE174I begins the replies to other
forms of DISPLAY M, too; these are passed over.

Reference: IBM z/OS MVS System Commands, DISPLAY M; z/OS MVS System Messages, volume 7, IEE174I.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.units import MIB

STEMS: Final = ("IEE", "REAL STORAGE")
MARKS: Final = ("IEE174I", "REAL STORAGE STATUS")
TABLE: Final = "zos_online_storage"

_REPLY: Final = re.compile(r"[ *@+]{0,4}IEE174I .*?\bDISPLAY M\b.*?(?: ([0-9]{3,4}))?\s*")
_TITLE: Final = re.compile(r"\s{0,40}REAL STORAGE STATUS\s*")
_HEADS: Final = {
    "ONLINE-NOT RECONFIGURABLE": "not_reconfigurable_bytes",
    "ONLINE-RECONFIGURABLE": "reconfigurable_bytes",
    "PENDING OFFLINE": "pending_bytes",
}
_RANGE: Final = r"([0-9]{1,9})M *- *([0-9]{1,9})M"
_RANGES: Final = re.compile(rf"\s{{0,40}}(?:NONE|{_RANGE}(?:[ ,]{{1,4}}{_RANGE}){{0,9}})\s*")
_INCREMENT: Final = re.compile(r"\s{0,40}STORAGE INCREMENT SIZE IS ([0-9]{1,9})M\s*")
_OTHER: Final = re.compile(r"\s{0,40}[0-9]{1,9}M (?:IN|OF|UNASSIGNED|RESERVED)\b.{0,60}")
#: More than any machine has, in MiB.
_MOST: Final = 1 << 30


@dataclass(slots=True)
class OnlineStorageReply:
    """The reply as far as it is read."""

    first: PrintedLine
    sink: Sink
    is_titled: bool = False
    under: str = ""
    row: Row = field(default_factory=dict)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the reply."""
        if not self.is_titled:
            self.is_titled = _TITLE.fullmatch(line.text) is not None
            return LineAnswer.MORE if self.is_titled else LineAnswer.NOT_MINE
        head = _HEADS.get(" ".join(line.text.split()))
        if head is not None:
            self.under = head
        elif self.under and _RANGES.fullmatch(line.text):
            self._add(line)
        elif increment := _INCREMENT.fullmatch(line.text):
            self.row["increment_bytes"] = min(int(increment[1]), _MOST) * MIB or None
            self._give("")
            return LineAnswer.DONE
        elif not _OTHER.fullmatch(line.text):
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE

    def _add(self, line: PrintedLine) -> None:
        size = 0
        for begin, end in re.findall(_RANGE, line.text):
            size += int(end) - int(begin) + (int(end) - int(begin)) % 2
            if not int(begin) < int(end) <= _MOST:
                self.sink.refuse(line.offset, "a range of megabytes that rises", line.text)
                return
        self.row[self.under] = self.row.get(self.under, 0) + size * MIB

    def _give(self, why: str) -> None:
        if "reconfigurable_bytes" in self.row:
            self.sink.give(TABLE, row_of(self.first, self.row))
        else:
            self.sink.refuse(self.first.offset, "ranges under ONLINE-RECONFIGURABLE", why)

    def close(self, why: str) -> None:
        """Hand on what is there; of a reply about something else, nothing."""
        if self.is_titled:
            self._give(why)


def begin(line: PrintedLine, sink: Sink) -> tuple[OnlineStorageReply | bool, str | None]:
    """Open a reply, and say which multi-line id its other lines carry."""
    if reply := _REPLY.fullmatch(line.text):
        return OnlineStorageReply(line, sink), reply[1]
    return (OnlineStorageReply(line, sink, is_titled=True) if _TITLE.fullmatch(line.text) else False), None
