"""A table of few rows, read once and held: each look at a table opens every part of it, two a day mostly.

A month has sixty parts of each table, of a thousand rows each or so, and opening them takes longer than
reading what is in them. What a pass over counters wants to know before it begins (see `survey`,
`steady`, `by_time`) is then looked up in what was read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import polars as pl

    from getpage.contract.evidence import Evidence

#: Values that are held, of 8 bytes each mostly.
_MOST: Final = 1 << 23


def held(evidence: Evidence, table: str, columns: Iterable[str]) -> Evidence:
    """The evidence, with these columns of a table in memory where they are few values; as it is otherwise."""
    schema = evidence.scan(table).collect_schema()
    names = [name for name in dict.fromkeys(columns) if name in schema]
    if len(evidence.parts(table)) < 2 or evidence.most_rows(table) * len(names) > _MOST:
        return evidence
    return _Held(evidence, table, evidence.scan(table).select(names).collect().rechunk())


@dataclass(frozen=True, slots=True)
class _Held:
    """Evidence with one table in memory."""

    evidence: Evidence
    table: str
    rows: pl.DataFrame

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table."""
        return self.rows.lazy() if table == self.table else self.evidence.scan(table)

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The same rows in the order of the store, as one part."""
        return [self.rows.lazy()] if table == self.table else self.evidence.parts(table)

    def __getattr__(self, name: str) -> Any:
        """All else as it is."""
        return getattr(self.evidence, name)
