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
    twice those that were in use, those that prefetch needs for its full quantity, and 1,000. A pool with
    less than 64 MiB to spare is left alone. AUTOSIZE(YES) pools are
    reduced by WLM.

How to verify:
    Synchronous reads per second stay below what the getpages are now.

References:
    BMC AMI Pool Advisor rules: 10 getpages per second and 300 s; no step larger than 25 %. IBM Redbook
    "Storage Management with DB2 for OS/390", table 24 (prefetch quantity).
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools import asks
from getpage.products.db2.pools.idle_pools import idle, useful
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-idle"
TITLE = "Buffer pool larger than its few getpages can need"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.WASTE,)


def find(member: Member) -> Iterator[Finding]:
    """Every pool with getpages, but with fewer than 10 per second throughout."""
    for pool in member.pools:
        row, need = idle(pool), useful(pool)
        if row is None or need is None or not pool.size:
            continue
        most, spare = float(row["getpage_rate"]), (pool.size - need.buffers) * pool.page_bytes
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            headline=f"{wording.size(pool.bytes or 0)} for at most {wording.rate(most)} getpages/s",
            claim=(
                f"{need.buffers:,} buffers are enough: {need.why}. Even at a 0 % hit ratio it would read no "
                "more."
            ),
            evidence=(
                computed("getpages, most in an interval", round(most, 2), "/s", row),
                computed("buffers that are enough", need.buffers, "buffers"),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    buffers="buffers",
                    buffers_in_use="buffers in use or updated",
                    getpages_random="random getpages",
                    getpages_sequential="sequential getpages",
                    sync_reads_random="synchronous reads, random",
                ),
            ),
            storage_bytes=spare,
            asks=asks.size(member, pool, need.buffers),
        )
