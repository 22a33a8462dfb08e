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
    pool.

How to verify:
    D XCF,STR of the structure; no directory reclaims.

References:
    IBM REDP-5238, 2.1 and 2.3.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.group_pools.group_pool import structure_bytes
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.group_pools.group_pool import GroupPool
    from getpage.products.db2.member import Member

ID = "db2-group-pool-size"
TITLE = "Group buffer pool whose directory cannot name the members' pages"
NO_COMMAND = (
    "No higher RATIO helps, as it is not in this evidence, at its largest, or data pages are short too: the "
    "structure has to be larger in the CFRM policy."
)


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool with reclaims and fewer entries than local buffers and data pages."""
    for pool in member.group_pools:
        entries, data = pool.whole("directory_entries"), pool.whole("data_pages")
        local = sum(one.buffers or 0 for one in member.pools if one.number == pool.number)
        if not entries or data is None or not local or not pool.total("directory_reclaims"):
            continue
        others = max(1, pool.whole("connections") or 1)
        wanted = local * others + data
        if entries < wanted:
            yield _finding(member, pool, entries, wanted, others)


def _finding(member: Member, pool: GroupPool, entries: int, wanted: int, members: int) -> Finding:
    data = pool.whole("data_pages") or 0
    size = structure_bytes(data, pool.page_bytes, members=members, duplexed=pool.duplexed)
    have = (pool.whole("size") or 0) + (pool.whole("secondary_size") or 0)
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=(
            f"{pool.name} has {entries:,} directory entries; its {data:,} data pages and the local "
            f"buffers of {wording.plural(members, 'member')} of the size of {member.label} need up to "
            f"{wanted:,}. The data pages with {wording.plural(members, 'entry', 'entries')} of 250 bytes "
            f"each take {wording.size(size)}{', duplexed' if pool.duplexed else ''}."
        ),
        evidence=(
            computed("directory entries wanted at most", wanted, "count", pool.last),
            *member.facts(
                "db2_group_buffer_pool",
                pool.last,
                directory_entries="directory entries",
                data_pages="data pages",
                connections="connected members",
                size="storage of the structure",
                secondary_size="storage of the secondary structure",
            ),
        ),
        storage_bytes=max(0, size - have) if have else 0,
    )
