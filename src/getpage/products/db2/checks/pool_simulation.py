"""Simulated buffer pool that would have avoided reads.

What it does:
    Reads the result of a simulated pool: the synchronous reads that the simulated buffers would have avoided,
    what each of them took, and their share of all synchronous reads of the pool. A result worth 10 % of the
    reads or more asks for the buffers, less is a note, and so is that of a pool that is idle; one that is not
    full has shown all there is to gain. One that counts more reads than its pool made in the same time is
    reported, and nothing rests on it.

Why it matters:
    It is Db2's own steal algorithm on the site's own load: no other counter shows what more buffers save.
    The delay that it prints is elapsed time of transactions, and each avoided read saves 20 to 70 µs of CPU
    on zEC12, 20 to 40 µs on z13, in IBM's workloads. A simulation takes 1 to 2 % of CPU a pool and 2 % of the
    simulated size in real storage (1 % for pages larger than 4 KB) for as long as it is on.

Evidence:
    DSNB431I and DSNB432I of -DISPLAY BUFFERPOOL DETAIL, QBSP of IFCID 2. The result is of the simulated size
    and of growth only; for the size between or beyond, simulate again, or trace page references (IFCID 198):
    getpage curve then has all sizes, larger and smaller, on a machine of your own; see docs/models/curve.md
    for what that costs. QBSP has neither the simulated size nor a delay in a known unit: the most simulated
    buffers in use stand for the size.

What to do:
    Give the pool the simulated buffers, if real storage has them at its minimum. Where the simulated pool was
    full, simulate twice as much on top; where it was not, its highest use is enough. End the simulation of a
    pool that is idle or reads fewer than 1,000 times an hour: no size saves enough there.

How to verify:
    SYNC READ I/O (R) of the same load falls by about what was avoidable; page-ins stay at zero.

References:
    IBM REDP-5238, 2.1.1 and example 2-1. SHARE 17878, "Buffer Pool Simulation", "CPU reduction from IO
    Avoidance". The 10 % and the 1,000 reads are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core.names import Object
from getpage.products.db2 import wording
from getpage.products.db2.constants import AVOIDABLE_READS
from getpage.products.db2.member import Member
from getpage.products.db2.pools import asks
from getpage.products.db2.pools.pool import Db2Pool
from getpage.products.db2.pools.simulation import Simulation, cpu_facts, simulation_bytes
from getpage.products.db2.pools.wanted import gains, proved_size, too_short, worth
from getpage.products.db2.scopes import SIMULATED_POOLS
from getpage.result import Finding, Kind, Severity

_AVOIDABLE: Final = {
    "avoidable_sync_random": "avoidable synchronous reads, random",
    "avoidable_sync_sequential": "avoidable synchronous reads, sequential",
}

ID = "db2-pool-simulation"
TITLE = "Simulated buffer pool that would have avoided reads"
NO_COMMAND = ""
LOOKS_AT = SIMULATED_POOLS
FINDS = (Kind.SHORTAGE, Kind.NOTE)
SHOWS = "buffers"

_NAMELESS: Final = (
    "The display does not name the pool. Enter -DISPLAY BUFFERPOOL(*) DETAIL, which names it, and check "
    "again."
)


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


def _finding(
    member: Member, name: Object, pool: Db2Pool | None, result: Simulation, gaining: bool
) -> Finding:
    reads, row = result.reads, result.row
    share = f" ({wording.percent(min(1.0, result.sync / reads))})" if reads else ""
    more = f"{result.size:,} more buffers" if result.size else "More buffers"
    page = pool.page_bytes if pool else 0
    taken = simulation_bytes(result.size or 0, page) if pool else 0
    each = result.delay_of_a_read
    facts = member.facts(
        "db2_simulated_pool",
        row,
        **_AVOIDABLE,
        avoidable_async="avoidable pages of prefetch",
        avoidable_group_random="avoidable reads from the group buffer pool, random",
        avoidable_group_sequential="avoidable reads from the group buffer pool, sequential",
        avoidable_sync_delay_ms="delay of the avoidable synchronous reads",
        size="simulated buffers",
        highest_in_use="most simulated buffers in use",
    )
    return Finding(
        check=ID,
        object=name,
        severity=Severity.WARNING if gaining else Severity.INFO,
        kind=Kind.SHORTAGE if gaining else Kind.NOTE,
        headline=f"{more} would avoid {result.sync:,} reads{share}",
        claim=_claim(pool, result, gaining=gaining),
        in_brief=f"{result.sync:,} synchronous reads that a simulated pool would have avoided"
        if gaining
        else "",
        no_command=_NAMELESS if pool is None else "",
        evidence=(
            *((computed("delay of one avoidable read", round(1000 * each, 3), "ms", row),) if each else ()),
            *facts,
            *(cpu_facts(result.sync, row) if gaining else ()),
            *((computed("real storage that the simulation takes, about", taken, "bytes"),) if taken else ()),
        ),
        storage_bytes=page * (result.size or 0) if gaining else 0,
        delay_seconds=(result.delay or 0.0) if gaining else 0.0,
        asks=() if pool is None else asks.size(member, pool, proved_size(pool)),
        advice=() if pool is None else asks.further_simulation(member, pool),
    )


def _claim(pool: Db2Pool | None, result: Simulation, *, gaining: bool) -> str:
    """Why the result counts or not, and what it leads to."""
    if pool is not None and too_short(pool, result):
        second = "Fewer pages were read than it holds: it has run too short to show more."
    elif result.full is False:
        second = "It did not fill, so a larger one would show no more."
    elif pool is None:
        second = "The display does not name the pool: -DISPLAY BUFFERPOOL(*) DETAIL does."
    elif gaining:
        second = "The simulated pool was full: twice as many may avoid more."
    else:
        second = "Less than a tenth of its reads is not worth the storage."
    if pool is not None and worth(result) and not gaining:
        return f"The pool has fewer than 10 getpages per second: no size is worth its storage. {second}"
    if result.delay is not None and result.delay_of_a_read is not None:
        waited = (
            f"Work waited {wording.seconds(result.delay)} for them, "
            f"{wording.seconds(result.delay_of_a_read)} each."
        )
        return f"{waited} {second}"
    return second


def _denied(member: Member, pool: Db2Pool, result: Simulation) -> Finding:
    reads = result.pool.reads if result.pool else 0
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{result.sync:,} avoidable reads counted, {reads:,} made",
        claim="A simulation cannot avoid more reads than the pool made: nothing is concluded from it.",
        evidence=(
            computed("synchronous reads of the pool", reads, "reads", result.row),
            *member.facts("db2_simulated_pool", result.row, **_AVOIDABLE),
        ),
    )
