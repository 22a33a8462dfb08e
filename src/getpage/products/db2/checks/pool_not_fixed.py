"""Busy buffer pool that is not page-fixed.

What it does:
    Notes pools with PGFIX(NO) that read and write 100 pages per second or more in some interval. Nothing is
    said of pools of a member that is paged, as real storage has to be there first, nor of pools that ran out
    of buffers, which need those first.

Why it matters:
    z/OS fixes and frees the page around every I/O of a pageable pool; a page-fixed one needs neither. IBM
    gives 0 to 6 % less CPU, 2 to 3 % for most, for pools with I/O activity. It is the first of four steps
    with large memory, and large frames need it.

Evidence:
    DSNB406I (PGFIX), DSNB411I to 414I and DSNB420I. Whether real storage is there to be fixed is not in it:
    look at the minimum of available frames in RMF, after the reserve for dumps.

What to do:
    PGFIX(YES), one pool at a time, busiest first. It takes effect when the pool is allocated next.

How to verify:
    DSNB406I says CURRENT = YES; CPU of DBM1 for each I/O; available frames at their minimum.

References:
    SHARE 17878, "Large Memory Deployment Recommendations", step 1. R. Catterall, "Which buffer pools should
    be page-fixed" (2015). The 100 pages per second are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.constants import GAIN_FIXED
from getpage.products.db2.member import Member
from getpage.products.db2.pools import alter
from getpage.products.db2.pools.large_memory import fixing_rate
from getpage.products.db2.pools.pool import Db2Pool
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Advise, Finding, Kind, Severity

ID = "db2-pool-not-fixed"
TITLE = "Busy buffer pool that is not page-fixed"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.NOTE,)


def find(member: Member) -> Iterator[Finding]:
    """Every pageable pool that is busy with I/O, of a member that is not paged."""
    for pool in member.pools:
        busy = fixing_rate(member, pool)
        if busy is None or pool.bytes is None:
            continue
        row, rate = busy
        least, most = GAIN_FIXED
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"Pageable, with {wording.rate(rate)} pages/s read and written",
            claim=(
                f"Page-fixed, Db2 saves {least} to {most} % of CPU. Its {wording.size(pool.bytes)} must be "
                "free at "
                "the minimum first."
            ),
            evidence=(
                computed("pages read and written", round(rate, 1), "pages/s", row),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    page_fixed="PGFIX",
                    buffers="buffers",
                    pages_written="pages written",
                    sync_reads_random="synchronous reads, random",
                ),
            ),
            advice=(_fix(member, pool),),
        )


def _fix(member: Member, pool: Db2Pool) -> Advise:
    return Advise(
        subsystem=member.id,
        setting=f"{pool.name} PGFIX",
        spell=lambda because: alter.fix(member, pool, because=because),
    )
