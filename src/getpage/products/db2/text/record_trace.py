"""IFCID 199 as a record trace prints it: statistics of a data set over an interval.

    INTERVAL STATIME COMPLETED: 02/09/19 08:51:48.206479
    DBID:      452    DBNAME     : DBPAY    GBP DEPENDENT  :    NO   LAST IN SEQUENCE       NO
    OBID:        2    OBNAME     : TSHIST   TYPE OF DATASET:    DATA
    BPID:      BP0    SHADOW COPY: NO       PARTITION      :        1
                                            LAST STATISTICS: 02/09/19 08:14:50.720136
    SYNC.I/O FOR WRITE AND READ     ASYNC.I/O FOR WRITE, READ, CASTOUT     BUFFER POOL CACHED PAGES
    AVG. DELAY I/O (USEC)     40    AVG. DELAY I/O (USEC)           17     VPOOL CACHE CURR.      1759
    MAX. DELAY I/O (USEC)    979    MAX. DELAY I/O (USEC)         1575     VPOOL CACHE CHANGED       0
    TOTAL I/O PAGES         7727    TOTAL I/O PAGES           28765645
                                    TOTAL I/O COUNT            1798520
    CURRENT GETPAGES             60177764

Of two figures of one label on a line the first is synchronous, the second asynchronous; what stands below
ZHYPERLINK READ is part of the synchronous figures. The line DBID begins a data set, the line of the interval
counts for all that follow it. The member is that of a report heading close above.

How sure: as printed in IBM's documentation of OMEGAMON for Db2 5.5.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.products.common.text import figures, layout

from .display import pool_id
from .fragments import subsystem

MARKS: Final = ("STATIME", "OBNAME", "DBNAME")
_TABLE: Final = "db2_object"
_COMPLETED: Final = "end of the interval of IFCID 199"
_MOMENT: Final = r"([0-9]{2}/[0-9]{2}/[0-9]{2,4}) ([0-9:.]{8,15})"
_INTERVAL: Final = re.compile(rf"INTERVAL STATIME COMPLETED: *{_MOMENT}.*", re.IGNORECASE)
_BEGINS: Final = re.compile(r"DBID *: *[0-9]{1,5} +DBNAME *:.*", re.IGNORECASE)
_PAIR: Final = re.compile(
    rf"(DBID|DBNAME|GBP DEPENDENT|OBID|OBNAME|TYPE OF DATASET|BPID|PARTITION|LAST STATISTICS) *: *"
    rf"({_MOMENT}|[^ ]{{1,24}})",
    re.IGNORECASE,
)
_COLUMNS: Final = {
    "DBID": "database_id",
    "DBNAME": "database",
    "OBID": "object_id",
    "OBNAME": "space",
    "BPID": "pool",
    "PARTITION": "data_set",
    "GBP DEPENDENT": "group_dependent",
    "TYPE OF DATASET": "type",
    "LAST STATISTICS": "interval_start",
}
_TWICE: Final = ("AVG. DELAY I/O (USEC)", "MAX. DELAY I/O (USEC)", "TOTAL I/O PAGES")
_ONCE: Final = ("TOTAL I/O COUNT", "VPOOL CACHE CURR.", "VPOOL CACHE CHANGED", "CURRENT GETPAGES")
_FIGURE: Final = re.compile(
    rf"({'|'.join(map(re.escape, (*_TWICE, *_ONCE)))}) +([^ ]{{1,26}})", re.IGNORECASE
)
_HEADING: Final = re.compile(r"(?:A?SYNC\.I/O FOR .*|SHADOW COPY.*|ZHYPERLINK READ.*|[- ]+)", re.IGNORECASE)
_HYPERLINK: Final = "ZHYPERLINK"
_NAME: Final = re.compile(r"[A-Z0-9@#$_-]{1,24}", re.IGNORECASE)
_LARGEST: Final = (1 << 63) - 1


def moment(day: str, clock: str) -> datetime | None:
    """A time such as `02/09/19 08:51:48.206479`; None where it is none."""
    return figures.moment(figures.american(day), figures.clock(clock))


class DataSetStatistics:
    """One data set as far as it is read."""

    def __init__(self, first: PrintedLine, sink: Sink) -> None:
        """What stands above it counts now: it is closed when the next one has begun."""
        self._end: datetime | None = sink.recall(_COMPLETED, first)
        self._member = subsystem(sink, first)
        self._first, self._sink = first, sink
        self._row: Row = {}
        self._below_hyperlink = False

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line that has one of its labels."""
        text = line.text.strip()
        if (_BEGINS.fullmatch(text) and self._row) or _INTERVAL.fullmatch(text):
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE if self.take(text, line) or _HEADING.fullmatch(text) else LineAnswer.NOT_MINE

    def take(self, text: str, line: PrintedLine) -> bool:
        """Read a line; False when none of its labels is known here."""
        self._below_hyperlink |= text.upper().startswith(_HYPERLINK)
        pairs = list(_PAIR.finditer(text))
        for pair in pairs:
            self._put(pair[1].upper(), _named(pair), line)
        labels: set[str] = set()
        figures_in_it = [] if pairs else list(_FIGURE.finditer(text))
        for figure in figures_in_it:
            label = figure[1].upper()
            kind = "" if label in _ONCE else "ASYNC " if label in labels else "SYNC "
            labels.add(label)
            if self._below_hyperlink and kind:
                continue
            column = layout.by_label(_TABLE)[kind + label]
            self._put(label, (column.name, figures.count(figure[2], _LARGEST)), line)
        return bool(pairs or figures_in_it)

    def _put(self, label: str, column: tuple[str, Any], line: PrintedLine) -> None:
        name, value = column
        if value is None or self._row.get(name, value) != value:
            self._sink.refuse(line.offset, f"a value of {label}, once", line.text)
        else:
            self._row[name] = value

    def close(self, why: str) -> None:
        """Hand on the row; without its pool, object and figures it is damage."""
        row, number = self._row, pool_id(self._row.get("pool", ""))
        if number is None or not {"database", "space", "pages_cached"} <= row.keys():
            self._sink.refuse(self._first.offset, "IFCID 199 with BPID, names and VPOOL CACHE CURR.", why)
            return
        end, start = self._end, row.get("interval_start")
        if end is not None:
            row["written"] = end
            if start is not None and start < end:
                row["interval_us"] = (end - start).total_seconds() * 1e6
        names = {"member": self._member, "buffer_pool": number}
        base = {"record": self._first.offset, "system": self._first.system, "written": self._first.written}
        self._sink.give(_TABLE, {**base, **names, **row})


