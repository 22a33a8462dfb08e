"""Transactions of log records X'56FA', as columns under the names of their fields.

    TPTRAN;TPCLASS;TPCPSTN;TPMPP;TPINUTC;TPSTARTU;TPENDU;TPTDBIO
    PAYT1;1;5;Y;2026-03-12 09:00:00.12;2026-03-12 09:00:02.31;2026-03-12 09:00:02.53;64000

One line per record, with semicolons, tabs or `|` between the columns (a table with commas is no evidence).
TPTRAN, TPSTARTU and TPENDU are needed, in any order, but no time may come first: it would be taken for that
of a log. Times are local, and an offset behind them is passed over; TPTDBIO and TPTDBPL are microseconds. A
message waited from TPINUTC to TPSTARTU, and its unit of work lasts to TPENDU. There is a record per message,
and per unit of work of programs without messages.

A day has millions of such records. They are added up as they are read: by transaction, class and quarter of
an hour, and by region.

How sure: names, meanings and units of the fields as BMC AMI Datastream for IMS and Zetaly document them.
Where the fields stand in the record no public document says; ILOGREC RECID=56 maps it at the site. When it
is written, IBM IMS 15 documentation, "Monitoring transaction-level statistics".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures

from .regions import MOST_REGIONS
from .regions import TABLE as REGIONS

MARKS: Final = ("TPSTARTU",)
TABLE: Final = "ims_transaction"
QUARTER: Final = timedelta(minutes=15)
#: Transactions by class and quarter of an hour that are kept; a day of a large IMS has some 50,000. Ours.
MOST_GROUPS: Final = 400_000
#: Units of work that last longer are batch programs without checkpoints; longer ones are refused. Ours.
LONGEST: Final = timedelta(days=2)

_NEEDED: Final = ("TPTRAN", "TPSTARTU", "TPENDU")
_TIMES: Final = ("TPINUTC", "TPSTARTU", "TPENDU")
_KINDS: Final = {
    "TPMPP": "MPP",
    "TPBMP": "BMP",
    "TPIFP": "IFP",
    "TPDBT": "DBT",
    "TPJAVA": "JAVA",
    "TPCPIC": "CPIC",
}
_COLUMN: Final = re.compile(r"[A-Z][A-Z0-9_@#$]{1,15}")
_NAME: Final = re.compile(r"[A-Z0-9@#$*-]{1,8}")
_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[ T-]([0-9]{2}[:.][0-9]{2}[:.][0-9]{2})(?:[.,]([0-9]{1,9}))?"
    r"(?: ?(?:Z|[+-][0-9]{2}:?[0-9]{2}))?"
)
_LAST: Final = datetime.max - QUARTER  # the interval that it is in has an end
_MOST_CLASS: Final = 2_047
_MOST_US: Final = int(LONGEST.total_seconds() * 1e6)
_DAMAGED: Final = "a transaction, and times of its arrival, start and end that there can be, in this order"


@dataclass(slots=True)
class _Group:
    """Sums of one transaction in one quarter of an hour."""

    line: PrintedLine
    arrived: int = 0
    units: int = 0
    queued: int = 0
    queue_us: float = 0.0
    queue_most_us: float = 0.0
    processing_us: float = 0.0
    lock_us: float = 0.0
    db_io_us: float = 0.0


@dataclass(slots=True)
class _Busy:
    """What a region did in one quarter of an hour."""

    line: PrintedLine
    busy_us: float = 0.0
    units: int = 0
    classes: set[int] = field(default_factory=set)


@dataclass(slots=True)
class TransactionRecords:
    """The lines below one line of names."""

    first: PrintedLine
    sink: Sink
    names: tuple[str, ...]
    separator: str
    groups: dict[tuple[str, int | None, str | None, datetime], _Group] = field(default_factory=dict)
    regions: dict[tuple[int, str | None, str | None, datetime], _Busy] = field(default_factory=dict)
    is_full: bool = False

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Add a record to its sums."""
        cells = [cell.strip().strip('"').strip() for cell in line.text.split(self.separator)]
        if len(cells) == 1:
            return LineAnswer.NOT_MINE
        if len(cells) != len(self.names):
            self.sink.refuse(line.offset, f"{len(self.names)} columns, as in the line of names", line.text)
            return LineAnswer.MORE
        if tuple(cell.upper() for cell in cells) != self.names and not self._add(
            line, dict(zip(self.names, cells, strict=True))
        ):
            self.sink.refuse(line.offset, _DAMAGED, line.text)
        return LineAnswer.MORE

    def _add(self, line: PrintedLine, cells: dict[str, str]) -> bool:
        came, start, end = (_moment(cells.get(name, "")) for name in _TIMES)
        if came is None and cells.get("TPINUTC", "").strip("0-:. "):
            return False  # a time that is none; without an arrival it is blank, or zeros
        name = cells["TPTRAN"] or cells.get("TPCPPSB", "")
        numbers = [_count(cells.get(column, ""), most) for column, most in _COUNTS.items()]
        io, lock, number, of_class = numbers
        if start is None or end is None or end > _LAST or not _NAME.fullmatch(name) or None in numbers:
            return False
        length = end - start
        if not timedelta(0) <= length <= LONGEST or (came is not None and start - came > LONGEST):
            return False
        if (io or 0) + (lock or 0) > length.total_seconds() * 1e6 + 1:
            return False
        flags = [kind for column, kind in _KINDS.items() if figures.flag(cells.get(column, ""))]
        kind = flags[0] if flags else None
        key = (name, of_class or None, kind)
        group = self._group(line, key, _quarter(start))
        if group is None:
            return True
        group.units += 1
        group.processing_us += length.total_seconds() * 1e6
        group.lock_us += lock or 0
        group.db_io_us += io or 0
        if came is not None and came <= start:
            waited = (start - came).total_seconds() * 1e6
            group.queued += 1
            group.queue_us += waited
            group.queue_most_us = max(group.queue_most_us, waited)
            if (arrival := self._group(line, key, _quarter(came))) is not None:
                arrival.arrived += 1
        if number:
            self._occupy(line, (number, cells.get("TPJOBN", "")[:8] or None, kind), of_class or 0, start, end)
        return True

    def _group(
        self, line: PrintedLine, key: tuple[str, int | None, str | None], at: datetime
    ) -> _Group | None:
        group = self.groups.get((*key, at))
        if group is None:
            if len(self.groups) >= MOST_GROUPS:
                self._refuse_once(line)
                return None
            group = self.groups[*key, at] = _Group(line)
        return group

    def _occupy(
        self,
        line: PrintedLine,
        region: tuple[int, str | None, str | None],
        of_class: int,
        start: datetime,
        end: datetime,
    ) -> None:
        """Add the time of a unit of work to each quarter of an hour that it lasts in."""
        at, is_first = _quarter(start), True
        while at < end or is_first:
            busy = self.regions.get((*region, at))
            if busy is None:
                if len(self.regions) >= MOST_GROUPS:
                    self._refuse_once(line)
                    return
                busy = self.regions[*region, at] = _Busy(line)
            busy.busy_us += (min(end, at + QUARTER) - max(start, at)).total_seconds() * 1e6
            busy.units += is_first
            if of_class:
                busy.classes.add(of_class)
            at, is_first = at + QUARTER, False

    def _refuse_once(self, line: PrintedLine) -> None:
        if not self.is_full:
            self.is_full = True
            self.sink.refuse(
                line.offset, f"{MOST_GROUPS:,} transactions by quarter of an hour at most", line.text
            )

    def _is_known(self, column: str) -> bool:
        return _OF_COLUMN.get(column, "TPTRAN") in self.names

    def close(self, why: str) -> None:  # noqa: ARG002 - records end where they end
        """Hand on the sums."""
        for (name, of_class, kind, at), group in self.groups.items():
            row: Row = {
                **_interval(at),
                "transaction": name,
                "class": of_class,
                "kind": kind,
                **{column: getattr(group, column) for column in _SUMS if self._is_known(column)},
            }
            self.sink.give(TABLE, row_of(group.line, row))
        for (number, job, kind, at), busy in self.regions.items():
            row = {
                **_interval(at),
                "region": number,
                "job": job,
                "kind": kind,
                "classes": _listed(busy.classes),
                "is_start": False,
                "busy_us": busy.busy_us,
                "units": busy.units,
            }
            self.sink.give(REGIONS, row_of(busy.line, row))


