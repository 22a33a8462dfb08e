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
    from getpage.products.db2.member import Member

    from .pool import Db2Pool
    from .simulation import Simulation


def simulated_sizes(member: Member, pool: Db2Pool, reads: float, seconds: float) -> SizeCurve | None:
    """The curve; `reads` are synchronous reads a second over the window of so many seconds. None without a
    result.

    Of several simulations of one size the latest counts. Those of another VPSIZE than the present one say
    nothing of it.
    """
    if not pool.size:
        return None
    points = {pool.size: SizePoint(size=pool.size, reads=reads, low=reads, high=reads)}
    used: Simulation | None = None
    seen = 0.0
    for result in pool.simulations:
        share = _avoidable(pool, result)
        if share is None or not result.size:
            continue
        left = reads * (1 - share)
        for more in _sizes(result):
            points[pool.size + more] = SizePoint(size=pool.size + more, reads=left, low=left, high=left)
        used = result
        seen = max(seen, result.pool.seconds if result.pool else 0.0)
    if used is None:
        return None
    return reads_curve(
        basis=SIMULATED,
        points=monotone(points.values()),
        covers=min(1.0, seen / seconds) if seen and seconds else None,
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


def _avoidable(pool: Db2Pool, result: Simulation) -> float | None:
    """The share of the synchronous reads of the same time; None where no readings of the pool cover it."""
    then = result.pool
    if then is None or not then.reads or not then.only_of(pool.size) or not then.covers(result.row):
        return None
    if result.denied:
        return None
    return min(1.0, result.sync / then.reads)
