"""CSQI010I: the page set report of `DISPLAY USAGE TYPE(PAGESET)`.

    CSQI010I !MQ21 Page set usage ...
    Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
    set   pool    pages  pages   data pages  data pages  count
    _  2      2   1078    1074           4           0   USER    0
    _  3      3   1078    1078           0           0   SYSTEM  0
    _  4      4   1078    1078           0           0   NONE    0
    End of page set report

How sure: rows and headings as printed in IBM REDP-5238, section 4.2.1, and as a public parser reads them
(SYSTEM and NONE by the values of `DEFINE PSID`);
that a page set out of use shows words instead of figures, and the words, from general knowledge of the
message. The expansion count is that since the queue manager started, as in the SMF field.

A report may be printed without its first line. Its queue manager is then the one that the buffer pool
messages of the same reply name right after it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import figures, table
from .table import Report, Rows

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

    from .message import Message

#: Of its headings, and of the rows that can be no other report's.
MARKS = ("UNUSED", " PAGES", "USER ", "SYSTEM ", "NONE ")
IDS = frozenset({"CSQI010I"})

_HEADINGS = re.compile(r"(?:Page +Buffer +Total +Unused|set +pool +pages +pages)\b", re.IGNORECASE)
_END = re.compile(r"End of page set report", re.IGNORECASE)
_FIGURES = re.compile(
    r"[_> -]{0,20}([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20}) +([0-9,]{1,20})"
    r" +([0-9,]{1,20}) +(USER|SYSTEM|NONE) +([0-9,]{1,20})(?: +(YES|NO))?",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"[_> -]{0,20}([0-9]{1,2}) +(?:([0-9]{1,2}) +)?(?:is +)?([A-Z][A-Z ]{2,40})[.]?", re.IGNORECASE
)
_STATUS = {
    "AVAILABLE": "AVAILABLE",
    "DEFINED": "DEFINED",
    "HAS NEVER BEEN ONLINE": "DEFINED",
    "OFFLINE": "OFFLINE",
    "NOT DEFINED": "NOT DEFINED",
    "SUSPENDED": "SUSPENDED",
}
_COLUMNS = ("total_pages", "unused_pages", "persistent_pages", "nonpersistent_pages")
MOST_EXPANSIONS = 0xFFFF


def row(text: str) -> Row | str | None:
    """Read one row: figures, or the words for a page set out of use."""
    match = _FIGURES.fullmatch(text)
    if not match:
        return _out_of_use(text)
    page_set, pool = figures.identifier(match[1]), figures.identifier(match[2])
    values = [figures.count(figure) for figure in match.group(3, 4, 5, 6, 8)]
    if page_set is None or pool is None:
        return "page set and buffer pool between 0 and 99"
    total, unused, persistent, nonpersistent, expansions = values
    if total is None or unused is None or persistent is None or nonpersistent is None or expansions is None:
        return "page counts of 32 bits"
    if unused > total or expansions > MOST_EXPANSIONS:
        return "no more unused pages than pages, and an expansion count of 16 bits"
    columns: Row = {"page_set": page_set, "buffer_pool": pool, **dict(zip(_COLUMNS, values, strict=False))}
    columns |= {"expansion_count": expansions, "expansion_method": match[7].upper(), "status": "AVAILABLE"}
    if match[9]:
        columns["encrypted"] = match[9].upper() == "YES"
    return columns


def _out_of_use(text: str) -> Row | None:
    match = _WORDS.fullmatch(text)
    status = _STATUS.get(" ".join(match[3].upper().split())) if match else None
    if not match or status is None:
        return None
    columns: Row = {"page_set": int(match[1]), "status": status}
    if match[2]:
        columns["buffer_pool"] = int(match[2])
    return columns


REPORT = Report(
    "the page set report", "mq_page_set", _HEADINGS, _END, "End of page set report", _FIGURES, row
)


def begin_message(line: Line, message: Message, sink: Sink) -> Rows | bool:
    """Open the report at its message."""
    if not message.words.lower().startswith("page set usage"):
        if not message.quoted:
            sink.refuse(line.offset, "CSQI010I Page set usage ...", line.text)
        return not message.quoted
    return Rows(REPORT, line, message.queue_manager, sink)


def begin(line: Line, sink: Sink) -> Rows | bool:
    """Open the report where the message itself was not printed."""
    return table.begin_bare(REPORT, line, sink)
