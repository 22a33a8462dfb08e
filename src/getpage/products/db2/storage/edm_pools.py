"""The EDM pools: database descriptors, skeletons of plans and packages, and the cache of dynamic statements.

They stand above the bar in DBM1 and are allocated as they are needed, up to a subsystem parameter each. What
is free, or could be taken from what nobody uses, tells whether more would be used; failures tell that a
statement ended with an error. Since Db2 12 what is free in the first two is no longer shown by monitors: a
pool with no free page at all is taken as not told.

Reference: IBM Db2 documentation, "Designing EDM storage space for performance"; OMEGAMON for Db2, "EDM Pool
Activity" (QISE).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Aggregate, Key, Latest, Row, Sum, Worst
from getpage.contract.thresholds import CheckThreshold, Thresholds
from getpage.core.names import Image, Object, Subsystem
from getpage.core.units import PAGE
from getpage.products.common.in_force import in_force, with_thresholds
from getpage.products.common.resized import LimitColumn, Resized
from getpage.products.db2.constants import EDM_LOADS_WORTH_A_WORD
from getpage.products.db2.intervals.counter_pass import CounterPass
from getpage.products.db2.rows import OWNER
from getpage.products.db2.thresholds import EDM_LEFT, STATEMENTS_LEFT

TABLE: Final = "db2_edm_pool"


@dataclass(frozen=True, kw_only=True)
class EdmPool:
    """One EDM pool: how its columns begin, the parameter that bounds it, and what is asked of it."""

    key: str
    name: str
    parameter: str
    holds: str
    requests: tuple[str, ...]
    loads: tuple[str, ...]
    stealable: bool
    low: CheckThreshold  # share that is left of it, under which it is crowded

    @property
    def columns(self) -> tuple[str, ...]:
        """Its columns."""
        parts = ("pages", "free", "failures", *(("stealable",) if self.stealable else ()))
        return (*(f"{self.key}_{part}" for part in parts), *self.requests, *self.loads)

    @property
    def limit(self) -> LimitColumn:
        """Its pages: as many as its parameter says, whatever is held of them."""
        return LimitColumn(table=TABLE, by=OWNER, column=f"{self.key}_pages")

    @property
    def lacked(self) -> tuple[str, ...]:
        """The columns that count what did not find room in it."""
        return (f"{self.key}_failures", *self.loads)

    @cached_property
    def failed(self) -> Sum:
        """Requests of the window that failed because the pool was full."""
        return Sum(f"{self.key}_failures")

    @cached_property
    def failed_most(self) -> Worst:
        """The interval with most of them."""
        return Worst(f"{self.key}_failures", where=pl.col(f"{self.key}_failures") > 0)

    @cached_property
    def crowded_most(self) -> Worst:
        """The interval with most loads a second of those in which little of the pool was left."""
        rate = pl.sum_horizontal(*self.loads) / pl.col("rate_seconds")
        return Worst(rate, where=(rate >= EDM_LOADS_WORTH_A_WORD) & (self._left() < in_force(self.low)))

    @cached_property
    def fullest(self) -> Worst:
        """The interval with most pages in use of those that tell."""
        return Worst(pl.col(f"{self.key}_pages") * (1 - self._left()))

    @cached_property
    def tightest(self) -> Worst:
        """The interval in which the least share of it was left."""
        return Worst(1 - self._left())

    @cached_property
    def last(self) -> Latest:
        """The last interval that tells how large it is."""
        return Latest(pl.col(f"{self.key}_pages") > 0)

    @cached_property
    def loaded_all(self) -> Sum:
        """Loads of the window."""
        return Sum(pl.sum_horizontal(*self.loads))

    @cached_property
    def requested_all(self) -> Sum:
        """Requests of the intervals in which loads count."""
        return Sum(pl.when(self._counts).then(pl.sum_horizontal(*self.requests)))

    @cached_property
    def counted_seconds(self) -> Sum:
        """Seconds of these intervals."""
        return Sum(pl.when(self._counts).then(pl.col("rate_seconds")))

    @cached_property
    def loaded_most(self) -> Worst:
        """The interval with most loads a second."""
        rate = pl.sum_horizontal(*self.loads) / pl.col("rate_seconds")
        return Worst(rate, where=rate > 0)

    @property
    def _counts(self) -> pl.Expr:
        return pl.any_horizontal(*(pl.col(name).is_not_null() for name in self.loads))

    @property
    def asks(self) -> tuple[Aggregate[Any], ...]:
        """What is asked of its intervals."""
        sums = self.failed, self.loaded_all, self.requested_all, self.counted_seconds
        return (
            *sums,
            self.failed_most,
            self.crowded_most,
            self.loaded_most,
            self.fullest,
            self.tightest,
            self.last,
        )

    def _left(self) -> pl.Expr:
        """As `available`, to a page of the pool."""
        pages, free = pl.col(f"{self.key}_pages"), pl.col(f"{self.key}_free")
        stealable = pl.col(f"{self.key}_stealable").fill_null(0) if self.stealable else pl.lit(0)
        left = free + stealable
        sound = (pages > 0) & ((free > 0) if self.stealable else free.is_not_null()) & (left <= pages)
        return pl.when(sound).then(left / pages)

    def available(self, row: Row) -> int | None:
        """Pages that are free or that nobody uses; None where the record does not tell, or not soundly."""
        pages, free = row[f"{self.key}_pages"], row[f"{self.key}_free"]
        if not pages or free is None or (self.stealable and not free):
            return None
        left = int(free) + (int(row[f"{self.key}_stealable"] or 0) if self.stealable else 0)
        return left if left <= pages else None

    def share_left(self, row: Row) -> float | None:
        """The share of its pages that is `available`."""
        left = self.available(row)
        return None if left is None else float(left / row[f"{self.key}_pages"])

    def held(self, row: Row) -> int | None:
        """Bytes of pages that are not free; None where the record does not tell."""
        if self.available(row) is None:
            return None
        return (int(row[f"{self.key}_pages"]) - int(row[f"{self.key}_free"])) * PAGE

    def requested(self, row: Row) -> int:
        """Requests of an interval."""
        return sum(int(row[name] or 0) for name in self.requests)

    def loaded(self, row: Row) -> int:
        """What was loaded for them from disk."""
        return sum(int(row[name] or 0) for name in self.loads)


DBD: Final = EdmPool(
    key="dbd",
    name="the DBD pool",
    parameter="EDMDBDC",
    holds="database descriptors",
    requests=("dbd_requests",),
    loads=("dbd_loads",),
    stealable=True,
    low=EDM_LEFT,
)
SKELETON: Final = EdmPool(
    key="skeleton",
    name="the skeleton pool",
    parameter="EDM_SKELETON_POOL",
    holds="plans and packages",
    requests=("plan_requests", "package_requests"),
    loads=("plan_loads", "package_loads"),
    stealable=True,
    low=EDM_LEFT,
)
STATEMENT: Final = EdmPool(
    key="statement",
    name="the cache of dynamic statements",
    parameter="EDMSTMTC",
    holds="dynamic statements",
    requests=("statement_requests",),
    loads=("statement_inserts",),
    stealable=False,
    low=STATEMENTS_LEFT,
)
POOLS: Final = (DBD, SKELETON, STATEMENT)

EDM_POOLS: Final = CounterPass(
    table=TABLE,
    columns=tuple(dict.fromkeys(column for pool in POOLS for column in pool.columns)),
    asks=tuple(ask for pool in POOLS for ask in pool.asks),
)


def with_left(rows: pl.DataFrame, thresholds: Thresholds) -> pl.DataFrame:
    """The intervals with what has to be left of the pools of their member."""

    def member(key: Key) -> Object:
        system, name = key
        return Object(Subsystem("db2", Image(system or ""), name or ""))

    return with_thresholds(rows, thresholds, dict.fromkeys(pool.low for pool in POOLS), OWNER, member)


def with_pages(rows: pl.DataFrame, several: Iterable[tuple[EdmPool, Resized]]) -> pl.DataFrame:
    """The intervals without what each pool lacked while it had fewer pages than now."""
    for pool, resized in several:
        kept = pl.lit(resized.since(rows, pl.col("start")))
        rows = rows.with_columns(pl.when(kept).then(name).alias(name) for name in pool.lacked)
    return rows
