"""Storage of the queue manager's address space: below the bar, above it, and MEMLIMIT, at the minimum.
 From SMF 115 subtype 7 (QSRS) where there is one, from CSQY220I else. MEMLIMIT NOLIMIT is recorded as
placeholders, which are never used as quantities: what is in use above the bar is memory_limit less
available_64 in either case.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from .thresholds import MIB, SHORT_RESERVE_31

if TYPE_CHECKING:
    from .frames import Row


@dataclass(frozen=True)
class Storage:
    """The storage rows of one queue manager."""

    region: pl.DataFrame  # mq_storage_region
    usage: pl.DataFrame  # mq_storage_usage
    no_limit: int | None  # value of memory_limit that means NOLIMIT

    @cached_property
    def lowest(self) -> tuple[str, str, Row] | None:
        """Table, column and row with the least free storage below the bar."""
        return self._least("available_31") or self._least_usage("local_free")

    @property
    def free_below(self) -> int | None:
        """Bytes free below the bar at the minimum over the window."""
        return None if self.lowest is None else int(self.lowest[2][self.lowest[1]])

    @cached_property
    def region_31(self) -> int | None:
        """Bytes that the address space can have below the bar: the region's limit, or used and free."""
        for column in ("region_31_limit", "region_31_size"):
            known = self.region[column].drop_nulls()
            if len(known):
                return int(known[-1])
        both = self.usage.drop_nulls(["local_used", "local_free"])
        if not both.height:
            return None
        row = both.row(-1, named=True)
        return int(row["local_used"]) + int(row["local_free"])

    @cached_property
    def short_reserve(self) -> int:
        """Free bytes below the bar under which MQ calls itself short of storage."""
        known = self.region["reserved_short_31"].drop_nulls()
        return int(known[-1]) if len(known) else SHORT_RESERVE_31

    @cached_property
    def tightest(self) -> Row | None:
        """The row of mq_storage_region with most in use above the bar."""
        rows = self.region.drop_nulls(["memory_limit", "available_64"])
        rows = rows.with_columns(_used_above().alias("used_above"))
        return (
            rows.sort("used_above", descending=True, maintain_order=True).row(0, named=True)
            if rows.height
            else None
        )

    @property
    def memory_limit(self) -> int | None:
        """MEMLIMIT in bytes; None when not known and when there is none (see `unlimited`)."""
        if self.tightest is None or self.unlimited:
            return None
        return int(self.tightest["memory_limit"]) * MIB

    @property
    def unlimited(self) -> bool:
        """Whether MEMLIMIT is NOLIMIT."""
        return self.tightest is not None and self.tightest["memory_limit"] == self.no_limit

    @property
    def used_above(self) -> int | None:
        """Bytes in use above the bar at the most."""
        return None if self.tightest is None else int(self.tightest["used_above"])

    @property
    def free_above(self) -> int | None:
        """Bytes that MEMLIMIT still allows at the minimum; None when not known and when there is no limit."""
        return None if self.unlimited or self.tightest is None else int(self.tightest["available_64"])

    @property
    def cushion(self) -> int:
        """Bytes above the bar that MQ holds back."""
        return 0 if self.unlimited or self.tightest is None else int(self.tightest["cushion_64"] or 0)

    @cached_property
    def printed_above(self) -> Row | None:
        """The row of mq_storage_usage (CSQY220I) with most in use above the bar."""
        rows = self.usage.drop_nulls("above_bar_used")
        rows = rows.sort("above_bar_used", descending=True, maintain_order=True)
        return rows.row(0, named=True) if rows.height else None

    def _least(self, column: str) -> tuple[str, str, Row] | None:
        rows = self.region.drop_nulls(column).sort(column, maintain_order=True)
        return ("mq_storage_region", column, rows.row(0, named=True)) if rows.height else None

    def _least_usage(self, column: str) -> tuple[str, str, Row] | None:
        rows = self.usage.drop_nulls(column).sort(column, maintain_order=True)
        return ("mq_storage_usage", column, rows.row(0, named=True)) if rows.height else None


def _used_above() -> pl.Expr:
    """In integers of 64 bits, as the record has it: exact for NOLIMIT too, where floating point would not "
    "be."""
    limit, free = pl.col("memory_limit").cast(pl.UInt64) * MIB, pl.col("available_64").cast(pl.UInt64)
    return pl.when(free <= limit).then(limit - free).otherwise(pl.lit(0, pl.UInt64))
