"""Give each message of a display to the reply it belongs to.

    DSNB401I  -DB1A BUFFERPOOL NAME BP2, BUFFERPOOL ID 2, USE COUNT 47
    DSNB409I  -DB1A INCREMENTAL STATISTICS SINCE 14:57:55 JAN 22, 2026
    DSNB467I  -DB1A STATISTICS FOR TABLE SPACE DSNDB06.SYSTSKEY INSTANCE 1 - DATA SET #: 1 USE COUNT: 0
    DSNB750I  -DB1A DISPLAY FOR GROUP BUFFER POOL GBP0 FOLLOWS
    DSNB757I  -DB1A MVS CFRM POLICY STATUS FOR DSNDB1A_GBP0 = NORMAL
    DSN9022I  -DB1A DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION

How sure: DSNB401I, 409I, 467I, 750I and 783I by their pages or samples in IBM's documentation, 410I by its
page; 464I to 466I and 772I (member statistics since) from general knowledge of the output.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, Open, PrintedLine, Row, Sink
from getpage.products.common.text import figures

from . import pool_forms
from .form import MessageForm, Part, PoolReply, end, measured, normal, pairs, reply
from .form import begin as begin_reply
from .message import Db2Message, is_head, parse, pool_id, since

_FRAMES = re.compile(r"([0-9,]{1,20}) BUFFERS USING (4K|1M|2G) FRAME SIZE ALLOCATED", re.IGNORECASE)
_PREFERRED = re.compile(r"PREFERRED FRAME SIZE:? (4K|1M|2G)", re.IGNORECASE)
_FRAME_COLUMNS: Final = {"4K": "buffers_in_4k", "1M": "buffers_in_1m", "2G": "buffers_in_2g"}


@dataclass(slots=True)
class DisplaySection:
    """A message and how far it is read."""

    message: Db2Message
    form: MessageForm
    reply: PoolReply
    first: PrintedLine
    heading: str = ""
    pending: str = ""
    taken: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line that follows."""
        text = line.text.strip()
        if line.key is None and (not text or is_head(line.text)):
            return LineAnswer.NOT_MINE
        if self.take(text, line) or line.key is not None:
            return LineAnswer.MORE
        return LineAnswer.NOT_MINE

    def take(self, text: str, line: PrintedLine) -> bool:
        """Read a line; False when none of its labels is known here."""
        if self._frames(text, line):
            return True
        labelled, rest = pairs(f"{self.pending} {text}" if self.pending else text)
        known = False
        for label, value in labelled:
            known = self._value(label, value, line) or known
        waits = rest.endswith("=") and self._slot(normal(rest[:-1])) is not None
        self.pending = rest if waits else ""
        if not waits and normal(rest) in self.form.under:
            self.heading = normal(rest)
            known = True
        return known or waits

    def _slot(self, label: str) -> tuple[str, str] | None:
        heading, _, last = label.rpartition(" - ")
        for at, name in ((heading, last), (self.heading, label), (self.heading, last)):
            if self.form.slot(at, name):
                return at, name
        return None

    def _value(self, label: str, text: str, line: PrintedLine) -> bool:
        place = self._slot(label)
        slot = self.form.slot(*place) if place else None
        if place is None or slot is None:
            return False
        self.taken += 1
        columns = slot.read(text)
        if columns is None:
            self.reply.sink.refuse(line.offset, f"{slot.kind.value} after {place[1]} =", line.text)
            return True
        self.reply.put(self.form.part, self.first, columns, self.message.id)
        self.heading = place[1] if place[1] in self.form.under else place[0]
        return True

    def _frames(self, text: str, line: PrintedLine) -> bool:
        if self.message.id != "DSNB546I":
            return False
        preferred, used = _PREFERRED.search(text), _FRAMES.search(text)
        columns: dict[str, object] = {"frame_size": preferred[1].upper()} if preferred else {}
        if used:
            number = figures.count(used[1])
            if number is None:
                self.reply.sink.refuse(line.offset, "a count before BUFFERS USING", line.text)
            else:
                columns[_FRAME_COLUMNS[used[2].upper()]] = number
        if columns:
            self.taken += 1
            self.reply.put(self.form.part, self.first, columns, self.message.id)
        return bool(columns)

    def close(self, why: str) -> None:
        """A message without any readable value is damage, and so is a label without its value."""
        if self.pending or not self.taken:
            expected = f"{self.message.id} with {', '.join(sorted(self._labels()))} or the like"
            self.reply.sink.refuse(self.first.offset, expected, f"{self.first.text} ({why})")

    def _labels(self) -> list[str]:
        labels = [*self.form.labels, *(label for under in self.form.under.values() for label in under)]
        return labels[:2] or ["PREFERRED FRAME SIZE"]


STEMS: Final = ("DSN",)
#: How the identifiers of `message` begin.
MARKS: Final = ("DSNB", "DSN9022I")

