"""Buffer pool larger than its few getpages can need.

What it does:
    Finds pools with fewer than 10 getpages per second in every interval whose pages stay longer than 300 s,
    or are never stolen. That is waste: were every getpage a read, they would be fewer than 10 per second.

Why it matters:
    The same storage in a pool with thousands of reads per second avoids more of them. Few reads alone prove
    nothing, as they may be few because the pool is large; few getpages do.

Evidence:
    DSNB402I and DSNB411I to 414I; QBSTVPL, QBSTGET and pages read.

What to do:
    Reduce the pool by 25 %, look at the next window, and go on, down to what this window supports: the
    buffers that hold every page asked for in any 300 s, however the getpages of an interval were bunched,
    those that were in use, and those that prefetch needs for its full quantity. AUTOSIZE(YES) pools are
    reduced by WLM.

How to verify:
    Synchronous reads per second stay below what the getpages are now.

References:
    BMC AMI Pool Advisor rules: 10 getpages per second and 300 s; no step larger than 25 %. IBM Redbook
    "Storage Management with DB2 for OS/390", table 24 (prefetch quantity).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.pools.idle_pools import enough, idle
from getpage.products.db2.thresholds import IDLE_RESIDENCY
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

ID = "db2-pool-idle"
TITLE = "Buffer pool larger than its few getpages can need"
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(member: Member) -> Iterator[Finding]:
    """Every pool with getpages, but with fewer than 10 per second throughout."""
    for pool in member.pools:
        row, useful = idle(pool), enough(pool)
        if row is None or useful is None or not pool.size or useful >= pool.size:
            continue
        most, spare = float(row["getpage_rate"]), (pool.size - useful) * pool.page_bytes
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            claim=(
                f"{pool.name} of {member.label} holds {wording.size(pool.bytes or 0)} for at most "
                f"{wording.rate(most)} getpages per second: {useful:,} buffers hold every page asked for in "
                f"any {IDLE_RESIDENCY:.0f} s of this window, {wording.size(spare)} are spare, and without "
                "them it could read no more often than that, even if it found no page at all."
            ),
            evidence=(
                computed("getpages, most in an interval", round(most, 2), "/s", row),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    buffers="buffers",
                    getpages_random="random getpages",
                    getpages_sequential="sequential getpages",
                    sync_reads_random="synchronous reads, random",
                ),
            ),
            storage_bytes=spare,
        )
