"""Measures: what is asked of all rows of an object, answered in one pass over the columns.

A product names its measures once, as constants; the pass (`getpage.products.common.fold`) makes one `Measure`
an object of them, and rules read that. A rule may ask for more measures, never for rows:

    READS = Sum("reads")
    NEARLY_FULL = Count(pl.col("used_share") > 0.85)
    PEAK = Worst("used_share")                       # the whole row, with its file and record
    LOCATION = Latest(pl.col("location").is_not_null())

    for pool in measures.within(("SYSA", "MQA1")):
        pool[READS], pool[NEARLY_FULL], pool[PEAK]   # float, int, Row | None

A row that is kept is the row of the evidence, so that every number stays traceable to file, record, field and
interval. Of rows that are equal in what is asked, the first in time is kept, and of the same time the first
by its values: the same records give the same answer, in whichever files and order, and however they were cut
into pieces. Of rows without a time the first in the evidence is kept.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import polars as pl

T = TypeVar("T")

Row = dict[str, Any]
Key = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Aggregate(Generic[T]):
    """An aggregate over the rows of an object. It is its own key: read it with the constant that was given
    to the pass.
    """


@dataclass(frozen=True, eq=False)
class Sum(Aggregate[float]):
    """The sum of a column or an expression; nulls count as nothing. Integers stay integers."""

    of: str | pl.Expr


@dataclass(frozen=True, eq=False)
class Count(Aggregate[int]):
    """The rows for which `where` holds; all rows without it."""

    where: pl.Expr | None = None


@dataclass(frozen=True, eq=False)
class Largest(Aggregate[Any]):
    """The largest value; None where there is none."""

    of: str | pl.Expr


@dataclass(frozen=True, eq=False)
class Smallest(Aggregate[Any]):
    """The smallest value; None where there is none."""

    of: str | pl.Expr


@dataclass(frozen=True, eq=False)
class Quantile(Aggregate[float | None]):
    """The value below which a share of the values lies; 0.5 is the median. Between two values it is linear,
    or `between` takes the lower one.

    All values of this one column are kept until the end, on disk where they are many: for few columns.
    """

    of: str | pl.Expr
    share: float = 0.5
    between: Literal["linear", "lower"] = "linear"


@dataclass(frozen=True, eq=False)
class Worst(Aggregate[Row | None]):
    """The first row with the largest value of those for which `where` holds; ties are settled by `then`."""

    of: str | pl.Expr
    where: pl.Expr | None = None
    then: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Least(Aggregate[Row | None]):
    """The first row with the smallest value of those for which `where` holds."""

    of: str | pl.Expr
    where: pl.Expr | None = None


@dataclass(frozen=True, eq=False)
class First(Aggregate[Row | None]):
    """The first row for which `where` holds."""

    where: pl.Expr | None = None


@dataclass(frozen=True, eq=False)
class Latest(Aggregate[Row | None]):
    """The last row for which `where` holds: what is so now."""

    where: pl.Expr | None = None


def in_time(row: Row) -> tuple[datetime, str, int, int]:
    """Where a row that was kept stands in time: what to sort by. Rows of one time are ordered by their
    values, those without a time by their place in the evidence.
    """
    if row["end"] is None:
        return datetime.min, "", row["file"], row["record"]
    values = sorted((name, str(value)) for name, value in row.items() if name not in ("file", "record"))
    return row["end"], str(values), row["file"], row["record"]


def latest(rows: Iterable[Row | None]) -> Row | None:
    """The last of rows that were kept, as `in_time` orders them; None without any."""
    present = (row for row in rows if row is not None)
    return max(present, key=in_time, default=None)


class Measure:
    """What was asked of one object: `measure[ASK]`. `key` are its values of the columns that name it."""

    __slots__ = ("_all", "_at", "key")

    def __init__(self, measures: Measures, at: int) -> None:
        """The object at this place of `measures`."""
        self._all, self._at = measures, at
        self.key: Key = measures.keys[at]

    def __getitem__(self, ask: Aggregate[T]) -> T:
        """The answer; KeyError for what the pass was not given."""
        return self._all.answer(ask, self._at)

    def latest(self, ask: Aggregate[Row | None], column: str) -> Any:
        """A column of the row that is the answer; None where there is none."""
        row = self[ask]
        return None if row is None else row[column]


class Measures:
    """One `Measure` an object, in order of their keys (nulls first)."""

    def __init__(
        self,
        keys: Sequence[Key],
        values: Mapping[Aggregate[Any], Sequence[Any]],
        places: Mapping[Aggregate[Any], Sequence[int | None]],
        rows: pl.DataFrame,
    ) -> None:
        """`values` by object; `places` are indexes into `rows` by object."""
        self.keys = keys
        self._values, self._places, self._rows = values, places, rows
        self._columns = rows.columns
        self._read: dict[int, Row] = {}
        self._at = {key: i for i, key in enumerate(keys)}
        self._within: dict[Key, list[int]] = defaultdict(list)
        for i, key in enumerate(keys):
            for length in range(1, len(key) + 1):
                self._within[key[:length]].append(i)

    def __iter__(self) -> Iterator[Measure]:
        """All objects."""
        return (Measure(self, i) for i in range(len(self.keys)))

    def __len__(self) -> int:
        """How many objects there are."""
        return len(self.keys)

    def of(self, *key: object) -> Measure | None:
        """The object of this key; None where there are no rows of it."""
        at = self._at.get(key)
        return None if at is None else Measure(self, at)

    def within(self, key: Key) -> Iterator[Measure]:
        """The objects whose keys begin so: the pools of a queue manager."""
        return (Measure(self, i) for i in self._within.get(key, ()))

    def answer(self, ask: Aggregate[T], at: int) -> T:
        """The answer for the object at a place."""
        if ask in self._values:
            return self._values[ask][at]  # type: ignore[no-any-return]
        place = self._places[ask][at]
        if place is None:
            return None  # type: ignore[return-value]
        if place not in self._read:
            self._read[place] = dict(zip(self._columns, self._rows.row(place), strict=True))
        return self._read[place]  # type: ignore[return-value]
