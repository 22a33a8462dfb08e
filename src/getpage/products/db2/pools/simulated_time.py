"""What a pool did while it was simulated: the reads that a result is compared with, and its size then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.common.fold import OBJECT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.measures import Row

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
    found = timed.join_asof(
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
    found = pl.concat([found, untimed], how="diagonal_relaxed").drop_nulls(RESULT)
    begins = pl.col("start").eq_missing(pl.col("begun"))
    within = begins | (pl.col("end") <= pl.col("ended")).fill_null(value=False)
    open_ended = pl.col("begun").is_null() | pl.col("ended").is_null()
    ends = (pl.col("end") <= pl.col("ended")).fill_null(value=False)
    size = pl.when(pl.col("size") > 0).then("size")
    return (
        found.filter(within)
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
