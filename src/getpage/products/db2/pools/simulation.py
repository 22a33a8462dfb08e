"""Results of a simulated pool: which reads more buffers would have avoided, and what size to try next.

A simulation shows growth only, of the size that was simulated. It has shown all when it is not full: then
more buffers would have held nothing more in that time. Records (QBSP of IFCID 2) do not have the simulated
size: the most buffers in use stand for it, and a pool whose most stayed the same while more pages were moved
in than it holds was full.

Reference: IBM REDP-5238, 2.1.1; IBM Db2 documentation, "Buffer pool simulation".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.core.units import PAGE
from getpage.products.common.fold import OBJECT
from getpage.products.common.resized import Resized
from getpage.result import Fact

from ..constants import (
    CPU_PER_READ_Z13_US,
    CPU_PER_READ_ZEC12_US,
    SIMULATION_FULL,
    SIMULATION_SHARE_4K,
    SIMULATION_SHARE_LARGER,
)

_MACHINES = (("zEC12", CPU_PER_READ_ZEC12_US), ("z13", CPU_PER_READ_Z13_US))


def cpu_facts(reads: float, row: Row) -> tuple[Fact, ...]:
    """The ends of the published ranges as facts."""
    return tuple(
        computed(
            f"CPU of {reads:,.0f} reads at {us} µs ({machine}, published)",
            round(reads * us / 1e6, 3),
            "s",
            row,
        )
        for machine, ends in _MACHINES
        for us in ends
    )


#: The number of a result.
RESULT: Final = "result"

# Readings of a pool and of its simulation are of the same time when they last equally long, within: ours.
_SAME: Final = 0.02


@dataclass(frozen=True, slots=True)
class PoolMeanwhile:
    """The intervals of a pool that lie in the time of a result of its simulation, added up.

    `inside` are the synchronous reads of those that end in it too; `least` and `most` the sizes that it had.
    """

    intervals: int
    reads: int
    inside: int
    seconds: float
    all_timed: bool
    least: int | None
    most: int | None

    def only_of(self, size: int | None) -> bool:
        """Whether it had no other size than this."""
        return self.least is None or self.least == self.most == size

    def covers(self, result: Row) -> bool:
        """Whether the intervals last as long as the simulation; displays may not tell how long."""
        length = result["seconds"]
        if not length or not self.all_timed:
            return self.intervals == 1
        return abs(self.seconds - float(length)) <= _SAME * float(length)

    def denies(self, avoidable: int, result: Row) -> bool:
        """Whether so many reads cannot have been avoidable: in the same time the pool made fewer."""
        return bool(self.reads) and self.covers(result) and avoidable > (1 + _SAME) * self.reads


#: What `meanwhile` has to know of an interval of a pool.
MEANWHILE: Final = ("start", "end", "seconds", "sync_reads", "buffers", "size_defined")


def meanwhile(pools: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Sums of intervals of pools by the RESULT that they lie in, for `added_up`.

    `pools` are intervals by OBJECT in the way that is read, `results` have RESULT, OBJECT, `start` and `end`;
    those of one object do not overlap. An interval that begins with a result lies in it, however long it is.
    """
    mine = pools.select(
        *(OBJECT, "start", "end", "seconds", "sync_reads"),
        pl.when(pl.col("buffers") > 0).then("buffers").otherwise("size_defined").alias("size"),
    ).filter(pl.col(OBJECT).is_in(results[OBJECT].unique().implode()))
    spans = results.select(OBJECT, RESULT, pl.col("start").alias("begun"), pl.col("end").alias("ended"))
    timed = mine.drop_nulls("start").sort("start", maintain_order=True)
    joined = timed.join_asof(
        spans.drop_nulls("begun").sort("begun"),
        left_on="start",
        right_on="begun",
        by=OBJECT,
        strategy="backward",
        check_sortedness=False,
    )
    untimed = mine.filter(pl.col("start").is_null()).join(
        spans.filter(pl.col("begun").is_null()), on=OBJECT, maintain_order="left"
    )
    joined = pl.concat([joined, untimed], how="diagonal_relaxed").drop_nulls(RESULT)
    begins = pl.col("start").eq_missing(pl.col("begun"))
    within = begins | (pl.col("end") <= pl.col("ended")).fill_null(value=False)
    open_ended = pl.col("begun").is_null() | pl.col("ended").is_null()
    ends = (pl.col("end") <= pl.col("ended")).fill_null(value=False)
    size = pl.when(pl.col("size") > 0).then("size")
    return (
        joined.filter(within)
        .group_by(RESULT, maintain_order=True)
        .agg(
            pl.len().alias("intervals"),
            pl.col("sync_reads").sum().alias("reads"),
            open_ended.first().alias("open_ended"),
            pl.col("sync_reads").filter(begins).last().alias("begun_with"),
            pl.col("sync_reads").filter(ends).sum().alias("ended_in"),
            pl.col("seconds").fill_null(0).sum().alias("seconds"),
            (pl.col("seconds") > 0).fill_null(value=False).all().alias("all_timed"),
            size.min().alias("least"),
            size.max().alias("most"),
        )
    )


