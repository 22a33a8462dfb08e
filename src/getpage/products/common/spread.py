"""Quantiles of values by object, exact, in bounded memory however many values there are.

Equal values of an object are one row with a count. What is still too much goes to disk, in order of the
objects, and comes back so many objects at a time: sorting takes several times the memory of the values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Aggregate, Quantile
from getpage.core.scratch import Scratch

#: Rows that are held before equal ones become one, 12 to 20 bytes each; and before they go to disk.
_MOST_HELD: Final = 1 << 20
#: Values that are sorted at a time.
_MOST_SORTED: Final = 1 << 18
#: Rows of a row group on disk: what is read at least, of each file, for one object.
_GROUP: Final = 1 << 15
_COUNT: Final = "_count"


class Spread:
    """The values of some quantiles, by the number of their object in the column `by`."""

    def __init__(self, asks: Sequence[Quantile], by: str) -> None:
        """Begin without values."""
        self.asks, self._by = tuple(asks), by
        self._names = [f"_q{i}" for i in range(len(self.asks))]
        self._held: list[pl.DataFrame] = []
        self._values = 0
        self._differ = False
        self._scratch: Scratch | None = None
        self._files = 0

    def add(self, frame: pl.DataFrame) -> None:
        """Take the values of more rows."""
        if not self.asks:
            return
        of = [pl.col(ask.of) if isinstance(ask.of, str) else ask.of for ask in self.asks]
        values = frame.select(
            self._by,
            *(column.alias(name) for column, name in zip(of, self._names, strict=True)),
            pl.lit(1, pl.UInt32).alias(_COUNT),
        )
        self._held.append(values)
        self._values += values.height
        if sum(part.height for part in self._held) > _MOST_HELD:
            # Values that differed so far will differ: counting them takes longer than writing them.
            if not self._differ:
                self._held = [self._counted()]
                self._differ = self._held[0].height > _MOST_HELD // 2
            if self._differ:
                self._spill()

    def held(self) -> pl.DataFrame:
        """The values so far, with how often each is there."""
        if self._scratch is not None:
            files = [self._scratch.path / f"{number}.parquet" for number in range(self._files)]
            self._held.append(pl.scan_parquet(files, glob=False).collect())
            self._files = 0
        self._held = [self._counted()]
        return self._held[0]

    def take(self, held: pl.DataFrame) -> None:
        """Take what another one held."""
        self._held.append(held.select(self._by, *self._names, _COUNT))
        self._values += held.height
        if sum(part.height for part in self._held) > _MOST_HELD:
            self._held = [self._counted()]
            if self._held[0].height > _MOST_HELD // 2:
                self._spill()

    def _counted(self) -> pl.DataFrame:
        every = pl.concat(self._held, how="vertical_relaxed")
        return every.group_by(self._by, *self._names).agg(pl.col(_COUNT).sum())

    def _spill(self) -> None:
        self._scratch = self._scratch or Scratch()
        path = self._scratch.path / f"{self._files}.parquet"
        every = pl.concat(self._held, how="vertical_relaxed")
        every.sort(self._by).write_parquet(path, compression="uncompressed", row_group_size=_GROUP)
        self._files += 1
        self._held = []

    def done(self, objects: pl.DataFrame) -> dict[Aggregate[Any], list[Any]]:
        """The quantiles of each object, in the order of `objects`, a frame with their numbers."""
        if not self.asks:
            return {}
        try:
            spread = pl.concat([self._of(*ends) for ends in self._pieces(objects)])
        finally:
            if self._scratch is not None:
                self._scratch.close()
        joined = objects.join(spread, on=self._by, how="left", maintain_order="left")
        return {ask: joined[name].to_list() for ask, name in zip(self.asks, self._names, strict=True)}

    def _pieces(self, objects: pl.DataFrame) -> list[tuple[int, int]]:
        """Ranges of numbers of objects that have so many values, about."""
        step = max(1, objects.height * _MOST_SORTED // max(self._values, 1))
        last = max(objects[self._by].to_list(), default=0)
        return [(first, first + step) for first in range(0, last + 1, step)]

    def _of(self, first: int, end: int) -> pl.DataFrame:
        some = pl.col(self._by).is_between(first, end, closed="left")
        parts = [frame.filter(some) for frame in self._held]
        if self._scratch is not None:
            files = [self._scratch.path / f"{number}.parquet" for number in range(self._files)]
            parts.append(pl.scan_parquet(files, glob=False).filter(some).collect())
        every = pl.concat(parts, how="vertical_relaxed")
        quantiles = every.select(self._by).unique()
        for ask, name in zip(self.asks, self._names, strict=True):
            of_ask = self._quantile(every.select(self._by, name, _COUNT), ask, name)
            quantiles = quantiles.join(of_ask, on=self._by, how="left")
        return quantiles

    def _quantile(self, values: pl.DataFrame, ask: Quantile, name: str) -> pl.DataFrame:
        """One quantile of each object that has values, in the column `name`."""
        counted = values.drop_nulls(name).group_by(self._by, name).agg(pl.col(_COUNT).sum().cast(pl.Int64))
        place = (pl.col(_COUNT).sum().over(self._by) - 1) * ask.share
        ranked = counted.sort(self._by, name).select(
            self._by,
            pl.col(name).cast(pl.Float64),
            pl.col(_COUNT).cum_sum().over(self._by).alias("up_to"),
            place.alias("place"),
        )
        below, above = (
            pl.col(name).filter(pl.col("up_to") > rank).first()
            for rank in (pl.col("place").floor(), pl.col("place").ceil())
        )
        share = pl.col("place").first() - pl.col("place").first().floor()
        quantile = below if ask.between == "lower" else share * (above - below) + below
        return ranked.group_by(self._by, maintain_order=True).agg(quantile.alias(name))
