"""Real storage of a system over a window: what was available, the tightest interval, and what is online.

The minimum of an interval is what counts: in one published case an hour's average of 7 GB hid a minimum of
100 MB (M. Packer, mainframeperformancetopics, 2020). Where the evidence has averages only, the lowest of
them is an upper bound on what was free, and is reported as one.

An interval with more frames free than are online is of another configuration and does not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.measures import (
    Aggregate,
    Count,
    First,
    Key,
    Largest,
    Least,
    Measure,
    Quantile,
    Row,
    Smallest,
    Sum,
    Worst,
    in_time,
)
from getpage.contract.thresholds import Thresholds
from getpage.core.names import PLATFORM, Image, Object, Subsystem
from getpage.core.units import PAGE
from getpage.products.common.in_force import in_force, with_thresholds
from getpage.products.common.owners import SYSTEM
from getpage.products.common.subsystem import row_of

from .rows import PARTITIONS, STORAGE
from .thresholds import DEMAND_PAGING, DEMAND_PAGING_CRITICAL, FIXED

PERCENTILE: Final = 0.05
MINIMUM: Final = "available_minimum"
AVERAGE: Final = "available_average"

_LEAST: Final = {name: Least(name) for name in (MINIMUM, AVERAGE)}
_KNOWN: Final = {name: Count(pl.col(name).is_not_null()) for name in (MINIMUM, AVERAGE)}
_LOW: Final = {name: Quantile(name, PERCENTILE, between="lower") for name in (MINIMUM, AVERAGE)}
_AVERAGES: Final = Sum(AVERAGE)

_ONLINE: Final = pl.col("online_frames")
_WITHOUT_ONLINE: Final = _ONLINE.is_null() | (_ONLINE == 0)
_ONLY_AVERAGE: Final = pl.col(MINIMUM).is_null()
#: A row that has what is online tells by itself whether it counts; of the others the least decides for all.
_TIGHTEST_MINIMA: Final = (
    Least(MINIMUM, where=pl.col(MINIMUM) <= _ONLINE),
    Least(MINIMUM, where=_WITHOUT_ONLINE),
)
_TIGHTEST_AVERAGES: Final = (
    Least(AVERAGE, where=_ONLY_AVERAGE & (pl.col(AVERAGE) <= _ONLINE)),
    Least(AVERAGE, where=_ONLY_AVERAGE & _WITHOUT_ONLINE),
)
#: Whether a row tells what was available, and from when to when such rows are.
KNOWN: Final = pl.any_horizontal(pl.col(MINIMUM, AVERAGE).is_not_null())
_TIMED: Final = KNOWN & pl.all_horizontal(pl.col("start", "end").is_not_null())
FIRST_KNOWN: Final = Smallest(pl.when(_TIMED).then("start"))
LAST_KNOWN: Final = Largest(pl.when(_TIMED).then("end"))
_ANY: Final = First(KNOWN)

_FIXED: Final = pl.max_horizontal("fixed_frames", "fixed_frames_maximum")
_TOTAL_SLOTS, _FREE_SLOTS = pl.col("slots_total"), pl.col("slots_available_minimum")
#: Rows that have what a rule looks at.
HAS_SLOTS: Final = (_TOTAL_SLOTS > 0) & (_FREE_SLOTS <= _TOTAL_SLOTS)
HAS_FIXED: Final = (_ONLINE > 0) & _FIXED.is_not_null()
SLOTS_KNOWN: Final = Count(HAS_SLOTS)
#: The interval in which most of the slots were in use.
FULLEST: Final = Worst((_TOTAL_SLOTS - _FREE_SLOTS).cast(pl.Float64) / _TOTAL_SLOTS, where=HAS_SLOTS)
#: Dedicated memory: the interval in which most was assigned, and the one in which most was asked for.
HAS_DEDICATED: Final = (pl.col("dedicated_online") > 0) & pl.col("dedicated_assigned").is_not_null()
MOST_ASSIGNED: Final = Worst("dedicated_assigned", where=HAS_DEDICATED)
MOST_REQUESTED: Final = Worst("dedicated_requested", where=HAS_DEDICATED)
FIXED_KNOWN: Final = Count(HAS_FIXED)
UIC_KNOWN: Final = Count(pl.col("uic_minimum").is_not_null())
PAGING_KNOWN: Final = Count(pl.col("demand_page_rate").is_not_null())
#: Intervals with page faults or page-ins.
FAULTS: Final = Count(pl.max_horizontal("demand_page_rate", "page_fault_rate") > 0)

#: Column of the frames that may still be fixed; null where that is not known.
ROOM_TO_FIX: Final = "room_to_fix"
LEAST_TO_FIX: Final = Least(ROOM_TO_FIX)

_ONLINE_OF_STORAGE: Final = Least("online_frames", where=_ONLINE > 0)
#: What is asked of partitions.
ONLINE_OF_PARTITION: Final = Least("online_bytes", where=pl.col("online_bytes") > 0)

#: What is asked of the storage of each system.
ASKS: Final[tuple[Aggregate[Any], ...]] = (
    *(FULLEST, MOST_ASSIGNED, MOST_REQUESTED),
    *_LEAST.values(),
    *_KNOWN.values(),
    *_LOW.values(),
    _AVERAGES,
    *_TIGHTEST_MINIMA,
    *_TIGHTEST_AVERAGES,
    *(_ANY, FIRST_KNOWN, LAST_KNOWN, _ONLINE_OF_STORAGE),
    *(SLOTS_KNOWN, FIXED_KNOWN, UIC_KNOWN, PAGING_KNOWN, FAULTS),
    LEAST_TO_FIX,
)


def with_limits(rows: pl.DataFrame, thresholds: Thresholds) -> pl.DataFrame:
    """Rows of real storage with the thresholds of their systems."""

    def system(key: Key) -> Object:
        return Object(Subsystem(PLATFORM, Image(key[0] or "")))

    return with_thresholds(
        rows, thresholds, (FIXED, DEMAND_PAGING, DEMAND_PAGING_CRITICAL), (SYSTEM,), system
    )


def with_room_to_fix(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of real storage with `ROOM_TO_FIX`."""
    most = (in_force(FIXED) * _ONLINE).floor().cast(pl.Int64)
    room = pl.when(_ONLINE > 0).then(most - _FIXED.cast(pl.Int64))
    return rows.with_columns(room.alias(ROOM_TO_FIX))