def added_up(parts: pl.DataFrame) -> Mapping[int, PoolMeanwhile]:
    """By RESULT what `meanwhile` says of all pieces, in order of time."""
    inside = pl.when("open_ended").then(pl.col("begun_with").fill_null(0)).otherwise("ended_in")
    whole = (
        parts.group_by(RESULT, maintain_order=True)
        .agg(
            *(pl.col(name).sum() for name in ("intervals", "reads", "ended_in", "seconds")),
            pl.col("open_ended").first(),
            pl.col("begun_with").drop_nulls().last(),
            pl.col("all_timed").all(),
            pl.col("least").min(),
            pl.col("most").max(),
        )
        .with_columns(inside.alias("inside"))
        .drop("open_ended", "begun_with", "ended_in")
    )
    return {row.pop(RESULT): PoolMeanwhile(**row) for row in whole.iter_rows(named=True)}


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


#: Of the first interval of a result: the most in use, and the pages that were moved in.
_FIRST_MOST, _FIRST_MOVED = "first_most_in_use", "first_moved_in"


def results(
    intervals: pl.DataFrame, before: pl.DataFrame | None = None, resized: Resized | None = None
) -> pl.DataFrame:
    """The results that hold counters, by object and in order of time; differences that follow each other are
    one. `stayed_full` says whether the most in use stayed the same while more pages came than it holds.
    `before` are results of earlier intervals, which these go on with, unless the pool has another size since:
    `resized` are the pools that have.
    """
    rows = intervals.drop_nulls("avoidable_sync_random").with_columns(
        pl.lit(value=False).alias("stayed_full"),
        pl.col("highest_in_use").alias(_FIRST_MOST),
        pl.col("pages_moved_in").alias(_FIRST_MOVED),
    )
    if before is not None:
        rows = pl.concat([before.drop("result"), rows], how="diagonal_relaxed")
    return joined(rows, resized)


def joined(rows: pl.DataFrame, resized: Resized | None = None) -> pl.DataFrame:
    """Results, in order of time, as `results` has them: those that follow each other are one."""
    rows = rows.sort(OBJECT, maintain_order=True)
    both = pl.col("difference") & pl.col("difference").shift(1)
    same = pl.col("size").eq_missing(pl.col("size").shift(1)) & (pl.col(OBJECT) == pl.col(OBJECT).shift(1))
    if resized is not None:
        since = pl.lit(resized.since(rows, pl.col("start")))
        same &= since == since.shift(1)
    follows = (both & same & (pl.col("end").shift(1) == pl.col("start"))).fill_null(value=False)
    most, moved = pl.col(_FIRST_MOST), pl.col(_FIRST_MOVED).fill_null(0)
    kept = (most > 0) & (most == pl.col("highest_in_use").shift(1)) & (moved >= most)
    rows = rows.with_columns(follows.alias("follows")).with_columns(
        (~pl.col("follows")).cum_sum().alias("result"),
        pl.col("stayed_full") | (pl.col("follows") & kept.fill_null(value=False)),
    )
    begun = ("start", "less_file", "less_record", _FIRST_MOST, _FIRST_MOVED)
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
