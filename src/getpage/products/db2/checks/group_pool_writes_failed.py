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

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

ID = "db2-group-pool-writes-failed"
TITLE = "Group buffer pool that had no room for changed pages"
NO_COMMAND = (
    "The structure has to be larger in the CFRM policy and rebuilt: by how much is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool with failed writes."""
    for pool in member.group_pools:
        failed = max(pool.total("writes_failed"), pool.total("group_writes_failed"))
        if not failed:
            continue
        row = pool.worst("group_writes_failed") or pool.worst("writes_failed") or pool.last
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL,
            kind=Kind.SHORTAGE,
            claim=(
                f"{wording.plural(failed, 'write')} to {pool.name}, as {member.label} shows it, failed for "
                f"lack of storage {wording.interval(row)}."
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
                ),
            ),
        )
