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
    Measures,
    Quantile,
    Smallest,
    Sum,
    Worst,
)

from .spread import Spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: The order of rows in time: nulls come first.
ORDER: Final = ("end", "file", "record")
#: Rows that may be an answer are thinned out when there are more than this, and sums of pieces added up.
_MOST_WAITING: Final = 1 << 16
#: The column that holds the number of the object of a row.
OBJECT: Final = "object_number"
_NARROW: Final = (pl.UInt32, pl.Int32, pl.Boolean)

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
        self._seen: set[int] = set()
        self._scalars = [ask for ask in asks if isinstance(ask, _Scalar)]
        self._rows = [ask for ask in asks if not isinstance(ask, (*_Scalar, Quantile))]
        #: Counts and extremes are the same in any order, as far as no row is kept.
        self._in_order = bool(self._rows) or any(isinstance(ask, Sum) for ask in self._scalars)
        self._spread = Spread([ask for ask in asks if isinstance(ask, Quantile)], OBJECT)
        self._sums: list[pl.DataFrame] = []
        self._waiting: list[pl.DataFrame] = []
        self._best: list[pl.Series | None] = [None] * len(self._rows)

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows."""
        if self._begun and not frame.height:
            return
        self._begun = True
        if not self._numbered:
            frame = self._objects.numbered(frame)
        self._seen |= set(frame[OBJECT].unique())
        if self._in_order and set(self._order) <= set(frame.columns):
            frame = self._in_time(frame)  # sums of floating point numbers depend on their order
        if self._scalars:
            self._sums.append(_scalars(frame, self._scalars))
            if sum(one.height for one in self._sums) > _MOST_WAITING:
                self._sums = [self._merged()]
        self._spread.add(frame)
        if self._rows:
            named = frame.with_columns(each for i, ask in enumerate(self._rows) for each in _wanted(i, ask))
            self._waiting.append(self._answers(named)[0])
            if sum(one.height for one in self._waiting) > _MOST_WAITING:
                self._waiting = [self._thinned()[0]]

    def done(self) -> Measures:
        """The answers for all rows that were added."""
        known = self._objects.known
        if known is None or not self._seen:
            asks = (*self._scalars, *self._spread.asks, *self._rows)
            return Measures((), dict.fromkeys(asks, ()), {}, pl.DataFrame())
        objects = known.filter(pl.col(OBJECT).is_in(sorted(self._seen)))
        objects = objects.sort(self._objects.by, nulls_last=False)
        keys = objects.drop(OBJECT).rows()
        order = objects.select(OBJECT)
        values: dict[Ask[Any], list[Any]] = {}
        if self._scalars:
            found = order.join(self._merged(), on=OBJECT, how="left", maintain_order="left")
            values |= {ask: found[f"_s{i}"].to_list() for i, ask in enumerate(self._scalars)}
        values |= self._spread.done(order)
        places: dict[Ask[Any], list[int | None]] = {}
        rows = pl.DataFrame()
        if self._rows:
            rows, at = self._thinned()
            which = order[OBJECT].to_numpy()
            places = {
                ask: [None if place < 0 else place for place in at[i][which].tolist()]
                for i, ask in enumerate(self._rows)
            }
            rows = rows.drop(OBJECT, *(name for name in rows.columns if name.startswith("_v")))
        return Measures(keys, values, places, rows)

    def _merged(self) -> pl.DataFrame:
        """Sums, counts and extremes so far, a row an object."""
        every = pl.concat(self._sums).group_by(OBJECT, maintain_order=True)
        return every.agg(_merged(i, ask) for i, ask in enumerate(self._scalars))

    def _thinned(self) -> tuple[pl.DataFrame, list[NDArray[np.int64]]]:
        waiting = pl.concat(self._waiting, how="vertical_relaxed")
        return self._answers(self._in_time(waiting))

    def _in_time(self, frame: pl.DataFrame) -> pl.DataFrame:
        if frame.select(pl.struct(self._order)).to_series().is_sorted(nulls_last=False):
            return frame
        return frame.sort(self._order, nulls_last=False, maintain_order=True)

    def _answers(self, frame: pl.DataFrame) -> tuple[pl.DataFrame, list[NDArray[np.int64]]]:
        """The rows that answer something so far; for each ask the place of its row by object, or -1."""
        count = 0 if self._objects.known is None else self._objects.known.height
        numbers = frame[OBJECT]
        group = numbers.to_numpy()
        extremes = [
            (pl.col(f"_v{i}").max() if isinstance(ask, Worst) else pl.col(f"_v{i}").min()).alias(f"_v{i}")
            for i, ask in enumerate(self._rows)
            if isinstance(ask, (Worst, Least))
        ]
        of_all = pl.DataFrame({OBJECT: pl.Series(range(count), dtype=pl.UInt32)})
        if extremes:
            here = frame.lazy().group_by(OBJECT, maintain_order=True).agg(extremes).collect()
            of_all = of_all.join(here, on=OBJECT, how="left", maintain_order="left")
        places = []
        for i, ask in enumerate(self._rows):
            if isinstance(ask, (Worst, Least)):
                best, better = self._better(i, of_all[f"_v{i}"], largest=isinstance(ask, Worst))
                rows = _equal(frame[f"_v{i}"], numbers, best, better)
            else:
                rows = np.flatnonzero(frame[f"_v{i}"].to_numpy())
            if isinstance(ask, Worst) and ask.then and len(rows):
                rows = _by_next(frame, rows, ask.then)
            at = np.full(count, -1, dtype=np.int64)
            # Of several rows of one object the last that is assigned stays: the first row, or the latest.
            rows = rows if isinstance(ask, Latest) else rows[::-1]
            at[group[rows]] = rows
            places.append(at)
        used = np.unique(np.concatenate(places))
        used = used[used >= 0]
        moved = np.full(frame.height + 1, -1, dtype=np.int64)
        moved[used] = np.arange(len(used))
        keep = self._kept(frame)
        return frame.select(keep)[used], [moved[at] for at in places]

    def _better(self, i: int, here: pl.Series, *, largest: bool) -> tuple[pl.Series, pl.Series]:
        """The extreme of all rows so far by object, and whether it is met here."""
        before = self._best[i]
        if before is not None:
            before = before.extend_constant(None, len(here) - len(before))
            both = pl.max_horizontal if largest else pl.min_horizontal
            best = pl.select(both(before.alias("before"), here)).to_series()
        else:
            best = here
        self._best[i] = best
        return best, (best == here).fill_null(value=False)

    def _kept(self, frame: pl.DataFrame) -> list[str]:
        values = [name for name in frame.columns if name.startswith("_v")]
        if self._keep is None:
            return frame.columns
        return list(dict.fromkeys((*self._objects.by, *self._order, *self._keep, OBJECT, *values)))


def _equal(values: pl.Series, numbers: pl.Series, best: pl.Series, better: pl.Series) -> NDArray[np.int64]:
    """The rows that have the extreme of their object, of the objects that meet it here."""
    met = int(better.sum())
    if not met:
        return np.empty(0, dtype=np.int64)
    if met < len(better) // 4:
        rows = better.gather(numbers).arg_true()
        return rows.to_numpy()[_equal(values[rows], numbers[rows], best, pl.Series([True]))]
    return np.flatnonzero((values == best.gather(numbers)).fill_null(value=False).to_numpy())


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
        true = pl.lit(value=True) if ask.where is None else ask.where.fill_null(value=False)
        return [true.alias(f"_v{i}")]
    message = f"{ask} is no measure"
    raise TypeError(message)


def _scalars(frame: pl.DataFrame, asks: Sequence[Ask[Any]]) -> pl.DataFrame:
    """Sums, counts and extremes of one piece, a row an object."""
    values = frame.select(OBJECT, *(_value(ask).alias(f"_s{i}") for i, ask in enumerate(asks)))
    # Sums of counters of 32 bits run over in 32 bits.
    wide = [pl.col(name).cast(pl.Int64) for name, kind in values.schema.items() if kind in _NARROW]
    values = values.with_columns(each for each in wide if each.meta.output_name() != OBJECT)
    return values.group_by(OBJECT, maintain_order=True).agg(_merged(i, ask) for i, ask in enumerate(asks))


def _value(ask: Ask[Any]) -> pl.Expr:
    if isinstance(ask, Count):
        return pl.lit(1, pl.Int64) if ask.where is None else ask.where.cast(pl.Int64)
    assert isinstance(ask, (Sum, Largest, Smallest))
    return _expr(ask.of)


def _merged(i: int, ask: Ask[Any]) -> pl.Expr:
    column = pl.col(f"_s{i}")
    if isinstance(ask, Largest):
        return column.max()
    return column.min() if isinstance(ask, Smallest) else column.sum()
