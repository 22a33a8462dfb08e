"""Busy buffer pool above the bar that is not page-fixed.

What it does:
    Notes pools above the bar with PAGECLAS(4KB) that read or write 50 pages per second or more in some
    interval.

Why it matters:
    z/OS fixes and frees the pages around every I/O of a pageable pool; for a page-fixed one it need not. IBM
    measured less CPU for every message. Without I/O there is nothing to gain.

Evidence:
    SMF 115 subtype 215: QPSTLOC, QPSTF4KB, QPSTRIO, QPSTTPW. Whether real storage is there to be fixed is
    not in it: look at the minimum of free frames in RMF, after the reserve for dumps.

What to do:
    PAGECLAS(FIXED4KB), one pool at a time, only where real storage is free at its minimum.

How to verify:
    QPSTF4KB; CPU of the queue manager for each message; free frames at their minimum.

References:
    IBM REDP-5238, 4.2 and 4.2.1. The 50 pages per second are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Worst
from getpage.core import wording
from getpage.products.mq.thresholds import FIXING_PAGES_PER_SECOND
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-not-fixed"
TITLE = "Busy buffer pool above the bar that is not page-fixed"
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


#: The interval with most pages read and written a second, where they are worth fixing for.
BUSIEST: Final = Worst("rate", where=pl.col("rate") >= FIXING_PAGES_PER_SECOND)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pageable pool above the bar that is busy with I/O."""
    for pool in manager.pools:
        if not pool.above or pool.page_class != "4KB":
            continue
        row = busy(pool)
        if row is None:
            continue
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            claim=f"Pool {pool.number} of {manager.label} ({wording.size(pool.bytes)} above the bar) is "
            "pageable and "
            f"read or wrote {row['rate']:,.0f} pages per second {wording.interval(row)}; page-fixed it would "
            "need less "
            "CPU for each, if real storage is free at its minimum.",
            evidence=(
                computed("pages read and written", round(row["rate"], 1), "pages/s", row),
                *manager.facts(
                    "mq_buffer_pool",
                    row,
                    reads="pages read",
                    pages_written="pages written",
                    location="location",
                    page_class="page class",
                    buffers="buffers",
                ),
            ),
        )


def busy(pool: Pool) -> Row | None:
    """The busiest interval of a pool that does I/O enough for fixing to pay, with its `rate`."""
    return pool.measure[BUSIEST]
