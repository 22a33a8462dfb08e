"""The rows of each object of a frame, as segments of one order: what sums and extremes are taken of.

Grouping by hash takes every column through its groups anew. Here rows are put in order of their objects once
(rows of a counter pass are in that order already), so that a sum or an extreme is one pass over a column:
six to eight times as fast for some thousand objects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    Array = NDArray[Any]

#: Types that would run over where many are added.
_NARROW: Final = (pl.UInt32, pl.Int32, pl.UInt16, pl.Int16, pl.UInt8, pl.Int8, pl.Boolean)


@dataclass(frozen=True, slots=True)
class Column:
    """Values in the order of the objects: where one is not `there`, what no value is beaten by stands."""

    values: Array
    there: NDArray[np.bool_] | None  # None: all that are not NaN


class Segments:
    """`objects` are the numbers of those that have rows, in order. Rows of one object stay in their order."""

    def __init__(self, numbers: pl.Series) -> None:
        """By the number of the object of each row."""
        self.of_row = numbers.cast(pl.Int64).to_numpy()
        rising = bool((self.of_row[1:] >= self.of_row[:-1]).all())
        self._order = None if rising else np.argsort(self.of_row, kind="stable")
        ordered = self._ordered(self.of_row)
        changes = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        self._starts = np.concatenate(([0], changes)) if len(ordered) else changes
        self._rows = np.diff(self._starts, append=len(ordered))
        self.objects = ordered[self._starts]

    def sums(self, values: pl.Series) -> Array:
        """The sum of each object; nulls count as nothing."""
        if values.dtype in _NARROW:
            values = values.cast(pl.Int64)
        found: Array = np.add.reduceat(self._ordered(_filled(values)), self._starts)
        return found

    def column(self, values: pl.Series, *, largest: bool) -> Column:
        """Values in the order of the objects, for `extremes` and `having`."""
        if values.dtype.is_float():
            return Column(self._ordered(values.to_numpy()), None)  # null is NaN, which nothing is beaten by
        found = self._ordered(_filled(values))
        if not values.null_count():
            return Column(found, None)
        there = self._ordered(values.is_not_null().to_numpy())
        return Column(np.where(there, found, _beaten(found.dtype, largest=largest)), there)

    def extremes(self, column: Column, *, largest: bool) -> tuple[Array, NDArray[np.bool_]]:
        """The largest or smallest value of each object, and which have one; NaN is no value."""
        of_each = np.fmax if largest else np.fmin
        found: Array = of_each.reduceat(column.values, self._starts)
        if column.there is None:
            return found, found == found  # only NaN is not itself
        return found, np.logical_or.reduceat(column.there, self._starts)

    def having(self, column: Column, wanted: Array, of: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The rows with the wanted value of their object, of the objects `of`, in order."""
        # Of a long window few objects reach a new extreme in a piece, and only their rows are looked at.
        counts = self._rows[of]
        skipped = np.repeat(self._starts[of] - (np.cumsum(counts) - counts), counts)
        rows = np.arange(len(skipped)) + skipped
        found = column.values[rows] == np.repeat(wanted[of], counts)
        if column.there is not None:
            found &= column.there[rows]
        rows = rows[found]
        return rows if self._order is None else np.sort(self._order[rows])

    def first(self) -> NDArray[np.int64]:
        """The first row of each object, in order."""
        rows: NDArray[np.int64] = self._starts
        return rows if self._order is None else np.sort(self._order[rows])

    def last(self) -> NDArray[np.int64]:
        """The last row of each object."""
        rows: NDArray[np.int64] = self._starts + self._rows - 1
        return rows if self._order is None else self._order[rows]

    def _ordered(self, values: Array) -> Array:
        return values if self._order is None else values[self._order]


class ByObject:
    """One value an object, of all pieces so far: a sum or an extreme."""

    def __init__(self) -> None:
        """No object has one."""
        self._type: pl.DataType = pl.Null()
        self._values: Array = np.zeros(0, dtype=np.int64)
        self._there = np.zeros(0, dtype=np.bool_)

    def add(self, segments: Segments, values: pl.Series) -> None:
        """Add up rows; an object without a value has 0."""
        found = segments.sums(values)
        self._room_for(segments.objects, found, pl.Series(found[:0]).dtype)
        self._values[segments.objects] += found
        self._there[segments.objects] = True

    def extreme(self, segments: Segments, values: pl.Series, *, largest: bool) -> NDArray[np.int64]:
        """Take the largest or smallest of rows; which of the rows have what is the extreme now, in order."""
        at = segments.objects
        if values.null_count() == len(values):
            return np.empty(0, dtype=np.int64)
        column = segments.column(values, largest=largest)
        found, there = segments.extremes(column, largest=largest)
        self._room_for(at, found, values.dtype)
        before, had = self._values[at], self._there[at]
        both = np.fmax(before, found) if largest else np.fmin(before, found)
        best = np.where(had & there, both, np.where(had, before, found))
        self._values[at], self._there[at] = best, had | there
        met = there & (best == found)
        return segments.having(column, best, met) if met.any() else np.empty(0, dtype=np.int64)

    def of(self, objects: NDArray[np.int64]) -> list[Any]:
        """The values of these objects; None for one without."""
        known = objects < len(self._values)
        there = np.zeros(len(objects), dtype=np.bool_)
        there[known] = self._there[objects[known]]
        found: list[Any] = [None] * len(objects)
        values = pl.Series(self._values[objects[there]]).cast(self._type).to_list()
        for place, value in zip(np.flatnonzero(there), values, strict=True):
            found[place] = value
        return found

    def _room_for(self, objects: NDArray[np.int64], found: Array, kind: pl.DataType) -> None:
        if not len(self._values):
            self._type, self._values = kind, found[:0]
        more = (int(objects[-1]) + 1 if len(objects) else 0) - len(self._values)
        if more > 0:
            self._values = np.concatenate((self._values, np.zeros(2 * more, dtype=found.dtype)))
            self._there = np.concatenate((self._there, np.zeros(2 * more, dtype=np.bool_)))


def _filled(values: pl.Series) -> Array:
    if values.dtype.is_temporal():
        values = values.to_physical()
    elif values.dtype == pl.Boolean:
        values = values.cast(pl.UInt8)  # of which NumPy finds extremes several times as fast
    return (values.fill_null(0) if values.null_count() else values).to_numpy()


def _beaten(kind: np.dtype[Any], *, largest: bool) -> Any:
    """What every whole number of a type is at least, or at most."""
    return np.iinfo(kind).min if largest else np.iinfo(kind).max
