"""Replies to `DISPLAY SMDS`, `DISPLAY CFSTRUCT`, `DISPLAY CFSTATUS TYPE(SUMMARY)`, `DISPLAY QSTATUS` and
`DISPLAY QLOCAL`: a keyword and its value each, on one line or on several.

    CSQM201I !MQ21 CSQMDRTC  DIS SMDS DETAILS
    SMDS(MQ21)
    CFSTRUCT(APP1)
    DSBUFS(DEFAULT)
    DSEXPAND(DEFAULT)

    CFSTRUCT(APP1)                    DESCR( )
    CFLEVEL(5) RECOVER(YES) OFFLOAD(SMDS) DSBLOCK(256K) DSBUFS(100) DSEXPAND(YES)

    CFSTATUS(APP1) TYPE(SUMMARY) CFTYPE(APPL) STATUS(ACTIVE) OFFLDUSE(SMDS) SIZEMAX(10240) SIZEUSED(28)
    ENTSMAX(15664) ENTSUSED(4102)

    QUEUE(PAY.RECON) TYPE(QUEUE) CURDEPTH(36000) IPPROCS(0) OPPROCS(1) MSGAGE(10815) UNCOM(NO)

    QUEUE(PAY.RECON) TYPE(QLOCAL) PSID(4) STGCLASS(RECON)

CSQM201I before the first keyword, or a message like it on the same line, names the queue manager that
replied. A line that begins with a verb is a command and no reply. Values that are not known are passed over;
a reply of which nothing is known but its name says nothing.

How sure: keywords and values as the MQSC commands are documented; that z/OS replies in this form as printed
for other objects in IBM's documentation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.units import KIB
from getpage.products.common.text import figures
from getpage.products.common.text.layout import PrintedColumn, by_label

from . import usage

MARKS: Final = ("SMDS(", "CFSTRUCT(", "CFSTATUS(", "QUEUE(", "CSQM201I")

_LARGEST: Final = (1 << 32) - 1
_PAIR: Final = re.compile(r"([A-Z][A-Z0-9]{2,11}) ?\(([^()]{0,64})\)")
_MESSAGE: Final = re.compile(r"[ *@+!>]{0,8}CSQM[0-9]{3}I +[^A-Za-z0-9 ]?([A-Z0-9@#$]{1,8}) +")
_HEAD: Final = re.compile(
    r"\s*(?:(?:SMDS|CFSTRUCT|CFSTATUS) ?\([A-Z][A-Z0-9@#$]{0,11}\s*\)|QUEUE ?\([A-Za-z0-9._%/]{1,48}\s*\))"
)
#: Of a reply each line begins with a keyword and its value, of a command with a verb.
_GOES_ON: Final = re.compile(r"\s*[A-Z][A-Z0-9]{2,11} ?\(")
_NAME: Final = re.compile(r"[A-Z][A-Z0-9]{0,11}")
_TABLES: Final = {
    **dict.fromkeys(("SMDS", "CFSTRUCT"), "mq_smds_definition"),
    "QUEUE": "mq_queue",
}
_STATUS: Final = "mq_structure_status"
_REPLIED: Final = "queue manager that replied"
#: What a row needs beside names to say anything.
_SAYS: Final = ("buffers", "expand", "block_bytes", "entries_most", "depth", "page_set")
_MOST_PAIRS: Final = 200

#: IBM MQ documentation: MAXDEPTH, and the largest MSGAGE that is shown.
_MOST_MESSAGES: Final = 999_999_999
_QUEUES: Final = "mq_queue"
_QUEUE: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "QUEUE": ("queue", str),
    "QSGDISP": ("shared", lambda text: text == "SHARED"),
    "CFSTRUCT": ("structure", lambda text: text if _NAME.fullmatch(text) else None),
    "PSID": ("page_set", usage.identifier),
    "CURDEPTH": ("depth", lambda text: figures.count(text, _MOST_MESSAGES)),
    "IPPROCS": ("input_handles", usage.count),
    "OPPROCS": ("output_handles", usage.count),
    "MSGAGE": ("oldest_message_age", lambda text: figures.count(text, _MOST_MESSAGES)),
    "UNCOM": ("uncommitted", figures.flag),
}


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


def _readers(table: str) -> Mapping[str, tuple[str, Callable[[str], Any]]]:
    """By keyword the column that its value fills, and how it is read."""
    if table == _QUEUES:
        return _QUEUE
    return {keyword: (column.name, partial(_value, column)) for keyword, column in by_label(table).items()}


def _without_message(text: str) -> tuple[str | None, str]:
    """The queue manager that a message names, and what stands behind it."""
    message = _MESSAGE.match(text)
    return (message[1], text[message.end() :]) if message else (None, text)


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
        replied, text = _without_message(line.text)
        if not _GOES_ON.match(text):
            return LineAnswer.NOT_MINE
        if _HEAD.match(text) and not self._goes_on(text):
            self.end()
            self.first, self.kind, self.pairs = line, "", {}
            self.queue_manager = replied or self.queue_manager
        return LineAnswer.MORE if self.take(text) else LineAnswer.NOT_MINE

    def _goes_on(self, text: str) -> bool:
        """Whether it is the structure of a data set or a queue, which stands behind it."""
        is_structure = next(_pairs(text), ("", ""))[0] == "CFSTRUCT"
        return is_structure and self.kind in ("SMDS", "QUEUE") and "CFSTRUCT" not in self.pairs

    def take(self, text: str) -> bool:
        """Keep the keywords of a line; whether it has any."""
        pairs = dict(_pairs(text))
        self.kind = self.kind or next(iter(pairs), "")
        if len(self.pairs) < _MOST_PAIRS:
            self.pairs = pairs | self.pairs
        return bool(pairs)

    def close(self, why: str) -> None:  # noqa: ARG002 - a reply ends anywhere
        """Hand on what was read."""
        self.end()

    def end(self) -> None:
        """Hand on the row, where it says anything."""
        table = _TABLES.get(self.kind, _STATUS)
        readers, row = _readers(table), Row(queue_manager=self.queue_manager)
        for keyword, text in self.pairs.items():
            name, read = readers.get(keyword, ("", str))
            if not name or (text in ("", "DEFAULT") and name != "expand"):
                continue
            value = read(text)
            if value is None:
                self.sink.refuse(self.first.offset, f"a value of {keyword}", text)
                return
            row[name] = value
        is_named = row.get("queue" if table == _QUEUES else "structure") is not None
        if not is_named or not any(name in row for name in _SAYS):
            return
        if table == _QUEUES:
            row.setdefault("shared", False)
        elif table != _STATUS:
            row["kind"] = self.kind
        self.sink.give(table, row_of(self.first, row))


def begin(line: PrintedLine, sink: Sink) -> Reply | bool:
    """Open the reply of the first object, or of the message whose other lines have it."""
    replied, text = _without_message(line.text)
    if not _HEAD.match(text):
        if replied is None:
            return False
        sink.remember(_REPLIED, replied, line)
        return Reply(line, sink, replied)
    reply = Reply(line, sink, replied or sink.recall(_REPLIED, line))
    reply.take(text)
    return reply