_SUMS: Final = (
    *("arrived", "units", "queued", "queue_us", "queue_most_us", "processing_us", "lock_us", "db_io_us"),
)
#: Columns with counts, and the most that they can have.
_COUNTS: Final = {"TPTDBIO": _MOST_US, "TPTDBPL": _MOST_US, "TPCPSTN": MOST_REGIONS, "TPCLASS": _MOST_CLASS}
#: Sums that are not known without a column.
_OF_COLUMN: Final = {"lock_us": "TPTDBPL", "db_io_us": "TPTDBIO"} | dict.fromkeys(
    ("arrived", "queued", "queue_us", "queue_most_us"), "TPINUTC"
)
_LONGEST_LIST: Final = 40


def _interval(at: datetime) -> Row:
    return {"written": at + QUARTER, "interval_start": at, "interval_us": QUARTER.total_seconds() * 1e6}


def _listed(classes: set[int]) -> str | None:
    """As many classes as a column has room for, the smallest first."""
    text = ""
    for number in sorted(classes):
        longer = f"{text},{number}" if text else str(number)
        if len(longer) > _LONGEST_LIST:
            break
        text = longer
    return text or None


def _count(text: str, most: int) -> int | None:
    return 0 if text in ("", "-") else figures.count(text, most)


def _quarter(at: datetime) -> datetime:
    return at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0)


def _moment(text: str) -> datetime | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    at = figures.moment(figures.calendar(match[1], match[2], match[3]), figures.clock(match[4]))
    return at and at.replace(microsecond=int((match[5] or "").ljust(6, "0")[:6]))


def _separators(text: str) -> Iterator[str]:
    return (mark for mark in (";", "\t", "|") if mark in text)


def begin(line: PrintedLine, sink: Sink) -> TransactionRecords | bool:
    """Open records at their line of names."""
    for mark in _separators(line.text):
        names = tuple(cell.strip().strip('"').upper() for cell in line.text.split(mark))
        if all(map(_COLUMN.fullmatch, names)) and all(name in names for name in _NEEDED):
            if len(set(names)) != len(names) or names[0] in _TIMES:
                sink.refuse(line.offset, "each column once, and no time first", line.text)
                return True
            return TransactionRecords(line, sink, names, mark)
    return False
