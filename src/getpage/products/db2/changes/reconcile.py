"""One change for each knob of each pool at most, from all that the rules found, in the order to make them.

A pool that is short is never reduced. While the member is paged nothing grows, nothing is fixed and nothing
is simulated, as a simulation takes storage too. Order: give back; enlarge what a simulation proved, or what
reached a threshold; simulate; VPSEQT; PGFIX; FRAMESIZE; PGSTEAL; group buffer pools.

Reference: IBM REDP-5238, 2.1 and 2.2.1; SHARE 17878, "Large Memory Deployment Recommendations".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.products.common.findings import FindingsByObject
from getpage.products.db2 import latches
from getpage.products.db2.pools.page_stealing import better

from . import attribute, protect, rebind, simulate, size, structure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.products.db2.member import Member
    from getpage.products.db2.pools.pool import Pool
    from getpage.result import Change, Finding

    from .draft import Draft
    from .structure import Resized

SIMULATED = "db2-pool-simulation"
THRESHOLDS = ("db2-pool-thresholds", "db2-pool-work-files")
SHORT = (*THRESHOLDS, "db2-pool-reads", "db2-pool-residency")
LARGER = (SIMULATED, *SHORT)  # what asks for more buffers, or for what tells how many
STEAL = "db2-pool-steal"
PACKAGES = "db2-packages-release"
THREADS = "db2-threads-not-reused"
NOTES_THAT_ASK = (SIMULATED, "db2-pool-not-fixed", "db2-pool-frames", STEAL, PACKAGES, THREADS)


def reconcile(member: Member, findings: Iterable[Finding]) -> tuple[Change, ...]:
    """The changes of one member."""
    asked = FindingsByObject(findings, NOTES_THAT_ASK)
    drafts = [draft for draft in _drafts(member, asked) if draft is not None]
    made = [draft.change(member, step) for step, draft in enumerate(drafts, 1)]
    if because := asked.because(member.object, PACKAGES):
        for row in member.threads.frequent_packages():
            bound = rebind.release_at_deallocation(member, row, because, len(made) + 1)
            made += [bound] if bound else []
    if because := asked.because(member.object, THREADS):
        made += protect.protected(member, because, len(made) + 1)
    return tuple(made)


def _drafts(member: Member, asked: FindingsByObject) -> Iterator[Draft | Resized | None]:
    worst_first = sorted(member.pools, key=lambda pool: (-pool.delay, pool.number))
    for pool in sorted(member.pools, key=lambda pool: (-(pool.bytes or 0), pool.number)):
        because = asked.because(pool.object, "db2-pool-idle")
        if because and not asked.because(pool.object, *SHORT):
            yield size.shrink(member, pool, because)
    as_simulated: set[int] = set()
    if not member.short_of_real:
        for pool in worst_first:
            grown = _grow(member, pool, asked)
            if grown is not None and size.sets_threshold(grown):
                as_simulated.add(pool.number)
            yield grown
        for pool in worst_first:
            yield _simulate(member, pool, asked)
    for pool in worst_first:
        because = asked.because(pool.object, "db2-pool-sequential")
        if because and pool.number not in as_simulated:
            yield attribute.sequential(pool, because)
    for pool in worst_first:
        if because := asked.because(pool.object, "db2-pool-not-fixed"):
            yield attribute.fix(member, pool, because)
    for pool in worst_first:
        because = asked.because(pool.object, "db2-pool-frames")
        if because and pool.latest("frame_size") == "4K":
            yield attribute.frames(member, pool, because)
    for pool in worst_first:
        because = asked.because(pool.object, STEAL)
        method = better(pool, contended=latches.contended(member))
        if because and method and not pool.is_simulated:
            yield attribute.steal(pool, method, because)
    for group in member.group_pools:
        because = asked.because(group.object, "db2-group-pool-directory", "db2-group-pool-size")
        if because:
            yield structure.directory(member, group, because)


def _grow(member: Member, pool: Pool, asked: FindingsByObject) -> Draft | None:
    because = asked.because(pool.object, *LARGER)
    if not because:
        return None
    is_doubled = _simulate(member, pool, asked) is not None
    proved = size.simulated(member, pool, because, is_doubled=is_doubled)
    if proved is not None:
        return proved
    if asked.because(pool.object, *THRESHOLDS) or not simulate.can_simulate(pool):
        return size.step(member, pool, because)
    return None


def _simulate(member: Member, pool: Pool, asked: FindingsByObject) -> Draft | None:
    because = asked.because(pool.object, *LARGER)
    if not because:
        return None
    if pool.simulation is not None:
        return simulate.following(member, pool, asked.because(pool.object, SIMULATED))
    if asked.because(pool.object, *THRESHOLDS):
        return None
    return simulate.first(member, pool, because)
