"""Rows of any number of files on their way into a store: thousands of them may have a few rows each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from getpage.contract.xml import AlikeRows
    from getpage.evidence.catalog import StoredPart
    from getpage.evidence.commit import Commit
    from getpage.evidence.dictionary import Dictionary

#: Rows that are held before they are written.
MOST: Final = 50_000


@dataclass(slots=True)
class HeldRows:
    """Rows of a table in their order: single ones, and those that are alike but for some columns."""

    count: int = 0
    _blocks: list[list[dict[str, Any]] | AlikeRows] = field(default_factory=list)

    def add(self, rows: Sequence[dict[str, Any]]) -> None:
        """Add single rows."""
        if not self._blocks or not isinstance(self._blocks[-1], list):
            self._blocks.append([])
        self._blocks[-1].extend(rows)  # type: ignore[union-attr]
        self.count += len(rows)

    def add_alike(self, rows: AlikeRows) -> None:
        """Add rows that are alike."""
        self._blocks.append(rows)
        self.count += rows.count

    def take(self, other: HeldRows) -> None:
        """Add the rows of another."""
        for block in other._blocks:
            if isinstance(block, list):
                self.add(block)
            else:
                self.add_alike(block)

    def of_file(self, number: int) -> None:
        """State the number of the file that all are of."""
        for block in self._blocks:
            for row in block if isinstance(block, list) else (block.shared,):
                row["file"] = number

    def frame(self, schema: Mapping[str, pl.DataType]) -> pl.DataFrame:
        """All of them with the columns of a table."""
        return pl.DataFrame({name: self._column(name) for name in schema}, schema=schema)

    def _column(self, name: str) -> list[Any]:
        values: list[Any] = []
        for block in self._blocks:
            if isinstance(block, list):
                values += [row.get(name) for row in block]
            else:
                values += block.column(name)
        return values


class Batch:
    """Holds rows, and writes one part for each day and table when there are `MOST` of them."""

    def __init__(self, commit: Commit, dictionary: Dictionary) -> None:
        """Nothing is held."""
        self.commit = commit
        self.dictionary = dictionary
        self._held: dict[tuple[str, str], HeldRows] = {}
        self._waiting = 0

    def hold(self, number: int, day: str, table: str, rows: HeldRows) -> None:
        """Add rows of the file of this number."""
        if not rows.count:
            return
        rows.of_file(number)
        self._held.setdefault((day, table), HeldRows()).take(rows)
        self._waiting += rows.count
        if self._waiting >= MOST:  # of all days together: a log of months has few rows a day
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        for (day, table), rows in sorted(self._held.items(), key=lambda item: item[0]):
            self._write(day, table, rows)
        self._held, self._waiting = {}, 0

    def write_now(self, number: int, day: str, table: str, rows: HeldRows) -> tuple[str, StoredPart]:
        """Write rows that may have to be forgotten; the day and the part, as `Commit.forget` takes them."""
        rows.of_file(number)
        return self._write(day, table, rows)

    def _write(self, day: str, table: str, rows: HeldRows) -> tuple[str, StoredPart]:
        return self.commit.frame(table, rows.frame(self.dictionary.schema(table)), day)
