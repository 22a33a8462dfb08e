"""Message regions and what waits for them: how long each was occupied, and what its classes had on the queue.

A message region runs one program at a time, for messages of its classes. By the quarter of an hour, or by the
trace, it was occupied for a share of the time; messages of a class waited from their arrival to the start of
their unit of work. Classes that the same regions serve are one group: what more regions bring, they bring to
all of these classes.

Which regions serve a class their start says (DFS551I), else the transactions that they ran. Regions of other
kinds, threads of DBCTL and batch message programs among them, serve no queue.

Reference: IBM IMS 15 documentation, "Measuring region occupancy", "Input queuing and
scheduling/termination in DB/DC and DCCTL environments".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from math import ceil
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.core.names import Object
from getpage.products.common.subsystem import SubsystemInWindow

from .constants import MOST_OCCUPIED

#: Regions that take messages off the queue.
MESSAGE: Final = ("MPP", "JMP", "JAVA")
#: Start, and length in seconds: a trace may begin with a quarter of an hour and last longer.
Interval = tuple[datetime, float]
_SUMS: Final = ("arrived", "units", "queued", "queue_us", "processing_us", "lock_us", "db_io_us")


@dataclass(frozen=True, eq=False)
class MessageRegion:
    """One dependent region: `classes` by its start in their order, else those of its transactions;
    `shares` are those of each interval in which it was occupied, by the start of the interval.
    """

    number: int
    job: str | None
    kind: str | None
    classes: tuple[int, ...]
    started: Row | None
    shares: Mapping[Interval, float]

    @property
    def name(self) -> str:
        """How sentences name it."""
        return f"{self.job} (region {self.number})" if self.job else f"region {self.number}"


@dataclass(slots=True)
class ClassQueue:
    """What a group of classes, or one transaction, had in one interval; times are in seconds."""

    start: datetime
    seconds: float
    row: Row
    arrived: int = 0
    units: int = 0
    queued: int = 0
    waited: float = 0.0
    processing: float = 0.0
    locks: float = 0.0
    database: float = 0.0
    is_divided: bool = True

    def add(self, row: Row) -> None:
        """Add a transaction."""
        values = [row[name] or 0 for name in _SUMS]
        self.arrived += values[0]
        self.units += values[1]
        self.queued += values[2]
        self.waited += values[3] / 1e6
        self.processing += values[4] / 1e6
        self.locks += values[5] / 1e6
        self.database += values[6] / 1e6
        self.is_divided &= row["lock_us"] is not None and row["db_io_us"] is not None
        if (row["queue_us"] or 0) > (self.row["queue_us"] or 0):
            self.row = row

    @property
    def interval(self) -> Interval:
        """When it was, as regions have it."""
        return self.start, self.seconds

    @property
    def other(self) -> float:
        """Seconds of processing that are neither locks nor database I/O."""
        return max(0.0, self.processing - self.locks - self.database)

    @property
    def mean_wait(self) -> float:
        """Seconds that a message was on the queue."""
        return self.waited / self.queued if self.queued else 0.0

    @property
    def offered(self) -> float:
        """Regions that what arrived would occupy all the time."""
        return self.arrived * self.processing / self.units / self.seconds if self.units else 0.0


@dataclass(frozen=True, eq=False)
class RegionGroup:
    """Classes that the same message regions serve."""

    ims: SubsystemInWindow
    classes: tuple[int, ...]
    regions: tuple[MessageRegion, ...]
    queues: Sequence[ClassQueue] = field(default=())

    @property
    def name(self) -> str:
        """`class 1`, or `classes 1, 4`."""
        numbers = ", ".join(map(str, self.classes))
        return f"class{'es' if len(self.classes) > 1 else ''} {numbers}"

    @cached_property
    def object(self) -> Object:
        """The group, as findings name it."""
        return Object(self.ims.id, self.name)

    def occupied(self, queue: ClassQueue) -> float:
        """Mean share of an interval in which its regions were occupied; 0 without regions."""
        shares = [region.shares.get(queue.interval, 0.0) for region in self.regions]
        return sum(shares) / len(shares) if shares else 0.0

    def waits(self, least: float, fewest: int) -> list[ClassQueue]:
        """Intervals in which messages waited so long on average, and so many of them."""
        return [q for q in self.queues if q.queued >= fewest and q.mean_wait >= least]

    def needed(self, queues: Sequence[ClassQueue]) -> int:
        """Regions that would be occupied for no more than `MOST_OCCUPIED` by what arrived at the worst."""
        return ceil(max((queue.offered for queue in queues), default=0.0) / MOST_OCCUPIED)


def regions_of(frame: pl.DataFrame) -> tuple[MessageRegion, ...]:
    """Every region that started or was occupied, by its number. A region that several reports have in one
    interval has the largest share of them.
    """
    starts: dict[int, Row] = {}
    last: dict[int, Row] = {}
    classes: dict[int, set[int]] = defaultdict(set)
    shares: dict[int, dict[Interval, float]] = defaultdict(dict)
    for row in frame.iter_rows(named=True):
        number = row["region"]
        if number is None:
            continue
        if row["is_start"]:
            starts[number] = row
            continue
        last[number] = row if row["kind"] or number not in last else last[number]
        if row["interval_start"] is None or not row["interval_us"] or row["busy_us"] is None:
            continue
        classes[number].update(_classes(row["classes"]))
        of = shares[number]
        share = min(1.0, row["busy_us"] / row["interval_us"])
        interval = row["interval_start"], row["interval_us"] / 1e6
        of[interval] = max(share, of.get(interval, 0.0))
    return tuple(
        _region(number, starts.get(number), last.get(number), tuple(sorted(classes[number])), shares[number])
        for number in sorted({*starts, *last})
    )


def _region(
    number: int, start: Row | None, row: Row | None, ran: tuple[int, ...], shares: Mapping[Interval, float]
) -> MessageRegion:
    job, kind = ((start or {}).get(name) or (row or {}).get(name) for name in ("job", "kind"))
    classes = tuple(_classes(start["classes"])) if start is not None else ran
    return MessageRegion(number, job, kind, classes, start, shares)


def _classes(text: str | None) -> list[int]:
    return [int(word) for word in (text or "").split(",") if word]


def groups_of(
    ims: SubsystemInWindow, regions: Sequence[MessageRegion], transactions: pl.DataFrame
) -> tuple[RegionGroup, ...]:
    """Groups of classes by the regions that serve them, with what they had on the queue."""
    serving: dict[int, list[MessageRegion]] = defaultdict(list)
    for region in regions:
        if region.kind in MESSAGE:
            for number in region.classes:
                serving[number].append(region)
    alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number in sorted(serving):
        alike[tuple(region.number for region in serving[number])].append(number)
    rows = transactions.filter(pl.col("class").is_not_null() & pl.col("interval_start").is_not_null())
    by_class: dict[int, list[Row]] = defaultdict(list)
    for row in rows.iter_rows(named=True):
        by_class[row["class"]].append(row)
    return tuple(
        RegionGroup(
            ims,
            tuple(numbers),
            tuple(serving[numbers[0]]),
            queues_of(row for number in numbers for row in by_class[number]),
        )
        for numbers in alike.values()
    )


def queues_of(rows: Iterable[Row]) -> list[ClassQueue]:
    """Sums of rows of transactions, by interval in order of time."""
    queues: dict[datetime, ClassQueue] = {}
    for row in rows:
        start = row["interval_start"]
        if start is None or not row["interval_us"] or row["queue_us"] is None:
            continue
        if start not in queues:
            queues[start] = ClassQueue(start, row["interval_us"] / 1e6, row)
        queues[start].add(row)
    return [queues[start] for start in sorted(queues)]
