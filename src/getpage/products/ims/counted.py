"""What the counters of subpools say of each interval.

A trace of the IMS Monitor is an interval as it is. Counters since IMS started are subtracted from those of
the report before, where both have a time, the subpool has as many buffers and no counter fell, as it does
when IMS starts again. A batch region counts from its start to its end, and no report says how long that was:
its counts have no rates.

`seconds` is null where nothing tells them; `start` and `end` are local times.
"""

from __future__ import annotations

from typing import Final

import polars as pl

#: What names a subpool.
KEY: Final = ("access", "pool_id", "subpool_id", "kind", "buffer_bytes")
COUNTERS: Final = (
    *("requests", "found", "reads", "steal_writes", "writes", "io_errors"),
    *("busy_id_waits", "busy_write_waits", "busy_read_waits", "ownership_waits", "buffer_waits"),
)
_ORDER: Final = ("written", "file", "record")


def ready(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with what reports of VSAM do not say: its requests are what was found and what was read."""
    asked = pl.coalesce("requests", pl.col("found") + pl.col("reads"))
    # The number of a subpool within a VSAM pool is no name of it.
    name = pl.when(pl.col("access") == "OSAM").then("subpool_id")
    return rows.with_columns(asked.alias("requests"), name.alias("subpool_id"))


def counted(rows: pl.DataFrame) -> pl.DataFrame:
    """Of rows as `ready` has them, a row an interval; where there is none of a subpool, a row a run, or the
    last counts since IMS started.
    """
    if not rows.height:
        return rows.with_columns(start="interval_start", end="written", seconds=pl.lit(None, pl.Float64))
    ordered = rows.sort(*_ORDER, nulls_last=True, maintain_order=True).with_columns(
        start="interval_start", end="written", seconds=pl.col("interval_us") / 1e6
    )
    traced = ordered.filter((pl.col("covers") == "trace") & pl.col("seconds").is_not_null())
    since = ordered.filter(pl.col("covers") == "start")
    between = _between(since)
    told = pl.concat([traced, between], how="diagonal")
    rest = ordered.filter(
        (pl.col("covers") == "run") | ((pl.col("covers") == "trace") & pl.col("seconds").is_null())
    )
    last = since.group_by(KEY, maintain_order=True).last().select(ordered.columns)
    alone = pl.concat([rest, last], how="diagonal").join(
        told.select(KEY).unique(), on=KEY, how="anti", nulls_equal=True, maintain_order="left"
    )
    return pl.concat([told, alone], how="diagonal").sort(*_ORDER, nulls_last=True, maintain_order=True)


def _between(rows: pl.DataFrame) -> pl.DataFrame:
    """Differences of counters that follow each other."""
    dated = rows.filter(pl.col("written").is_not_null())
    before = {
        name: pl.col(name).shift(1).over(KEY).alias(f"_{name}") for name in (*COUNTERS, "buffers", "end")
    }
    joined = dated.with_columns(*before.values())
    grew = [(pl.col(name) >= pl.col(f"_{name}")).fill_null(value=True) for name in COUNTERS]
    same = pl.col("buffers").eq_missing(pl.col("_buffers"))
    later = pl.col("end") > pl.col("_end")
    return (
        joined.filter(pl.col("_end").is_not_null() & later & same & pl.all_horizontal(grew))
        .with_columns(
            *(pl.col(name) - pl.col(f"_{name}") for name in COUNTERS),
            pl.col("_end").alias("start"),
            ((pl.col("end") - pl.col("_end")).dt.total_microseconds() / 1e6).alias("seconds"),
        )
        .select(rows.columns)
    )
