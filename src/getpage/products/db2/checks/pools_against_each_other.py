"""Buffers in one pool that another pool of the same Db2 needs more.

What it does:
    Where one pool is idle and another is short of buffers, sets them against each other: synchronous reads a
    second for each GiB of buffers.

Why it matters:
    Moving buffers costs no real storage. Reads that a GiB avoids are many in a pool that is short, and none
    in one that hardly takes a getpage.

Evidence:
    The findings on both pools; DSNB402I and DSNB411I of the same window.

What to do:
    Reduce the idle pool first, then give its storage to the other, as the changes below have it.

How to verify:
    The sum of the synchronous reads of both pools falls.

References:
    REDP-5238, 2.1: buffer pools that are well tuned gain nothing from more memory. The comparison is
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.storage import LEAST_WASTE
from getpage.core.units import GIB
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools.idle_pools import idle, spare_buffers
from getpage.products.db2.pools.pool import Db2Pool
from getpage.products.db2.scopes import SEVERAL_POOLS
from getpage.products.db2.thresholds import READS
from getpage.result import Finding, Kind, Severity

ID = "db2-pools-against-each-other"
TITLE = "Buffers in one pool that another pool of the same Db2 needs more"
NO_COMMAND = ""
LOOKS_AT = SEVERAL_POOLS
FINDS = (Kind.NOTE,)


def find(member: Member) -> Iterator[Finding]:
    """One finding a member: the pools that can give, and the pool that has most use for it."""
    givers = [pool for pool in member.pools if idle(pool) and _spare(pool) >= LEAST_WASTE]
    takers = [
        pool
        for pool in member.pools
        if (row := pool.worst("read_rate")) and row["read_rate"] >= member.in_force(READS, pool.object)
    ]
    if not givers or not takers:
        return
    taker = max(takers, key=lambda pool: (_density(pool), -pool.number))
    total = sum(_spare(pool) for pool in givers)
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{wording.size(total)} of idle pools could serve {taker.name}",
        claim=(
            f"{wording.listed([pool.name for pool in givers])} can give it. {taker.name} makes "
            f"{wording.rate(_density(taker))} synchronous reads/s per GiB, they at most "
            f"{wording.rate(max(_density(pool) for pool in givers))}."
        ),
        evidence=tuple(
            computed(f"synchronous reads per second and GiB, {pool.name}", round(_density(pool), 2), "/s")
            for pool in (taker, *givers)
        ),
        storage_bytes=total,
    )


def _spare(pool: Db2Pool) -> int:
    return spare_buffers(pool) * pool.page_bytes


def _density(pool: Db2Pool) -> float:
    """Synchronous reads per second at their most, to a GiB of buffers."""
    row = pool.worst("sync_rate")
    return float(row["sync_rate"]) / ((pool.bytes or 0) / GIB) if row and pool.bytes else 0.0
