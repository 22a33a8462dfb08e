"""Results of a simulated pool: which reads more buffers would have avoided, and what size to try next.

A simulation shows growth only, of the size that was simulated. It has shown all when it is not full: then
more buffers would have held nothing more in that time. Records (QBSP of IFCID 2) do not have the simulated
size: the most buffers in use stand for it, and a pool whose most stayed the same while more pages were moved
in than it holds was full.

Reference: IBM REDP-5238, 2.1.1; IBM Db2 documentation, "Buffer pool simulation".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .thresholds import SIMULATION_FULL, SIMULATION_SHARE_4K, SIMULATION_SHARE_LARGER

if TYPE_CHECKING:
    import polars as pl

    from .frames import Row

_COUNTED: Final = (
    *("avoidable_sync_random", "avoidable_sync_sequential", "avoidable_async", "avoidable_group_random"),
    *("avoidable_group_sequential", "avoidable_group_async", "pages_moved_in", "avoidable_sync_delay_ms"),
)


@dataclass(frozen=True, slots=True)
class Simulation:
    """One result: a row of `db2_simulated_pool` over its interval, or over several that follow each other."""

    row: Row
    stayed_full: bool = False

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
    def stated_size(self) -> int | None:
        """Buffers that were simulated on top of the pool, where a display says so."""
        value = self.row["size"] or self.row["allocated"]
        return int(value) if value else None

    @property
    def size(self) -> int | None:
        """Buffers that were simulated on top of the pool; where only records tell, the most in use."""
        value = self.stated_size or self.row["highest_in_use"]
        return int(value) if value else None

    @property
    def full(self) -> bool | None:
        """Whether the simulated pool filled up; None where nothing says."""
        if self.stayed_full:
            return True
        highest = self.row["highest_in_use"]
        if highest is None or not self.stated_size:
            return None
        return bool(highest >= SIMULATION_FULL * self.stated_size)


def simulation_bytes(buffers: int, page: int) -> int:
    """Real storage that a simulation of so many buffers takes."""
    share = SIMULATION_SHARE_4K if page == 4096 else SIMULATION_SHARE_LARGER
    return round(buffers * page * share)


def simulations(frame: pl.DataFrame) -> tuple[Simulation, ...]:
    """The results of one pool that hold counters, in order of time; differences that follow become one."""
    rows = list(frame.drop_nulls("avoidable_sync_random").iter_rows(named=True))
    results: list[Simulation] = []
    for row in rows:
        last = results[-1] if results else None
        if last is not None and _follows(last.row, row):
            results[-1] = Simulation(_joined(last.row, row), last.stayed_full or _full(last.row, row))
        else:
            results.append(Simulation(row))
    return tuple(results)


def _follows(earlier: Row, later: Row) -> bool:
    """Whether both are differences of the same simulation, one after the other."""
    both = earlier["difference"] and later["difference"]
    return bool(both and earlier["end"] == later["start"] and earlier["size"] == later["size"])


def _joined(earlier: Row, later: Row) -> Row:
    sums = {
        name: None if earlier[name] is None or later[name] is None else earlier[name] + later[name]
        for name in _COUNTED
    }
    begun = {name: earlier[name] for name in ("start", "less_file", "less_record")}
    seconds = (earlier["seconds"] or 0) + (later["seconds"] or 0)
    return later | sums | begun | {"seconds": seconds or None}


def _full(earlier: Row, later: Row) -> bool:
    """Whether the most in use stayed the same while more pages came than it holds."""
    most, moved = later["highest_in_use"], later["pages_moved_in"]
    return bool(most and most == earlier["highest_in_use"] and (moved or 0) >= most)


def _sum(row: Row, *columns: str) -> int:
    return sum(int(row[column] or 0) for column in columns)
