"""Buffer pool that nothing used in this window.

What it does:
    Notes pools in which no page was changed, added or read in any interval of the window, and at most 10
    getpages an interval were made: those that the queue manager makes itself. Several of one queue manager
    are one finding.

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
    The rule and its 10 getpages are getpage's own; real records of MQ 10.0 show 1 to 5 in pools that nobody
    uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Count, First, Latest, Row, Worst
from getpage.core import wording
from getpage.products.mq.pool import Pool
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import COUNTED_POOLS
from getpage.products.mq.thresholds import HOUSEKEEPING
from getpage.result import Fact, Finding, Kind, Severity, Shows

ID = "mq-pool-unused"
TITLE = "Buffer pool that nothing used in this window"
LOOKS_AT = COUNTED_POOLS
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

WORK = ("getpages_new", "reads", "page_updates")

_COUNTED = pl.all_horizontal(pl.col("getpages_old", *WORK).is_not_null())
#: Intervals whose counters are known, the first and last of them, and that with most getpages.
COUNTED: Final = Count(_COUNTED)
FIRST: Final = First(_COUNTED)
LAST: Final = Latest(_COUNTED)
MOST: Final = Worst("getpages_old", where=_COUNTED)
MEASURES = (COUNTED, FIRST, LAST, MOST)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The pools without work in the window, as one where there are several."""
    pools = unused(manager)
    if not pools:
        return
    size, when = sum(pool.bytes for pool, _ in pools), _when(pools)
    headline = f"Unused in this window: {wording.size(size)}"
    claim = f"No page changed, added or read {when}."
    if len(pools) > 1:
        named = wording.listed([f"{pool.number} ({wording.size(pool.bytes)})" for pool, _ in pools])
        headline = f"{len(pools)} of {len(manager.pools)} pools unused in this window: {wording.size(size)}"
        claim = f"Pools {named}: no page changed, added or read {when}."
    of = pools[0][0].object if len(pools) == 1 else manager.object
    yield Finding(
        check=ID,
        object=of,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=headline,
        in_brief=f"{wording.plural(len(pools), 'pool')} that nothing used",
        shows=Shows((of,), "use"),
        claim=f"{claim} Look at a longer window.",
        evidence=tuple(
            fact for pool, row in pools for fact in _facts(manager, pool, row, named=len(pools) > 1)
        ),
        storage_bytes=size,
    )


def unused(manager: QueueManager) -> list[tuple[Pool, Row]]:
    """The pools without work in the window, each with its interval with most getpages; a pool that only a
    command printed says nothing of it.
    """
    return [
        (pool, row)
        for pool in manager.pools
        if (row := pool.window[MOST]) is not None
        and not any(pool.total_of_window(column) for column in WORK)
        and int(row["getpages_old"]) <= manager.in_force(HOUSEKEEPING, pool.object)
    ]


def _when(pools: Sequence[tuple[Pool, Row]]) -> str:
    """The intervals that were counted; those of the pool of which fewest were."""
    pool, row = min(pools, key=lambda pair: pair[0].window[COUNTED])
    counted, since = pool.window[COUNTED], pool.window.latest(FIRST, "end")
    until = pool.window.latest(LAST, "end")
    if counted > 1 and since and until:
        return f"in {counted} intervals to {until:%Y-%m-%d %H:%M:%S}"
    return wording.interval(row)


def _facts(manager: QueueManager, pool: Pool, row: Row, *, named: bool = False) -> tuple[Fact, ...]:
    of = f" of pool {pool.number}" if named else ""
    return (
        *manager.facts(
            "mq_buffer_pool",
            row,
            getpages_old=f"getpages{of}, most in an interval",
            buffers=f"buffers{of}",
        ),
        computed(f"page changes{of} in the window", pool.total_of_window("page_updates"), "count"),
        computed(f"new pages{of} in the window", pool.total_of_window("getpages_new"), "count"),
        computed(f"reads{of} in the window", pool.total_of_window("reads"), "count"),
    )
