"""Reports in XML: what a product says of those that it knows, and how its readers work.

The evidence streams a file's elements to a reader, which hands on rows as soon as they are complete, so that
memory holds one table of one report at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from getpage.contract.printed import Row


class Listener(Protocol):
    """Receives elements; offsets count from the start of the (decompressed) file."""

    def start(self, name: str, attributes: dict[str, str], offset: int) -> None:
        """An element begins."""

    def end(self, name: str, text: str, offset: int) -> None:
        """An element ends; `text` is what stood directly in it."""

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        """The document breaks off here."""


@runtime_checkable
class ByReport(Listener, Protocol):
    """A listener that also takes whole reports, which stand under the root, faster than by their elements."""

    def take(self, data: bytes, offset: int) -> tuple[int, str, int]:
        """Take the plain reports at the beginning of `data`, which stands at `offset`. Returns the place
        behind them, what is there, and the end of that: a report that is `open` or is `left`, or `other`.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A report that is complete: where it begins in the file, its name, what it is of, and its interval.

    `goes_on` says that it is an entry of a log, whose interval begins where that of the entry before it ends:
    together they are one.
    """

    at: int
    name: str
    subject: str | None
    start: datetime | None
    end: datetime | None
    goes_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AlikeRows:
    """Rows of a table without relations that have all values in common but those of some columns, as the
    cells of one table of a report: millions of them are held by column.
    """

    shared: Row
    columns: Mapping[str, Sequence[Any]]
    count: int

    def column(self, name: str) -> Sequence[Any]:
        """The values of a column; None where the rows have no such column."""
        return self.columns[name] if name in self.columns else [self.shared.get(name)] * self.count


class Taker(Protocol):
    """Where rows and damage go."""

    def row(self, table: str, row: Row) -> None:
        """A row of a table."""

    def alike(self, table: str, rows: AlikeRows) -> None:
        """Rows of a table."""

    def report(self, report: Reported) -> None:
        """The rows since the last report were those of this one."""

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        """Something could not be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlReader:
    """Reads documents with one root element; `title` is what they are called."""

    root: str
    title: str
    reading: Callable[[Taker], Listener]
