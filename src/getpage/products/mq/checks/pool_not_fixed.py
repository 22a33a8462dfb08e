"""Busy buffer pool above the bar that is not page-fixed.

What it does:
    Notes pools above the bar with PAGECLAS(4KB) that read or write 50 pages per second or more in some
    interval.

Why it matters:
    z/OS fixes and frees the pages around every I/O of a pageable pool; for a page-fixed one it need not. IBM
    measured 10 to 20 % less CPU for every message with pools that were fixed and larger; what fixing alone
    saves may be nothing, so that its command waits for a trial. Without I/O there is nothing to gain.

Evidence:
    SMF 115 subtype 215: QPSTLOC, QPSTF4KB, QPSTRIO, QPSTTPW. Whether real storage is there to be fixed is
    not in it: look at the minimum of free frames in RMF, after the reserve for dumps.

What to do:
    PAGECLAS(FIXED4KB), one pool at a time, only where real storage is free at its minimum.

How to verify:
    QPSTF4KB; CPU of the queue manager for each message; free frames at their minimum.

References:
    IBM REDP-5238, 4.2 and 4.2.1. The 50 pages per second are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.contract.measures import Row, Worst
from getpage.core import wording
from getpage.core.names import FindingId
from getpage.products.mq.constants import FIXED
from getpage.products.mq.pool import Pool
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import CLASSED_POOLS
from getpage.products.mq.spelling import page_fix
from getpage.products.mq.thresholds import FIXING_RATE
from getpage.result import Advise, Change, Finding, Kind, Severity

ID = "mq-pool-not-fixed"
TITLE = "Busy buffer pool above the bar that is not page-fixed"
LOOKS_AT = CLASSED_POOLS
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

#: The interval with most pages read and written a second.
BUSIEST: Final = Worst("rate")
MEASURES = (BUSIEST,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pageable pool above the bar that is busy with I/O."""
    for pool in manager.pools:
        row = busiest(pool) if pool.above and pool.page_class == "4KB" else None
        if row is None:
            continue
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"Pageable above the bar at {row['rate']:,.0f} pages/s of page set I/O",
            claim=f"Page-fixed, each message takes {FIXED[0]:g} to {FIXED[1]:g} % less CPU. "
            f"It takes {wording.size(pool.bytes)} of real storage that has to be free at its minimum.",
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
            advice=(_fixing(manager, pool),),
        )


def busiest(pool: Pool) -> Row | None:
    """The busiest interval of a pool that does I/O enough for fixing to pay, with its `rate`."""
    row = pool.measure[BUSIEST]
    if row is None or row["rate"] is None or row["rate"] < pool.thresholds.of(FIXING_RATE, pool.object):
        return None
    return row


def _fixing(manager: QueueManager, pool: Pool) -> Advise:
    def spell(because: tuple[FindingId, ...]) -> Change:
        return page_fix(manager, pool, pool.buffers, because=because)

    return Advise(subsystem=manager.id, setting=f"buffer pool {pool.number}", spell=spell)
