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
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.text import is_whole
from getpage.core.units import MIB
from getpage.products.common.text import figures, layout
from getpage.products.common.text.layout import PrintedColumn

MARKS: Final = ("TCPCONFIG", "GLOBALCONF")
_TABLE: Final = "tcp_configuration"
_BEGIN: Final = re.compile(r"\s{0,20}(TCPCONFIG|GLOBALCONF(?:I(?:G)?)?)(?:\s.{0,300})?", re.IGNORECASE)
#: The shortest spellings of keywords with a size; longer ones go on to the label of the layout.
_SHORTEST: Final = ("TCPRCVB", "TCPSENDB", "TCPMAXRCVB", "TCPMAXSENDB", "ECSAL", "POOLL")
_MEMORY: Final = "FIXEDMEMORY"
_MOST_DIGITS: Final = 9
#: Keywords that only say that the statement goes on.
_OTHERS: Final = (
    *("CONNECT", "AUTODELAY", "EPHEMERAL", "FINW", "FRRTH", "INT", "KEEPALIVE", "MAXI", "NAGLE"),
    *("NONAGLE", "QUEUED", "UNRESTRICT", "RESTRICT", "RETRANSMIT", "SENDG", "TIMEWAIT", "TTLS"),
    *("NOTTLS", "PFID", "PORTN", "MTU", "TCPKEEP", "TCPIPSTAT", "NOTCPIPSTAT", "ZIIP", "NOZIIP", "SMCG"),
    *("AUTOIQD", "NOAUTOIQD", "IQD", "NOIQD", "SYSPLEX", "MLSCH", "NOMLSCH", "XCF", "EXPLICIT"),
    *("NOEXPLICIT", "WLMP", "NOWLMP", "SEGMENT", "NOSEGMENT", "ADJUSTDV", "ZERT", "NOZERT", "MAXRECS"),
)


@dataclass(slots=True)
class Statement:
    """One statement, as far as it was read; `wanted` is the column whose size is the next word."""

    first: PrintedLine
    sink: Sink
    row: Row
    smc: str = ""
    wanted: PrintedColumn | None = None

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of it."""
        if not line.text.partition(";")[0].strip():
            return LineAnswer.MORE if line.text.strip() else LineAnswer.NOT_MINE
        if not self.wanted and not _is_known(next(_words(line.text))):
            return LineAnswer.NOT_MINE
        self.take(line, line.text)
        return LineAnswer.MORE

    def take(self, line: PrintedLine, text: str) -> None:
        """Read its words."""
        for word in _words(text):
            if self.wanted:
                self._value(line, word)
            elif column := _flag(word):
                self.row[column.name] = not word.startswith("NO")
                self.smc = word.removeprefix("NO") if column.name.startswith("smc") else self.smc
            elif word == _MEMORY and self.smc:
                self.wanted = layout.by_label(_TABLE)[f"{self.smc} {_MEMORY}"]
            else:
                self.wanted = _size(word)

    def _value(self, line: PrintedLine, word: str) -> None:
        column, self.wanted = self.wanted, None
        assert column is not None
        if column.name.endswith("_memory"):  # in megabytes
            value = figures.size(word, MIB) if is_whole(word) and len(word) <= _MOST_DIGITS else None
        else:
            value = figures.size(word)
        if value is None:
            self.sink.refuse(line.offset, f"bytes for {column.name} of a profile", line.text)
            return
        self.row[column.name] = value

    def close(self, why: str) -> None:
        """The statement ends; a keyword without its value was cut off."""
        if self.wanted:
            self.sink.refuse(self.first.offset, f"bytes for {self.wanted.name} of a profile", why)
        self.sink.give(_TABLE, self.row)


def _words(text: str) -> Iterator[str]:
    return iter(text.partition(";")[0].upper().split())


def _size(word: str) -> PrintedColumn | None:
    """The column of a keyword with a size, which may be shortened."""
    if not word.startswith(_SHORTEST):
        return None
    columns = layout.by_label(_TABLE).items()
    return next((column for label, column in columns if label.startswith(word)), None)


def _flag(word: str) -> PrintedColumn | None:
    """The column of a keyword that is on, or off with NO in front."""
    column = layout.by_label(_TABLE).get(word.removeprefix("NO"))
    return column if column is not None and column.type == "Boolean" else None


def _is_known(word: str) -> bool:
    return bool(_size(word) or _flag(word)) or word == _MEMORY or word.startswith(_OTHERS)


def begin(line: PrintedLine, sink: Sink) -> Statement | bool:
    """Open a statement."""
    match = _BEGIN.fullmatch(line.text)
    if match is None:
        return False
    rest = line.text[match.end(1) :]
    word = next(_words(rest), "")
    if word and not _is_known(word):
        return False  # prose that begins with the name of the statement
    statement = Statement(line, sink, row_of(line, {"report": "PROFILE"}))
    statement.take(line, rest)
    return statement
