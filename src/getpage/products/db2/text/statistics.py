"""Blocks of a statistics report, one or two beside each other: EDM pools, prepares and RID lists.

    ---- HIGHLIGHTS ------------------------------------------------------------
    INTERVAL START  : 07/26/10 19:32:45.57    SAMPLING START: 07/26/10 19:32:45.57
    INTERVAL END    : 07/26/10 19:35:47.34    SAMPLING END  : 07/26/10 19:35:47.34

    EDM POOL                     QUANTITY  /SECOND  /THREAD  /COMMIT
    ---------------------------  --------  -------  -------  -------
    PAGES IN STMT POOL (ABOVE)    1250.00      N/A      N/A      N/A
      FREE PAGES                  1246.46      N/A      N/A      N/A
    FAILS DUE TO STMT POOL FULL      0.00     0.00      N/C     0.00

    RID LIST PROCESSING        QUANTITY  /MINUTE  /THREAD  /COMMIT
    MAX RID BLOCKS ALLOCATED          3     0.13     0.01     0.01

Two blocks of a line are told apart by the columns of their heads. All blocks below the highlights of an
interval are one row of each table; counters are of that interval, rounded where the report abbreviates them.
FREE PAGES and STEALABLE PAGES are of the pool whose pages stand last above. N/A, N/C and N/P are no figures.

How sure: EDM POOL, DYNAMIC SQL STMT and the highlights as printed in IBM's documentation of OMEGAMON for Db2
5.4 to 6.1, RID LIST PROCESSING as in that of BMC AMI Ops Monitor for Db2; OMEGAMON's labels of RID lists from
general knowledge of the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Final

from getpage.contract.printed import Cover, LineAnswer, PrintedLine, Row, Sink
from getpage.products.common.text import figures, layout

from .fragments import subsystem
from .record_trace import moment

MARKS: Final = ("INTERVAL START", "INTERVAL END", "/SECOND", "/MINUTE")
_REPORT: Final = "statistics"
_INTERVAL: Final = "interval of a Db2 statistics report"
_BOUND: Final = re.compile(
    r".{0,40}?\bINTERVAL (START|END) *: *([0-9]{2}/[0-9]{2}/[0-9]{2,4}) ([0-9:.]{8,15})(?: .*)?",
    re.IGNORECASE,
)
_HEAD: Final = re.compile(
    r"(?<![^ ])([A-Z][^ ]{0,20}(?: [^ ]{1,20}){0,5}) +QUANTITY +/(?:SECOND|MINUTE)(?: +/[A-Z]{1,9}){0,2}",
    re.IGNORECASE,
)
_CONTROL: Final = re.compile(r"[01+-](?=[A-Z])")
_RULE: Final = re.compile(r"[- ]{3,}")
_FIGURE: Final = r"(?:[0-9][0-9,]{0,25}(?:\.[0-9]{1,6})?[KMG]?|N/[ACP]|\*{2,12})"
_OTHER: Final = re.compile(rf".{{1,40}}?(?: +{_FIGURE}){{3,4}} *")
_POOL: Final = re.compile(r"PAGES IN (DBD|STMT|SKEL) POOL \(ABOVE\)")
_UNKNOWN: Final = frozenset({"N/A", "N/C", "N/P"})
_TABLES: Final = ("db2_edm_pool", "db2_sql")
_COUNTS: Final = frozenset({"count", "pages", "blocks of 32 KB"})
#: Limits of three kinds are one column.
_ADDED: Final = frozenset({"rid_lists_over_limit"})
_WIDEST: Final = 200
#: Blocks to the right begin behind it.
_HALF: Final = 40
_LARGEST: Final = (1 << 63) - 1

_Columns = Mapping[str, tuple[tuple[str, layout.PrintedColumn], ...]]


@dataclass(slots=True)
class ReportInterval:
    """An interval of a report: when it was, and the rows that its blocks are put into."""

    member: str | None
    start: datetime | None = None
    end: datetime | None = None
    rows: dict[str, Row] = field(default_factory=dict)

    @property
    def times(self) -> Row:
        """Its columns of each row, as far as the highlights stand above."""
        if self.start is None or self.end is None:
            return {"interval_start": self.start}
        length = (self.end - self.start).total_seconds() * 1e6
        return {"interval_start": self.start, "written": self.end, "interval_us": length}


@dataclass(slots=True)
class StatisticsBlock:
    """A block from its first column to its last, as far as it is read."""

    begin: int
    end: int
    pool: str = ""
    columns: dict[str, Row] = field(default_factory=lambda: {table: {} for table in _TABLES})

    def take(self, text: str, line: PrintedLine, sink: Sink) -> bool:
        """Take its part of a line: whether that is a figure of a report."""
        part = " ".join(text[self.begin : self.end].split())
        pool = _POOL.match(part.upper())
        if pool:
            self.pool = pool[1]
        label = _label(part.upper(), self.pool)
        if label is None:
            return _OTHER.fullmatch(part) is not None
        known, length = label
        first = part[length:].split()[0].upper()
        figure = figures.thousands(first)
        if figure is not None and figure <= _LARGEST:
            for table, column in _columns()[known]:
                self._put(table, column.name, round(figure), line, sink)
        elif first not in _UNKNOWN:
            sink.refuse(line.offset, f"a figure of {part[:length]}", line.text)
        return True

    def _put(self, table: str, name: str, figure: int, line: PrintedLine, sink: Sink) -> None:
        row = self.columns[table]
        if name in _ADDED:
            row[name] = row.get(name, 0) + figure
        elif row.setdefault(name, figure) != figure:
            sink.refuse(line.offset, f"each figure of {name.replace('_', ' ')} once", line.text)


@dataclass(slots=True)
class StatisticsBlocks:
    """The blocks that one line of heads begins."""

    first: PrintedLine
    sink: Sink
    interval: ReportInterval
    blocks: tuple[StatisticsBlock, ...]

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of figures; heads, and lines of other reports, are left alone."""
        text = _uncontrolled(line.text)
        begun = _blocks(text)
        if not text.strip() or (begun and not begun[0].begin):
            return LineAnswer.NOT_MINE
        if begun:
            self._beside(begun)
        mine = [block.take(text, line, self.sink) for block in self.blocks]
        if any(mine):
            self.sink.recall(_INTERVAL, line)
            subsystem(self.sink, line)
        is_mine = bool(begun) or any(mine) or _RULE.fullmatch(text)
        return LineAnswer.MORE if is_mine else LineAnswer.NOT_MINE

    def _beside(self, begun: tuple[StatisticsBlock, ...]) -> None:
        """Blocks that begin beside lines of one that goes on: what stood there has ended."""
        edge = begun[0].begin
        self._put_all(block for block in self.blocks if block.begin >= edge)
        left = [block for block in self.blocks if block.begin < edge]
        for block in left:
            block.end = min(block.end, edge)
        self.blocks = (*left, *begun)

    def close(self, why: str) -> None:  # noqa: ARG002
        """Put the figures into the rows of the interval; what contradicts them is damage."""
        self._put_all(self.blocks)

    def _put_all(self, blocks: Iterable[StatisticsBlock]) -> None:
        for block in blocks:
            for table, columns in block.columns.items():
                if columns:
                    self._put(table, columns)

    def _put(self, table: str, columns: Row) -> None:
        interval = self.interval
        row = interval.rows.get(table, {})
        if any(row.get(name, value) != value for name, value in columns.items()):
            self.sink.refuse(self.first.offset, "each block once in an interval", self.first.text)
        elif self.sink.holds(table, {"record": self.first.offset, **row, **columns}):
            if not interval.rows and interval.start is not None and interval.end is not None:
                cover = Cover(table, self.first.system, _REPORT, interval.start, interval.end)
                self.sink.covers.append(cover)
            if table not in interval.rows:
                names = {"member": interval.member, "statistics": "INCREMENTAL", **interval.times}
                interval.rows[table] = self.sink.row(table, self.first, names)
            interval.rows[table].update(columns)


