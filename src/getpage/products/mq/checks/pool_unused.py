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
    The rule and its 10 getpages are ours; real records of MQ 10.0 show 1 to 5 in pools that nobody uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Aggregate, Count, First, Latest, Worst
from getpage.core import wording
from getpage.products.mq.thresholds import HOUSEKEEPING_GETPAGES
from getpage.result import Fact, Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.contract.measures import Row
    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-unused"
TITLE = "Buffer pool that nothing used in this window"
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

WORK = ("getpages_new", "reads", "page_updates")

_COUNTED = pl.all_horizontal(pl.col("getpages_old", *WORK).is_not_null())
#: Intervals whose counters are known, the first and last of them, and that with most getpages.
COUNTED: Final = Count(_COUNTED)
FIRST: Final = First(_COUNTED)
LAST: Final = Latest(_COUNTED)
MOST: Final = Worst("getpages_old", where=_COUNTED)
ASKS: Final[tuple[Aggregate[Any], ...]] = (COUNTED, FIRST, LAST, MOST)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The pools without work in the window, as one where there are several."""
    found = unused(manager)
    if len(found) == 1:
        yield _one(manager, *found[0])
    elif found:
        yield _several(manager, found)


def unused(manager: QueueManager) -> list[tuple[Pool, Row]]:
    """The pools without work in the window, each with its interval with most getpages; a pool that only a
    command printed says nothing of it.
    """
    return [
        (pool, row)
        for pool in manager.pools
        if (row := pool.window[MOST]) is not None
        and not any(pool.total_of_window(column) for column in WORK)
        and int(row["getpages_old"]) <= HOUSEKEEPING_GETPAGES
    ]


def in_short(manager: QueueManager, _: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same."""
    return f"{wording.plural(len(unused(manager)), 'pool')} that nothing used"


def _one(manager: QueueManager, pool: Pool, row: Row) -> Finding:
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"Pool {pool.number} of {manager.label} ({wording.size(pool.bytes)}) was unused in this "
        f"window: {_made(int(row['getpages_old']))} and no page changed, added or read "
        f"{_when([(pool, row)])}.",
        evidence=_facts(manager, pool, row),
        storage_bytes=pool.bytes,
    )


def _several(manager: QueueManager, unused: Sequence[tuple[Pool, Row]]) -> Finding:
    named = wording.listed([f"{pool.number} ({wording.size(pool.bytes)})" for pool, _ in unused])
    most = max(int(row["getpages_old"]) for _, row in unused)
    whole = len(unused) == len(manager.pools)
    count = f"All {len(unused)} pools" if whole else f"{len(unused)} of the {len(manager.pools)} pools"
    return Finding(
        check=ID,
        object=manager.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"{count} of {manager.label} were unused in this window: {named}; {_made(most)} of "
        f"each and no page changed, added or read {_when(unused)}.",
        evidence=tuple(fact for pool, row in unused for fact in _facts(manager, pool, row, named=True)),
        storage_bytes=sum(pool.bytes for pool, _ in unused),
    )


def _made(most: int) -> str:
    return f"at most {wording.plural(most, 'getpage')} an interval" if most else "not one getpage"


def _when(unused: Sequence[tuple[Pool, Row]]) -> str:
    """The intervals that were counted; those of the pool of which fewest were."""
    pool, row = min(unused, key=lambda one: one[0].window[COUNTED])
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
