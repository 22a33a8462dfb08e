"""Rows of evidence with the names of their owners, as far as these can be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from .tables import OWNER, TRACE

if TYPE_CHECKING:
    from getpage.products.common.owners import Owner, Owners


def owned(frame: pl.DataFrame, owners: Owners) -> pl.DataFrame:
    """The rows with the names of their owners, as far as these can be told."""
    return frame.with_columns(owners.named(frame))


def ready(frame: pl.DataFrame, owners: Owners) -> pl.DataFrame:
    """The rows with the names of their owners and `end`, for tables of which each row is as it is."""
    absent = [name for name in TRACE if name not in frame.columns]
    frame = owned(frame, owners).with_columns(pl.lit(None).alias(name) for name in absent)
    return frame.with_columns(naive("written").alias("end"))


def partitioned(frame: pl.DataFrame) -> dict[Owner, pl.DataFrame]:
    """The rows of each member, in their order."""
    return {
        (key[0], key[1]): rows
        for key, rows in frame.partition_by(OWNER, as_dict=True, maintain_order=True).items()
    }


def naive(column: str) -> pl.Expr:
    """A time without its zone."""
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
