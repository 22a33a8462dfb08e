"""Sizes that the EDM pools had in the window, and what each loaded.

A load is taken for a read, a request for a reference. Loads of the cache of statements are full prepares. An
interval in which the size was changed is of none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import polars as pl

from getpage.contract.measures import Key
from getpage.core.units import KIB, PAGE
from getpage.products.common.by_day import Several
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.resized import Resized
from getpage.products.common.sizes import Interval, SizeFold
from getpage.products.db2.intervals.pieces import Piece, of_best_way

from .edm_pools import POOLS, EdmPool


def with_loads(rows: pl.DataFrame, several: Iterable[tuple[EdmPool, Resized]]) -> pl.DataFrame:
    """The intervals with the loads of each pool, also of those while it had fewer pages than now."""
    for pool in POOLS:
        counted = pl.any_horizontal(pl.col(name).is_not_null() for name in pool.loads)
        loads = pl.when(counted).then(pl.sum_horizontal(*pool.loads)).alias(_loads(pool))
        rows = rows.with_columns(loads)
    for pool, resized in several:
        steady = pl.lit(resized.steady(rows, pl.col("start")))
        rows = rows.with_columns(pl.when(steady).then(_loads(pool)).alias(_loads(pool)))
    return rows


def _loads(pool: EdmPool) -> str:
    return f"{pool.key}_all_loads"


class EdmSizes(Several):
    """Adds them up by pool and member."""

    def __init__(self, objects: Objects) -> None:
        """`objects` numbers the rows."""
        self._folds = {pool.key: SizeFold(objects) for pool in POOLS}
        self._done: dict[str, dict[Key, tuple[Interval, ...]]] = {}
        super().__init__(**self._folds)

    def add(self, piece: Piece) -> None:
        """One more piece, whose intervals are `with_loads`."""
        rows = of_best_way(piece).filter(pl.col("rate_seconds").is_not_null())
        for pool in POOLS:
            pages = pl.col(f"{pool.key}_pages")
            self._folds[pool.key].add(
                rows.filter(pages > 0).select(
                    OBJECT,
                    pages.cast(pl.UInt32).alias("size"),
                    pl.col(_loads(pool)).alias("reads"),
                    pl.sum_horizontal(*pool.requests).alias("references"),
                    pl.col("rate_seconds").alias("seconds"),
                )
            )

    def of(self, pool: EdmPool, key: Key) -> tuple[Interval, ...]:
        """The sizes of a pool of a member, in KB."""
        if pool.key not in self._done:
            self._done[pool.key] = {
                of: tuple(replace(had, size=had.size * (PAGE // KIB)) for had in sizes)
                for of, sizes in self._folds[pool.key].done().items()
            }
        return self._done[pool.key].get(key, ())
