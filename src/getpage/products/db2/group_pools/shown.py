"""What findings say of the directory of a group buffer pool: entries needed, and what has room for them."""

from __future__ import annotations

from getpage.contract.facts import computed
from getpage.products.db2.member import Member
from getpage.result import Fact

from .alter import CurrentStructure
from .group_pool import GroupPool, structure_bytes


def needed(there: CurrentStructure) -> str:
    """Why the directory is too small and what has room for it, in two sentences."""
    larger, same = there.same_data, there.same_size
    fitting = []
    if larger is not None:
        fitting.append(f"{larger.kilobytes:,} KB with RATIO({larger.ratio}) have room for all of them")
    if same is not None:
        fitting.append(f"RATIO({same.ratio}) alone for {same.entries:,} beside {same.data:,} data pages")
    text = "; ".join(fitting) or "no RATIO has room for them"
    return f"Members hold up to {there.wanted:,} pages that need an entry. {text[:1].upper()}{text[1:]}."


def wanted_facts(member: Member, pool: GroupPool, there: CurrentStructure) -> tuple[Fact, ...]:
    """The numbers of that."""
    members = max(1, pool.whole("connections") or 1)
    size = structure_bytes(there.data, pool.page_bytes, members=members, duplexed=pool.duplexed)
    larger = there.same_data
    copies = ", duplexed" if pool.duplexed else ""
    room = (
        (computed(f"structure with room for them, RATIO({larger.ratio})", larger.kilobytes, "KB"),)
        if larger
        else ()
    )
    return (
        computed("directory entries wanted at most", there.wanted, "count", pool.last),
        computed(f"data pages with an entry of each member{copies}", size, "bytes", pool.last),
        *room,
        *member.facts(
            "db2_group_buffer_pool",
            pool.last,
            directory_entries="directory entries",
            data_pages="data pages",
            connections="connected members",
            size="storage of the structure",
            secondary_size="storage of the secondary structure",
            policy_size="SIZE in the policy",
        ),
    )


def storage_short(pool: GroupPool, there: CurrentStructure) -> int:
    """Bytes of coupling facility storage that the entries lack beside all data pages."""
    larger, copies = there.same_data, 2 if pool.duplexed else 1
    return copies * max(0, larger.size - there.size) if larger else 0
