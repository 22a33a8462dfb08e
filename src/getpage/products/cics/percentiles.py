"""Percentiles of response from the histograms of the measures, within 1 % of exact (nearest rank).

Bucket n holds 2^(n/35) up to 2^((n+1)/35) units of 1/4096 µs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import polars as pl

from getpage.contract.measures import Key

#: The shares of tasks that are at most as long.
SHARES: Final = (0.50, 0.95, 0.99)
#: The columns of the histogram: buckets, and the tasks in each.
BUCKETS: Final = ("response_buckets", "response_bucket_tasks")
_PER_DOUBLING: Final = 35
#: Units of a clock in a microsecond: bit 51 of the TOD clock is one.
_UNITS: Final = 4096


def counted(rows: pl.LazyFrame, by: Sequence[str]) -> pl.DataFrame:
    """Tasks by bucket and these columns of rows that have BUCKETS."""
    buckets, counts = BUCKETS
    exploded = rows.explode(buckets, counts).drop_nulls(buckets)
    added = exploded.group_by(*by, buckets).agg(pl.col(counts).cast(pl.UInt64).sum())
    return added.collect(engine="streaming")


def places(tasks: pl.DataFrame, by: Sequence[str]) -> dict[Key, tuple[float, ...]]:
    """Response times in milliseconds at SHARES, by these columns of tasks that are counted."""
    rows = place(tasks, by, SHARES)
    return {tuple(row[: len(by)]): tuple(row[len(by) :]) for row in rows.iter_rows()}


def place(tasks: pl.DataFrame, by: Sequence[str], shares: Sequence[float]) -> pl.DataFrame:
    """The same as rows: these columns, and one of milliseconds for each share, named as it is written."""
    buckets, counts = BUCKETS
    ordered = tasks.group_by(*by, buckets).agg(pl.col(counts).sum()).sort(*by, buckets)
    below, every = pl.col(counts).cum_sum(), pl.col(counts).sum()
    at = (
        _middle(pl.col(buckets).filter(below >= pl.max_horizontal(share * every, 1)).first()).alias(
            str(share)
        )
        for share in shares
    )
    return ordered.group_by(by, maintain_order=True).agg(*at)


def _middle(bucket: pl.Expr) -> pl.Expr:
    """Milliseconds in the middle of a bucket."""
    return ((bucket + 0.5) * (math.log(2) / _PER_DOUBLING)).exp() / (_UNITS * 1000)