class AvailableStorage:
    """What was available, in bytes."""

    def __init__(self, measure: Measure | None) -> None:
        """Look at what was measured of one system; None where there are no rows."""
        self._measure = measure

    def __bool__(self) -> bool:
        """Whether the evidence says anything."""
        return self._measure is not None and any(self._measure[known] for known in _KNOWN.values())

    @property
    def _of_window(self) -> Measure:
        assert self._measure is not None, "ask whether there is any first"
        return self._measure

    @cached_property
    def column(self) -> str:
        """The column that the lowest is taken from: minima where there are any, else averages."""
        return MINIMUM if self._of_window[_KNOWN[MINIMUM]] else AVERAGE

    @property
    def is_average(self) -> bool:
        """Whether only averages of intervals are known."""
        return self.column == AVERAGE

    @cached_property
    def row(self) -> Row:
        """The interval in which there was least."""
        return self._of_window[_LEAST[self.column]] or {}

    @property
    def lowest(self) -> int:
        """The least that was available."""
        return int(self.row[self.column]) * PAGE

    @property
    def percentile(self) -> int:
        """What was available in all but 5 % of the intervals."""
        return int(self._of_window[_LOW[self.column]] or 0) * PAGE

    @property
    def average(self) -> int | None:
        """The average over the intervals; None where the evidence has none."""
        known = self._of_window[_KNOWN[AVERAGE]]
        return round(self._of_window[_AVERAGES] / known * PAGE) if known else None

    @property
    def intervals(self) -> int:
        """How many intervals say it."""
        return self._of_window[_KNOWN[self.column]]


def free_of(row: Mapping[str, Any]) -> tuple[int | None, bool]:
    """Bytes available in one interval (None where unknown), and whether that is an average."""
    if row.get(MINIMUM) is not None:
        return int(row[MINIMUM]) * PAGE, False
    value = row.get(AVERAGE)
    return (None if value is None else int(value) * PAGE), True


def tightest(measure: Measure, online: int | None) -> Row | None:
    """The interval with least available: of minima where there are any, else of averages.

    `online` are bytes, for rows that do not tell them. None where no row says what was available.
    """
    for asks in (_TIGHTEST_MINIMA, _TIGHTEST_AVERAGES):
        rows = [row for ask in asks if (row := measure[ask]) is not None]
        valid = [row for row in rows if row["online_frames"] or online is None or _bytes(row) <= online]
        if valid:
            return min(valid, key=lambda row: (_bytes(row), in_time(row)))
    return measure[_ANY]


def _bytes(row: Row) -> int:
    free, _ = free_of(row)
    assert free is not None, "the asks are for rows that tell it"
    return free


@dataclass(frozen=True, slots=True)
class Online:
    """Bytes of real storage online, and the column and row that tell it."""

    bytes: int
    table: str
    column: str
    row: Row


def online(storage: Measure | None, partition: Measure | None) -> Online | None:
    """The least online in the window, by paging activity or else by the partition; None where unknown."""
    row = row_of(storage, _ONLINE_OF_STORAGE)
    if row is not None:
        return Online(int(row["online_frames"]) * PAGE, STORAGE, "online_frames", row)
    row = row_of(partition, ONLINE_OF_PARTITION)
    return None if row is None else Online(int(row["online_bytes"]), PARTITIONS, "online_bytes", row)
