"""Subsystem parameters, as the job that assembles them has them: macros of DSNTIJUZ.

    DSN6SPRM   RESTART,                                                X
               EDMDBDC=40960,                                          X
               MAXRBLK=1000000,                                        X
               ZOSMETRICS=NO
    DSN6GRP    DSHARE=YES,                                             X
               MEMBNAME=DBP1

A job has several macros of these one after the other; together they are one row. DSN6GRP names the member
where DSHARE is YES; else a heading above may. What the job says is in effect only if it ran and the module
was loaded: records that show a size are believed before it.

Reference: IBM Db2 documentation, "DSNTIJUZ", "Directory of subsystem parameters".
"""

from __future__ import annotations

import re
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.text import is_whole
from getpage.products.common.text import layout

from .fragments import subsystem

MARKS: Final = ("DSN6SPRM",)
_TABLE: Final = "db2_parameter"
_BEGINS: Final = re.compile(r" {0,40}DSN6SPRM(?: +[A-Z][A-Z0-9_]{1,40}[,=].*)?", re.IGNORECASE)
_MACRO: Final = re.compile(r" {0,40}DSN6[A-Z]{2,6}(?: +[A-Z][A-Z0-9_]{1,40}[,=].*)?", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?:\.?\*|//\*)")
_PAIR: Final = re.compile(r"(?<![A-Z0-9_])([A-Z][A-Z0-9_]{1,40})=(\(?[A-Z0-9@#$&.,_-]*)", re.IGNORECASE)
_CONTINUED: Final = 71  # column 72
_NAME: Final = re.compile(r"[A-Z@#$][A-Z0-9@#$]{0,7}")
_LARGEST: Final = (1 << 63) - 1


class ParameterJob:
    """The macros of one job as far as they are read."""

    def __init__(self, first: PrintedLine, sink: Sink) -> None:
        """Begin at DSN6SPRM."""
        self._first, self._sink = first, sink
        self._member = subsystem(sink, first)
        self._row: Row = {}
        self._is_shared = False
        self._shared_name: str | None = None
        self.take(first)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of a macro; END, a second DSN6SPRM and JCL end the job."""
        text = line.text[:_CONTINUED].rstrip()
        if _COMMENT.match(text) and not text.startswith("//"):
            return LineAnswer.MORE
        if _BEGINS.fullmatch(text.rstrip()) or not (
            _MACRO.fullmatch(text.rstrip()) or _PAIR.search(text) or _is_list(text)
        ):
            return LineAnswer.NOT_MINE
        self.take(line)
        return LineAnswer.MORE

    def take(self, line: PrintedLine) -> None:
        """The parameters of a line."""
        known = layout.by_label(_TABLE)
        for pair in _PAIR.finditer(line.text[:_CONTINUED]):
            name, value = pair[1].upper(), pair[2].upper().rstrip(",")
            if name == "DSHARE":
                self._is_shared = value == "YES"
            elif name == "MEMBNAME" and _NAME.fullmatch(value):
                self._shared_name = value
            elif name in known:
                self._put(name, known[name], value, line)

    def _put(self, name: str, column: layout.PrintedColumn, text: str, line: PrintedLine) -> None:
        value: Any = text or None
        if column.type != "Utf8":
            value = int(text) if is_whole(text) and len(text) < len(str(_LARGEST)) else None
        if value is None or self._row.get(column.name, value) != value:
            self._sink.refuse(line.offset, f"{name}, once and with a value", line.text)
        else:
            self._row[column.name] = value

    def close(self, why: str) -> None:
        """Hand on the row; a job without a parameter that is read is damage."""
        if not self._row:
            self._sink.refuse(self._first.offset, "DSN6SPRM with its parameters", why)
            return
        member = self._shared_name if self._is_shared and self._shared_name else self._member
        self._sink.row(_TABLE, self._first, {"member": member, **self._row})


def _is_list(text: str) -> bool:
    """A parameter without a value, such as RESTART or ALL."""
    return re.fullmatch(r" {1,40}[A-Z0-9@#$]{1,8}, *", text, re.IGNORECASE) is not None


def begin(line: PrintedLine, sink: Sink) -> ParameterJob | bool:
    """Open a job at its first macro."""
    return ParameterJob(line, sink) if _BEGINS.fullmatch(line.text[:_CONTINUED].rstrip()) else False
