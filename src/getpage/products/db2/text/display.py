"""Give each message of a display to the reply it belongs to.

    DSNB401I  -DB1A BUFFERPOOL NAME BP2, BUFFERPOOL ID 2, USE COUNT 47
    DSNB409I  -DB1A INCREMENTAL STATISTICS SINCE 14:57:55 JAN 22, 2026
    DSNB467I  -DB1A STATISTICS FOR TABLE SPACE DSNDB06.SYSTSKEY INSTANCE 1 - DATA SET #: 1 USE COUNT: 0
    DSNB750I  -DB1A DISPLAY FOR GROUP BUFFER POOL GBP0 FOLLOWS
    DSNB757I  -DB1A MVS CFRM POLICY STATUS FOR DSNDB1A_GBP0 = NORMAL
    DSN9022I  -DB1A DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION

How sure: DSNB401I, 409I, 467I, 750I and 783I by their pages or samples in IBM's documentation, 410I by its
page; 464I to 466I and 772I (member statistics since) from general knowledge of the output.

A console message is taken apart into identifier, command prefix and words:

`DSNB401I  -DB1A BUFFERPOOL NAME BP2, BUFFERPOOL ID 2, USE COUNT 47`: the identifier is followed by the
command prefix of the subsystem, which is the subsystem's or member's name after one special character by
convention; `+` or `-` alone names nobody. A multi-line id ends the first line on a console; figures end
lines too, so a number after `=` or COUNT, or on a line without a log prefix, is never taken for one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from getpage.contract.printed import LineAnswer, Open, PrintedLine, Row, Sink
from getpage.products.common.text import figures

from .form import FRAMES, MessageForm, Part, PoolReply, end, forms, measured, normal, pairs, reply
from .form import begin as begin_reply

#: How the texts of the messages begin, so that their first word is not taken for a command prefix.
_FIRST_WORDS: Final = frozenset(
    (
        *("ALLOCATED", "ASYNCHRONOUS", "BUFFER", "BUFFERPOOL", "CASTOUT", "CASTOUTS", "CLASS", "CROSS"),
        *("CUMULATIVE", "DATA", "DB2", "DISPLAY", "DSNB1CMD", "DUE", "DUPLEXING", "DWT", "DYNAMIC"),
        *("EXPLICIT", "GROUP", "INCREMENTAL", "INDEX", "INDEXSPACE", "LAST", "LIST", "LPL", "MEMBER"),
        *("MVS", "NO", "NUMBER", "OTHER", "PAGE", "PARALLEL", "PGFIX", "PREFERRED", "PREFETCH"),
        *("RANDOM", "READS", "RECLAIMS", "REGISTER", "SECONDARY", "SEQUENTIAL", "SIMULATED"),
        *("STATISTICS", "SYNCHRONOUS", "SYS", "TABLE", "TABLESPACE", "THRESHOLDS", "VP", "WRITES"),
    )
)
_HEAD = re.compile(r"[ *@+!>]{0,8}(DSNB[0-9]{3}I|DSN9022I)(?: (.*))?", re.DOTALL)
_PREFIX = re.compile(r"[^A-Za-z0-9 ]([A-Z0-9@#$]{1,8})|([A-Z@#$][A-Z0-9@#$]{0,7})")
_KEY = re.compile(r"[0-9]{3}")
_NOT_BEFORE_KEY: Final = ("=", "COUNT", ",")


@dataclass(frozen=True, slots=True)
class Db2Message:
    """One message; `key` is the multi-line id that ends its first line."""

    id: str
    member: str | None
    words: str
    key: str | None = None


def is_head(text: str) -> bool:
    """True if a line begins a Db2 message."""
    return _HEAD.match(text) is not None


def parse(line: PrintedLine) -> Db2Message | None:
    """Read the start of a message, or say that this is none."""
    head = _HEAD.fullmatch(line.text)
    if not head:
        return None
    words = (head[2] or "").split()
    key = None
    if not line.bare and len(words) > 1 and _KEY.fullmatch(words[-1]) and _may_precede(words[-2]):
        key = words.pop()
    member = None
    if words and words[0] not in _FIRST_WORDS:
        prefix = _PREFIX.fullmatch(words[0])
        if prefix or not words[0].isalnum():
            member = (prefix[1] or prefix[2]) if prefix else None
            words.pop(0)
    if words and words[0] == "-":
        words.pop(0)
    return Db2Message(head[1], member, " ".join(words), key)


def _may_precede(word: str) -> bool:
    return not word.endswith(_NOT_BEFORE_KEY)


_POOL = re.compile(r"G?BP(?:([0-9]{1,2})|32K([1-9]?)|8K([0-9])|16K([0-9]))")
_LAST_4K: Final = 49
_SINCE = re.compile(r"([0-9]{1,2}:[0-9]{2}:[0-9]{2}) ([A-Z]{3}) ([0-9]{1,2}), ?([0-9]{4})", re.IGNORECASE)


def pool_id(name: str) -> int | None:
    """The identifier of a buffer pool or group buffer pool by its name; None when it is no such name."""
    match = _POOL.fullmatch(name)
    if not match:
        return None
    if match[1] is not None:
        number = int(match[1])
        return number if number <= _LAST_4K else None
    for group, first in ((2, 80), (3, 100), (4, 120)):
        if match[group] is not None:
            return first + int(match[group] or 0)
    return None


def since(text: str) -> datetime | None:
    """A time such as `14:57:55 JAN 22, 2026`; None where the year is not printed or it is no time."""
    match = _SINCE.search(text)
    if not match:
        return None
    return figures.moment(figures.calendar(match[4], match[2], match[3]), figures.clock(match[1]))


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
        heading = normal(rest)
        if heading and not waits and heading in self.form.under:
            self.heading = heading
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
        if self.message.id != FRAMES:
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
        return [*self.form.labels][:2] or ["PREFERRED FRAME SIZE"]


STEMS: Final = ("DSN",)
#: How the identifiers of `message` begin.
MARKS: Final = ("DSNB", "DSN9022I")

_IDENTIFIER = re.compile(
    r"BUFFERPOOL NAME ([A-Z0-9]{3,6}), BUFFERPOOL ID ([0-9]{1,3})(?:, USE COUNT ([0-9,]{1,15}))?",
    re.IGNORECASE,
)
_GROUP = re.compile(r"DISPLAY FOR GROUP BUFFER POOL (GBP[0-9K]{1,4})(?: FOLLOWS)?", re.IGNORECASE)
_STATISTICS = re.compile(r"(INCREMENTAL|CUMULATIVE)(?: GROUP DETAIL)? STATISTICS SINCE (.*)", re.IGNORECASE)
_PAGE_SET = re.compile(
    r"STATISTICS FOR (TABLE|INDEX) ?SPACE ([A-Z0-9@#$_-]{1,24})\.([A-Z0-9@#$_-]{1,24})(?![^ ])"
    r"(?: INSTANCE [0-9]+)?(?:(?: -)? DATA ?SET #: ?([0-9]+))?.*",
    re.IGNORECASE,
)
_STRUCTURE = re.compile(r"MVS CFRM POLICY STATUS FOR ([A-Z0-9@#$_]{1,16}) *=", re.IGNORECASE)
_POOL_SINCE: Final = ("DSNB409I", "DSNB410I")
_GROUP_SINCE: Final = ("DSNB782I", "DSNB783I")
_MEMBER_SINCE: Final = ("DSNB772I",)
_ENDS: Final = ("DSN9022I", "DSNB790I")
_NAMED: Final = ("DSNB401I", "DSNB750I", "DSNB751I")
_OF_PAGE_SET: Final = "DSNB467I"
_STATISTICS_SINCE: Final = (*_POOL_SINCE, *_GROUP_SINCE, *_MEMBER_SINCE)


def begin(line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read a message, or open it."""
    message = parse(line)
    return (False, None) if message is None else (_begin(line, message, sink), message.key)


