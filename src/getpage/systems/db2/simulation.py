"""Results of a simulated pool: which reads more buffers would have avoided, and what size to try next.

A simulation shows growth only, of the size that was simulated. It has shown all when it is not full: then
more buffers would have held nothing more in that time.

Reference: IBM REDP-5238, 2.1.1; IBM Db2 documentation, "Buffer pool simulation".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .thresholds import SIMULATION_FULL

if TYPE_CHECKING:
    import polars as pl

    from .frames import Row


@dataclass(frozen=True, slots=True)
class Simulation:
    """One result: a row of `db2_simulated_pool` over its interval."""

    row: Row

    @property
    def sync(self) -> int:
        """Synchronous reads from disk that would have been avoided."""
        return _sum(self.row, "avoidable_sync_random", "avoidable_sync_sequential")

    @property
    def asynchronous(self) -> int:
        """Pages of prefetch that would have been avoided."""
        return _sum(self.row, "avoidable_async")

    @property
    def group(self) -> int:
        """Synchronous reads from the group buffer pool that would have been avoided."""
        return _sum(self.row, "avoidable_group_random", "avoidable_group_sequential")

    @property
    def delay(self) -> float | None:
        """Seconds that the avoidable synchronous reads took."""
        value = self.row["avoidable_sync_delay_ms"]
        return None if value is None else int(value) / 1000

    @property
    def delay_of_a_read(self) -> float | None:
        """Seconds of one avoidable synchronous read, on average."""
        return self.delay / self.sync if self.delay is not None and self.sync else None

    @property
    def size(self) -> int | None:
        """Buffers that were simulated on top of the pool."""
        value = self.row["size"] or self.row["allocated"]
        return None if value is None else int(value)

    @property
    def full(self) -> bool | None:
        """Whether the simulated pool filled up; None where the display does not say."""
        highest = self.row["highest_in_use"]
        return None if highest is None or not self.size else highest >= SIMULATION_FULL * self.size


def simulations(frame: pl.DataFrame) -> tuple[Simulation, ...]:
    """The results of one pool that hold counters, in order of time."""
    rows = frame.drop_nulls("avoidable_sync_random").iter_rows(named=True)
    return tuple(Simulation(row) for row in rows)


def _sum(row: Row, *columns: str) -> int:
    return sum(int(row[column] or 0) for column in columns)
