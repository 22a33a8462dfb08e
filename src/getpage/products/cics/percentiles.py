"""Percentiles of response from the histograms of the measures, within 1 % of exact (nearest rank).

Bucket n holds 2^(n/35) up to 2^((n+1)/35) units of 1/4096 µs.
"""

from __future__ import annotations

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
    buckets, counts = BUCKETS
    ordered = tasks.group_by(*by, buckets).agg(pl.col(counts).sum()).sort(*by, buckets)
    by_key: dict[Key, tuple[float, ...]] = {}
    for key, buckets_of in ordered.partition_by(by, as_dict=True, maintain_order=True).items():
        below, every = buckets_of[counts].cum_sum(), int(buckets_of[counts].sum())
        ranks = (int((below < max(share * every, 1)).sum()) for share in SHARES)
        by_key[key] = tuple(_middle(int(buckets_of[buckets][rank])) for rank in ranks)
    return by_key


def _middle(bucket: int) -> float:
    """Milliseconds in the middle of a bucket."""
    return float(2 ** ((bucket + 0.5) / _PER_DOUBLING)) / _UNITS / 1000