def _begin(line: PrintedLine, message: Db2Message, sink: Sink) -> Open | bool:
    """A message's first line: done, not known, or open for more lines."""
    if message.id in _ENDS:
        return end(message.member, line, sink)
    if message.id in forms():
        return _section(line, message, sink)
    if message.id in _NAMED:
        return _named(line, message, sink)
    if message.id == _OF_PAGE_SET:
        return _page_set(line, message, sink)
    return message.id in _STATISTICS_SINCE and _statistics(line, message, sink)


def _section(line: PrintedLine, message: Db2Message, sink: Sink) -> DisplaySection:
    form = forms()[message.id]
    section = DisplaySection(message, form, reply(message.member, line, sink), line)
    if structure := _STRUCTURE.match(message.words):
        section.reply.put(Part.GROUP, line, {"structure": structure[1].upper()}, message.id)
    section.take(message.words, line)
    return section


def _named(line: PrintedLine, message: Db2Message, sink: Sink) -> bool:
    local = _IDENTIFIER.match(message.words)
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
        reply(message.member, line, sink).begin_page_set({})
        return True
    row: Row = {"type": match[1].upper(), "database": match[2], "space": match[3]}
    if match[4]:
        row["data_set"] = min(int(match[4]), 0xFFFF)
    reply(message.member, line, sink).begin_page_set(row)
    return True


def _statistics(line: PrintedLine, message: Db2Message, sink: Sink) -> bool:
    match = _STATISTICS.match(message.words)
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
