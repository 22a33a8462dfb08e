"""Intervals added up with their neighbours, so that an answer grows with the objects and not with the time.

A month has as many intervals here as it has hours, however short its intervals are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Intervals of one object that Python looks at one by one: the hours of a month.
MOST: Final = 720


def added_up(
    frame: pl.DataFrame, by: Sequence[str], sums: Sequence[str], *, most: int = MOST, at: str = "start"
) -> pl.DataFrame:
    """At most `most` rows an object: neighbours in order of `at` with their `sums` added, the rest as in the
    first of them. A sum is null where one of its parts is.
    """
    if not frame.height:
        return frame
    frame = frame.sort(*by, at, nulls_last=False, maintain_order=True)
    many = pl.len().over(by)
    if frame.select(many.max()).item() <= most:
        return frame
    together = (many + most - 1) // most
    frame = frame.with_columns((pl.int_range(pl.len()).over(by) // together).alias("_together"))
    whole = [pl.when(pl.col(name).null_count() == 0).then(pl.col(name).sum()).alias(name) for name in sums]
    rest = [pl.col(name).first() for name in frame.columns if name not in {*by, *sums, "_together"}]
    added = frame.group_by(*by, "_together", maintain_order=True).agg(*whole, *rest)
    return added.select(name for name in frame.columns if name != "_together")
