"""Counters since some moment turned into counters of intervals, and the intervals that cannot be had.

Displays of DETAIL(INTERVAL) count in their own interval, which ends when the display was made or, where the
log does not say, when the next one begins. Displays of DETAIL(*) count from the activation of the pool, SMF
records from the start of Db2: two of them give the interval between by subtraction, one alone is taken as it
is. A counter that fell, or another start of the statistics, means that Db2 started or the pool was activated
again: what was counted between these two readings is not known, so that interval is dropped, and said.

Readings closer than `JUDGED` are taken together, as a peak of a minute says little of a size; what a record
says of its own extreme is kept as the extreme of the whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from .thresholds import JUDGED, SHORTEST_RATED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .counters import Kind

RECORD, DISPLAY = "record", "display"
_OWNER = ("system", "member")
_DROPPED = ("start", "end", "file", "record")
_EARLY = 0.1  # of a slot: a reading that is late by less still ends it


def intervals(frame: pl.DataFrame, kind: Kind, *, judged: float = JUDGED) -> pl.DataFrame:
    """Rows whose counters are of their own interval, in order of time for each object.

    Of an object measured in several ways those with most intervals, or the same time would count twice.
    """
    return ranked(frame, kind, judged=judged).filter(pl.col("rank") == 0).drop("rank")


def ranked(frame: pl.DataFrame, kind: Kind, *, judged: float = JUDGED) -> pl.DataFrame:
    """The intervals of all ways in which each object was measured: `rank` is 0 for that with most intervals.

    Beside the columns of the table: `start`, `end`, `seconds` (null where not known), `rate_seconds` (null
    where too short for a rate too), `difference`, and `less_file`, `less_record` of the earlier reading.
    """
    frame = readings(frame, kind)
    over = [*_OWNER, *kind.key]
    own = _own(frame.filter(~pl.col("cumulative")), [*over, "origin"])
    differences = _differences(frame.filter("cumulative"), kind, judged)
    found = pl.concat([own, differences], how="diagonal_relaxed")
    found = _ranked(found, over).sort(*over, "rank", "order", "file", "record", maintain_order=True)
    length = (pl.col("end") - pl.col("start")).dt.total_microseconds() / 1e6
    seconds = pl.when(length > 0).then(length)
    rated = pl.when(seconds >= SHORTEST_RATED).then(seconds)
    found = found.with_columns(seconds.alias("seconds"), rated.alias("rate_seconds"))
    at_once = (pl.col("difference") & (pl.col("end") <= pl.col("start"))).fill_null(value=False)
    return found.filter(~at_once).drop("since", "order", "cumulative", "again", "run")


def dropped(frame: pl.DataFrame, kind: Kind) -> pl.DataFrame:
    """Intervals between two readings with a restart between them: owner, key, `start`, `end`, last record."""
    over = [*_OWNER, *kind.key]
    before = pl.col("order").shift(1).over([*over, "origin", "statistics"])
    rows = readings(frame, kind).with_columns(before.alias("start"), pl.col("order").alias("end"))
    return rows.filter("again").select(*over, *_DROPPED)


def readings(frame: pl.DataFrame, kind: Kind) -> pl.DataFrame:
    """All rows in order of time, with whether they are cumulative and of which run between restarts.

    An SMF record counts everything of a member from the same start: one object whose counters fell tells it
    of all.
    """
    counters = kind.counters(frame)
    frame = _named(frame).with_columns(
        pl.col([name for name in counters if frame.schema[name] != pl.Float64]).cast(pl.Int64, strict=False)
    )
    written, since = naive("written"), naive("interval_start")
    total = pl.col("getpages").is_not_null() if "getpages" in frame.columns else pl.lit(value=False)
    printed = pl.col("interval_start").is_not_null() | (pl.col("statistics") != "CUMULATIVE")
    record = (total | ~printed.fill_null(value=True)).fill_null(value=False)
    frame = frame.with_columns(
        since.alias("since"),
        pl.coalesce(written, since).alias("order"),
        (pl.col("statistics") == "CUMULATIVE").fill_null(value=False).alias("cumulative"),
        pl.when(record).then(pl.lit(RECORD)).otherwise(pl.lit(DISPLAY)).alias("origin"),
    )
    over = [*_OWNER, *kind.key, "origin", "statistics"]
    frame = frame.sort(*over, "order", "file", "record", nulls_last=False, maintain_order=True)
    fell = [pl.col(name) < pl.col(name).shift(1).over(over) for name in kind.restarts(counters)]
    other = pl.col("since") != pl.col("since").shift(1).over(over)
    again = pl.any_horizontal(*fell, other).fill_null(value=False) & pl.col("cumulative")
    frame = frame.with_columns(again.alias("again"))
    together = pl.col("again").any().over([*_OWNER, "origin", "statistics", "order"])
    records = (pl.col("origin") == RECORD) & pl.col("order").is_not_null()
    later = pl.int_range(pl.len()).over(over) > 0
    again = later & pl.when(records).then(together).otherwise("again")
    return frame.with_columns(again.alias("again")).with_columns(
        pl.col("again").cast(pl.Int64).cum_sum().over(over).alias("run")
    )


def _named(frame: pl.DataFrame) -> pl.DataFrame:
    """Records say nothing of their statistics: they are cumulative."""
    absent = {"interval_start": pl.lit(None, pl.Datetime("us")), "statistics": pl.lit("CUMULATIVE")}
    return frame.with_columns(
        value.alias(name) for name, value in absent.items() if name not in frame.columns
    )


def _own(frame: pl.DataFrame, over: Sequence[str]) -> pl.DataFrame:
    next_since = pl.col("since").shift(-1).over([*over, "statistics"])
    return frame.with_columns(
        pl.lit(value=False).alias("difference"),
        pl.col("since").alias("start"),
        pl.coalesce(naive("written"), next_since).alias("end"),
        pl.lit(None, frame.schema["file"]).alias("less_file"),
        pl.lit(None, frame.schema["record"]).alias("less_record"),
    )


def _differences(frame: pl.DataFrame, kind: Kind, judged: float) -> pl.DataFrame:
    group = [*_OWNER, *kind.key, "origin", "statistics"]
    run = [*group, "run"]
    counters = [name for name in kind.counters(frame) if name != "run"]
    frame = _apart(frame, kind, run, judged)
    later = pl.int_range(pl.len()).over(run) > 0
    frame = frame.with_columns(later.alias("difference"), naive("written").alias("end"))
    taken = [
        pl.when("difference").then(_taken(pl.col(name), run)).otherwise(name).alias(name) for name in counters
    ]
    last = pl.col("end").shift(1).over(run)
    frame = frame.with_columns(
        *taken,
        pl.when("difference").then(last).otherwise("since").alias("start"),
        pl.col("file").shift(1).over(run).alias("less_file"),
        pl.col("record").shift(1).over(run).alias("less_record"),
    )
    alone = ~pl.col("difference").any().over(group) & (
        pl.int_range(pl.len()).over(group) == pl.len().over(group) - 1
    )
    return frame.filter(pl.col("difference") | alone)


def _taken(counter: pl.Expr, run: Sequence[str]) -> pl.Expr:
    """The rise of a counter in a run; null where it fell all the same, never negative."""
    rise = counter - counter.shift(1).over(run)
    return pl.when(rise >= 0).then(rise)


def _apart(frame: pl.DataFrame, kind: Kind, run: Sequence[str], judged: float) -> pl.DataFrame:
    """The first reading of each run and then the last of each slot of `judged` seconds or a little more."""
    rows = pl.int_range(pl.len()).over(run)
    at = _micros(pl.col("order") - pl.col("order").min().over(run)) / 1e6
    length = at.max().over(run)
    width = length / (length / judged).floor().clip(lower_bound=1)
    step = _micros(pl.col("order") - pl.col("order").shift(1).over(run)).median().over(run) / 1e6
    close = (step < judged / 2).fill_null(value=False)
    slot = pl.when(close).then((at / width - _EARLY).ceil().clip(lower_bound=0)).otherwise(rows)
    frame = frame.with_columns(slot.alias("slot"), (rows == 0).alias("first"))
    within = [*run, "slot"]
    extremes = [pl.col(name).max().over(within) for name in sorted(kind.most & set(frame.columns))]
    extremes += [pl.col(name).min().over(within) for name in sorted(kind.least & set(frame.columns))]
    last = pl.int_range(pl.len()).over(within) == pl.len().over(within) - 1
    frame = frame.with_columns(*extremes, last.alias("last"))
    return frame.filter(pl.col("first") | (pl.col("last") & (pl.col("slot") > 0))).drop(
        "slot", "first", "last"
    )


def _micros(span: pl.Expr) -> pl.Expr:
    return span.dt.total_microseconds()


def _ranked(frame: pl.DataFrame, over: Sequence[str]) -> pl.DataFrame:
    group = [*over, "origin", "statistics"]
    order = (
        frame.group_by(group, maintain_order=True)
        .len()
        .with_columns(
            pl.col("statistics").is_not_null().alias("stated"),
            (pl.col("statistics") == "INCREMENTAL").fill_null(value=False).alias("own"),
        )
        .sort("stated", "len", "own", "origin", descending=True, maintain_order=True)
    )
    ranks = order.select(*group, pl.int_range(pl.len()).over(over).alias("rank"))
    return frame.join(ranks, on=group, how="left", nulls_equal=True, maintain_order="left")


def naive(column: str) -> pl.Expr:
    """A time without its zone."""
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
