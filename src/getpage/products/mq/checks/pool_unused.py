"""Buffer pool that nothing used in this window.

What it does:
    Notes pools in which no page was changed, added or read in any interval of the window, and at most 10
    getpages an interval were made: those that the queue manager makes itself.

Why it matters:
    The storage may serve another pool. But a window is not a year: a pool can be there for the load of a
    month's end, or for the outage of a channel. It is unused in this window, which does not make it waste.

Evidence:
    SMF 115 subtype 215: QPSTGETP, QPSTGETN, QPSTRIO, QPSTSTW of all intervals.

What to do:
    Look at a longer window, and ask what the pool is for, before you reduce it.

How to verify:
    The counters stay at zero over a window that holds the busiest days of the pool.

References:
    The rule and its 10 getpages are ours; real records of MQ 10.0 show 1 to 5 in pools that nobody uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Ask, Count, First, Latest, Worst
from getpage.core import wording
from getpage.products.mq.thresholds import HOUSEKEEPING_GETPAGES
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-unused"
TITLE = "Buffer pool that nothing used in this window"
NO_COMMAND = ""

WORK = ("getpages_new", "reads", "page_updates")

_COUNTED = pl.all_horizontal(pl.col("getpages_old", *WORK).is_not_null())
#: Intervals whose counters are known, the first and last of them, and that with most getpages.
COUNTED: Final = Count(_COUNTED)
FIRST: Final = First(_COUNTED)
LAST: Final = Latest(_COUNTED)
MOST: Final = Worst("getpages_old", where=_COUNTED)
ASKS: Final[tuple[Ask[Any], ...]] = (COUNTED, FIRST, LAST, MOST)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool without work in the window; a pool that only a command printed says nothing of it."""
    for pool in manager.pools:
        row = pool.measure[MOST]
        if row is not None and not any(pool.total(column) for column in WORK):
            most = int(row["getpages_old"])
            if most <= HOUSEKEEPING_GETPAGES:
                yield _finding(manager, pool, row, most)


def _finding(manager: QueueManager, pool: Pool, row: Row, most: int) -> Finding:
    counted, since = pool.measure[COUNTED], pool.measure.latest(FIRST, "end")
    until = pool.measure.latest(LAST, "end")
    if counted > 1 and since and until:
        when = f"in {counted} intervals to {until:%Y-%m-%d %H:%M:%S}"
    else:
        when = wording.interval(row)
    made = f"at most {wording.plural(most, 'getpage')} an interval" if most else "not one getpage"
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"Pool {pool.number} of {manager.label} ({wording.size(pool.bytes)}) was unused in this "
        f"window: {made} "
        f"and no page changed, added or read {when}.",
        evidence=(
            *manager.facts(
                "mq_buffer_pool", row, getpages_old="getpages, most in an interval", buffers="buffers"
            ),
            computed("page changes in the window", pool.total("page_updates"), "count"),
            computed("new pages in the window", pool.total("getpages_new"), "count"),
            computed("reads in the window", pool.total("reads"), "count"),
        ),
        storage_bytes=pool.bytes,
    )
