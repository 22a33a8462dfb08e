"""Readings of counters in order of time, and the restarts between them.

A counter that fell, or another start of the statistics, means that Db2 started or the pool was activated
again. An SMF record counts everything of a member from the same start: one object whose counters fell tells
it of all. A counter of 32 bits also falls when it is full and begins again from 0: that is no restart where
others of its object did not fall, and its rise is what it rose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import polars as pl

from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.owners import Owner

from ..constants import GAP, REGULAR_READINGS, REGULAR_WITHIN
from ..rows import OWNER, naive
from .counters import RUN, STEADY, WAY, CounterKind

RECORD, DISPLAY = "record", "display"

#: When a reading was made, as far as that is known.
READ_AT: Final = "read_at"

#: The order of readings.
ORDER: Final = (READ_AT, "file", "record")
#: What a counter of 32 bits counts before it begins again; one that is not half full does not.
_FULL: Final = 1 << 32
_HALF: Final = 1 << 31
_MOMENT: Final = (*OWNER, "origin", "statistics", READ_AT)


def placed(frame: pl.DataFrame, objects: Objects) -> pl.DataFrame:
    """Rows with the numbers of `objects`, `since` and READ_AT, in their order."""
    # Records say nothing of their statistics: they are cumulative.
    absent = {"interval_start": pl.lit(None, pl.Datetime("us")), "statistics": pl.lit("CUMULATIVE")}
    frame = frame.with_columns(
        value.alias(name) for name, value in absent.items() if name not in frame.columns
    )
    since = naive("interval_start").alias("since")
    clock = naive(STEADY if STEADY in frame.columns else "written")
    frame = frame.with_columns(since, pl.coalesce(clock, since).alias(READ_AT))
    return objects.numbered(frame)


def in_time(frame: pl.DataFrame, objects: Objects) -> pl.DataFrame:
    """Rows `placed`, by object and in order of time."""
    frame = placed(frame, objects)
    by = [OBJECT] if _ordered(frame) else [OBJECT, *ORDER]
    return frame.sort(by, nulls_last=False, maintain_order=True)


def _ordered(frame: pl.DataFrame) -> bool:
    """Whether rows surely are in order of time, as records come: then sorting by one number is enough."""
    at, file, record = ((pl.col(name), pl.col(name).shift(1)) for name in ORDER)
    later = (file[0] > file[1]) | ((file[0] == file[1]) & (record[0] >= record[1]))
    known = frame.select((at[0].is_not_null() & ((at[0] >= at[1]) & later).fill_null(value=True)).all())
    return bool(known.item()) if frame.height else True


def filled(frame: pl.DataFrame, kind: CounterKind) -> pl.DataFrame:
    """Attributes as last shown, before the first showing as first shown: counters come without them."""
    names = [name for name in sorted(kind.attributes) if name in frame.columns]
    present = [name for name in names if frame[name].null_count() < frame.height]
    return frame.with_columns(pl.col(name).forward_fill().over(OBJECT) for name in present).with_columns(
        pl.col(name).backward_fill().over(OBJECT) for name in present
    )


def readings(frame: pl.DataFrame, kind: CounterKind, restarted: pl.DataFrame | None = None) -> pl.DataFrame:
    """Rows `in_time` as readings of each way (WAY): whether they are cumulative, come `again` after a
    restart, and of which run between restarts (RUN).

    `told` are restarts of members whose objects are not all here, see `restarts`.
    """
    schema = frame.schema
    counters = kind.counters(schema)
    narrow = [name for name in counters if schema[name] == pl.UInt32]
    whole = pl.col([name for name in counters if schema[name] != pl.Float64])
    total = pl.col("getpages").is_not_null() if "getpages" in frame.columns else pl.lit(value=False)
    printed = pl.col("interval_start").is_not_null() | (pl.col("statistics") != "CUMULATIVE")
    record = (total | ~printed.fill_null(value=True)).fill_null(value=False)
    frame = frame.with_columns(
        whole.cast(pl.Int64, strict=False),
        (pl.col("statistics") == "CUMULATIVE").fill_null(value=False).alias("cumulative"),
        pl.when(record).then(pl.lit(RECORD)).otherwise(pl.lit(DISPLAY)).alias("origin"),
    )
    frame = _by_way(frame)
    begins = (pl.col(WAY) != pl.col(WAY).shift(1)).fill_null(value=True)
    other = pl.col("since") != pl.col("since").shift(1)
    fell = _fell(kind.restarts(counters), narrow)
    again = (fell | other.fill_null(value=False)) & pl.col("cumulative")
    frame = frame.with_columns(begins.alias("begins")).with_columns(
        (again & ~pl.col("begins")).alias("again")
    )
    frame = frame.with_columns((_together(frame, restarted) & ~pl.col("begins")).alias("again"))
    runs = (pl.col("begins") | pl.col("again")).cum_sum().alias(RUN)
    return _beyond_32_bits(frame.with_columns(runs), narrow)


def _fell(steady: Sequence[str], narrow: Sequence[str]) -> pl.Expr:
    """Whether counters fell since the row before, and not just because they were full."""
    if not steady:
        return pl.lit(value=False)
    names = {name: pl.col(name) < pl.col(name).shift(1) for name in steady}
    full = {name: _full(name) if name in narrow else pl.lit(value=False) for name in names}
    other = [fell & ~full[name] for name, fell in names.items()]
    held = [(pl.col(name).shift(1) > 0) & (pl.col(name) >= pl.col(name).shift(1)) for name in names]
    some = pl.any_horizontal(*names.values()).fill_null(value=False)
    return some & (
        pl.any_horizontal(*other).fill_null(value=False) | ~pl.any_horizontal(*held).fill_null(value=False)
    )


def _full(name: str) -> pl.Expr:
    """Whether a counter of 32 bits may have been full since the row before."""
    return (pl.col(name).shift(1) >= _HALF) & (pl.col(name) < _HALF)


def _beyond_32_bits(frame: pl.DataFrame, narrow: Sequence[str]) -> pl.DataFrame:
    """Counters as if they had more than 32 bits, within each run."""
    same = pl.col(RUN) == pl.col(RUN).shift(1)
    times = frame.select((_full(name) & same).fill_null(value=False).alias(name) for name in narrow)
    for name in narrow:
        if times[name].any():
            more = pl.lit(times[name]).cast(pl.Int64).cum_sum().over(RUN)
            frame = frame.with_columns(pl.col(name) + _FULL * more)
    return frame


def restarts(read: pl.DataFrame) -> pl.DataFrame:
    """The moments at which a record tells a restart of all of its member."""
    restarted = pl.col("again") & (pl.col("origin") == RECORD) & pl.col(READ_AT).is_not_null()
    return read.filter(restarted).select(_MOMENT).unique()


def _by_way(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows by way, in order of time; in most evidence an object has one way only."""
    columns = ("origin", "statistics")
    alike = frame.select(pl.col(name).eq_missing(pl.col(name).first()).all() for name in columns)
    if frame.height and all(alike.row(0)):
        return frame.with_columns(pl.col(OBJECT).rle_id().alias(WAY))
    over = [OBJECT, *columns]
    ways = frame.select(over).unique().sort(over, nulls_last=False).with_row_index(WAY)
    if ways[OBJECT].is_unique().all():
        return frame.with_columns(pl.col(OBJECT).rle_id().alias(WAY))
    frame = frame.join(ways, on=over, how="left", nulls_equal=True, maintain_order="left")
    return frame.sort(WAY, maintain_order=True)


