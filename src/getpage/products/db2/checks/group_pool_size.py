"""Group buffer pool whose directory is too small for the members' pages.

What it does:
    Adds up the buffers of the pool in all members of the evidence, and the data pages of the group buffer
    pool, and compares them with its directory entries. It speaks only where the display shows reclaims or
    the pool is to grow, as pages of no inter-member interest need no entry.

Why it matters:
    Local buffers beyond the directory are invalidated as fast as they fill. Every step of a local pool needs
    directory entries with it.

Evidence:
    DSNB402I of the members, DSNB757I to 759I; how many pages are dependent on the group is not in it.

What to do:
    Size the structure for the data pages wanted with two entries of 250 bytes for each page of two members
    (0.5 KB), twice that when duplexed; local pools of pages that change often are half their group buffer
    pool. Within SIZE of the policy, ALTER it: entries and data pages grow together. Beyond that, a higher
    RATIO takes data pages for entries, half of them at most and never where changed pages found no room; or
    a larger SIZE in the CFRM policy.

How to verify:
    D XCF,STR of the structure; no directory reclaims.

References:
    IBM REDP-5238, 2.1 and 2.3.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.products.db2.group_pools import alter
from getpage.products.db2.group_pools.alter import CurrentStructure, needed, room, storage_short, wanted_facts
from getpage.products.db2.group_pools.group_pool import GroupPool
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import GROUP_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-group-pool-size"
TITLE = "Group buffer pool whose directory is too small for the members' pages"
NO_COMMAND = (
    "The structure has to be larger in the CFRM policy (SIZE, then SETXCF START,REBUILD): its data pages "
    "leave no room for a higher RATIO, or RATIO is not in this evidence."
)
LOOKS_AT = GROUP_POOLS
FINDS = (Kind.SHORTAGE,)
SHOWS = "directory entries"


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool with reclaims and fewer entries than local buffers and data pages; where pages
    of members were invalidated by it, db2-group-pool-directory says so once for both.
    """
    for pool in member.group_pools:
        there = room(member, pool)
        if there is None or there.is_enough or not pool.total("directory_reclaims"):
            continue
        if not pool.total("invalidations_by_reclaim"):
            yield _finding(member, pool, there)


def _finding(member: Member, pool: GroupPool, there: CurrentStructure) -> Finding:
    pool_asks = alter.entries(member, pool)
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{there.entries:,} directory entries, up to {there.wanted:,} needed",
        claim=needed(there),
        in_brief=f"{there.wanted:,} directory entries that are needed",
        evidence=wanted_facts(member, pool, there),
        storage_bytes=storage_short(pool, there),
        asks=pool_asks.asks,
        advice=pool_asks.advice,
    )
