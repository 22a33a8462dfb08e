"""Threads of one member: how many were reused, which plans commit most, which packages are allocated most.

Reference: IBM REDP-5238, 2.2.2 and 2.2.3: NEW USER, RESIGNON, TYPE2 INACTIVE and DBAT INACTIVE are ends of a
transaction after which the thread is reused, DEALLOCATION is the end of the thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from .thresholds import FREQUENT_SHARE, REUSED_AT_ALL

if TYPE_CHECKING:
    from .frames import Row

REUSED: Final = ("NEW USER", "RESIGNON", "DBAT INACTIVE", "TYPE2 INACTIVE")
ENDED: Final = "DEALLOCATION"


@dataclass(frozen=True, slots=True)
class Threads:
    """What accounting says of the threads of one member."""

    ends: pl.DataFrame
    plans: pl.DataFrame
    packages: pl.DataFrame

    @property
    def reused(self) -> int:
        """Transactions after which the thread was reused."""
        return int(self.ends.filter(pl.col("reason").is_in(REUSED))["threads"].sum())

    @property
    def ended(self) -> int:
        """Threads that ended without reuse."""
        return int(self.ends.filter(pl.col("reason") == ENDED)["threads"].sum())

    @property
    def share(self) -> float | None:
        """The share that was reused; None where nothing counts them."""
        both = self.reused + self.ended
        return self.reused / both if both else None

    @property
    def persistent(self) -> bool:
        """Whether most threads are reused, so that RELEASE(DEALLOCATE) has something to keep."""
        return self.share is not None and self.share >= REUSED_AT_ALL

    def row(self, reason: str) -> Row | None:
        """The largest count of a reason."""
        rows = self.ends.filter(pl.col("reason") == reason).sort(
            "threads", descending=True, maintain_order=True
        )
        return rows.row(0, named=True) if rows.height else None

    def frequent_plans(self) -> list[Row]:
        """Plans with a tenth of all listed commits or more, most first."""
        return _frequent(self.plans, "commits_per_second")

    def frequent_packages(self) -> list[Row]:
        """Packages with a tenth of all listed allocations or more, most first."""
        return _frequent(self.packages, "allocations_per_second")


def _frequent(frame: pl.DataFrame, column: str) -> list[Row]:
    least = FREQUENT_SHARE * float(frame[column].sum() or 0)
    found = frame.filter(pl.col(column) > 0, pl.col(column) >= least)
    return list(found.sort(column, descending=True, maintain_order=True).iter_rows(named=True))