def _together(frame: pl.DataFrame, restarted: pl.DataFrame | None) -> pl.Expr:
    """Whether each reading comes after a restart, by itself or by what other objects of its member tell."""
    known = restarts(frame)
    moments = known if restarted is None else pl.concat([known, restarted]).unique()
    if not moments.height:
        return pl.col("again")
    marked = frame.select(_MOMENT).join(
        moments.with_columns(told=True), on=_MOMENT, how="left", nulls_equal=True, maintain_order="left"
    )
    records = (pl.col("origin") == RECORD) & pl.col(READ_AT).is_not_null()
    return pl.when(records).then(pl.lit(marked["told"].fill_null(value=False))).otherwise(pl.col("again"))


#: The local time of a reading, as people know it.
SHOWN_AT: Final = "shown_at"


@dataclass(frozen=True, slots=True)
class Gaps:
    """The usual time between readings in seconds, and from when to when one or more are missing."""

    usual: float
    spans: tuple[tuple[datetime, datetime], ...]


NONE: Final = Gaps(0.0, ())


def dropped(read: pl.DataFrame) -> pl.DataFrame:
    """Intervals between two readings with a restart between them: all columns, `start` and `end`."""
    at = pl.coalesce(naive("written"), READ_AT)
    return read.with_columns(at.shift(1).alias("start"), at.alias("end")).filter("again")


def moments(shown: pl.DataFrame) -> pl.DataFrame:
    """When cumulative counters of each member were read."""
    rows = shown.select(*OWNER, READ_AT, "written", "file", "record", "statistics")
    rows = rows.filter(pl.col("statistics") == "CUMULATIVE").drop_nulls(READ_AT)
    # Rows of one record, which stand together, are of one moment: one of them is enough.
    apart = (pl.col(name).ne_missing(pl.col(name).shift(1)) for name in (READ_AT, "file", "record", "member"))
    rows = rows.filter(pl.any_horizontal(apart))
    return rows.select(*OWNER, READ_AT, pl.coalesce(naive("written"), READ_AT).alias(SHOWN_AT)).unique()


def gaps(read: pl.DataFrame) -> Mapping[Owner, Gaps]:
    """The gaps of each member whose `moments` are regular."""
    times = read.unique().sort(*OWNER, READ_AT, nulls_last=False)
    before = pl.col(SHOWN_AT).shift(1).over(OWNER)
    step = (pl.col(READ_AT) - pl.col(READ_AT).shift(1).over(OWNER)).dt.total_microseconds() / 1e6
    steps = times.with_columns(before.alias("before"), step.alias("step")).drop_nulls("step")
    usual = pl.col("step").median().over(OWNER)
    regular = ((pl.col("step") - usual).abs() <= REGULAR_WITHIN * usual).sum().over(OWNER)
    many = pl.len().over(OWNER)
    steps = steps.with_columns(usual.alias("usual")).filter(many >= REGULAR_READINGS, 2 * regular >= many)
    by_owner = {}
    for (system, member), rows in steps.group_by(OWNER, maintain_order=True):
        wide = rows.filter(pl.col("step") > GAP * pl.col("usual"))
        by_owner[system, member] = Gaps(rows["usual"][0], tuple(wide.select("before", SHOWN_AT).iter_rows()))
    return by_owner
