"""A heap that leaks: what is alive in it rises from collection to collection, and when that fills it.

What is alive is known after a global collection, and ZGC tells it of each cycle. G1 has hardly any global one
while it is well: there it is the least in use after a remark and the mixed collections that follow it. Of
Shenandoah it is the least in use after the cleanups of a cycle, with two generations those until the old one
is marked again. What is given back again is no leak
(`products/common/growth.py`): a cache that fills and is emptied goes up as long. Where collections found the
heap full, what is alive rose until then: OutOfMemoryError ends the thread, which gives back what it held.
What rises for less than a minute and fills nothing may be a program that starts.

Reference: Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide, Garbage-First Garbage Collector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from getpage.contract.measures import Row
from getpage.products.common.growth import lasting_growth
from getpage.products.common.slope import Slope

from .constants import FEWEST_FULL, FULL, LEAST_FREED, LEAST_RISE, SHORTEST_SECONDS

#: Something found no storage, or would not have without a collection that frees too little.
GAVE_UP: Final = pl.col("trouble").str.contains(
    "allocation-unsatisfied|out-of-memory|OutOfMemoryError|excessive gc"
)
#: Shenandoah marked the old of two generations.
_OLD_MARKED: Final = r"^Pause Final Mark \((Old|Global)\)"


@dataclass(frozen=True, slots=True)
class Leak:
    """How what is alive grows, in bytes a second, the last collection that tells it, and the bytes that are
    left to fill; `low` to `high` is when it is full, in seconds from then, 90 %.
    """

    growth: Slope
    last: Row
    room: float

    @property
    def full_in(self) -> float:
        """Seconds until it is full, at the most likely."""
        return self.room / self.growth.value

    @property
    def low(self) -> float:
        """Seconds until it is full, at the earliest."""
        return self.room / self.growth.high

    @property
    def high(self) -> float:
        """Seconds until it is full, at the latest."""
        return self.room / self.growth.low


@dataclass(frozen=True, slots=True)
class FullRun:
    """Collections of the whole heap in a row that each found it full and freed next to nothing: how many in
    the longest run, at which row the first run began, and whether a later collection found room.
    """

    count: int
    begins: int
    is_over: bool


def occupancies(rows: pl.DataFrame) -> pl.DataFrame:
    """The collections after which what is alive is known, in order, with `alive` bytes `at` a second."""
    is_old = pl.col("printed").str.contains(_OLD_MARKED).fill_null(value=False)
    marked = "^(Pause Remark|Pause Final Mark)"
    ends = (
        is_old
        if rows.filter(is_old).height
        else pl.col("printed").str.contains(marked).fill_null(value=False)
    )
    cleaned = (pl.col("kind") == "partial") | pl.col("printed").str.starts_with(
        "Concurrent cleanup"
    ).fill_null(value=False)
    is_live, alive = pl.col("live").is_not_null(), pl.coalesce("live", "heap_after")
    known = rows.with_columns(at=pl.col("interval_us").fill_null(0.0).cum_sum() / 1e6, alive=alive)
    if not known.filter(ends).height:
        return known.filter(is_live)
    cycles = known.with_columns(cycle=(ends | is_live).cast(pl.Int64).cum_sum())
    of_cycles = cycles.filter((is_live | ends | cleaned) & pl.col("alive").is_not_null())
    least = pl.col("alive") == pl.col("alive").min().over("cycle")
    return of_cycles.filter(least).unique("cycle", keep="first", maintain_order=True)


def full_run(rows: pl.DataFrame, where: pl.Expr, most: int) -> FullRun | None:
    """Runs of full collections of a heap of `most` bytes, of those rows for which `where` holds; None where
    none was long enough to say so.
    """
    left = pl.when(pl.col("kind") == "cycle").then("heap_after").otherwise("live").cast(pl.Float64)
    freed = pl.col("heap_before").cast(pl.Float64) - left
    whole = rows.with_row_index("place").filter(where).filter(left.is_not_null() & freed.is_not_null())
    is_full = (left > FULL * most) & (freed < LEAST_FREED * most)
    runs = whole.select("place", full=is_full, run=is_full.rle_id()).group_by("run", maintain_order=True)
    of_runs = runs.agg(pl.col("full").first(), count=pl.len(), begins=pl.col("place").first())
    long = of_runs.filter(pl.col("full") & (pl.col("count") >= FEWEST_FULL))
    if not long.height:
        return None
    is_over = not of_runs["full"][-1]
    return FullRun(int(long["count"].max()), int(long["begins"][0]), is_over)  # type: ignore[arg-type]


def leak_of(rows: pl.DataFrame, most: int, usable: float, full: FullRun | None, soon: float) -> Leak | None:
    """The leak of a heap of `most` bytes that holds `usable` bytes for long, which collections found full or
    not; None where what is alive does not rise all the time until then, or fills it in more than `soon`
    seconds.
    """
    known = occupancies(rows.with_row_index("place"))
    rising = known if full is None else known.filter(pl.col("place") <= full.begins)
    at, alive = (rising[name].to_numpy().astype(np.float64) for name in ("at", "alive"))
    growth = lasting_growth(at, alive, LEAST_RISE * most)
    if growth is None:
        return None
    last = rising.row(-1, named=True)
    is_full = full is not None or rows.filter(GAVE_UP).height > 0
    if not is_full and at[-1] - at[0] < SHORTEST_SECONDS:
        return None  # a program that starts
    leak = Leak(growth, last, 0.0 if is_full else max(0.0, usable - float(last["alive"])))
    return leak if leak.low <= soon else None
