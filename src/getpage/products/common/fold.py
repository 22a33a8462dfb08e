"""The pass that answers measures: frames of rows go in piece by piece, one `Measure` an object comes out.

    fold = Fold(by=("system", "queue_manager", "buffer_pool"), asks=(READS, PEAK, LOCATION))
    for piece in pieces:          # see `stretches`: one stretch of time after the other, or all at once
        fold.add(piece)           # with columns that were worked out, and `end`, `file`, `record`
    measures = fold.done()

Memory holds one piece, one row an object, and the rows that may still be an answer. Pieces may overlap in
time and come in any order. What an object is made of may stand in several pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from getpage.contract.measures import (
    Ask,
    Count,
    First,
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

from .segments import ByObject, Segments
from .spread import Spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from getpage.contract.measures import Key

#: The order of rows in time: nulls come first.
ORDER: Final = ("end", "file", "record")
#: Rows that may be an answer are thinned out when there are more than this, and sums of pieces added up.
_MOST_WAITING: Final = 1 << 16
#: The column that holds the number of the object of a row.
OBJECT: Final = "object_number"

_Scalar = (Sum, Count, Largest, Smallest)


class Objects:
    """Numbers of objects, in order of first appearance: several tables and folds may share them."""

    def __init__(self, by: Sequence[str]) -> None:
        """Objects that the columns `by` name; nulls are names like others."""
        self.by = list(by)
        self.known: pl.DataFrame | None = None

    def numbered(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The frame with the number of the object of each row, in the column OBJECT."""
        named = frame.select(self.by)
        if self.known is None:
            self.known = named.clear().with_columns(pl.lit(None, pl.UInt32).alias(OBJECT))
        numbers = self._numbers(named, self.known)
        if numbers.null_count():
            new = named.filter(numbers.is_null()).unique(maintain_order=True)
            first = self.known.height
            new = new.with_columns(pl.int_range(first, first + new.height, dtype=pl.UInt32).alias(OBJECT))
            self.known = pl.concat([self.known, new], how="vertical_relaxed")
            numbers = self._numbers(named, self.known)
        return frame.with_columns(numbers)

    def _numbers(self, named: pl.DataFrame, known: pl.DataFrame) -> pl.Series:
        joined = named.join(known, on=self.by, how="left", nulls_equal=True, maintain_order="left")
        return joined[OBJECT]