def _named(pair: re.Match[str]) -> tuple[str, Any]:
    """The column of a label with a colon, and its value; None where it is none."""
    column, text = _COLUMNS[pair[1].upper()], pair[2]
    if column == "interval_start":
        return column, moment(pair[3], pair[4]) if pair[3] else None
    if column in ("database_id", "object_id", "data_set"):
        return column, figures.count(text, 0xFFFF)
    if column == "group_dependent":
        return column, figures.flag(text.upper())
    if column == "type":
        return column, "INDEX" if text.upper() == "INDEX" else "TABLE" if text.upper() == "DATA" else None
    return column, text.upper() if _NAME.fullmatch(text) else None


def begin(line: PrintedLine, sink: Sink) -> DataSetStatistics | bool:
    """Remember the end of the interval, or open a data set."""
    text = line.text.strip()
    interval = _INTERVAL.fullmatch(text[:200])
    if interval:
        end = moment(interval[1], interval[2])
        if end is None:
            sink.refuse(line.offset, "INTERVAL STATIME COMPLETED: date and time", line.text)
        else:
            sink.remember(_COMPLETED, end, line)
        return True
    if not _BEGINS.fullmatch(text[:200]):
        return False
    opened = DataSetStatistics(line, sink)
    opened.take(text, line)
    return opened
