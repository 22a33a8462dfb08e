"""Counters since some moment turned into counters of intervals, and the intervals that cannot be had.

Displays of DETAIL(INTERVAL) count in their own interval, which ends when the display was made or, where the
log does not say, when the next one begins. Displays of DETAIL(*) count from the activation of the pool, SMF
records from the start of Db2: two of them give the interval between by subtraction, one alone is taken as it
is. What was counted between two readings with a restart between them is not known, so that interval is
dropped, and said.

Readings closer than `JUDGED` are taken together, as a peak of a minute says little of a size: those of a
quarter of an hour of a day, so that each day is the same in every window. What a record says of its own
extreme is kept as the extreme of the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import polars as pl

from getpage import _native
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.passes import filtered

from ..constants import JUDGED, SHORTEST_RATED
from ..rows import OWNER, naive
from .counters import CARRIED, RUN, WAY, CounterKind
from .readings import ORDER, READ_AT, RECORD, placed

#: Of the ways in which an object was measured, 0 is that with most intervals.
RANK: Final = "rank"

#: Seconds between the readings of an interval, whatever was done to the local clock.
ELAPSED: Final = "elapsed_between"
#: The day of a reading, and the first and the last slot of it that a run fills.
DAY: Final = "day_of_reading"
FIRST_SLOT, LAST_SLOT = "first_slot", "last_slot"
#: Whether both readings of an interval are of one slot: the earlier is the first of its run.
IN_SLOT: Final = "in_slot"
_WORKING: Final = (
    *("since", "cumulative", "begins", "again", "slot", "first", "kept", "last"),
    *(RUN, DAY, FIRST_SLOT, LAST_SLOT, CARRIED, ELAPSED),
)

_EARLY = 0.1  # of a slot: a reading that is late by less still ends it


def intervals(read: pl.DataFrame, kind: CounterKind, *, judged: float = JUDGED) -> pl.DataFrame:
    """The intervals of all ways in which each object was measured, by way and in order of time.

    `read` are `readings`, all of each object. Beside the columns of the table: RANK, `start`, `end`,
    `seconds` (null where not known), `rate_seconds` (null where too short for a rate too), `difference`,
    and `less_file`, `less_record` of the earlier reading. An extreme of readings that were taken
    together has the place of its own record in columns of its name with `_file` and `_record`.
    """
    own = read.filter(~pl.col("cumulative"))
    counted = read.filter("cumulative") if own.height else read
    kept = apart(counted, kind, close_runs(counted, judged))
    differenced = differences(kept, kind.counters(read.schema))
    subtracted = differenced.filter("difference")[WAY].unique()
    alone = pl.col("last") & ~pl.col(WAY).is_in(subtracted.implode())
    differenced = differenced.filter(pl.col("difference") | alone)
    if own.height:
        differenced = pl.concat([_own(own), differenced], how="diagonal_relaxed")
    return timed(_ranked(differenced))


def timed(rows: pl.DataFrame) -> pl.DataFrame:
    """Intervals with their length, without those of two readings at the same moment."""
    length = (pl.col("end") - pl.col("start")).dt.total_microseconds() / 1e6
    if ELAPSED in rows.columns:
        length = pl.coalesce(ELAPSED, length)
    seconds = pl.when(length > 0).then(length)
    rated = pl.when(seconds >= SHORTEST_RATED).then(seconds)
    rows = rows.with_columns(seconds.alias("seconds"), rated.alias("rate_seconds"))
    at_once = rows.select((pl.col("difference") & (length <= 0)).fill_null(value=False)).to_series()
    rows = rows.drop(_WORKING, strict=False)
    return rows.filter(~at_once) if at_once.any() else rows


def extremes(kind: CounterKind, columns: Iterable[str]) -> list[str]:
    """Those of the columns that are extremes."""
    return sorted((kind.most | kind.least) & set(columns))


def _own(frame: pl.DataFrame) -> pl.DataFrame:
    next_since = pl.col("since").shift(-1).over(WAY)
    return frame.with_columns(
        pl.lit(value=False).alias("difference"),
        pl.col("since").alias("start"),
        pl.coalesce(naive("written"), next_since).alias("end"),
        pl.lit(None, frame.schema["file"]).alias("less_file"),
        pl.lit(None, frame.schema["record"]).alias("less_record"),
    )


def differences(kept: pl.DataFrame, counters: Sequence[str]) -> pl.DataFrame:
    """The counters of each reading less those of the one before it in its run (`difference`), or as they are
    where it begins one; `last` says whether it is that of its way.
    """
    later = (pl.col(RUN) == pl.col(RUN).shift(1)).fill_null(value=False)
    last_of_way = (pl.col(WAY) != pl.col(WAY).shift(-1)).fill_null(value=True)
    frame = kept.with_columns(
        later.alias("difference"), naive("written").alias("end"), last_of_way.alias("last")
    )
    last = pl.col("end").shift(1)
    counters = [name for name in counters if kept[name].null_count() < kept.height]
    if "slot" in kept.columns:
        same = (pl.col(name) == pl.col(name).shift(1) for name in (DAY, "slot"))
        frame = frame.with_columns((pl.all_horizontal(same) & later).fill_null(value=False).alias(IN_SLOT))
    return frame.with_columns(
        *(pl.when("difference").then(_rise(pl.col(name))).otherwise(name).alias(name) for name in counters),
        pl.when("difference").then(last).otherwise("since").alias("start"),
        pl.when("difference").then(pl.col(READ_AT).diff().dt.total_microseconds() / 1e6).alias(ELAPSED),
        pl.when("difference").then(pl.col("file").shift(1)).alias("less_file"),
        pl.when("difference").then(pl.col("record").shift(1)).alias("less_record"),
    )


def _rise(counter: pl.Expr) -> pl.Expr:
    """The rise of a counter since the row before; null where it fell all the same, never negative."""
    rise = counter - counter.shift(1)
    return pl.when(rise >= 0).then(rise)


def close_runs(read: pl.DataFrame, judged: float) -> pl.DataFrame:
    """Runs whose readings of a DAY are so close that they are taken together, and which slots they fill."""
    at = pl.col(READ_AT)
    step = at.diff().dt.total_microseconds().median() / 1e6
    runs = read.group_by(RUN, day()).agg(step.alias("step"), at.min().alias("begun"), at.max().alias("ended"))
    return runs.filter(pl.col("step") < judged / 2).select(RUN, DAY, *slots("begun", "ended"))


def day() -> pl.Expr:
    """The DAY of a reading; null where it has no time."""
    return naive("written").dt.date().alias(DAY)


def slots(begun: str, ended: str) -> tuple[pl.Expr, pl.Expr]:
    """The first and the last slot of a run on a DAY: what is less than half of one belongs to the next, or to
    the one before.
    """
    first, last = _slot(pl.col(begun)), _slot(pl.col(ended))
    first += (first * JUDGED - _seconds(pl.col(begun)) < JUDGED / 2).cast(pl.Int64)
    last -= (_seconds(pl.col(ended)) - (last - 1) * JUDGED < JUDGED / 2).cast(pl.Int64)
    return first.alias(FIRST_SLOT), pl.max_horizontal(first, last).alias(LAST_SLOT)


def _slot(at: pl.Expr) -> pl.Expr:
    return (_seconds(at) / JUDGED - _EARLY).ceil().cast(pl.Int64)


def _seconds(at: pl.Expr) -> pl.Expr:
    """Since the beginning of the DAY."""
    return (at - pl.col(DAY).cast(pl.Datetime("us"))).dt.total_microseconds() / 1e6


def apart(read: pl.DataFrame, kind: CounterKind, close: pl.DataFrame) -> pl.DataFrame:
    """The readings that intervals lie between: of `close` runs the first, and the last of each slot."""
    if close.height:
        return slotted(read, kind, close).filter("kept")
    return read.with_columns(each for name in extremes(kind, read.columns) for each in _its_own(name, read))


def slotted(read: pl.DataFrame, kind: CounterKind, close: pl.DataFrame) -> pl.DataFrame:
    """Readings with their `slot` within their run and DAY, whether that is of a `close` one (FIRST_SLOT), and
    whether they are `kept`. Other readings are a slot each.
    """
    read = read.with_columns(day()).join(close, on=[RUN, DAY], how="left", maintain_order="left")
    rows = pl.int_range(pl.len()).over(RUN)
    slot = _slot(pl.col(READ_AT)).clip(pl.col(FIRST_SLOT), pl.col(LAST_SLOT))
    slot = pl.when(pl.col(FIRST_SLOT).is_not_null()).then(slot).otherwise(rows).alias("slot")
    read = read.with_columns(slot, (rows == 0).alias("first"))
    within = [RUN, DAY, "slot"]
    last = pl.int_range(pl.len()).over(within) == pl.len().over(within) - 1
    return read.with_columns(
        *(each for name in extremes(kind, read.columns) for each in _extreme(name, kind, within)),
        (pl.col("first") | last).alias("kept"),
    )


def _extreme(name: str, kind: CounterKind, within: list[str]) -> list[pl.Expr]:
    """The extreme of a slot, and the place of the record that has it."""
    best = pl.col(name).arg_max() if name in kind.most else pl.col(name).arg_min()
    return [
        pl.col(name).get(best).over(within).alias(name),
        *(pl.col(part).get(best).over(within).alias(f"{name}_{part}") for part in ("file", "record")),
    ]


def _its_own(name: str, frame: pl.DataFrame) -> list[pl.Expr]:
    """Every extreme stands in the record of its own row."""
    return [pl.lit(None, frame.schema[part]).alias(f"{name}_{part}") for part in ("file", "record")]


def _ranked(frame: pl.DataFrame) -> pl.DataFrame:
    ways = frame.group_by(WAY, maintain_order=True).agg(
        pl.len(), pl.col(OBJECT).first(), pl.col("origin").first(), pl.col("statistics").first()
    )
    order = ways.with_columns(
        pl.col("statistics").is_not_null().alias("stated"),
        (pl.col("statistics") == "INCREMENTAL").fill_null(value=False).alias("own"),
    ).sort("stated", "len", "own", "origin", descending=True, maintain_order=True)
    ranks = order.select(WAY, pl.int_range(pl.len(), dtype=pl.Int64).over(OBJECT).alias(RANK))
    if not ranks[RANK].max():
        return frame.with_columns(pl.lit(0, pl.Int64).alias(RANK))
    return frame.join(ranks, on=WAY, how="left", maintain_order="left")


#: Rows of objects that have one reading so far are held; when these are more, one an object.
_MOST_ALONE: Final = 1 << 16
_TOLD: Final = ("difference", "again", "alone", "elapsed")


class CloseReadings(Exception):
    """Readings are so close that they may have to be taken together: what was told so far does not count."""


class Rising:
    """The readings of all stretches so far."""

    def __init__(self, kind: CounterKind, objects: Objects, closest: float) -> None:
        """Begin without readings; `objects` numbers their objects, and less than `closest` seconds between
        two of them are CloseReadings.
        """
        self._kind, self._objects, self._closest = kind, objects, closest
        self._members = Objects(OWNER)
        self._member_of = pl.Series(dtype=pl.UInt32)  # by number of the object
        self._rises: _native.Rises | None = None
        self._alone: list[pl.DataFrame] = []
        self._told: tuple[pl.DataFrame, pl.DataFrame] | None = None  # no rows of what each stretch gives

    def after(self, rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
        """Rows of a stretch with what `readings.placed` adds, the intervals that restarts took (`dropped`),
        and the intervals that end in it.
        """
        shown = placed(rows, self._objects)
        counters = self._kind.counters(shown.schema)
        if self._rises is None:
            steady = set(self._kind.restarts(counters))
            self._rises = _native.Rises([(name, name in steady) for name in counters])
        risen = self._taken(self._rises, shown, counters)
        if risen is None:
            shown = shown.sort(OBJECT, *ORDER, nulls_last=False, maintain_order=True)
            risen = self._taken(self._rises, shown, counters)
        assert risen is not None, "readings of stretches follow each other"
        if self._closest and (risen["elapsed"] < self._closest * 1e6).any():
            raise CloseReadings
        own = pl.col("written"), pl.lit(RECORD).alias("origin"), naive("written").alias("end")
        joined = shown.with_columns(*own, *risen)
        dropped = joined.filter("again") if joined["again"].any() else joined.clear()
        self._leave(joined)
        whole = filtered(joined, pl.col("difference"))
        named = dropped.select(*OWNER, *self._kind.key, "start", "end")
        self._told = shown.clear(), named.clear()
        return shown, named, self._timed(whole)

    def rest(self) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame] | None:
        """The same without rows of their own: readings of objects that have no other, as they are; None
        without any.
        """
        if self._rises is None or self._told is None or not self._alone:
            return None
        alone = self._only_alone(self._rises)
        return (*self._told, self._timed(alone.sort(OBJECT))) if alone.height else None

    def _taken(self, rises: _native.Rises, shown: pl.DataFrame, counters: list[str]) -> pl.DataFrame | None:
        read = shown.select(
            OBJECT,
            self._members_of(shown[OBJECT]).alias("member_number"),
            READ_AT,
            naive("written").alias("end"),
            "file",
            "record",
            *counters,
        )
        risen = rises.take(read.rechunk())
        return None if risen is None else pl.DataFrame(risen)

    def _members_of(self, objects: pl.Series) -> pl.Series:
        """The number of the member of each object."""
        known = self._objects.known
        if known is not None and known.height > len(self._member_of):
            self._member_of = self._members.numbered(known.drop(OBJECT))[OBJECT]
        return self._member_of.gather(objects)

    def _timed(self, rows: pl.DataFrame) -> pl.DataFrame:
        elapsed = (pl.col("elapsed") / 1e6).alias(ELAPSED)
        rows = rows.with_columns(elapsed, pl.lit(0, pl.Int64).alias(RANK))
        difference = rows["difference"]
        rows = apart(rows.drop(_TOLD), self._kind, pl.DataFrame())
        return timed(rows.with_columns(difference))

    def _leave(self, rows: pl.DataFrame) -> None:
        """Hold the last reading of objects that have no interval so far."""
        alone = rows.filter("alone") if rows["alone"].any() else rows.clear()
        if alone.height or not self._alone:
            none = pl.lit(None, rows.schema["start"]).alias("start")
            self._alone.append(alone.with_columns(none))
        if self._rises is not None and sum(part.height for part in self._alone) > _MOST_ALONE:
            self._alone = [self._only_alone(self._rises)]

    def _only_alone(self, rises: _native.Rises) -> pl.DataFrame:
        alone = pl.concat(self._alone).unique(OBJECT, keep="last", maintain_order=True)
        subtracted = pl.DataFrame(rises.subtracted())["there"]
        return alone.filter(~subtracted.gather(alone[OBJECT]), ~pl.col("difference"))
