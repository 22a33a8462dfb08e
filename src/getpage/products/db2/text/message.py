"""Take a Db2 console message apart: identifier, command prefix, words.

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

from getpage.contract.printed import PrintedLine
from getpage.products.common.text import figures

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
