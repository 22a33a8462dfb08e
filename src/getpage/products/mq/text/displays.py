"""Replies to `DISPLAY SMDS`, `DISPLAY CFSTRUCT` and `DISPLAY CFSTATUS TYPE(SUMMARY)`: a keyword and its value
each, on one line or on several.

    CSQM201I !MQ21 CSQMDRTC  DIS SMDS DETAILS
    SMDS(MQ21)
    CFSTRUCT(APP1)
    DSBUFS(DEFAULT)
    DSEXPAND(DEFAULT)

    CFSTRUCT(APP1)                    DESCR( )
    CFLEVEL(5) RECOVER(YES) OFFLOAD(SMDS) DSBLOCK(256K) DSBUFS(100) DSEXPAND(YES)

    CFSTATUS(APP1) TYPE(SUMMARY) CFTYPE(APPL) STATUS(ACTIVE) OFFLDUSE(SMDS) SIZEMAX(10240) SIZEUSED(28)
    ENTSMAX(15664) ENTSUSED(4102)

CSQM201I before the first keyword, or a message like it on the same line, names the queue manager that
replied. A line that begins with a verb is a command and no reply. Values that are not known are passed over;
a reply of which nothing is known but its name says nothing.

How sure: keywords and values as the MQSC commands are documented; that z/OS replies in this form as printed
for other objects in IBM's documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.units import KIB
from getpage.products.common.text import figures
from getpage.products.common.text.layout import PrintedColumn, by_label

MARKS: Final = ("SMDS(", "CFSTRUCT(", "CFSTATUS(", "CSQM201I")

_LARGEST: Final = (1 << 32) - 1
_PAIR: Final = re.compile(r"([A-Z][A-Z0-9]{2,11}) ?\(([^()]{0,64})\)")
_MESSAGE: Final = re.compile(r"[ *@+!>]{0,8}CSQM[0-9]{3}I +[^A-Za-z0-9 ]?([A-Z0-9@#$]{1,8}) +")
_HEAD: Final = re.compile(r"\s*(?:SMDS|CFSTRUCT|CFSTATUS) ?\(([A-Z][A-Z0-9@#$]{0,11})\s*\)")
_NAME: Final = re.compile(r"[A-Z][A-Z0-9]{0,11}")
_TABLES: Final = {"SMDS": "mq_smds_definition", "CFSTRUCT": "mq_smds_definition"}
_STATUS: Final = "mq_structure_status"
_REPLIED: Final = "queue manager that replied"
#: What a row needs beside names to say anything.
_SAYS: Final = ("buffers", "expand", "block_bytes", "entries_most")


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    return ((keyword, value.strip()) for keyword, value in _PAIR.findall(text))


def _value(column: PrintedColumn, text: str) -> Any:
    if column.name == "size":
        kilobytes = figures.count(text, _LARGEST)
        return None if kilobytes is None else kilobytes * KIB
    if column.name == "structure" and not _NAME.fullmatch(text):
        return None
    value = figures.of(column, text)
    return None if isinstance(value, int) and column.length <= 4 and value > _LARGEST else value


@dataclass(slots=True)
class Reply:
    """The reply of one object, as far as it is read."""

    first: PrintedLine
    sink: Sink
    queue_manager: str | None
    kind: str = ""
    pairs: dict[str, str] = field(default_factory=dict)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of keywords; the keyword of the next object begins another reply."""
        if _HEAD.match(line.text) and not self._goes_on(line):
            self.end()
            self.first, self.kind, self.pairs = line, "", {}
        return LineAnswer.MORE if self.take(line.text) else LineAnswer.NOT_MINE

    def _goes_on(self, line: PrintedLine) -> bool:
        """Whether it is the structure of a data set, which stands behind it."""
        keyword = next(_pairs(line.text))[0]
        return self.kind == "SMDS" and keyword == "CFSTRUCT" and keyword not in self.pairs

    def take(self, text: str) -> bool:
        """Keep the keywords of a line; whether it has any."""
        pairs = dict(_pairs(text))
        self.kind = self.kind or next(iter(pairs), "")
        self.pairs |= {keyword: value for keyword, value in pairs.items() if keyword not in self.pairs}
        return bool(pairs)

    def close(self, why: str) -> None:  # noqa: ARG002 - a reply ends anywhere
        """Hand on what was read."""
        self.end()

    def end(self) -> None:
        """Hand on the row, where it says anything."""
        table = _TABLES.get(self.kind, _STATUS)
        known, row = by_label(table), Row(queue_manager=self.queue_manager)
        for keyword, text in self.pairs.items():
            column = known.get(keyword)
            if column is None or (text in ("", "DEFAULT") and column.name != "expand"):
                continue
            value = _value(column, text)
            if value is None:
                self.sink.refuse(self.first.offset, f"a value of {keyword}", text)
                return
            row[column.name] = value
        if row.get("structure") is None or not any(name in row for name in _SAYS):
            return
        if table != _STATUS:
            row["kind"] = self.kind
        self.sink.give(table, row_of(self.first, row))


def begin(line: PrintedLine, sink: Sink) -> Reply | bool:
    """Open the reply of the first object."""
    message = _MESSAGE.match(line.text)
    text = line.text[message.end() :] if message else line.text
    if message and not _HEAD.match(text):
        sink.remember(_REPLIED, message[1], line)
        return True
    if not _HEAD.match(text):
        return False
    reply = Reply(line, sink, message[1] if message else sink.recall(_REPLIED, line))
    reply.take(text)
    return reply
