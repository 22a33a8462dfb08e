"""The pass that answers measures: frames of rows go in piece by piece, one `Measure` an object comes out.

    fold = Fold(by=("system", "queue_manager", "buffer_pool"), asks=(READS, PEAK, LOCATION))
    for piece in pieces:          # see `stretches`: one stretch of time after the other, or all at once
        fold.add(piece)           # with columns that were worked out, and `end`, `file`, `record`
    measures = fold.done()

Memory holds one piece, one row an object, and the rows that may still be an answer. Pieces may overlap in
time and come in any order. What an object is made of may stand in several pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from getpage import _native
from getpage.contract.measures import (
    Aggregate,
    Count,
    First,
    Key,
    Largest,
    Latest,
    Least,
    Measure,
    Measures,
    Quantile,
    Smallest,
    Sum,
    Worst,
)

from .by_day import Held, stacked
from .spread import Spread

#: The order of rows in time: nulls come first.
ORDER: Final = ("end", "file", "record")
#: Where a row stands in the evidence.
PLACE: Final = ("file", "record")
_TIED: Final = "number of a tied row"
#: Rows that may be an answer are thinned out when there are more than this.
_MOST_WAITING: Final = 1 << 16
#: The column that holds the number of the object of a row.
OBJECT: Final = "object_number"

_Scalar = (Sum, Count, Largest, Smallest)
_KINDS: Final = {
    Sum: _native.Ask.SUM,
    Count: _native.Ask.SUM,
    Largest: _native.Ask.LARGEST,
    Smallest: _native.Ask.SMALLEST,
    Worst: _native.Ask.WORST,
    Least: _native.Ask.LEAST,
    First: _native.Ask.FIRST,
    Latest: _native.Ask.LAST,
}


#: The frames of what a fold holds.
_OBJECTS, _TOTALS, _ROWS, _VALUES = "objects", "totals", "rows", "values"
NOTHING: Final = pl.Series(dtype=pl.Null)


class Objects:
    """Numbers of objects, in order of first appearance: several tables and folds may share them."""

    def __init__(self, by: Sequence[str]) -> None:
        """Objects that the columns `by` name; nulls are names like others."""
        self.by = list(by)
        self.known: pl.DataFrame | None = None
        self._numbers = _native.Numbers()

    def numbered(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The frame with the number of the object of each row, in the column OBJECT."""
        named = frame[self.by].rechunk()
        if self.known is None:
            self.known = named.clear().with_columns(pl.lit(None, pl.UInt32).alias(OBJECT))
        numbers, new = self._numbers.of(named)
        number = pl.DataFrame(numbers)["number"].alias(OBJECT)
        if new:
            first = np.frombuffer(new, dtype=np.uint32)
            self.known = pl.concat(
                [self.known, named[first].with_columns(number[first])], how="vertical_relaxed"
            )
        return (frame.drop(OBJECT) if OBJECT in frame.columns else frame).hstack([number])


