"""The sizes that each object had in the window, each with what its intervals add up to: see `sizes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl

from getpage.contract.measures import Key

from .fold import OBJECT, Objects
from .sizes import Interval

#: The columns of a row that is added, beside the number of its object; rows with a null are left out.
COLUMNS: Final = ("size", "reads", "references", "seconds")
_RATIO: Final = pl.when(pl.col("references") != 0).then(pl.col("reads") / pl.col("references"))
#: Rows of pieces that are added up when there are more.
_MOST_ADDED: Final = 1 << 16
#: Counts, and times as whole nanoseconds: sums that are the same in any order, as rows come in any.
_SUMS: Final = ("reads", "references", "nanoseconds")
_NANOSECONDS: Final = (pl.col("seconds") * 1e9).round().cast(pl.Int64).alias("nanoseconds")
# Object and size as one number, which is grouped several times as fast as two columns.
_BOTH: Final = pl.col(OBJECT).cast(pl.UInt64) * (1 << 32) + pl.col("size")


class SizeFold:
    """Adds up rows of `size`, `reads`, `references` and `seconds` by the number of their object."""

    def __init__(self, objects: Objects) -> None:
        """`objects` numbers the rows."""
        self._objects = objects
        self._added: list[pl.DataFrame] = []

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows; sizes are below 2^32."""
        rows = frame.select(OBJECT, *COLUMNS).drop_nulls()
        rows = rows.select(_BOTH.alias("both"), "reads", "references", _NANOSECONDS, _RATIO.alias("least"))
        rows = rows.with_columns(pl.col("least").alias("most"))
        self._added.append(_sums(rows))
        if sum(part.height for part in self._added) > _MOST_ADDED:
            self._added = [_sums(pl.concat(self._added))]

    def done(self) -> Mapping[Key, tuple[Interval, ...]]:
        """By object, in order of size."""
        known = self._objects.known
        if known is None or not self._added:
            return {}
        keys = known.drop(OBJECT).rows()
        by_key: dict[Key, list[Interval]] = {}
        for both, reads, references, nanoseconds, least, most in (
            _sums(pl.concat(self._added)).sort("both").iter_rows()
        ):
            number, size = divmod(both, 1 << 32)
            interval = Interval(size, reads, references, nanoseconds / 1e9, least, most)
            by_key.setdefault(keys[number], []).append(interval)
        return {key: tuple(sizes) for key, sizes in by_key.items()}


def _sums(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.group_by("both", maintain_order=True).agg(
        pl.col(_SUMS).sum(), pl.col("least").min(), pl.col("most").max()
    )
