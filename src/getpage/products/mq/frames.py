"""Frames of evidence made ready for the rules: times without zone, intervals in seconds, owners filled in.
 `rate_seconds` is null for intervals under 10 s too, such as those that a restart leaves: a rate of them
 misleads. An interval of zero length (records written at start, stop or a log switch) has null `seconds`,
 so that
nothing is ever divided by it. Rows of subtypes 5, 6 and 7 and printed rows have no interval: their `start`
is null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.evidence import Evidence

Row = dict[str, Any]

TABLES = (
    "mq_buffer_pool",
    "mq_page_set",
    "mq_storage_region",
    "mq_storage_usage",
    "mq_storage_manager",
    "mq_message",
    "mq_log",
    "mq_data_manager",
    "mq_message_manager",
    "mq_task_queue",
    "mq_queue",
    "mq_call_average",
)

SHORTEST_RATED = 10.0  # seconds; ours

Key = tuple[str | None, str | None]


def ready(evidence: Evidence) -> dict[str, pl.DataFrame]:
    """All tables that the rules read, in order of time, with `start`, `end` and `seconds`."""
    frames = {table: _timed(evidence.frame(table)) for table in TABLES}
    systems = _systems(frames)
    return {table: _owned(frame, systems) for table, frame in frames.items()}


def keys(frames: Mapping[str, pl.DataFrame]) -> list[Key]:
    """Every (system, queue manager) in the evidence, in order; None where it is not known."""
    found: set[Key] = set()
    for frame in frames.values():
        found.update(frame.select("system", "queue_manager").unique().iter_rows())
    return sorted(found, key=lambda key: (key[0] or "", key[1] or ""))


def of(frame: pl.DataFrame, key: Key) -> pl.DataFrame:
    """The rows of one queue manager."""
    system, queue_manager = key
    return frame.filter(
        pl.col("system").eq_missing(pl.lit(system, pl.String)),
        pl.col("queue_manager").eq_missing(pl.lit(queue_manager, pl.String)),
    )


def _timed(frame: pl.DataFrame) -> pl.DataFrame:
    columns = frame.columns
    start = _naive("interval_start") if "interval_start" in columns else pl.lit(None, pl.Datetime("us"))
    length = pl.col("interval_us") if "interval_us" in columns else pl.lit(None, pl.Float64)
    seconds = pl.when(length > 0).then(length.cast(pl.Float64) / 1e6)
    rated = pl.when(seconds >= SHORTEST_RATED).then(seconds)
    after = (seconds * 1e6).round().cast(pl.Int64).cast(pl.Duration("us"))
    end = pl.coalesce(start + after, _naive("written"))
    timed = frame.with_columns(
        start.alias("start"), end.alias("end"), seconds.alias("seconds"), rated.alias("rate_seconds")
    )
    return timed.sort("end", "file", "record", nulls_last=False, maintain_order=True)


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)


def _systems(frames: Mapping[str, pl.DataFrame]) -> dict[str, str]:
    """The system of each queue manager that runs on one only: printed evidence often does not name it."""
    found: dict[str, set[str]] = {}
    for frame in frames.values():
        named = frame.select("queue_manager", "system").drop_nulls().unique()
        for queue_manager, system in named.iter_rows():
            found.setdefault(queue_manager, set()).add(system)
    return {name: min(systems) for name, systems in found.items() if len(systems) == 1}


def _owned(frame: pl.DataFrame, systems: Mapping[str, str]) -> pl.DataFrame:
    if not systems:
        return frame
    known = pl.col("queue_manager").replace_strict(dict(systems), default=None, return_dtype=pl.String)
    return frame.with_columns(pl.coalesce(pl.col("system"), known).alias("system"))
