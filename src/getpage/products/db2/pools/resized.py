"""Pools that had several sizes in the window, with the one that they have now and since when.

What a pool lacked with fewer buffers says nothing of the present; what it lacked with as many or with more it
lacks now. Rules judge it by those intervals, see `Pool`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.db2.rows import naive, owned
from getpage.products.db2.tables import OWNER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.evidence import Evidence
    from getpage.products.common.owners import Owners

SIZE: Final = "size_now"
SINCE: Final = "since_resized"
_POOL: Final = [*OWNER, "buffer_pool"]
_SIZES: Final = ("buffers", "size_defined")


def size_of(columns: Iterable[str]) -> pl.Expr:
    """Buffers allocated, as defined where nothing says how many are; null where neither is known."""
    sizes = [pl.when(pl.col(name) > 0).then(name) for name in _SIZES if name in columns]
    return pl.coalesce(*sizes, pl.lit(None, pl.UInt64)).cast(pl.UInt64)


def resized(evidence: Evidence, table: str, owners: Owners) -> pl.DataFrame | None:
    """Member, number, present SIZE and SINCE when it is shown, of the pools that rows of `table` show with
    several sizes; None without any.
    """
    scan = evidence.scan(table)
    shown = scan.with_columns(size_of(scan.collect_schema()).alias(SIZE)).filter(pl.col(SIZE).is_not_null())
    ends = shown.group_by(_POOL).agg(pl.col(SIZE).min().alias("least"), pl.col(SIZE).max().alias("most"))
    several = (
        owned(ends.collect(engine="streaming"), owners)
        .group_by(_POOL, maintain_order=True)
        .agg(pl.col("least").min() < pl.col("most").max())
        .filter("least")
    )
    if not several.height:
        return None
    numbers = several["buffer_pool"].unique().implode()
    rows = shown.filter(pl.col("buffer_pool").is_in(numbers)).select(
        *_POOL, SIZE, naive("written").alias("at"), "file", "record"
    )
    return (
        owned(rows.collect(), owners)
        .join(several, on=_POOL, how="semi", nulls_equal=True)
        .sort("at", "file", "record", nulls_last=False)
        .group_by(_POOL, maintain_order=True)
        .agg(
            pl.col(SIZE).last(),
            pl.col("at").filter(pl.col(SIZE).rle_id() == pl.col(SIZE).rle_id().last()).first().alias(SINCE),
        )
    )


def as_large_as_now(rows: pl.DataFrame, resized: pl.DataFrame) -> pl.DataFrame:
    """The intervals of these pools with as many buffers as they have now, or with more."""
    joined = rows.join(resized, on=_POOL, nulls_equal=True, maintain_order="left")
    return joined.filter(size_of(rows.columns) >= pl.col(SIZE)).drop(SIZE, SINCE)
