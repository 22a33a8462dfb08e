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
from typing import TYPE_CHECKING, Final

from . import group_forms, names, pool_forms
from .form import Form, Part
from .message import parse
from .reply import begin as begin_reply
from .reply import end, measured, reply
from .section import Section

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Open, Row, Sink

    from .message import Message

STEMS: Final = ("DSN",)
#: How the identifiers of `message` begin.
MARKS: Final = ("DSNB", "DSN9022I")

FORMS: Final[dict[str, Form]] = pool_forms.FORMS | group_forms.FORMS

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


def begin(line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read a message, or open it."""
    message = parse(line)
    return (False, None) if message is None else (_begin(line, message, sink), message.key)


def _begin(line: Line, message: Message, sink: Sink) -> Open | bool:
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


def _section(line: Line, message: Message, sink: Sink) -> Section:
    form = FORMS[message.id]
    section = Section(message, form, reply(message.member, line, sink), line)
    if structure := _STRUCTURE.match(message.words):
        section.reply.put(Part.GROUP, line, {"structure": structure[1].upper()}, message.id)
    section.take(message.words, line)
    return section


def _named(line: Line, message: Message, sink: Sink) -> bool:
    local = _POOL.match(message.words)
    group = _GROUP.search(message.words)
    match = local if message.id == "DSNB401I" else group
    name = match[1].upper() if match else ""
    number = names.pool_id(name)
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


def _page_set(line: Line, message: Message, sink: Sink) -> bool:
    match = _PAGE_SET.match(message.words)
    if not match:
        sink.refuse(line.offset, "DSNB467I STATISTICS FOR TABLE SPACE database.space ...", line.text)
        return True
    row: Row = {"type": match[1].upper(), "database": match[2], "space": match[3]}
    if match[4]:
        row["data_set"] = min(int(match[4]), 0xFFFF)
    reply(message.member, line, sink).begin_page_set(row)
    return True


def _statistics(line: Line, message: Message, sink: Sink) -> bool:
    match = _SINCE.match(message.words)
    if not match:
        sink.refuse(line.offset, f"{message.id} INCREMENTAL or CUMULATIVE STATISTICS SINCE ...", line.text)
        return True
    columns = measured(match[1], names.since(match[2]), line)
    pool_reply = reply(message.member, line, sink)
    if message.id in _MEMBER_SINCE:
        pool_reply.put(Part.GROUP, line, {"member_interval_start": columns["interval_start"]}, message.id)
    else:
        pool_reply.begin_statistics(Part.POOL if message.id in _POOL_SINCE else Part.GROUP, line, columns)
    return True
