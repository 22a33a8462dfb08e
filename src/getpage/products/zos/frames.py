"""Frames of evidence made ready for the rules: with `start`, `end` and owners filled in, in order of time.

A reply that names no system (no system log around it) is that of the only system in the evidence, if there
is only one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from .records import with_records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.evidence import Evidence

TABLES = (
    "zos_storage",
    "zos_large_frames",
    "zos_address_space",
    "zos_service_class",
    "zos_dump_option",
)
PARTITIONS = "zos_partition"


def ready(evidence: Evidence) -> dict[str, pl.DataFrame]:
    """All tables that the rules read."""
    frames = {table: _timed(with_records(evidence, table)) for table in (*TABLES, PARTITIONS)}
    frames["zos_service_class"] = frames["zos_service_class"].with_columns(
        pl.coalesce("system", "sysplex").alias("system")
    )
    known = {name for table in TABLES for name in frames[table]["system"].drop_nulls().to_list()}
    if len(known) == 1:
        only = pl.lit(min(known))
        for table in TABLES:
            frames[table] = frames[table].with_columns(pl.coalesce("system", only).alias("system"))
    return frames


def systems(frames: Mapping[str, pl.DataFrame]) -> list[str | None]:
    """Every system in the evidence; None where a reply names none of several."""
    found: set[str | None] = set()
    for table in TABLES:
        found.update(frames[table]["system"].unique().to_list())
    return sorted(found, key=lambda name: name or "")


def of(frame: pl.DataFrame, system: str | None) -> pl.DataFrame:
    """The rows of one system."""
    return frame.filter(pl.col("system").eq_missing(pl.lit(system, pl.String)))


def _timed(frame: pl.DataFrame) -> pl.DataFrame:
    columns = frame.columns
    start = _naive("interval_start") if "interval_start" in columns else pl.lit(None, pl.Datetime("us"))
    length = pl.col("interval_us") if "interval_us" in columns else pl.lit(None, pl.Float64)
    timed = frame.with_columns(
        start.alias("start"),
        _naive("written").alias("end"),
        (pl.when(length > 0).then(length) / 1e6).alias("seconds"),
    )
    return timed.sort("end", "file", "record", nulls_last=False, maintain_order=True)


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
