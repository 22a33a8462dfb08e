"""A heap that leaks: what is alive in it rises from collection to collection, and when that fills it.

What is alive is known after a global collection. G1 has hardly any while it is well: there it is the least in
use after a remark and the mixed collections that follow it. What is given back again is no leak
(`products/common/growth.py`): a cache that fills and is emptied goes up as long.

Reference: Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide, Garbage-First Garbage Collector.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from getpage.contract.measures import Row
from getpage.products.common.growth import lasting_growth
from getpage.products.common.slope import Slope

from .constants import FEWEST_FULL, FULL, LEAST_FREED, LEAST_RISE


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


def occupancies(rows: pl.DataFrame) -> pl.DataFrame:
    """The collections after which what is alive is known, in order, with `alive` bytes `at` a second."""
    remark = pl.col("printed").str.starts_with("Pause Remark").fill_null(value=False)
    mixed, alive = pl.col("kind") == "partial", pl.coalesce("live", "heap_after")
    known = rows.with_columns(at=pl.col("interval_us").fill_null(0.0).cum_sum() / 1e6, alive=alive)
    known = known.filter(pl.col("live").is_not_null() | ((remark | mixed) & pl.col("alive").is_not_null()))
    if not known.filter(remark).height:
        return known.filter(pl.col("live").is_not_null())
    begins = (remark | pl.col("live").is_not_null()).cast(pl.Int64).cum_sum()
    least = pl.col("alive") == pl.col("alive").min().over("cycle")
    return known.with_columns(cycle=begins).filter(least).unique("cycle", keep="first", maintain_order=True)


def full_collections(rows: pl.DataFrame, most: int) -> int:
    """How many global collections at the end left the heap full and freed next to nothing; 0 where they are
    too few to say so.
    """
    whole = rows.filter(pl.col("live").is_not_null(), pl.col("heap_before").is_not_null())
    freed = pl.col("heap_before").cast(pl.Float64) - pl.col("live").cast(pl.Float64)
    is_full = (pl.col("live") > FULL * most) & (freed < LEAST_FREED * most)
    had_room = whole.select(is_full.not_()).to_series().arg_true()
    count = whole.height - (int(had_room[-1]) + 1 if len(had_room) else 0)
    return count if count >= FEWEST_FULL else 0


def leak_of(rows: pl.DataFrame, most: int, usable: float, full: int, soon: float) -> Leak | None:
    """The leak of a heap of `most` bytes that holds `usable` bytes for long, of which so many collections at
    the end found it full; None where what is alive does not rise all the time, or fills it in more than
    `soon` seconds.
    """
    known = occupancies(rows)
    rising = known.head(known.height - full + 1) if full else known
    at, alive = (rising[name].to_numpy().astype(np.float64) for name in ("at", "alive"))
    growth = lasting_growth(at, alive, LEAST_RISE * most)
    if growth is None:
        return None
    last = known.row(-1, named=True)
    leak = Leak(growth, last, 0.0 if full else max(0.0, usable - float(last["alive"])))
    return leak if leak.low <= soon else None
