"""What a window comes to is what its days come to together: each day is asked once and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, Protocol, TypeVar

import polars as pl

from getpage.contract.evidence import Evidence

#: By how much a record may be written after its interval.
_SOON: Final = timedelta(hours=1)


class Mergeable(Protocol):
    """What rows are added to, and what can tell all that it was told to another of its kind."""

    def held(self) -> dict[str, pl.DataFrame]:
        """What tells the same as all rows so far."""

    def take(self, held: Mapping[str, pl.DataFrame]) -> None:
        """Take what another one held."""


M = TypeVar("M", bound=Mergeable)


def by_day(
    evidence: Evidence,
    tables: Sequence[str],
    name: str,
    new: Callable[[], M],
    add: Callable[[Evidence, M], None],
) -> M:
    """A `new` one to which all rows of these tables in the window were added, from what is kept of its days
    where that has this name. Without a name, or days, `add` is asked for the window as a whole.
    """
    whole = new()
    days = evidence.days(tables) if name else ()
    if not days:
        add(evidence, whole)

    def of_day(part: Evidence) -> dict[str, pl.DataFrame]:
        own = new()
        add(part, own)
        return own.held()

    for day in days:
        whole.take(day.kept(name, of_day))
    return whole


def parts_of(evidence: Evidence, tables: Sequence[str]) -> Iterator[Evidence]:
    """The evidence of each day of the window, or where it has none, the evidence."""
    days = evidence.days(tables)
    if not days:
        yield evidence
    for day in days:
        yield day.evidence


def parts_between(
    evidence: Evidence, tables: Sequence[str], times: Sequence[tuple[datetime, datetime]]
) -> Iterator[tuple[date | None, Evidence]]:
    """Each day that has rows written at one of these times and its evidence, or where the window has no days,
    None and the evidence. What was written soon after midnight may be of the day before.
    """
    days = evidence.days(tables)
    if not days:
        yield None, evidence
    for day in days:
        if day.day is not None and any((a - _SOON).date() <= day.day <= b.date() for a, b in times):
            yield day.day, day.evidence


def spelled(*words: Any) -> str:
    """A name for all that an answer depends on: text, expressions, and dataclasses and tuples of them."""
    return hashlib.sha256(_spelled(words).encode()).hexdigest()


def _spelled(word: Any) -> str:
    if is_dataclass(word):
        parts = (_spelled(getattr(word, field.name)) for field in fields(word))
        return f"{type(word).__name__}({', '.join(parts)})"
    if isinstance(word, (tuple, list)):
        return f"({', '.join(map(_spelled, word))})"
    return getattr(word, "__qualname__", None) or str(word)


def under(part: str, held: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """What a part holds, under its name."""
    return {f"{part} {label}": frame for label, frame in held.items()}


def of_part(part: str, held: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """What a part of this name held."""
    begin = f"{part} "
    return {label.removeprefix(begin): rows for label, rows in held.items() if label.startswith(begin)}


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

    def take(self, held: Mapping[str, pl.DataFrame]) -> None:
        """Take what others held."""
        for name, part in self._parts.items():
            part.take(of_part(name, held))


class Gathered:
    """Rows, in no order."""

    def __init__(self, schema: Mapping[str, pl.DataType] | None = None) -> None:
        """Begin without rows; without `schema` the first that are added tell the columns."""
        self._rows = [] if schema is None else [pl.DataFrame(schema=schema)]

    def add(self, rows: pl.DataFrame) -> None:
        """Take more rows."""
        if rows.height or not self._rows:
            self._rows.append(rows)

    def done(self) -> pl.DataFrame:
        """All rows."""
        return pl.concat(self._rows)

    def held(self) -> dict[str, pl.DataFrame]:
        """The rows, if there are any."""
        return {"rows": pl.concat(self._rows)} if self._rows else {}

    def take(self, held: Mapping[str, pl.DataFrame]) -> None:
        """Take the rows of another one."""
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

    def take(self, held: Mapping[str, pl.DataFrame]) -> None:
        """Take the rows of another one, if it held any."""
        if held:
            self.add(held["rows"])
