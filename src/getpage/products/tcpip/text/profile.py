"""Statements of PROFILE.TCPIP, or of a data set of V TCPIP,,OBEYFILE, that set buffers and SMC.

    TCPCONFIG TCPRCVBUFRSIZE 65536 TCPSENDBFRSIZE 64K
       TCPMAXRCVBUFRSIZE 2M   TCPMAXSENDBUFRSIZE 2M
    GLOBALCONFIG ECSALIMIT 200M SMCR PFID 0018 PFID 0019 FIXEDMEMORY 256 ; two adapters

Keywords may be shortened as the manual has them; a statement goes on until a line begins with no keyword of
its own. A profile names no stack.

Reference: IBM z/OS Communications Server: IP Configuration Reference, TCPCONFIG and GLOBALCONFIG.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of
from getpage.core.text import is_whole
from getpage.core.units import MIB

from .values import MOST_BYTES, size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("TCPCONFIG", "GLOBALCONF")
_TABLE: Final = "tcp_configuration"
_BEGIN: Final = re.compile(r"\s{0,20}(TCPCONFIG|GLOBALCONF(?:I(?:G)?)?)(?:\s.{0,300})?", re.IGNORECASE)
#: Keywords of sizes: shortest spelling, whole spelling, column.
_SIZES: Final = (
    ("TCPRCVB", "TCPRCVBUFRSIZE", "receive_buffer"),
    ("TCPSENDB", "TCPSENDBFRSIZE", "send_buffer"),
    ("TCPMAXRCVB", "TCPMAXRCVBUFRSIZE", "most_receive_buffer"),
    ("TCPMAXSENDB", "TCPMAXSENDBUFRSIZE", "most_send_buffer"),
    ("ECSAL", "ECSALIMIT", "ecsa_limit"),
    ("POOLL", "POOLLIMIT", "pool_limit"),
)
_FLAGS: Final = {
    "SELECTIVEACK": ("selective_ack", True),
    "NOSELECTIVEACK": ("selective_ack", False),
    "TCPTIMESTAMP": ("timestamps", True),
    "NOTCPTIMESTAMP": ("timestamps", False),
    "DELAYACKS": ("delay_acks", True),
    "NODELAYACKS": ("delay_acks", False),
}
_SMC: Final = {
    "SMCR": ("smcr", True),
    "NOSMCR": ("smcr", False),
    "SMCD": ("smcd", True),
    "NOSMCD": ("smcd", False),
}
#: Keywords that only say that the statement goes on.
_OTHERS: Final = (
    *("CONNECT", "AUTODELAY", "EPHEMERAL", "FINW", "FRRTH", "INT", "KEEPALIVE", "MAXI", "NAGLE", "NONAGLE"),
    *("QUEUED", "UNRESTRICT", "RESTRICT", "RETRANSMIT", "SENDG", "TIMEWAIT", "TTLS", "NOTTLS", "PFID"),
    *(
        "PORTN",
        "MTU",
        "TCPKEEP",
        "TCPIPSTAT",
        "NOTCPIPSTAT",
        "ZIIP",
        "NOZIIP",
        "SMCG",
        "AUTOIQD",
        "NOAUTOIQD",
    ),
    *(
        "IQD",
        "NOIQD",
        "SYSPLEX",
        "MLSCH",
        "NOMLSCH",
        "XCF",
        "EXPLICIT",
        "NOEXPLICIT",
        "WLMP",
        "NOWLMP",
        "SEGMENT",
    ),
    *("NOSEGMENT", "ADJUSTDV", "ZERT", "NOZERT", "MAXRECS"),
)


@dataclass(slots=True)
class Statement:
    """One statement, as far as it was read."""

    first: Line
    sink: Sink
    row: Row
    smc: str = ""
    wanted: str = ""

    def feed(self, line: Line) -> Step:
        """Take a line of it."""
        if not line.text.partition(";")[0].strip():
            return Step.MORE if line.text.strip() else Step.NOT_MINE
        if not self.wanted and not _is_known(next(_words(line.text))):
            return Step.NOT_MINE
        self.take(line, line.text)
        return Step.MORE

    def take(self, line: Line, text: str) -> None:
        """What its words say."""
        for word in _words(text):
            if self.wanted:
                self._value(line, word)
            elif word in _SMC:
                column, enabled = _SMC[word]
                self.row[column], self.smc = enabled, column
            elif word in _FLAGS:
                column, enabled = _FLAGS[word]
                self.row[column] = enabled
            elif word == "FIXEDMEMORY" and self.smc:
                self.wanted = f"{self.smc}_memory"
            else:
                self.wanted = _column(word)

    def _value(self, line: Line, word: str) -> None:
        column, self.wanted = self.wanted, ""
        if column.endswith("_memory"):  # in megabytes
            value = int(word) * MIB if is_whole(word) and len(word) <= 9 else None
        else:
            value = size(word)
        if value is None or value > MOST_BYTES:
            self.sink.refuse(line.offset, f"bytes for {column} of a profile", line.text)
            return
        self.row[column] = value

    def close(self, why: str) -> None:
        """The statement ends; a keyword without its value was cut off."""
        if self.wanted:
            self.sink.refuse(self.first.offset, f"bytes for {self.wanted} of a profile", why)
        self.sink.give(_TABLE, self.row)


def _words(text: str) -> Iterator[str]:
    return iter(text.partition(";")[0].upper().split())


def _column(word: str) -> str:
    found = (column for least, most, column in _SIZES if word.startswith(least) and most.startswith(word))
    return next(found, "")


def _is_known(word: str) -> bool:
    return (
        bool(_column(word))
        or word in _SMC
        or word in _FLAGS
        or word == "FIXEDMEMORY"
        or word.startswith(_OTHERS)
    )


def begin(line: Line, sink: Sink) -> Statement | bool:
    """Open a statement."""
    found = _BEGIN.fullmatch(line.text)
    if found is None:
        return False
    rest = line.text[found.end(1) :]
    word = next(_words(rest), "")
    if word and not _is_known(word):
        return False  # prose that begins with the name of the statement
    made = Statement(line, sink, row_of(line, {"report": "PROFILE"}))
    made.take(line, rest)
    return made
