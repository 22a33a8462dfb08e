"""A table of smem: memory by process, or by user (`smem -u`), in KB, or with units (`-k`).

      PID User     Command                         Swap      USS      PSS      RSS
     2001 cognos   /opt/cognos/jre/bin/java -Xm       0  4100000  4120000  4160000
    User     Count     Swap      USS      PSS      RSS
    cognos       3     1.2G    11.4G    11.6G    12.0G

Columns are by these names, in this order; those of other options (-c, -p) are not read. The totals of `-t`
stand below a line of dashes and are passed over.

Reference: smem(8).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.units import KIB
from getpage.products.common.text import figures
from getpage.products.common.text.table import PrintedTable, Rows

from . import clock

MARKS: Final = ("PSS",)

_HEADS: Final = re.compile(r" *(?:(?P<pid>PID) +User +Command|User +Count) +Swap +USS +PSS +RSS *")
_SIZES: Final = ("swap", "uss", "pss", "rss")
_LONGEST_USER: Final = 32
_COMMAND: Final = 128
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_DASHES: Final = re.compile(r" *-{20,200} *")
_BEGUN: Final = re.compile(r" *[^ ]{1,40}(?: +[^ ]{1,300}){4,60} *")


@dataclass(slots=True)
class Processes(Rows):
    """The rows of one table, up to its line of dashes."""

    ended: bool = False

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a row."""
        if _DASHES.fullmatch(line.text):
            self.ended = True
            return LineAnswer.MORE
        if self.ended or not line.text.strip() or clock.is_time(line):
            clock.begin(line, self.sink)
            return LineAnswer.DONE if self.count else LineAnswer.NOT_MINE
        return LineAnswer.NOT_MINE if _HEADS.fullmatch(line.text) else Rows.feed(self, line)


def _read(text: str, *, by_process: bool) -> Row | str | None:
    """A row. Words are split, not matched: a command has blanks, and a pattern with blanks on both sides of
    it takes long for a line of many.
    """
    before, *last = text.rsplit(maxsplit=len(_SIZES)) or [""]
    sizes = [figures.size(word, KIB) for word in last]
    words = before.split(maxsplit=2 if by_process else 1)
    if len(sizes) != len(_SIZES) or len(words) != (3 if by_process else 2) or None in sizes:
        return None
    number, user = words[:2] if by_process else words[::-1]
    if not _NUMBER.fullmatch(number) or len(user) > _LONGEST_USER:
        return None
    row: Row = {"pid" if by_process else "processes": int(number), "user": user}
    if by_process:
        row["command"] = words[2][:_COMMAND]
    return row | dict(zip(_SIZES, sizes, strict=True))


_BY_PROCESS, _BY_USER = (
    PrintedTable(
        name="linux_process",
        rows="rows below the heads of smem",
        read=partial(_read, by_process=by_process),
        begun=_BEGUN,
        damaged="a row of smem, as its heads have it",
    )
    for by_process in (True, False)
)


def begin(line: PrintedLine, sink: Sink) -> Processes | bool:
    """Open a table at its heads."""
    heads = _HEADS.fullmatch(line.text)
    if heads is None:
        return False
    owner = {"written": clock.taken(line, sink), "snapshot": line.offset}
    return Processes(_BY_PROCESS if heads["pid"] else _BY_USER, line, sink, owner)
