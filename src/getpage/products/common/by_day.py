"""What a window comes to is what its days come to together: each day is asked once and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any, Final, Protocol, TypeVar
from weakref import WeakKeyDictionary

import polars as pl

from getpage.contract.evidence import Evidence, KeptDay
from getpage.contract.measures import Aggregate

#: By how much a record may be written after its interval.
_SOON: Final = timedelta(hours=1)
#: What is kept of a day: frames by label.
Held = Mapping[str, pl.DataFrame]
#: Rows of several days that are taken together: each costs as much as thousands of rows otherwise.
_MOST_TOGETHER: Final = 1 << 16
#: The spelling of each ask, a constant of a product: to write out its expression takes longest of all words.
_ASKS: Final[WeakKeyDictionary[Aggregate[Any], str]] = WeakKeyDictionary()


class Mergeable(Protocol):
    """What rows are added to, and what can tell all that it was told to another of its kind."""

    def held(self) -> dict[str, pl.DataFrame]:
        """What tells the same as all rows so far."""

    def take(self, every: Sequence[Held]) -> None:
        """Take what others held, in this order; one without rows may hold nothing."""


M = TypeVar("M", bound=Mergeable)


def by_day(
    evidence: Evidence,
    tables: Sequence[str],
    name: str,
    new: Callable[[], M],
    add: Callable[[Evidence, M], None],
    to: M | None = None,
) -> M:
    """A `new` one, or `to`, to which all rows of these tables in the window were added, from what is kept of
    its days where that has this name. Without a name, or days, `add` is asked for the window as a whole.
    """
    whole = new() if to is None else to
    days = evidence.days(tables) if name else ()
    if not days:
        add(evidence, whole)

    def of_day(_: date | None, part: Evidence) -> Held:
        own = new()
        add(part, own)
        return own.held()

    def together(every: Iterable[Held]) -> Held:
        month = new()
        for batch in batches(every):
            month.take(batch)
        return month.held()

    for batch in batches(kept_of(days, name, of_day, together)):
        whole.take(batch)
    return whole


def kept_of(
    days: Sequence[KeptDay],
    name: str,
    of_day: Callable[[date | None, Evidence], Held],
    together: Callable[[Iterable[Held]], Held],
) -> Iterator[Held]:
    """What is kept under this name of months that are over and of the other days, in order: `of_day` tells
    it of the rows of a day, and `together` of what is kept of days.
    """
    for month, of_month in groupby(days, key=lambda day: day.month):
        every = (day.kept(name, partial(of_day, day.day)) for day in of_month)
        if month is None:
            yield from every
        else:
            yield month.kept(name, partial(together, every))


def batches(every: Iterable[Held]) -> Iterator[list[Held]]:
    """The same in order, as many together as have so many rows."""
    batch: list[Held] = []
    rows = 0
    for held in every:
        batch.append(held)
        rows += sum(frame.height for frame in held.values())
        if rows > _MOST_TOGETHER:
            yield batch
            batch, rows = [], 0
    if batch:
        yield batch


def stacked(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The rows of all, one below the other; what a frame lacks is null there."""
    alike = all(frame.schema == frames[0].schema for frame in frames)
    return pl.concat(frames, how="vertical" if alike else "diagonal_relaxed", rechunk=True)


def days_between(
    days: Sequence[KeptDay], times: Sequence[tuple[datetime, datetime]] | None
) -> Iterator[KeptDay]:
    """The days that have rows written at one of these times; with None all. What was written soon after
    midnight may be of the day before.
    """
    for day in days:
        if times is None or (
            day.day is not None and any((a - _SOON).date() <= day.day <= b.date() for a, b in times)
        ):
            yield day


def spelled(*words: Any) -> str:
    """A name for all that an answer depends on: text, expressions, and dataclasses and tuples of them."""
    return hashlib.sha256(_spelled(words).encode()).hexdigest()


def _spelled(word: Any) -> str:
    if isinstance(word, Aggregate):
        if word not in _ASKS:
            _ASKS[word] = _by_field(word)
        return _ASKS[word]
    if is_dataclass(word):
        return _by_field(word)
    if isinstance(word, (tuple, list)):
        return f"({', '.join(map(_spelled, word))})"
    return getattr(word, "__qualname__", None) or str(word)


def _by_field(word: Any) -> str:
    parts = (_spelled(getattr(word, field.name)) for field in fields(word))
    return f"{type(word).__name__}({', '.join(parts)})"


def under(part: str, held: Held) -> dict[str, pl.DataFrame]:
    """What a part holds, under its name."""
    return {f"{part} {label}": frame for label, frame in held.items()}


def of_part(part: str, every: Sequence[Held]) -> list[Held]:
    """What a part of this name held in each."""
    begin = f"{part} "
    return [
        {label.removeprefix(begin): rows for label, rows in held.items() if label.startswith(begin)}
        for held in every
    ]


class Several:
    """Several that are merged together, by name."""

    def __init__(self, **parts: Mergeable) -> None:
        """These."""
        self._parts = parts

    def held(self) -> dict[str, pl.DataFrame]:
        """What each holds, under its name."""
        return {
            label: frame
            for name, part in self._parts.items()
            for label, frame in under(name, part.held()).items()
        }

    def take(self, every: Sequence[Held]) -> None:
        """Take what others held."""
        for name, part in self._parts.items():
            part.take(of_part(name, every))


class Gathered:
    """Rows, in the order in which they were added."""

    def __init__(self, schema: Mapping[str, pl.DataType] | None = None) -> None:
        """Begin without rows; without `schema` the first that are added tell the columns."""
        self._rows: list[pl.DataFrame] = []
        self._schema = schema

    def add(self, rows: pl.DataFrame) -> None:
        """Take more rows."""
        if rows.height or not self._rows:
            self._rows.append(rows)

    def done(self) -> pl.DataFrame:
        """All rows."""
        if not self._rows and self._schema is not None:  # milliseconds for hundreds of columns
            self._rows = [pl.DataFrame(schema=self._schema)]
        return pl.concat(self._rows)

    def held(self) -> dict[str, pl.DataFrame]:
        """The rows, if there are any."""
        return {"rows": pl.concat(self._rows)} if self._rows else {}

    def take(self, every: Sequence[Held]) -> None:
        """Take the rows of others."""
        for held in every:
            for rows in held.values():
                self.add(rows)


class Distinct:
    """Rows, each once."""

    def __init__(self, schema: Mapping[str, pl.DataType]) -> None:
        """Begin without rows of these columns."""
        self._rows = pl.DataFrame(schema=schema)

    @property
    def columns(self) -> list[str]:
        """The columns of a row."""
        return self._rows.columns

    def add(self, rows: pl.DataFrame) -> None:
        """Take more rows."""
        self._rows = pl.concat([self._rows, rows.select(self._rows.columns)]).unique()

    def done(self) -> pl.DataFrame:
        """All rows, in no order."""
        return self._rows

    def held(self) -> dict[str, pl.DataFrame]:
        """The rows."""
        return {"rows": self._rows}

    def take(self, every: Sequence[Held]) -> None:
        """Take the rows of others."""
        if rows := [held["rows"] for held in every if held]:
            self.add(pl.concat(rows))
