"""A simulated pool: what -ALTER BUFFERPOOL(bp) SPSIZE(n) SPSEQT(m) would have shown in DSNB431I and DSNB432I.

Db2's simulated pool is a list of the pages stolen from the real one; a read whose page is on it was
avoidable. That is the pool of VPSIZE + SPSIZE buffers with SPSEQT against the pool of VPSIZE with VPSEQT, and
so it is computed:

- avoidable reads are the reads of the one less those of the other, by class;
- pages moved in are those stolen from the smaller of the two: its reads less what it holds in the end;
- in use is what the larger holds in the end beyond the smaller. A pool that is full stays so, so that the
  highest is the last. Sequential pages are looked at every 4,096 getpages, so that their highest may be
  missed by as much.

A negative SPSIZE, which Db2 cannot simulate, is the pool made smaller: avoidable reads are negative, being
reads that are added. Reads from group buffer pools are 0: a trace of getpages does not tell them.

Reference: Db2 13, -DISPLAY BUFFERPOOL, DSNB431I and DSNB432I; REDP-5238, 2.1.1 and example 2-1 for the form.
"""

from __future__ import annotations

from dataclasses import dataclass

from getpage.result.curve import Simulated


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """One pool of the grid, as the kernel counts it."""

    size: int
    vpseqt: int
    sync_random: int
    sync_sequential: int
    asynchronous: int
    sequential_pages: int
    #: The most sequential pages of the simulated pool beyond the real one, and of the real one beyond the
    #: simulated.
    highest: tuple[int, int]

    @property
    def reads(self) -> int:
        """All pages read."""
        return self.sync_random + self.sync_sequential + self.asynchronous

    @property
    def resident(self) -> int:
        """Pages in the pool at the end: a pool steals only when it is full."""
        return min(self.size, self.reads)


def simulate(pool: str, real: GridRow, larger_or_smaller: GridRow, read_seconds: float) -> Simulated:
    """The simulated pool that lies between two pools of the grid."""
    other = larger_or_smaller
    small, large = sorted((real, other), key=lambda row: row.size)
    random = real.sync_random - other.sync_random
    sequential = real.sync_sequential - other.sync_sequential
    in_use = large.resident - small.resident
    return Simulated(
        pool=pool,
        vpsize=real.size,
        vpseqt=real.vpseqt,
        spsize=other.size - real.size,
        spseqt=other.vpseqt,
        in_use=in_use,
        high_in_use=in_use,
        sequential_in_use=max(0, large.sequential_pages - small.sequential_pages),
        high_sequential_in_use=real.highest[0 if large is other else 1],
        avoidable_sync_random=random,
        avoidable_sync_sequential=sequential,
        avoidable_asynchronous=real.asynchronous - other.asynchronous,
        pages_moved=small.reads - small.resident,
        delay_ms=round((random + sequential) * read_seconds * 1000),
    )