class Renumbering:
    """Numbers that other `Objects` gave as these ones give them, for what is kept of several days."""

    def __init__(self, objects: Objects, known: Sequence[pl.DataFrame]) -> None:
        """`known` are the objects of each day."""
        heights = [frame.height for frame in known]
        self._numbers = objects.numbered(stacked(known).drop(OBJECT))[OBJECT]
        self._begin = np.cumsum([0, *heights[:-1]], dtype=np.int64)

    def of_day(self, day: int, numbers: pl.Series) -> pl.Series:
        """Numbers of a day, the first of which is 0."""
        return self._numbers.gather(numbers.cast(pl.Int64) + int(self._begin[day])).alias(numbers.name)

    def of(self, numbers: Sequence[pl.Series]) -> pl.Series:
        """The numbers of each day, one day below the other."""
        begin = np.repeat(self._begin, [len(of_day) for of_day in numbers])
        return self._numbers.gather(pl.concat(numbers).cast(pl.Int64) + pl.Series(begin))

    def rows(self, frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
        """The rows of each day, one day below the other, by the numbers here."""
        return replaced(stacked(frames), self.of([frame[OBJECT] for frame in frames]).alias(OBJECT))


def replaced(frame: pl.DataFrame, column: pl.Series) -> pl.DataFrame:
    """The frame with another column of this name in its place."""
    return frame.clone().replace_column(frame.get_column_index(column.name), column)


class Fold:
    """Measures of the objects that the columns `by` name. `keep` are the columns that rows are kept with,
    beside `by` and `order`; None is all of the first piece. With `Objects` for `by`, pieces are numbered
    already.
    """

    def __init__(
        self,
        by: Sequence[str] | Objects,
        asks: Sequence[Aggregate[Any]],
        *,
        keep: Sequence[str] | None = None,
        order: Sequence[str] = ORDER,
    ) -> None:
        """Begin without rows."""
        self._objects = by if isinstance(by, Objects) else Objects(by)
        self._numbered = isinstance(by, Objects)
        self._order, self._keep = list(order), keep
        self._asks = [ask for ask in asks if not isinstance(ask, Quantile)]
        self._values = {i: _value(ask) for i, ask in enumerate(self._asks) if isinstance(ask, _Scalar)}
        self._wanted = {i: _wanted(ask) for i, ask in enumerate(self._asks) if not isinstance(ask, _Scalar)}
        every: dict[int, pl.Expr | None] = {**self._values, **self._wanted}
        self._columns = [value.alias(str(i)) for i, value in every.items() if value is not None]
        self._spread = Spread([ask for ask in asks if isinstance(ask, Quantile)], OBJECT)
        self._found = _native.Fold([_kind(ask) for ask in self._asks])
        self._types: dict[int, pl.DataType] = {}
        self._waiting: list[pl.DataFrame] = []

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows."""
        if not frame.height:
            return
        if not self._numbered:
            frame = self._objects.numbered(frame)
        # Sums, counts and extremes are the same in any order; rows that are kept are not.
        if self._wanted and set(self._order) <= set(frame.columns):
            frame = self._in_time(frame)
        values = frame.select(OBJECT, *self._columns)
        self._see_types(values)
        self._spread.add(frame)
        places = self._found.add(self._telling(values).rechunk())
        if self._wanted:
            self._waiting.append(self._answers(frame, values, places)[0])
            if sum(part.height for part in self._waiting) > _MOST_WAITING:
                self._waiting = [self._thinned()[0]]

    def held(self) -> dict[str, pl.DataFrame]:
        """What tells the same as all rows that were added: another fold of the same asks takes it."""
        seen = pl.DataFrame(self._found.seen())["seen"].arg_true().cast(pl.UInt32).rename(OBJECT)
        if self._objects.known is None or seen.is_empty():
            return {}
        held, objects = {_OBJECTS: self._objects.known}, seen.rechunk().to_frame()
        totals = [pl.DataFrame(self._found.held(objects, 0))]
        while (further := pl.DataFrame(self._found.held(objects, len(totals)))).width > 1:
            totals.append(further)
        ends = (i for i in self._types if isinstance(self._asks[i], (Largest, Smallest)))
        totals[0] = totals[0].cast({str(i): self._types[i] for i in ends})
        held[_TOTALS] = pl.concat(totals, how="diagonal")
        if self._waiting:
            held[_ROWS] = self._thinned()[0]
        if self._spread.asks:
            held[_VALUES] = self._spread.held()
        return held

    def take(self, every: Sequence[Held]) -> None:
        """Take what other folds held, as if their rows were added."""
        every = [held for held in every if held]
        if not every:
            return
        numbers = Renumbering(self._objects, [held[_OBJECTS] for held in every])
        frames = {name: numbers.rows([held[name] for held in every]) for name in every[0] if name != _OBJECTS}
        totals = frames[_TOTALS].select(OBJECT, pl.exclude(OBJECT))
        self._see_types(totals)
        self._found.add(totals.rechunk())
        if _VALUES in frames:
            self._spread.take(frames[_VALUES])
        if _ROWS in frames:
            self._waiting.append(frames[_ROWS])
            if sum(part.height for part in self._waiting) > _MOST_WAITING:
                self._waiting = [self._thinned()[0]]

    def done(self) -> Measures:
        """The answers for all rows that were added."""
        known = self._objects.known
        seen = pl.DataFrame(self._found.seen())["seen"].to_numpy()
        if known is None or not seen.any():
            asks = (*self._asks, *self._spread.asks)
            return Measures((), dict.fromkeys(asks, ()), {}, pl.DataFrame())
        objects = known[np.flatnonzero(seen)].sort(self._objects.by, nulls_last=False)
        keys = objects.drop(OBJECT).rows()
        order = objects.select(OBJECT)
        values = self._totals(order) | self._spread.done(order)
        places: dict[Aggregate[Any], list[int | None]] = {}
        rows = pl.DataFrame()
        if self._wanted:
            rows, at = self._thinned()
            which = order[OBJECT].to_numpy()
            places = {
                self._asks[i]: [None if place < 0 else place for place in of_ask[which].tolist()]
                for i, of_ask in at.items()
            }
            rows = rows.drop(OBJECT, *self._names(rows))
        return Measures(keys, values, places, rows)

    def _totals(self, objects: pl.DataFrame) -> dict[Aggregate[Any], list[Any]]:
        """What asks for sums, counts and extremes came to; 0 or None where an object has no value."""
        totals = pl.DataFrame(self._found.totals(objects.rechunk()))
        values = {}
        for i in self._values:
            counts = isinstance(self._asks[i], (Sum, Count))
            if str(i) not in totals.columns:
                values[self._asks[i]] = [0 if counts else None] * objects.height
                continue
            total = totals[str(i)]
            if counts and total.null_count():
                total = total.fill_null(0)
            values[self._asks[i]] = (total if counts else total.cast(self._types[i])).to_list()
        return values

    def _see_types(self, values: pl.DataFrame) -> None:
        """Remember of which type extremes are: they come back as whole numbers."""
        for i in self._values.keys() - self._types.keys():
            column = values[str(i)] if str(i) in values.columns else NOTHING
            if column.null_count() < len(column):
                self._types[i] = column.dtype

    def _telling(self, values: pl.DataFrame) -> pl.DataFrame:
        """Without what says nothing: sums and extremes of nulls, and conditions that hold in each row."""
        ones: pl.Series | None = None  # one for all counts, in place of a column of numbers for each
        kept = [values[OBJECT]]
        for column in values[:, 1:]:
            ask, nulls = self._asks[int(column.name)], column.null_count()
            holds = column.dtype == pl.Boolean and not nulls and column.all()
            if isinstance(ask, _Scalar) and nulls == values.height:
                continue
            if holds and isinstance(ask, (First, Latest)):
                continue  # without a condition every row counts
            if holds and isinstance(ask, Count):
                ones = column.cast(pl.Int64) if ones is None else ones
                column = ones.alias(column.name)
            kept.append(column)
        return pl.DataFrame(kept)

    def _thinned(self) -> tuple[pl.DataFrame, dict[int, NDArray[np.int64]]]:
        columns = self._waiting[0].columns
        parts = (part.select(columns) for part in self._waiting)
        waiting = self._in_time(pl.concat(parts, how="vertical_relaxed"))
        values = waiting.select(OBJECT, *self._names(waiting)).rechunk()
        return self._answers(waiting, values, self._found.add(values))

    def _in_time(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The rows in order of time; `_by_content` settles ties where the order is that of the evidence."""
        if not _rise(frame, self._order):
            frame = frame.sort(self._order, nulls_last=False, maintain_order=True)
        return self._by_content(frame) if tuple(self._order[1:]) == PLACE else frame

    def _by_content(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The rows of one object at one time in the order of their values, so that no answer depends on the
        files that they stand in. Rows without a time keep the order of the evidence: nothing else is known.
        """
        time = self._order[0]
        known = pl.col(time).is_not_null()
        tied = frame.select(pl.struct(OBJECT, time).is_duplicated() & known).to_series().arg_true()
        if not len(tied):
            return frame
        kept = set(self._kept(frame))
        columns = sorted(frame.columns, key=lambda name: (name not in kept, name))
        others = {*self._order, OBJECT, *self._names(frame)}
        values = [name for name in columns if name not in others and not frame.schema[name].is_nested()]
        rows = frame[tied].select(*self._order, *values).with_row_index(_TIED)
        ordered = rows.sort(time, *values, *PLACE, nulls_last=False)[_TIED]
        order = np.arange(frame.height)
        order[tied.to_numpy()] = tied.to_numpy()[ordered.to_numpy()]
        return frame[order]

    def _answers(
        self, frame: pl.DataFrame, values: pl.DataFrame, row_numbers: Sequence[bytes]
    ) -> tuple[pl.DataFrame, dict[int, NDArray[np.int64]]]:
        """The rows that answer something so far; for each ask the place of its row by object, or -1."""
        of_row = values[OBJECT].to_numpy()
        objects = 0 if self._objects.known is None else self._objects.known.height
        wanted = np.zeros(frame.height, dtype=np.bool_)
        answering = {i: np.frombuffer(row_numbers[i], dtype=np.uint32) for i in self._wanted}
        for i, rows in answering.items():
            ask = self._asks[i]
            if isinstance(ask, Worst) and ask.then and len(rows):
                answering[i] = _by_next(frame, rows, ask.then)
            wanted[answering[i]] = True
        used = np.flatnonzero(wanted)
        moved = np.cumsum(wanted) - 1
        places = {}
        for i, rows in answering.items():
            places[i] = np.full(objects, -1, dtype=np.int64)
            places[i][of_row[rows]] = moved[rows]
        names = self._names(values)
        kept = [name for name in self._kept(frame) if name not in names]
        return frame[kept].hstack([values[name] for name in names])[used], places

    def _names(self, frame: pl.DataFrame) -> list[str]:
        """The columns of a frame that decide which rows are kept."""
        return [str(i) for i in self._wanted if str(i) in frame.columns]

    def _kept(self, frame: pl.DataFrame) -> list[str]:
        if self._keep is None:
            return frame.columns
        return list(dict.fromkeys((*self._objects.by, *self._order, *self._keep, OBJECT)))


def nothing(key: Key, asks: Iterable[Aggregate[Any]]) -> Measure:
    """What an object without rows answers: sums and counts are 0, all else is None."""
    values: dict[Aggregate[Any], tuple[int | None]] = {
        ask: (0 if isinstance(ask, (Sum, Count)) else None,) for ask in asks
    }
    return Measure(Measures((key,), values, {}, pl.DataFrame()), 0)


def _rise(frame: pl.DataFrame, order: Sequence[str]) -> bool:
    """Whether rows are in this order, nulls first."""
    if any(frame[name].null_count() for name in order):
        return frame.select(pl.struct(order)).to_series().is_sorted(nulls_last=False)
    tied = None  # the rows that are equal to the one before so far; None: all
    for name in order:
        before, after = frame[name][:-1], frame[name][1:]
        falls, same = after < before, after == before
        if (falls if tied is None else falls & tied).any():
            return False
        tied = same if tied is None else same & tied
    return True


def _by_next(frame: pl.DataFrame, rows: NDArray[np.uint32], then: Sequence[str]) -> NDArray[np.uint32]:
    """Of rows that are equal so far those that are first by the next columns, by object."""
    tied = frame.select(OBJECT, *then)[rows].with_columns(pl.Series("_row", rows))
    ordered = tied.sort(list(then), descending=True, nulls_last=True, maintain_order=True)
    return ordered.unique(OBJECT, keep="first", maintain_order=True)["_row"].to_numpy()


def _expr(of: str | pl.Expr) -> pl.Expr:
    return pl.col(of) if isinstance(of, str) else of


def _kind(ask: Aggregate[Any]) -> _native.Ask:
    """What is asked of the values, as the native fold names it."""
    if isinstance(ask, Worst) and ask.then:
        return _native.Ask.TIES
    for kind, native in _KINDS.items():
        if isinstance(ask, kind):
            return native
    message = f"{ask} is no measure"
    raise TypeError(message)


def _wanted(ask: Aggregate[Any]) -> pl.Expr | None:
    """What decides whether a row is the answer: its value, or null; or whether it may be; None: any may."""
    if isinstance(ask, (Worst, Least)):
        return _expr(ask.of) if ask.where is None else pl.when(ask.where).then(_expr(ask.of))
    assert isinstance(ask, (First, Latest))
    return ask.where


def _value(ask: Aggregate[Any]) -> pl.Expr:
    if isinstance(ask, Count):
        return pl.lit(value=True) if ask.where is None else ask.where
    assert isinstance(ask, (Sum, Largest, Smallest))
    return _expr(ask.of)