FORMS: Final[dict[str, MessageForm]] = pool_forms.FORMS | pool_forms.GROUP_FORMS

_POOL = re.compile(
    r"BUFFERPOOL NAME ([A-Z0-9]{3,6}), BUFFERPOOL ID ([0-9]{1,3})(?:, USE COUNT ([0-9,]{1,15}))?",
    re.IGNORECASE,
)
_GROUP = re.compile(r"DISPLAY FOR GROUP BUFFER POOL (GBP[0-9K]{1,4})(?: FOLLOWS)?", re.IGNORECASE)
_SINCE = re.compile(r"(INCREMENTAL|CUMULATIVE)(?: GROUP DETAIL)? STATISTICS SINCE (.*)", re.IGNORECASE)
_PAGE_SET = re.compile(
    r"STATISTICS FOR (TABLE|INDEX) ?SPACE ([A-Z0-9@#$_-]{1,24})\.([A-Z0-9@#$_-]{1,24})"
    r"(?: INSTANCE [0-9]+)?(?:(?: -)? DATA ?SET #: ?([0-9]+))?.*",
    re.IGNORECASE,
)
_STRUCTURE = re.compile(r"MVS CFRM POLICY STATUS FOR ([A-Z0-9@#$_]{1,16}) *=", re.IGNORECASE)
_POOL_SINCE: Final = ("DSNB409I", "DSNB410I")
_GROUP_SINCE: Final = ("DSNB782I", "DSNB783I")
_MEMBER_SINCE: Final = ("DSNB772I",)
_ENDS: Final = ("DSN9022I", "DSNB790I")
IDS: Final = frozenset(
    {
        "DSNB401I",
        "DSNB467I",
        "DSNB750I",
        "DSNB751I",
        *FORMS,
        *_POOL_SINCE,
        *_GROUP_SINCE,
        *_MEMBER_SINCE,
        *_ENDS,
    }
)


def begin(line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read a message, or open it."""
    message = parse(line)
    return (False, None) if message is None else (_begin(line, message, sink), message.key)


def _begin(line: PrintedLine, message: Db2Message, sink: Sink) -> Open | bool:
    """A message's first line: done, not known, or open for more lines."""
    if message.id not in IDS:
        return False
    if message.id in _ENDS:
        return end(message.member, line, sink)
    if message.id in FORMS:
        return _section(line, message, sink)
    if message.id in ("DSNB401I", "DSNB750I", "DSNB751I"):
        return _named(line, message, sink)
    if message.id == "DSNB467I":
        return _page_set(line, message, sink)
    return _statistics(line, message, sink)


def _section(line: PrintedLine, message: Db2Message, sink: Sink) -> DisplaySection:
    form = FORMS[message.id]
    section = DisplaySection(message, form, reply(message.member, line, sink), line)
    if structure := _STRUCTURE.match(message.words):
        section.reply.put(Part.GROUP, line, {"structure": structure[1].upper()}, message.id)
    section.take(message.words, line)
    return section


def _named(line: PrintedLine, message: Db2Message, sink: Sink) -> bool:
    local = _POOL.match(message.words)
    group = _GROUP.search(message.words)
    match = local if message.id == "DSNB401I" else group
    name = match[1].upper() if match else ""
    number = pool_id(name)
    if match is None or number is None:
        end(message.member, line, sink)
        sink.refuse(line.offset, f"{message.id} and the name of a buffer pool", line.text)
        return True
    pool_reply = begin_reply(message.member, line, sink, {"buffer_pool": number, "pool": name})
    columns: Row = {}
    if local and local[3]:
        columns["use_count"] = int(local[3].replace(",", "") or 0)
    pool_reply.put(Part.POOL if local else Part.GROUP, line, columns, message.id)
    return True


def _page_set(line: PrintedLine, message: Db2Message, sink: Sink) -> bool:
    match = _PAGE_SET.match(message.words)
    if not match:
        sink.refuse(line.offset, "DSNB467I STATISTICS FOR TABLE SPACE database.space ...", line.text)
        return True
    row: Row = {"type": match[1].upper(), "database": match[2], "space": match[3]}
    if match[4]:
        row["data_set"] = min(int(match[4]), 0xFFFF)
    reply(message.member, line, sink).begin_page_set(row)
    return True


def _statistics(line: PrintedLine, message: Db2Message, sink: Sink) -> bool:
    match = _SINCE.match(message.words)
    if not match:
        sink.refuse(line.offset, f"{message.id} INCREMENTAL or CUMULATIVE STATISTICS SINCE ...", line.text)
        return True
    columns = measured(match[1], since(match[2]), line)
    pool_reply = reply(message.member, line, sink)
    if message.id in _MEMBER_SINCE:
        pool_reply.put(Part.GROUP, line, {"member_interval_start": columns["interval_start"]}, message.id)
    else:
        pool_reply.begin_statistics(Part.POOL if message.id in _POOL_SINCE else Part.GROUP, line, columns)
    return True
