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

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.products.db2 import wording
from getpage.products.db2.group_pools import structures
from getpage.products.db2.group_pools.room import room
from getpage.result import Finding, Kind, Severity

from . import group_pool_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.common.coupling import Structure
    from getpage.products.db2.group_pools.group_pool import GroupPool
    from getpage.products.db2.member import Member

_INVALIDATED = "pages invalidated by reclaims in the window"

ID = "db2-group-pool-directory"
TITLE = "Group buffer pool with too few directory entries"
NO_COMMAND = (
    "The structure has to be larger in the CFRM policy (SIZE, then SETXCF START,REBUILD): its data pages "
    "leave no room for a higher RATIO, or RATIO is not in this evidence."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool with directory reclaims."""
    for pool in member.group_pools:
        found = structures.told_by_records(member, pool)
        reclaims = structures.total(pool, found, "directory_reclaims")
        invalidations = structures.total(pool, found, "invalidations_by_reclaim")
        if reclaims or invalidations:
            yield _finding(member, pool, found, reclaims, invalidations)


def _finding(
    member: Member, pool: GroupPool, found: tuple[Structure, ...], reclaims: int, invalidations: int
) -> Finding:
    row = pool.worst("invalidations_by_reclaim") or pool.worst("directory_reclaims")
    if row is None:  # only records of the structure tell it, which one system of the sysplex writes
        whose, when = f"{pool.name} of {member.label}, structure {found[0].name},", " in the window"
        facts = structures.reclaim_facts(found)
    else:
        whose, when = f"{pool.name}, as {member.label} shows it,", f", most {wording.interval(row)}"
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
    claim = f"{whose} took {reclaims:,} directory entries from other pages"
    claim += f" and invalidated {invalidations:,} pages of members by that" if invalidations else ""
    claim += when
    misses = structures.misses(member, pool)
    if invalidations and misses.by_reclaims:
        claim += f"; up to {misses.by_reclaims:,} reads of {member.label} went to disk for it"
    there = room(member, pool)
    lacks = invalidations > 0 and there is not None and not there.is_enough
    if lacks and there is not None:
        claim += f". It has {group_pool_size.needed(member, pool, there)}".removesuffix(".")
        facts = (*facts, *group_pool_size.evidence(member, pool, there))
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if invalidations else Severity.INFO,
        kind=Kind.SHORTAGE if invalidations else Kind.NOTE,
        claim=f"{claim}.",
        evidence=(computed(_INVALIDATED, invalidations, "count"), *facts),
        storage_bytes=group_pool_size.missing(pool, there) if lacks and there is not None else 0,
    )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"{value_of(finding, _INVALIDATED):,} pages invalidated by directory reclaims"
