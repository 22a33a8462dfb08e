"""Buffer pool that runs LRU for pages that are never stolen.

What it does:
    Finds pools with PGSTEAL(LRU) and 1,000 getpages per second or more that did not read a single page for an
    hour or longer. Where LSTATS, and the catalog where it was read, show that the pages of their page sets
    fit beside the overflow area, it offers PGSTEAL(NONE); elsewhere PGSTEAL(FIFO), if latch class 14 is
    waited for 1,000 times per second.

Why it matters:
    Db2 moves a page to the end of the LRU chain at each release, under a latch (class 14). A pool that holds
    all of its page sets pays for an order that nothing uses.

Evidence:
    DSNB406I (page stealing method), the read counters of DSNB411I to DSNB414I (QBSTRIO, QBSTSPP, QBSTLPP,
    QBSTDPP), and DSNB453I of LSTATS: pages of each open page set that are in the pool.

What to do:
    PGSTEAL(NONE) for pools of page sets that are read often and grow little. It reads each page set as a
    whole when it is opened: add up the pages of all of them, open or not, before. Not together with
    FRAMESIZE(2G) or a simulated pool.

How to verify:
    OVERFLOW ALLOC in DSNB402I stays 0 and DSNB604I does not appear; reads stay at zero; latch class 14 and
    CPU for a getpage fall.

References:
    IBM Db2 documentation, -ALTER BUFFERPOOL; "In-memory buffer pools". The hour and the 1,000 getpages are
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import latches, wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools import alter
from getpage.products.db2.pools.pool import better, cached_pages, overflow, without_reads
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-steal"
TITLE = "Buffer pool that runs LRU for pages that are never stolen"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.NOTE,)


def find(member: Member) -> Iterator[Finding]:
    """Every busy LRU pool without a read, with what LSTATS says of its page sets."""
    for pool in member.pools:
        row = without_reads(pool)
        if row is None:
            continue
        cached, size = cached_pages(pool), pool.size or 0
        method = better(pool, contended=latches.contended(member))
        if cached is None:
            second = "Whether its page sets fit as a whole, -DISPLAY BUFFERPOOL LSTATS(*) shows."
        elif method == "NONE":
            second = f"Its page sets have {cached:,} pages, which PGSTEAL(NONE) never steals."
        else:
            second = (
                f"Its page sets have {cached:,} pages: too many for PGSTEAL(NONE) with "
                f"{overflow(size):,} "
                "buffers of overflow."
            )
        if method == "FIFO":
            second = "PGSTEAL(FIFO) ends that upkeep, for which threads wait at latch class 14."
        known = () if cached is None else (computed("pages of its page sets", cached, "pages"),)
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{wording.rate(row['getpage_rate'])} getpages/s and no read",
            claim=f"It holds every page that was needed, so LRU chains gain nothing. {second}",
            evidence=(
                computed("getpages", round(row["getpage_rate"], 1), "/s", row),
                computed("pages read in the window", 0, "pages"),
                *known,
                *member.facts("db2_buffer_pool", row, page_steal="PGSTEAL", buffers="buffers"),
            ),
            advice=(alter.steal(member, pool, method),) if method and not pool.is_simulated else (),
        )
