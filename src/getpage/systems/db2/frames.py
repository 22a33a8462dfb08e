"""Frames of evidence made ready for the rules: members filled in, cumulative counters turned into intervals.

A display shows counters since some moment. Those of DETAIL(INTERVAL) are of their own interval, which ends
when the display was made or, where the log does not say, when the next one begins. Those of DETAIL(*) count
from the activation of the pool: two of them with the same start give the interval between by subtraction,
one alone is taken as it is, and a later start or a smaller counter means that the pool was activated again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from .thresholds import SHORTEST_RATED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.systems.interface import Evidence

Row = dict[str, Any]
Key = tuple[str | None, str | None]

TABLES = (
    "db2_buffer_pool",
    "db2_simulated_pool",
    "db2_page_set",
    "db2_group_buffer_pool",
    "db2_thread_end",
    "db2_plan_activity",
    "db2_package_activity",
    "db2_storage",
)

#: Columns that say what is, not what was counted.
GAUGES: Final = {
    "db2_buffer_pool": frozenset(
        (
            *("buffer_pool", "use_count", "size_defined", "size_minimum", "size_maximum", "buffers"),
            *("buffers_to_delete", "buffers_in_use", "overflow_buffers", "sequential_threshold"),
            *("simulated_sequential_threshold", "deferred_write_threshold", "vertical_write_threshold"),
            *("vertical_write_buffers", "parallel_sequential_threshold", "sequential_buffers"),
            *("buffers_in_4k", "buffers_in_1m", "buffers_in_2g", "file", "record"),
        )
    ),
    "db2_simulated_pool": frozenset(
        (
            *("buffer_pool", "size", "sequential_threshold", "allocated", "in_use", "highest_in_use"),
            *("sequential_in_use", "highest_sequential_in_use", "file", "record"),
        )
    ),
    "db2_group_buffer_pool": frozenset(
        (
            *("buffer_pool", "ratio", "ratio_pending", "class_threshold", "class_threshold_pages"),
            *("castout_threshold", "checkpoint_minutes", "policy_size", "size", "directory_entries"),
            *("data_pages", "connections", "secondary_size", "secondary_directory_entries"),
            *("secondary_data_pages", "changed_pages_now", "file", "record"),
        )
    ),
}


def ready(evidence: Evidence) -> dict[str, pl.DataFrame]:
    """All tables that the rules read; those with counters with `start`, `end`, `seconds`, `rate_seconds`."""
    raw = {table: evidence.frame(table) for table in TABLES}
    systems, member = _systems(raw), _only_member(raw)
    owned = {table: _owned(frame, systems, member) for table, frame in raw.items()}
    return {
        table: intervals(frame, GAUGES[table]) if table in GAUGES else frame for table, frame in owned.items()
    }


def keys(frames: Mapping[str, pl.DataFrame]) -> list[Key]:
    """Every (system, member) in the evidence, in order; None where it is not known."""
    found: set[Key] = set()
    for frame in frames.values():
        found.update(frame.select("system", "member").unique().iter_rows())
    return sorted(found, key=lambda key: (key[0] or "", key[1] or ""))


def of(frame: pl.DataFrame, key: Key) -> pl.DataFrame:
    """The rows of one member."""
    return frame.filter(
        pl.col("system").eq_missing(pl.lit(key[0], pl.String)),
        pl.col("member").eq_missing(pl.lit(key[1], pl.String)),
    )


def _only_member(frames: Mapping[str, pl.DataFrame]) -> str | None:
    """The member of an evidence that names one only: what names none is then of it."""
    named = {name for frame in frames.values() for name in frame["member"].drop_nulls().unique().to_list()}
    return min(named) if len(named) == 1 else None


def _systems(frames: Mapping[str, pl.DataFrame]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for frame in frames.values():
        for member, system in frame.select("member", "system").drop_nulls().unique().iter_rows():
            found.setdefault(member, set()).add(system)
    return {name: min(systems) for name, systems in found.items() if len(systems) == 1}


def _owned(frame: pl.DataFrame, systems: Mapping[str, str], member: str | None) -> pl.DataFrame:
    frame = frame.with_columns(pl.col("member").fill_null(pl.lit(member, pl.String)))
    if not systems:
        return frame
    known = pl.col("member").replace_strict(dict(systems), default=None, return_dtype=pl.String)
    return frame.with_columns(pl.coalesce(pl.col("system"), known).alias("system"))


def intervals(frame: pl.DataFrame, gauges: frozenset[str]) -> pl.DataFrame:
    """Rows whose counters are of their own interval, in order of time within each pool."""
    over = ["system", "member", "buffer_pool"]
    counters = [
        name for name, kind in frame.schema.items() if kind in (pl.UInt64, pl.UInt32) and name not in gauges
    ]
    since, written = _naive("interval_start"), _naive("written")
    frame = (
        frame.with_columns(pl.col(counters).cast(pl.Int64, strict=False))
        .with_columns(since.alias("since"), pl.coalesce(written, since).alias("order"))
        .sort(*over, "statistics", "order", "file", "record", nulls_last=False, maintain_order=True)
    )
    group = [*over, "statistics"]
    cumulative = (pl.col("statistics") == "CUMULATIVE").fill_null(value=False)
    later = pl.int_range(pl.len()).over(group) > 0
    again = pl.any_horizontal(pl.col(c) < pl.col(c).shift(1).over(group) for c in counters).fill_null(
        value=False
    )
    again = again | (pl.col("since") != pl.col("since").shift(1).over(group)).fill_null(value=False)
    frame = frame.with_columns(
        (cumulative & later & ~again).alias("difference"),
        (cumulative & ~later & (pl.len().over(group) > 1)).alias("before"),
        written.alias("end"),
        written.shift(1).over(group).alias("last_written"),
        pl.col("since").shift(-1).over(group).alias("next_since"),
        pl.len().over(over).alias("all_of_pool"),
    )
    changed = [
        pl.when("difference").then(pl.col(c) - pl.col(c).shift(1).over(group)).otherwise(c).alias(c)
        for c in counters
    ]
    begun = pl.when("difference").then("last_written").otherwise("since")
    ended = pl.coalesce("end", pl.when(~cumulative).then("next_since"))
    frame = frame.with_columns(*changed, begun.alias("start"), ended.alias("end")).filter(~pl.col("before"))
    frame = _one_kind(frame, over)
    length = (pl.col("end") - pl.col("start")).dt.total_microseconds() / 1e6
    seconds = pl.when(length > 0).then(length)
    rated = pl.when(seconds >= SHORTEST_RATED).then(seconds)
    drop = ["since", "order", "before", "last_written", "next_since", "all_of_pool"]
    return frame.with_columns(seconds.alias("seconds"), rated.alias("rate_seconds")).drop(drop)


def _one_kind(frame: pl.DataFrame, over: list[str]) -> pl.DataFrame:
    """Of a pool displayed both ways the kind with more intervals, or the same time would count twice."""
    group = [*over, "statistics"]
    order = (
        frame.group_by(group, maintain_order=True)
        .len()
        .with_columns(
            pl.col("statistics").is_not_null().alias("stated"),
            (pl.col("statistics") == "INCREMENTAL").fill_null(value=False).alias("own"),
        )
        .sort("stated", "len", "own", descending=True, maintain_order=True)
    )
    kept = order.unique(over, keep="first", maintain_order=True).select(group)
    return frame.join(kept, on=group, how="semi", nulls_equal=True)


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
