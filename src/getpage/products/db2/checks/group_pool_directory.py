"""Group buffer pool with too few directory entries.

What it does:
    Warns of directory reclaims that invalidated pages of members, and notes reclaims that did not. Where the
    size of the directory is known it says what it needs, and which structure has room for that.

Why it matters:
    Every page that a member holds needs an entry in the directory. When entries run out, Db2 takes one from
    another page, and every member that has that page must read it again: buffers that are there and of no
    use. More buffers in the members make it worse.

Evidence:
    DSNB787I and DSNB788I of -DISPLAY GROUPBUFFERPOOL(...) GDETAIL; IFCID 254; where no display has them, SMF
    74 subtype 4 of the structure.

What to do:
    More entries: a larger structure, or a higher RATIO, which takes data pages for them. An entry takes about
    250 bytes; a page of 4 KB that two members hold takes 0.5 KB of directory. A duplexed structure takes all
    of it twice. db2-group-pool-size says what has room.

How to verify:
    CROSS INVALIDATIONS DUE TO DIRECTORY RECLAIMS stays at zero.

References:
    IBM REDP-5238, 2.1 and 2.3.1. IBM Db2 documentation, group buffer pool guidelines.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core.numbers import counted
from getpage.products.db2.group_pools import alter
from getpage.products.db2.group_pools.alter import needed, room, storage_short, wanted_facts
from getpage.products.db2.group_pools.group_pool import GroupPool, reclaim_facts
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import GROUP_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-group-pool-directory"
TITLE = "Group buffer pool with too few directory entries"
NO_COMMAND = (
    "The structure has to be larger in the CFRM policy (SIZE, then SETXCF START,REBUILD): its data pages "
    "leave no room for a higher RATIO, or RATIO is not in this evidence."
)
LOOKS_AT = GROUP_POOLS
FINDS = (Kind.SHORTAGE, Kind.NOTE)
SHOWS = "directory entries"


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool with directory reclaims."""
    for pool in member.group_pools:
        reclaims = pool.total_of_group("directory_reclaims")
        invalidations = pool.total_of_group("invalidations_by_reclaim")
        if reclaims or invalidations:
            yield _finding(member, pool, reclaims, invalidations)


def _finding(member: Member, pool: GroupPool, reclaims: int, invalidations: int) -> Finding:
    row = pool.worst("invalidations_by_reclaim") or pool.worst("directory_reclaims")
    if row is None:  # only records of the structure count it, which one system of the sysplex writes
        facts = reclaim_facts(pool.counted_structures)
    else:
        facts = member.facts(
            "db2_group_buffer_pool",
            row,
            directory_reclaims="directory entries reclaimed",
            invalidations_by_reclaim="pages invalidated by reclaims",
            directory_entries="directory entries",
            data_pages="data pages",
            ratio="RATIO",
            size="storage of the structure",
        )
    counts = [computed("pages invalidated by reclaims in the window", invalidations, "count")]
    misses = pool.misses
    if invalidations and misses.by_reclaims:
        counts.append(computed("reads that went to disk for it, at most", misses.by_reclaims, "reads"))
    there = room(member, pool)
    lacking = there if invalidations and there is not None and not there.is_enough else None
    if not invalidations:
        claim = "Db2 took directory entries from pages that no member held any more. That costs little."
    elif lacking is None:
        claim = "Members lose valid pages when their directory entries are taken, and read them again."
    else:
        claim = needed(lacking)
    pool_asks = alter.entries(member, pool) if invalidations else alter.GroupPoolAsks()
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if invalidations else Severity.INFO,
        kind=Kind.SHORTAGE if invalidations else Kind.NOTE,
        headline=(
            f"{counted(invalidations, 'page')} invalidated by directory reclaims"
            if invalidations
            else f"{reclaims:,} directory entries reclaimed, no page invalidated"
        ),
        claim=claim,
        in_brief=f"{counted(invalidations, 'page')} invalidated by directory reclaims"
        if invalidations
        else "",
        evidence=(
            *counts,
            *facts,
            *(wanted_facts(member, pool, lacking) if lacking is not None else ()),
        ),
        storage_bytes=storage_short(pool, lacking) if lacking is not None else 0,
        asks=pool_asks.asks,
        advice=pool_asks.advice,
    )
