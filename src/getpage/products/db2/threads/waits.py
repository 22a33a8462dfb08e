"""What the threads of a member waited for in class 3, added up over the window and by plan.

Reference: IBM REDP-5238, 2.2.2; IBM Db2 documentation, accounting class 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Waits of class 3 that are for other work and not for data: see `accounting.WAITS`.
LOCKS: Final = ("lock and latch wait", "global contention")
READS: Final = ("synchronous I/O wait", "prefetch wait")


@dataclass(frozen=True, slots=True)
class ClassThreeWaits:
    """Seconds of class 2 elapsed time, of those waits for locks, latches and global contention, and waits for
    reads; and the plan that waited for locks longest, with its seconds.
    """

    elapsed: float
    locks: float
    reads: float
    plan: str
    plan_locks: float

    @property
    def lock_share(self) -> float:
        """The share of class 2 elapsed time that is waits for locks, latches and global contention."""
        return self.locks / self.elapsed


def class_three(classes: pl.DataFrame) -> ClassThreeWaits | None:
    """The waits of rows of `accounting.CLASSES`; None where no elapsed time was recorded."""
    elapsed = float(classes["elapsed"].sum() or 0)
    if not elapsed:
        return None
    by_plan = (
        classes.group_by("plan").agg(locks=_added(LOCKS)).sort("locks", "plan", descending=[True, False])
    )
    plan, longest = by_plan.row(0)
    locks, reads = classes.select(locks=_added(LOCKS), reads=_added(READS)).row(0)
    return ClassThreeWaits(elapsed, float(locks), float(reads), plan or "", float(longest))


def _added(names: Sequence[str]) -> pl.Expr:
    return pl.sum_horizontal(pl.col(name).sum() for name in names)
