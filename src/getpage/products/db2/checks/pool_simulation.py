"""Simulated buffer pool that would have avoided reads.

What it does:
    Reads the result of a simulated pool: the synchronous reads that the simulated buffers would have avoided,
    what each of them took, and their share of all synchronous reads of the pool. A result worth 10 % of the
    reads or more asks for the buffers, less is a note, and so is that of a pool that is idle; one that is not
    full has shown all there is to gain. One that counts more reads than its pool made in the same time is
    told, and nothing rests on it.

Why it matters:
    It is Db2's own steal algorithm on the site's own load: no other counter tells what more buffers bring.
    The delay that it prints is elapsed time of transactions, and each avoided read saves 20 to 70 µs of CPU
    on zEC12, 20 to 40 µs on z13, in IBM's workloads. A simulation takes 1 to 2 % of CPU a pool and 2 % of the
    simulated size in real storage (1 % for pages larger than 4 KB) for as long as it is on.

Evidence:
    DSNB431I and DSNB432I of -DISPLAY BUFFERPOOL DETAIL, QBSP of IFCID 2. The result is of the simulated size
    and of growth only; for the size between or beyond, simulate again, or trace page references (IFCID 198):
    getpage curve then has all sizes, larger and smaller, on a machine of your own; see docs/curve.md for what
    that costs. QBSP has neither the simulated size nor a delay in a known unit: the most simulated buffers in
    use stand for the size.

What to do:
    Give the pool the simulated buffers, if real storage has them at its minimum. Where the simulated pool was
    full, simulate twice as much on top; where it was not, its highest use is enough. End the simulation of a
    pool that is idle or reads fewer than 1,000 times an hour: no size brings enough there.

How to verify:
    SYNC READ I/O (R) of the same load falls by about what was avoidable; page-ins stay at zero.

References:
    IBM REDP-5238, 2.1.1 and example 2-1. SHARE 17878, "Buffer Pool Simulation", "CPU reduction from IO
    Avoidance". The 10 % and the 1,000 reads are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed, value_of
from getpage.core.names import Object
from getpage.products.db2 import wording
from getpage.products.db2.pools.avoided_reads import cpu_facts, cpu_worth
from getpage.products.db2.pools.idle_pools import idle
from getpage.products.db2.pools.simulation import simulation_bytes
from getpage.products.db2.thresholds import AVOIDABLE_READS, AVOIDABLE_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member
    from getpage.products.db2.pools.pool import Pool
    from getpage.products.db2.pools.simulation import Simulation

_AVOIDABLE: Final = {
    "avoidable_sync_random": "avoidable synchronous reads, random",
    "avoidable_sync_sequential": "avoidable synchronous reads, sequential",
}

ID = "db2-pool-simulation"
TITLE = "Simulated buffer pool that would have avoided reads"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(member: Member) -> Iterator[Finding]:
    """The latest result of every simulated pool: worth its storage, or a note that it is not."""
    for pool in member.pools:
        result = pool.simulation
        if result is not None:
            yield _finding(member, pool.object, pool, result, gains(pool))
        elif pool.simulations and pool.simulations[-1].denied:
            yield _denied(member, pool, pool.simulations[-1])
    for result in member.nameless_simulations[-1:]:
        if result.sync >= AVOIDABLE_READS:
            yield _finding(member, Object(member.id, "simulated pool"), None, result, gaining=True)


def gains(pool: Pool) -> bool:
    """Whether the simulated buffers are worth their storage: never to a pool that is idle."""
    return pool.simulation is not None and worth(pool.simulation) and idle(pool) is None


def reads_little(pool: Pool, result: Simulation) -> bool:
    """Whether the pool reads so little that no size of it could be worth its storage."""
    if idle(pool) is not None or (pool.counted and not pool.total_at_any_size("getpages")):
        return True
    reads, seconds = _reads(result), result.row["seconds"]
    return reads is not None and bool(seconds) and reads / seconds * 3600 < AVOIDABLE_READS


def too_short(pool: Pool, result: Simulation) -> bool:
    """Whether it cannot have filled yet: fewer pages were read, and so moved into it, than it holds. Where a
    pool reads little nothing depends on it.
    """
    reads = _reads(result)
    if result.full is not False or reads is None or reads_little(pool, result):
        return False
    return reads < (result.size or 0)


def worth(result: Simulation) -> bool:
    """Whether the buffers avoid a tenth of the pool's synchronous reads, or many where these are unknown."""
    reads = _reads(result)
    return result.sync >= AVOIDABLE_READS and (reads is None or result.sync >= AVOIDABLE_SHARE * reads)


