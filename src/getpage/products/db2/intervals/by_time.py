"""Readings of records taken stretch of time by stretch, so that a table is read once whatever its size.

A counter is subtracted from the reading before it, which an earlier stretch may have left behind: see
`rising`. Readings that are so close that they are taken together stay behind until their slot is full, and
each stretch begins with those that the one before left. Whether those of a run are depends on all of a day,
so that a pass over what tells restarts comes first, which finds the runs. Nobody looks for close readings
before: where statistics are written every minute the first stretch has some, and is begun again.

Only for members of which there is nothing but records, see `survey`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.owners import Owners
from getpage.products.common.stretches import stretches
from getpage.products.db2.rows import OWNER, owned

from .counters import CARRIED, RUN, STEADY, CounterKind
from .differences import DAY, FIRST_SLOT, RANK, Rising, apart, day, differences, slots, slotted, timed
from .readings import READ_AT, dropped, in_time, readings
from .survey import Survey

#: Rows of a stretch, about.
ROWS: Final = 100_000

_CLOCK: Final = "written"
# The run of an object and its number among those of the object, as one number.
_RUNS: Final = 1 << 32
_ROW: Final = "row"
_NONE: Final = (1 << 32) - 1  # no object has this number

#: Rows of a stretch, intervals that restarts took, intervals, and whether one is between each two readings.
_Piece = tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame, bool]


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """The rows of a table of members that have records only."""

    evidence: Evidence
    table: str
    kind: CounterKind
    owners: Owners
    objects: Objects
    survey: Survey
    rows: int | None = None

    def pieces(
        self, columns: Sequence[str], telling: Sequence[str], judged: float, *, close: bool
    ) -> Iterator[_Piece]:
        """Rows of each stretch, the intervals that restarts took and those that are over, and whether these
        are between each two readings. `telling` are the columns that tell restarts; CloseReadings where
        readings are closer than half of `judged`, unless they may be `close`.
        """
        mine = self.survey.recorded
        if mine is not None and not mine.height:
            return
        runs = self._close_runs(telling, judged) if judged and close else None
        closest = 0.0 if close else judged / 2
        # `map` keeps no stretch beside the next.
        yield from map(self._whole(columns), self._told(self._stretches(columns), runs, closest))

    def _told(
        self, rows: Iterator[pl.DataFrame], close: pl.DataFrame | None, closest: float
    ) -> Iterator[_Piece]:
        """What is told of each stretch: by readings that are intervals each, or by slots of `close` ones."""
        if close is not None and close.height:
            carry = _Carry(self.kind, self.objects, close)
            yield from map(carry.after, rows)
            if carry.left is not None:
                yield carry.rest()
            return
        rising = Rising(self.kind, self.objects, closest)
        yield from ((*piece, True) for piece in map(rising.after, rows))
        if (left := rising.rest()) is not None:
            yield (*left, True)

    @property
    def _clock(self) -> str:
        return STEADY if STEADY in self.evidence.scan(self.table).collect_schema() else _CLOCK

    def _whole(self, columns: Sequence[str]) -> Callable[[_Piece], _Piece]:
        """Adds to a piece the columns that have no value, or are 0: nobody had to move these."""
        schema = self.evidence.scan(self.table).collect_schema()
        zero = [name for name in columns if name in self.survey.zero]
        nothing = [_constant(name, None, schema[name]) for name in columns if name in self.survey.empty]
        as_read = [*nothing, *(_constant(name, 0, schema[name]) for name in zero)]
        signed = {name: pl.Float64() if schema[name] == pl.Float64 else pl.Int64() for name in zero}
        as_risen = [*nothing, *(_constant(name, 0, kind) for name, kind in signed.items())]

        def whole(piece: _Piece) -> _Piece:
            shown, dropped, over, every = piece
            shown = shown.with_columns(as_read)
            in_order = shown.select(*dict.fromkeys((*columns, *shown.columns)))
            return in_order, dropped, over.with_columns(as_risen), every

        return whole

    def _stretches(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """The rows of each stretch, without the columns that have no value or are 0."""
        full = [name for name in columns if name not in self.survey.empty | self.survey.zero]
        for piece in stretches(self.evidence, {self.table: full}, clock=self._clock, rows=self.rows or ROWS):
            if (rows := self._ready(piece.pop(self.table))).height:  # a day may be of other members
                yield rows

    def _ready(self, rows: pl.DataFrame) -> pl.DataFrame:
        mine = self.survey.recorded
        if mine is not None:
            rows = rows.join(mine, on=OWNER, how="semi", nulls_equal=True, maintain_order="left")
        return owned(rows, self.owners)

    def _close_runs(self, telling: Sequence[str], judged: float) -> pl.DataFrame:
        """As `differences.close_runs`: whether the median of the steps of a run is below half of `judged` is
        known from how many are, and from the two nearest to it.
        """
        half = judged / 2 * 1e6
        step = pl.col("step")
        carry = _Carry(self.kind, self.objects, pl.DataFrame())
        frames = []
        for rows in self._stretches(telling):
            read = carry.runs(rows)
            of_day = read.select(RUN, day(), READ_AT, CARRIED)
            same = pl.all_horizontal(pl.col(name) == pl.col(name).shift(1) for name in (RUN, DAY))
            steps = pl.when(same).then(pl.col(READ_AT).diff().dt.total_microseconds())
            new = of_day.with_columns(steps.alias("step")).filter(pl.col(CARRIED).is_null())
            frames.append(
                new.group_by(RUN, DAY, maintain_order=True).agg(
                    pl.col(READ_AT).min().alias("begun"),
                    pl.col(READ_AT).max().alias("ended"),
                    step.count().alias("steps"),
                    (step < half).sum().alias("short"),
                    step.filter(step < half).max().alias("below"),
                    step.filter(step >= half).min().alias("above"),
                )
            )
        if not frames:
            return pl.DataFrame()
        runs = (
            pl.concat(frames)
            .group_by(RUN, DAY, maintain_order=True)
            .agg(
                pl.col("begun").min(),
                *(pl.col(name).max() for name in ("ended", "below")),
                pl.col("above").min(),
                *(pl.col(name).sum() for name in ("steps", "short")),
            )
        )
        twice = 2 * pl.col("short").cast(pl.Int64)
        count = pl.col("steps").cast(pl.Int64)
        even = (twice == count) & (count > 0) & ((pl.col("below") + pl.col("above")) / 2 < half)
        return runs.filter((twice > count) | even).select(RUN, DAY, *slots("begun", "ended"))


@dataclass
class _Carry:
    """The readings that the stretches so far left behind, of `close` runs."""

    kind: CounterKind
    objects: Objects
    close: pl.DataFrame
    schema: pl.Schema = field(default_factory=pl.Schema)
    left: pl.DataFrame | None = None
    subtracted: set[int] = field(default_factory=set)  # objects that have an interval

    def after(self, rows: pl.DataFrame) -> _Piece:
        """Rows in order, and the intervals that are over; what the stretch before left is there again."""
        shown, read = self._read(rows)
        slots = slotted(read.with_row_index(_ROW), self.kind, self.close)
        same_run = pl.col(RUN) == pl.col(RUN).last().over(OBJECT)
        same_slot = pl.all_horizontal(
            pl.col(name) == pl.col(name).last().over(OBJECT) for name in (DAY, "slot")
        )
        open_slot = pl.col(FIRST_SLOT).is_not_null() & same_run & same_slot
        slots = slots.with_columns(same_run.alias("current"), open_slot.alias("open"))
        kept = slots.filter(pl.col("kept") & ~pl.col("open"))
        left = pl.concat([_last(kept.filter("current"))[_ROW], slots.filter("open")[_ROW]])
        self._leave(read[left.sort()])
        over = self._over(kept.drop("current", "open", _ROW), read)
        return shown.drop(CARRIED), dropped(read), over, False

    def rest(self) -> _Piece:
        """What is still to be told when there are no more rows: slots that are not full, and readings of
        objects that have no other.
        """
        shown, read = self._read(pl.DataFrame(schema=self.schema))
        differenced = differences(apart(read, self.kind, self.close), self.kind.counters(read.schema))
        whole = pl.col("difference").any().over(OBJECT)
        alone = pl.col("last") & ~whole & ~pl.col(OBJECT).is_in(sorted(self.subtracted))
        over = _timed(differenced.filter(pl.col("difference") | alone))
        return shown.drop(CARRIED), dropped(read), over, False

    def runs(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Readings of a stretch, of which the next needs the last alone."""
        _, read = self._read(rows)
        self._leave(_last(read))
        return read

    def _read(self, rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Rows in order, behind those that were left; and as readings, with a RUN that is the same in every
        stretch.
        """
        self.schema = rows.schema
        rows = rows.with_columns(pl.lit(None, pl.Int64).alias(CARRIED))
        if self.left is not None:
            rows = pl.concat([self.left, rows], rechunk=True)
        shown = in_time(rows, self.objects)
        read = readings(shown, self.kind)
        again = pl.col("again") & pl.col(CARRIED).is_null()
        first = pl.col(OBJECT).cast(pl.Int64) * _RUNS
        begins = (pl.col(OBJECT) != pl.col(OBJECT).shift(1)).fill_null(value=True)
        before = pl.when(begins).then(pl.col(CARRIED).fill_null(first)).forward_fill()
        read = read.with_columns(again.alias("again"))
        restarts = pl.col("again").cum_sum().over(OBJECT) if read["again"].any() else 0
        return shown, read.with_columns((before + restarts).alias(RUN))

    def _leave(self, rows: pl.DataFrame) -> None:
        left = rows.select(*self.schema, pl.col(RUN).alias(CARRIED))
        narrow = [name for name, kind in self.schema.items() if kind == pl.UInt32]
        # As they were read: `readings` counts beyond 32 bits.
        left = left.with_columns(pl.col(narrow) % (1 << 32))
        self.left = left.cast(dict(self.schema))  # type: ignore[arg-type]  # counters were made signed

    def _over(self, kept: pl.DataFrame, read: pl.DataFrame) -> pl.DataFrame:
        differenced = differences(kept, self.kind.counters(read.schema)).filter("difference")
        self.subtracted |= set(differenced[OBJECT].unique().to_list())
        return _timed(differenced)


def _last(read: pl.DataFrame) -> pl.DataFrame:
    """The last reading of each object."""
    return read.filter(pl.col(OBJECT) != pl.col(OBJECT).shift(-1, fill_value=_NONE))


def _timed(rows: pl.DataFrame) -> pl.DataFrame:
    return timed(rows.with_columns(pl.lit(0, pl.Int64).alias(RANK)))


@cache
def _constant(name: str, value: int | None, kind: pl.DataType) -> pl.Expr:
    """A column with one value: tables have a hundred of these, and each day of a month is asked."""
    return pl.lit(value, kind).alias(name)
