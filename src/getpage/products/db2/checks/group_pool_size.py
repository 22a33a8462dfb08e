"""Group buffer pool whose directory cannot name the members' pages.

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

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.core.units import KIB
from getpage.products.db2 import wording
from getpage.products.db2.group_pools.group_pool import structure_bytes
from getpage.products.db2.group_pools.room import room
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.group_pools.group_pool import GroupPool
    from getpage.products.db2.group_pools.room import CurrentStructure
    from getpage.products.db2.member import Member
    from getpage.result import Fact

_WANTED = "directory entries wanted at most"

ID = "db2-group-pool-size"
TITLE = "Group buffer pool whose directory cannot name the members' pages"
NO_COMMAND = (
    "The structure has to be larger in the CFRM policy (SIZE, then SETXCF START,REBUILD): its data pages "
    "leave no room for a higher RATIO, or RATIO is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


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
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{pool.name} has {needed(member, pool, there)}",
        evidence=evidence(member, pool, there),
        storage_bytes=missing(pool, there),
    )


def needed(member: Member, pool: GroupPool, there: CurrentStructure) -> str:
    """What the directory has, what it needs and what has room for that, as the rest of a sentence."""
    members = max(1, pool.whole("connections") or 1)
    size = structure_bytes(there.data, pool.page_bytes, members=members, duplexed=pool.duplexed)
    return (
        f"{there.entries:,} directory entries; its {there.data:,} data pages and the local buffers of "
        f"{wording.plural(members, 'member')} of the size of {member.label} need up to {there.wanted:,}. The "
        f"data pages with {wording.plural(members, 'entry', 'entries')} of 250 bytes each take "
        f"{wording.size(size)}{', duplexed' if pool.duplexed else ''}. {_fitting(there)}"
    )


def evidence(member: Member, pool: GroupPool, there: CurrentStructure) -> tuple[Fact, ...]:
    """The numbers of that."""
    return (
        computed(_WANTED, there.wanted, "count", pool.last),
        *member.facts(
            "db2_group_buffer_pool",
            pool.last,
            directory_entries="directory entries",
            data_pages="data pages",
            connections="connected members",
            size="storage of the structure",
            secondary_size="storage of the secondary structure",
        ),
    )


def missing(pool: GroupPool, there: CurrentStructure) -> int:
    """Bytes of coupling facility storage that the entries lack beside all data pages."""
    larger, copies = there.same_data, 2 if pool.duplexed else 1
    return copies * max(0, larger.size - there.size) if larger else 0


def _fitting(there: CurrentStructure) -> str:
    """What has room for them all."""
    larger, same = there.same_data, there.same_size
    said = []
    if larger is not None:
        said.append(
            f"a structure of {larger.kilobytes:,} KB with RATIO({larger.ratio}) has room for these entries "
            "beside all data pages"
        )
    if same is not None:
        said.append(
            f"RATIO({same.ratio}) in its {same.size // KIB:,} KB for {same.entries:,} entries beside "
            f"{same.data:,} data pages"
        )
    text = "; ".join(said) or "no RATIO has room for them"
    return f"{text[:1].upper()}{text[1:]}."


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"{value_of(finding, _WANTED):,} directory entries that are needed"
