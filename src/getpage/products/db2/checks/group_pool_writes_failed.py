"""Group buffer pool that had no room for changed pages.

What it does:
    Counts writes that failed for lack of storage: of the member, of the group. Any is critical.

Why it matters:
    The changed page of a commit cannot be written to the coupling facility; Db2 waits, tries again, and puts
    the page on the logical page list in the end.

Evidence:
    DSNB777I and DSNB786I; QBGLWF.

What to do:
    A larger structure; castout earlier (CLASST, GBPOOLT, GBPCHKPT) until it is there.

How to verify:
    The counts stay at zero.

References:
    IBM Db2 documentation, DSNB777I, DSNB786I, DSNB319A.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed, counted
from getpage.products.db2 import wording
from getpage.products.db2.group_pools import alter
from getpage.products.db2.group_pools.alter import room, storage_short, wanted_facts
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import GROUP_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-group-pool-writes-failed"
TITLE = "Group buffer pool that had no room for changed pages"
NO_COMMAND = "The structure has to be larger in the CFRM policy (SIZE, then SETXCF START,REBUILD)."
LOOKS_AT = GROUP_POOLS
FINDS = (Kind.SHORTAGE,)


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool with failed writes."""
    for pool in member.group_pools:
        failed = max(pool.total("writes_failed"), pool.total("group_writes_failed"))
        if not failed:
            continue
        row = pool.worst("group_writes_failed") or pool.worst("writes_failed") or pool.last
        pool_asks, there = alter.data_pages(member, pool), room(member, pool)
        lacking = there if there is not None and not there.is_enough else None
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL,
            criterion=counted("failed writes", failed, "writes"),
            kind=Kind.SHORTAGE,
            headline=f"{wording.plural(failed, 'write')} failed for lack of storage",
            claim=(
                "Db2 waits and tries again, and the page ends on the logical page list. Enlarge the "
                "structure; "
                "until then cast out earlier (CLASST, GBPOOLT)."
            ),
            evidence=(
                computed("failed writes in the window", failed, "count"),
                *member.facts(
                    "db2_group_buffer_pool",
                    row,
                    writes_failed="failed writes of the member",
                    group_writes_failed="failed writes of the group",
                    data_pages="data pages",
                    changed_pages_now="changed pages at the display",
                    size="storage of the structure",
                    policy_size="SIZE in the policy",
                ),
                *(wanted_facts(member, pool, lacking) if lacking is not None else ()),
            ),
            storage_bytes=storage_short(pool, lacking) if lacking is not None else 0,
            asks=pool_asks.asks,
            advice=pool_asks.advice,
        )