class Fold:
    """Measures of the objects that the columns `by` name. `keep` are the columns that rows are kept with,
    beside `by` and `order`; None is all of the first piece. With `Objects` for `by`, pieces are numbered
    already.
    """

    def __init__(
        self,
        by: Sequence[str] | Objects,
        asks: Sequence[Ask[Any]],
        *,
        keep: Sequence[str] | None = None,
        order: Sequence[str] = ORDER,
    ) -> None:
        """Begin without rows."""
        self._objects = by if isinstance(by, Objects) else Objects(by)
        self._numbered = isinstance(by, Objects)
        self._order, self._keep = list(order), keep
        self._begun = False
        self._seen = np.zeros(0, dtype=np.bool_)  # by object
        self._scalars = [ask for ask in asks if isinstance(ask, _Scalar)]
        self._rows = [ask for ask in asks if not isinstance(ask, (*_Scalar, Quantile))]
        #: Counts and extremes are the same in any order, as far as no row is kept.
        self._in_order = bool(self._rows) or any(isinstance(ask, Sum) for ask in self._scalars)
        self._spread = Spread([ask for ask in asks if isinstance(ask, Quantile)], OBJECT)
        self._found = [ByObject() for _ in self._scalars]
        self._real: list[pl.DataFrame] = []  # sums of floating point numbers, a frame a piece
        self._waiting: list[pl.DataFrame] = []
        self._best = [ByObject() for _ in self._rows]

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows."""
        if self._begun and not frame.height:
            return
        self._begun = True
        if not self._numbered:
            frame = self._objects.numbered(frame)
        if self._in_order and set(self._order) <= set(frame.columns):
            frame = self._in_time(frame)  # sums of floating point numbers depend on their order
        segments = Segments(frame[OBJECT])
        self._see(segments)
        if self._scalars:
            self._add_up(frame, segments)
        self._spread.add(frame)
        if self._rows:
            wanted = [each for i, ask in enumerate(self._rows) for each in _wanted(i, ask)]
            self._waiting.append(self._answers(frame.with_columns(wanted), segments)[0])
            if sum(one.height for one in self._waiting) > _MOST_WAITING:
                self._waiting = [self._thinned()[0]]

    def done(self) -> Measures:
        """The answers for all rows that were added."""
        known = self._objects.known
        if known is None or not self._seen.any():
            asks = (*self._scalars, *self._spread.asks, *self._rows)
            return Measures((), dict.fromkeys(asks, ()), {}, pl.DataFrame())
        objects = known[np.flatnonzero(self._seen)].sort(self._objects.by, nulls_last=False)
        keys = objects.drop(OBJECT).rows()
        order = objects.select(OBJECT)
        which = order[OBJECT].to_numpy()
        values: dict[Ask[Any], list[Any]] = {
            ask: found.of(which) for ask, found in zip(self._scalars, self._found, strict=True)
        }
        values |= self._real_sums(order)
        values |= self._spread.done(order)
        places: dict[Ask[Any], list[int | None]] = {}
        rows = pl.DataFrame()
        if self._rows:
            rows, at = self._thinned()
            places = {
                ask: [None if place < 0 else place for place in at[i][which].tolist()]
                for i, ask in enumerate(self._rows)
            }
            rows = rows.drop(OBJECT, *(name for name in rows.columns if name.startswith("_v")))
        return Measures(keys, values, places, rows)

    def _real_sums(self, order: pl.DataFrame) -> dict[Ask[Any], list[Any]]:
        if not self._real:
            return {}
        made = order.join(self._merged(), on=OBJECT, how="left", maintain_order="left")
        return {
            ask: made[f"_s{i}"].to_list() for i, ask in enumerate(self._scalars) if f"_s{i}" in made.columns
        }

    def _merged(self) -> pl.DataFrame:
        """Sums of floating point numbers so far, a row an object."""
        return pl.concat(self._real).group_by(OBJECT, maintain_order=True).agg(pl.all().sum())

    def _see(self, segments: Segments) -> None:
        """Remember which objects have rows."""
        count = 0 if self._objects.known is None else self._objects.known.height
        self._seen = np.concatenate((self._seen, np.zeros(count - len(self._seen), dtype=np.bool_)))
        self._seen[segments.objects] = True

    def _add_up(self, frame: pl.DataFrame, segments: Segments) -> None:
        """Sums, counts and extremes."""
        values = frame.select(OBJECT, *(_value(ask).alias(f"_s{i}") for i, ask in enumerate(self._scalars)))
        for i, (ask, found) in enumerate(zip(self._scalars, self._found, strict=True)):
            column = values[f"_s{i}"]
            if isinstance(ask, (Largest, Smallest)):
                found.extreme(segments, column, largest=isinstance(ask, Largest))
            elif not column.dtype.is_float():
                found.add(segments, column)
        sums = [f"_s{i}" for i, ask in enumerate(self._scalars) if isinstance(ask, Sum)]
        if real := [name for name in sums if values.schema[name].is_float()]:
            # Polars carries rounding errors along.
            self._real.append(values.group_by(OBJECT, maintain_order=True).agg(pl.col(real).sum()))
            if sum(one.height for one in self._real) > _MOST_WAITING:
                self._real = [self._merged()]

    def _thinned(self) -> tuple[pl.DataFrame, list[NDArray[np.int64]]]:
        waiting = self._in_time(pl.concat(self._waiting, how="vertical_relaxed"))
        return self._answers(waiting, Segments(waiting[OBJECT]))

    def _in_time(self, frame: pl.DataFrame) -> pl.DataFrame:
        if _rise(frame, self._order):
            return frame
        return frame.sort(self._order, nulls_last=False, maintain_order=True)

    def _answers(
        self, frame: pl.DataFrame, segments: Segments
    ) -> tuple[pl.DataFrame, list[NDArray[np.int64]]]:
        """The rows that answer something so far; for each ask the place of its row by object, or -1."""
        places = []
        for i, ask in enumerate(self._rows):
            rows = self._answering(i, ask, frame, segments)
            at = np.full(len(self._seen), -1, dtype=np.int64)
            # Of several rows of one object the last that is assigned stays: the first row, or the latest.
            rows = rows if isinstance(ask, Latest) else rows[::-1]
            at[segments.of_row[rows]] = rows
            places.append(at)
        wanted = np.zeros(frame.height + 1, dtype=np.bool_)
        wanted[np.concatenate(places)] = True  # -1 is the last, which is no row
        used = np.flatnonzero(wanted[:-1])
        moved = np.full(frame.height + 1, -1, dtype=np.int64)
        moved[used] = np.arange(len(used))
        return frame.select(self._kept(frame))[used], [moved[at] for at in places]

    def _answering(self, i: int, ask: Ask[Any], frame: pl.DataFrame, segments: Segments) -> NDArray[np.int64]:
        """The rows that may be the answer to one ask, in order."""
        if f"_v{i}" not in frame.columns:
            return segments.last() if isinstance(ask, Latest) else segments.first()
        values = frame[f"_v{i}"]
        if isinstance(ask, (First, Latest)):
            return np.flatnonzero(values.to_numpy())
        if values.null_count() == len(values):
            return np.empty(0, dtype=np.int64)
        rows = self._best[i].extreme(segments, values, largest=isinstance(ask, Worst))
        if isinstance(ask, Worst) and ask.then and len(rows):
            rows = _by_next(frame, rows, ask.then)
        return rows

    def _kept(self, frame: pl.DataFrame) -> list[str]:
        values = [name for name in frame.columns if name.startswith("_v")]
        if self._keep is None:
            return frame.columns
        return list(dict.fromkeys((*self._objects.by, *self._order, *self._keep, OBJECT, *values)))


def nothing(key: Key, asks: Iterable[Ask[Any]]) -> Measure:
    """What an object without rows answers: sums and counts are 0, all else is None."""
    values: dict[Ask[Any], tuple[int | None]] = {
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


def _by_next(frame: pl.DataFrame, rows: NDArray[np.int64], then: Sequence[str]) -> NDArray[np.int64]:
    """Of rows that are equal so far those that are first by the next columns, by object; in order."""
    tied = frame.select(OBJECT, *then)[rows].with_columns(pl.Series("_row", rows))
    ordered = tied.sort(list(then), descending=True, nulls_last=True, maintain_order=True)
    return np.sort(ordered.unique(OBJECT, keep="first", maintain_order=True)["_row"].to_numpy())


def _expr(of: str | pl.Expr) -> pl.Expr:
    return pl.col(of) if isinstance(of, str) else of


def _wanted(i: int, ask: Ask[Any]) -> list[pl.Expr]:
    """What decides whether a row is the answer: its value, or null; or whether it may be."""
    if isinstance(ask, (Worst, Least)):
        value = _expr(ask.of) if ask.where is None else pl.when(ask.where).then(_expr(ask.of))
        return [value.alias(f"_v{i}")]
    if isinstance(ask, (First, Latest)):
        return [] if ask.where is None else [ask.where.fill_null(value=False).alias(f"_v{i}")]
    message = f"{ask} is no measure"
    raise TypeError(message)


def _value(ask: Ask[Any]) -> pl.Expr:
    if isinstance(ask, Count):
        return pl.lit(1, pl.Int64) if ask.where is None else ask.where.cast(pl.Int64)
    assert isinstance(ask, (Sum, Largest, Smallest))
    return _expr(ask.of)
