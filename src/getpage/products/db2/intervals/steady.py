"""A clock that no change of the local time moves: readings are put in order, and their distance taken, by it.

Records say when SMF wrote them in local time, and in their product section when the event was, in UTC
(QWHSSTCK). When clocks go back an hour, readings of two hours have the same local times: in their order
counters seem to fall, which would be a restart of Db2. The clock here is the local time as if the offset that
a member's first record had held for all of them; where nothing changed it is the local time itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.products.db2.rows import naive
from getpage.products.db2.tables import OWNER

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from getpage.contract.evidence import Evidence

#: The column that `steadily` adds.
STEADY: Final = "steady"
#: When what a record tells of happened, in UTC.
EVENT: Final = "event_time"
_FIRST: Final = "first_offset"
#: Offsets of time zones are whole quarters of an hour; SMF writes a record some seconds after its event.
_QUARTER: Final = 900_000_000


def steadily(evidence: Evidence, table: str, offsets: tuple[int | None, int | None]) -> Evidence:
    """The evidence, its rows of `table` with STEADY where the offset of any clock changes: where the least
    and the most of all offsets differ.
    """
    if offsets[0] == offsets[1]:
        return evidence
    by = evidence.scan(table).select(*OWNER, EVENT, _offset().alias(_FIRST)).drop_nulls(_FIRST)
    first = by.group_by(OWNER).agg(pl.col(_FIRST).get(pl.col(EVENT).arg_min())).collect()
    return _Steady(evidence, table, first)


def offset(schema: Collection[str]) -> pl.Expr:
    """`_offset` of a table with these columns; null where it has no events."""
    known = {EVENT, "written", *OWNER} <= set(schema)
    return _offset() if known else pl.lit(None, pl.Int64)


def _offset() -> pl.Expr:
    """Microseconds that the local time of a record is ahead of UTC."""
    ahead = (naive("written") - naive(EVENT)).dt.total_microseconds()
    return ((ahead + _QUARTER // 2).floordiv(_QUARTER) * _QUARTER).cast(pl.Int64)


@dataclass(frozen=True, slots=True)
class _Steady:
    """Evidence with STEADY in one table."""

    evidence: Evidence
    table: str
    first: pl.DataFrame

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table, not yet read."""
        scan = self.evidence.scan(table)
        return self._clocked(scan) if table == self.table else scan

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The same rows in the order of the store, a frame each part of it."""
        parts = self.evidence.parts(table)
        return [self._clocked(part) for part in parts] if table == self.table else parts

    def _clocked(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        rows = rows.join(self.first.lazy(), on=OWNER, how="left", nulls_equal=True, maintain_order="left")
        moved = pl.duration(microseconds=(_offset() - pl.col(_FIRST)).fill_null(0))
        return rows.with_columns((naive("written") - moved).alias(STEADY)).drop(_FIRST)

    def __getattr__(self, name: str) -> Any:
        """All else as it is."""
        return getattr(self.evidence, name)
