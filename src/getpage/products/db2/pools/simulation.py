"""Results of a simulated pool: which reads more buffers would have avoided, and what size to try next.

A simulation shows growth only, of the size that was simulated. It has shown all when it is not full: then
more buffers would have held nothing more in that time. Records (QBSP of IFCID 2) do not have the simulated
size: the most buffers in use stand for it, and a pool whose most stayed the same while more pages were moved
in than it holds was full.

Reference: IBM REDP-5238, 2.1.1; IBM Db2 documentation, "Buffer pool simulation".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.core.units import PAGE
from getpage.products.common.fold import OBJECT
from getpage.products.db2.constants import SIMULATION_FULL, SIMULATION_SHARE_4K, SIMULATION_SHARE_LARGER

if TYPE_CHECKING:
    from getpage.contract.measures import Row
    from getpage.products.common.resized import Resized

    from .simulated_time import PoolMeanwhile

_COUNTED: Final = (
    *("avoidable_sync_random", "avoidable_sync_sequential", "avoidable_async", "avoidable_group_random"),
    *("avoidable_group_sequential", "avoidable_group_async", "pages_moved_in", "avoidable_sync_delay_ms"),
)

#: What a simulated pool shows beside what its intervals are made of.
COLUMNS: Final = (*_COUNTED, "size", "allocated", "highest_in_use", "sequential_threshold")


@dataclass(frozen=True, slots=True)
class Simulation:
    """One result: a row of `db2_simulated_pool` over its interval, or over several that follow each other.

    `pool` is what the pool itself did in the meantime; None where nothing shows it.
    """

    row: Row
    stayed_full: bool = False
    pool: PoolMeanwhile | None = None

    @property
    def sync(self) -> int:
        """Synchronous reads from disk that would have been avoided."""
        return _sum(self.row, "avoidable_sync_random", "avoidable_sync_sequential")

    @property
    def reads(self) -> int | None:
        """Synchronous reads of the pool in the interval of the result; None where nothing shows them."""
        return (self.pool.inside or None) if self.pool else None

    @property
    def denied(self) -> bool:
        """Whether the pool itself made fewer reads in that time: then one of both is not what it seems."""
        return self.pool is not None and self.pool.denies(self.sync, self.row)

    @property
    def asynchronous(self) -> int:
        """Pages of prefetch that would have been avoided."""
        return _sum(self.row, "avoidable_async")

    @property
    def group(self) -> int:
        """Synchronous reads from the group buffer pool that would have been avoided."""
        return _sum(self.row, "avoidable_group_random", "avoidable_group_sequential")

    @property
    def delay(self) -> float | None:
        """Seconds that the avoidable synchronous reads took."""
        value = self.row["avoidable_sync_delay_ms"]
        return None if value is None else int(value) / 1000

    @property
    def delay_of_a_read(self) -> float | None:
        """Seconds of one avoidable synchronous read, on average."""
        return self.delay / self.sync if self.delay is not None and self.sync else None

    @property
    def stated_size(self) -> int | None:
        """Buffers that were simulated on top of the pool, where a display says so."""
        value = self.row["size"] or self.row["allocated"]
        return int(value) if value else None

    @property
    def size(self) -> int | None:
        """Buffers that were simulated on top of the pool; where only records tell, the most in use."""
        value = self.stated_size or self.row["highest_in_use"]
        return int(value) if value else None

    @property
    def proved(self) -> int | None:
        """Buffers more with which these reads are avoided: the most that were used where it did not fill."""
        highest = self.row["highest_in_use"]
        return int(highest) if self.full is False and highest else self.size

    @property
    def sequential_threshold(self) -> int | None:
        """SPSEQT: the share of it that sequential pages could take; None where nothing says."""
        value = self.row["sequential_threshold"]
        return None if value is None else int(value)

    @property
    def full(self) -> bool | None:
        """Whether the simulated pool filled up; None where nothing says."""
        if self.stayed_full:
            return True
        highest = self.row["highest_in_use"]
        if highest is None or not self.stated_size:
            return None
        return bool(highest >= SIMULATION_FULL * self.stated_size)


def simulation_bytes(buffers: int, page: int) -> int:
    """Real storage that a simulation of so many buffers takes."""
    share = SIMULATION_SHARE_4K if page == PAGE else SIMULATION_SHARE_LARGER
    return round(buffers * page * share)


def results(
    intervals: pl.DataFrame, before: pl.DataFrame | None = None, resized: Resized | None = None
) -> pl.DataFrame:
    """The results that hold counters, by object and in order of time; differences that follow each other are
    one. `stayed_full` says whether the most in use stayed the same while more pages came than it holds.
    `before` are results of earlier intervals, which these go on with, unless the pool has another size since:
    `resized` are the pools that have.
    """
    rows = intervals.drop_nulls("avoidable_sync_random").with_columns(
        pl.lit(value=False).alias("stayed_full")
    )
    if before is not None:
        rows = pl.concat([before.drop("result"), rows], how="diagonal_relaxed")
    rows = rows.sort(OBJECT, maintain_order=True)
    both = pl.col("difference") & pl.col("difference").shift(1)
    same = pl.col("size").eq_missing(pl.col("size").shift(1)) & (pl.col(OBJECT) == pl.col(OBJECT).shift(1))
    if resized is not None:
        since = pl.lit(resized.since(rows, pl.col("start")))
        same &= since == since.shift(1)
    follows = (both & same & (pl.col("end").shift(1) == pl.col("start"))).fill_null(value=False)
    most = pl.col("highest_in_use")
    kept = (most > 0) & (most == most.shift(1)) & (pl.col("pages_moved_in").fill_null(0) >= most)
    rows = rows.with_columns(follows.alias("follows")).with_columns(
        (~pl.col("follows")).cum_sum().alias("result"),
        pl.col("stayed_full") | (pl.col("follows") & kept.fill_null(value=False)),
    )
    begun = ("start", "less_file", "less_record")
    rest = [name for name in rows.columns if name not in {*_COUNTED, *begun, "seconds", "stayed_full"}]
    seconds = pl.col("seconds").fill_null(0).sum()
    return rows.group_by("result", maintain_order=True).agg(
        *(pl.when(pl.col(name).null_count() == 0).then(pl.col(name).sum()).alias(name) for name in _COUNTED),
        *(pl.col(name).first() for name in begun),
        *(pl.col(name).last() for name in rest if name not in ("result", "follows")),
        pl.when(seconds > 0).then(seconds).alias("seconds"),
        pl.col("stayed_full").any(),
    )


def _sum(row: Row, *columns: str) -> int:
    return sum(int(row[column] or 0) for column in columns)