def _uncontrolled(text: str) -> str:
    """A line without the carriage control in its first column."""
    return _CONTROL.sub(" ", text[:_WIDEST], count=1) if _CONTROL.match(text) else text[:_WIDEST]


def _blocks(text: str) -> tuple[StatisticsBlock, ...]:
    """The blocks whose heads stand on a line; what begins in its left half begins with the line."""
    begins = [at if (at := head.start()) > _HALF else 0 for head in _HEAD.finditer(text)]
    return tuple(StatisticsBlock(at, end) for at, end in zip(begins, (*begins[1:], _WIDEST), strict=False))


@cache
def _columns() -> _Columns:
    """The columns of both tables by label, the longest labels first."""
    by_label: dict[str, list[tuple[str, layout.PrintedColumn]]] = {}
    for table in _TABLES:
        for column in layout.columns(table):
            if column.unit not in _COUNTS:
                continue
            for label in column.labels:
                by_label.setdefault(label, []).append((table, column))
    return {label: tuple(by_label[label]) for label in sorted(by_label, key=len, reverse=True)}


def _label(text: str, pool: str) -> tuple[str, int] | None:
    """The label that a part of a line begins with, as the layouts have it, and its characters there."""
    for label in _columns():
        for front in ("", f"{pool} "):
            shown = label.removeprefix(front)
            if f"{front}{shown}" == label and text.startswith(f"{shown} "):
                return label, len(shown) + 1
    return None


def begin(line: PrintedLine, sink: Sink) -> StatisticsBlocks | bool:
    """Remember the interval of the highlights, or open the blocks below a line of heads."""
    bound = _BOUND.fullmatch(line.text[:_WIDEST])
    if bound:
        return _bounded(bound, line, sink)
    blocks = _blocks(_uncontrolled(line.text))
    if not blocks:
        return False
    member = subsystem(sink, line)
    interval = sink.recall(_INTERVAL, line)
    if interval is None:
        sink.remember(_INTERVAL, interval := ReportInterval(member), line)
    return StatisticsBlocks(line, sink, interval, blocks)


def _bounded(bound: re.Match[str], line: PrintedLine, sink: Sink) -> bool:
    at = moment(bound[2], bound[3])
    if at is None:
        sink.refuse(line.offset, f"INTERVAL {bound[1].upper()}: date and time", line.text)
    elif bound[1].upper() == "START":
        sink.remember(_INTERVAL, ReportInterval(subsystem(sink, line), at), line)
    else:
        interval: ReportInterval | None = sink.recall(_INTERVAL, line)
        if interval is None or interval.end is not None:
            return True
        if interval.start is None or at <= interval.start:
            sink.refuse(line.offset, "INTERVAL END after INTERVAL START", line.text)
        else:
            interval.end = at
    return True
