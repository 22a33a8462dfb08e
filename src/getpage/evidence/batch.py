"""Rows of any number of files on their way into a store: thousands of them may have a few rows each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.evidence.catalog import StoredPart
    from getpage.evidence.commit import Commit
    from getpage.evidence.dictionary import Dictionary

#: Rows that are held before they are written.
MOST: Final = 50_000


class Batch:
    """Holds rows, and writes one part for each day and table when there are `MOST` of them."""

    def __init__(self, commit: Commit, dictionary: Dictionary) -> None:
        """Nothing is held."""
        self.commit = commit
        self.dictionary = dictionary
        self._held: dict[tuple[str, str], list[dict[str, Any]]] = {}
        self._waiting = 0

    def hold(self, number: int, day: str, table: str, rows: Sequence[dict[str, Any]]) -> None:
        """Add rows of the file of this number."""
        if not rows:
            return
        for row in rows:
            row["file"] = number
        self._held.setdefault((day, table), []).extend(rows)
        self._waiting += len(rows)
        if self._waiting >= MOST:  # of all days together: a log of months has few rows a day
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        for (day, table), rows in sorted(self._held.items()):
            self._write(day, table, rows)
        self._held, self._waiting = {}, 0

    def write_now(
        self, number: int, day: str, table: str, rows: Sequence[dict[str, Any]]
    ) -> tuple[str, StoredPart]:
        """Write rows that may have to be forgotten; the day and the part, as `Commit.forget` takes them."""
        for row in rows:
            row["file"] = number
        return self._write(day, table, rows)

    def _write(self, day: str, table: str, rows: Sequence[dict[str, Any]]) -> tuple[str, StoredPart]:
        schema = self.dictionary.schema(table)
        data = {column: [row.get(column) for row in rows] for column in schema}
        return self.commit.frame(table, pl.DataFrame(data, schema=schema), day)
