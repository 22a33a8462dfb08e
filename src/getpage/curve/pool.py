"""One pool after a run: its counts, asked from the native kernel as they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from getpage import _native
from getpage.core.errors import GetpageError, Without
from getpage.curve.grid import GridRow

#: By access type: random, sequential, list, dynamic.
Counts = tuple[int, int, int, int]

#: A size that no pool reaches: what it reads, every size reads.
_UNLIMITED = 1 << 40


@dataclass(frozen=True, slots=True)
class LruRow:
    """Reads of a plain LRU pool by access type: random, sequential, list, dynamic; and the band of their
    share.
    """

    size: int
    reads: Counts
    band: tuple[float, float] | None

    @property
    def total(self) -> int:
        """All reads."""
        return sum(self.reads)


@dataclass(frozen=True, slots=True)
class WarmRow:
    """Reads of a plain LRU pool in use before the trace, by access type: the least, and an estimate."""

    size: int
    least: Counts
    reads: tuple[float, float, float, float]


class PoolRun:
    """One pool of a run. Counts are exact, or estimates where `sample` is a rate."""

    def __init__(self, run: _native.CurveRun, summary: _native.PoolSummary) -> None:
        """`summary` is one of those that the run gives."""
        self._run = run
        self.name = summary.pool
        self.getpages = sum(summary.getpages)
        self.sample = summary.sample
        if summary.first_touches is None or summary.pages is None:
            # Every page is read once by a pool that never steals.
            self.pages = self.first_touches = self.lru([_UNLIMITED])[0].total
        else:
            self.pages, self.first_touches = summary.pages, sum(summary.first_touches)

    def lru(self, sizes: Sequence[int]) -> list[LruRow]:
        """The plain LRU pool at sizes, in ascending order. GetpageError where a sample is too small."""
        try:
            rows = self._run.rows(self.name, list(sizes))
        except _native.EvidenceError as error:
            message = f"pool {self.name}: {error}; trace longer, or raise --sample"
            raise GetpageError(message, Without(("--sample",))) from error
        return [LruRow(row.size, row.reads, row.band) for row in rows]

    def warm(self, sizes: Sequence[int]) -> list[WarmRow]:
        """The same, in use before the trace, in ascending order of size."""
        rows = self._run.warm_rows(self.name, list(sizes))
        return [WarmRow(row.size, row.least, row.reads) for row in rows]

    @property
    def first_touches_by_access(self) -> Counts:
        """First touches of pages, by access type."""
        return self.lru([_UNLIMITED])[0].reads

    def totals(self, sizes: Sequence[int]) -> list[tuple[int, int]]:
        """Size and reads of the plain LRU pool."""
        return [(row.size, row.total) for row in self.lru(sizes)]

    def opt(self, sizes: Sequence[int]) -> list[int]:
        """Reads of the clairvoyant bound at sizes."""
        return [sum(row.reads) for row in self._run.opt_rows(self.name, list(sizes))]


def simulated_rows(run: _native.CurveRun, pool: str) -> list[GridRow]:
    """The pools simulated for one pool of a run, in the order in which they were asked for."""
    return [
        GridRow(
            size=row.size,
            vpseqt=row.vpseqt,
            sync_random=row.sync_random,
            sync_sequential=row.sync_sequential,
            asynchronous=row.asynchronous,
            sequential_pages=row.sequential_pages,
            highest=row.highest,
        )
        for row in run.grid_rows(pool)
    ]
