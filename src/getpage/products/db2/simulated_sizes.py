"""The curve of a pool from its simulated pools: reads at the present size, and at each size simulated.

A simulation counts the reads that more buffers would have avoided in its own interval. As a share of the
synchronous reads of that interval it holds for the whole window. A simulated pool that did not fill shows
that the buffers it used are enough. Between the sizes nothing was measured but that reads lie between.

Reference: IBM REDP-5238, 2.1.1; IBM Db2 documentation, messages DSNB431I and DSNB432I.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.curve import SIMULATED, SizePoint, monotone, reads_curve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.curve import SizeCurve

    from .frames import Row
    from .member import Member
    from .pool import Pool
    from .simulation import Simulation

# Readings of a pool and of its simulation are of the same time when they last equally long, within: ours.
_SAME = 0.02


def simulated_sizes(member: Member, pool: Pool, reads: float) -> SizeCurve | None:
    """The curve; `reads` are synchronous reads a second over the window. None without a result.

    Of several simulations of one size the latest counts. Those of another VPSIZE than the present one say
    nothing of it.
    """
    if not pool.size:
        return None
    points = {pool.size: SizePoint(size=pool.size, reads=reads, low=reads, high=reads)}
    used: Simulation | None = None
    for result in pool.simulations:
        share = _avoidable(pool, result)
        if share is None or not result.size:
            continue
        left = reads * (1 - share)
        for more in _sizes(result):
            points[pool.size + more] = SizePoint(size=pool.size + more, reads=left, low=left, high=left)
        used = result
    if used is None:
        return None
    return reads_curve(
        basis=SIMULATED,
        points=monotone(points.values()),
        note="the share of synchronous reads that it avoided; exact for a load like it",
        facts=member.facts(
            "db2_simulated_pool",
            used.row,
            size="simulated buffers",
            avoidable_sync_random="avoidable synchronous reads, random",
            avoidable_sync_sequential="avoidable synchronous reads, sequential",
            highest_in_use="most simulated buffers in use",
        ),
    )


def _sizes(result: Simulation) -> Iterator[int]:
    """Buffers more with which these reads are avoided."""
    highest = result.row["highest_in_use"]
    if result.full is False and highest:
        yield int(highest)
    if result.size:
        yield result.size


def _avoidable(pool: Pool, result: Simulation) -> float | None:
    """The share of the synchronous reads of the same time; None where no readings of the pool cover it."""
    rows = [row for row in pool.frame.iter_rows(named=True) if _within(row, result.row)]
    reads = sum(int(row["sync_reads"] or 0) for row in rows)
    sizes = {row["buffers"] or row["size_defined"] for row in rows}
    if not reads or not sizes <= {None, pool.size} or not _covered(rows, result.row):
        return None
    return min(1.0, result.sync / reads)


def _within(row: Row, result: Row) -> bool:
    if row["start"] is None or row["start"] == result["start"]:
        return bool(row["start"] == result["start"])
    if result["end"] is None or result["start"] is None or row["end"] is None:
        return False
    return bool(result["start"] <= row["start"] and row["end"] <= result["end"])


def _covered(rows: list[Row], result: Row) -> bool:
    """Whether the readings last as long as the simulation; displays may not tell how long."""
    length = result["seconds"]
    if not length or any(not row["seconds"] for row in rows):
        return len(rows) == 1
    return abs(sum(float(row["seconds"]) for row in rows) - float(length)) <= _SAME * float(length)