def _reads(result: Simulation) -> int | None:
    """Synchronous reads of the pool in the interval of the result; None where nothing shows them."""
    return (result.pool.inside or None) if result.pool else None


def _finding(member: Member, name: Object, pool: Pool | None, result: Simulation, gaining: bool) -> Finding:
    reads, row = _reads(result), result.row
    more = f"{result.size:,} more buffers" if result.size else "the simulated buffers"
    what = (
        f"of {pool.name} of {member.label}"
        if pool
        else f"of a pool of {member.label} that the display does not name"
    )
    claim = f"{more} would have avoided {result.sync:,} synchronous reads {what} {wording.interval(row)}"
    claim += f" ({wording.percent(min(1.0, result.sync / reads))} of them)" if reads else ""
    if result.delay is not None and result.delay_of_a_read is not None:
        claim += (
            f", for which work waited {wording.seconds(result.delay)}: "
            f"{wording.seconds(result.delay_of_a_read)} each"
        )
    if result.group:
        claim += f", and {result.group:,} reads from the group buffer pool"
    if pool is not None and too_short(pool, result):
        claim += "; fewer pages were read than it holds, so that it has run too short to tell more"
    elif result.full is False:
        claim += "; the simulated pool did not fill, so a larger one would have shown no more"
    if pool is not None and worth(result) and not gaining:
        claim += "; it has fewer than 10 getpages per second, so that this is not worth their storage"
    if gaining:
        claim += f"; by published figures that is {cpu_worth(result.sync)}"
    each = result.delay_of_a_read
    size = pool.page_bytes * result.size if pool and result.size else 0
    taken = simulation_bytes(result.size or 0, pool.page_bytes) if pool else 0
    facts = member.facts(
        "db2_simulated_pool",
        row,
        **_AVOIDABLE,
        avoidable_async="avoidable pages of prefetch",
        avoidable_sync_delay_ms="delay of the avoidable synchronous reads",
        size="simulated buffers",
        highest_in_use="most simulated buffers in use",
    )
    return Finding(
        check=ID,
        object=name,
        severity=Severity.WARNING if gaining else Severity.INFO,
        kind=Kind.SHORTAGE if gaining else Kind.NOTE,
        claim=claim + ".",
        evidence=(
            *((computed("delay of one avoidable read", round(1000 * each, 3), "ms", row),) if each else ()),
            *facts,
            *(cpu_facts(result.sync, row) if gaining else ()),
            *((computed("real storage that the simulation takes, about", taken, "bytes"),) if taken else ()),
        ),
        storage_bytes=size if gaining else 0,
        delay_seconds=(result.delay or 0.0) if gaining else 0.0,
    )


def _denied(member: Member, pool: Pool, result: Simulation) -> Finding:
    reads = result.pool.reads if result.pool else 0
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"The simulated pool of {pool.name} of {member.label} counted {result.sync:,} avoidable "
        f"synchronous reads {wording.interval(result.row)}, and the pool itself {reads:,} in the same time: "
        "one of both is not of this pool or this time, so that nothing is concluded from it.",
        evidence=(
            computed("synchronous reads of the pool", reads, "reads", result.row),
            *member.facts("db2_simulated_pool", result.row, **_AVOIDABLE),
        ),
    )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    avoided = sum(value_of(finding, label) or 0 for label in _AVOIDABLE.values())
    return f"{avoided:,} synchronous reads that a simulated pool would have avoided"
