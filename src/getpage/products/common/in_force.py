"""Thresholds as columns of rows: expressions compare each row with what is in force for its object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import polars as pl

from getpage.contract.measures import Key
from getpage.contract.thresholds import CheckThreshold, Thresholds
from getpage.core.names import Object


def in_force(threshold: CheckThreshold) -> pl.Expr:
    """The value for the object of a row, which `with_thresholds` adds."""
    return pl.col(threshold.column)


def with_thresholds(
    rows: pl.DataFrame,
    thresholds: Thresholds,
    wanted: Iterable[CheckThreshold],
    by: Sequence[str],
    object_of: Callable[[Key], Object],
) -> pl.DataFrame:
    """Rows with the thresholds that are in force; `object_of` is the object of the values of `by`."""
    wanted = tuple(wanted)
    rows = rows.with_columns(pl.lit(threshold.value).alias(threshold.column) for threshold in wanted)
    moved = [threshold for threshold in wanted if thresholds.moves(threshold)]
    if not moved:
        return rows
    keys = rows.select(by).unique(maintain_order=True)
    objects = [object_of(key) for key in keys.iter_rows()]
    values = keys.with_columns(
        pl.Series(threshold.column, [thresholds.of(threshold, name) for name in objects], dtype=pl.Float64)
        for threshold in moved
    )
    others = rows.drop(threshold.column for threshold in moved)
    return others.join(values, on=by, how="left", nulls_equal=True, maintain_order="left")
