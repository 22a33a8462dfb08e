"""Buffer pool that reads what it could have kept.

What it does:
    Looks at the share of getpages for old pages that had to read from the page set. At least 10 % (and 100
    reads) in an interval is a warning when the interval took more buffers for other pages than the pool
    has; it is a note when every read may have been the first use of a page, as after a restart. Reports
    only where SOS, STLA and DMC are all zero: other rules speak of pools in which they are not.

Why it matters:
    A pool can look well, with most buffers available and no counter of trouble above zero, and still send
    half of the gets to disk: an available buffer holds a page that may be taken for another one at any
    time, and long queues that are read from end to end go round the pool.

Evidence:
    SMF 115 subtype 215: QPSTGETP, QPSTRIO, QPSTSTL, QPSTNBUF, and QPSTSOS, QPSTSTLA, QPSTDMC.

What to do:
    Enlarge the pool, or give the page set with the long queue a pool of its own. Look at the queues first:
    messages that stay for long, and selective gets without a matching index, read the same pages again and
    again.

How to verify:
    QPSTRIO / QPSTGETP falls over several intervals of the same load.

References:
    IBM MQ documentation, "Buffer manager data records" and "Defining your buffer pools". The thresholds are
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.core import wording
from getpage.products.mq.pool import READ_MOST, READ_MUCH, Pool, turned_over
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import COUNTED_POOLS
from getpage.products.mq.sizing import delay_facts, larger
from getpage.result import Finding, Kind, Severity

ID = "mq-pool-reads"
TITLE = "Buffer pool that reads what it could have kept"
LOOKS_AT = COUNTED_POOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool in which many getpages go to disk while the counters of trouble are zero."""
    for pool in manager.pools:
        worst = None if pool.has_trouble else pool.measure[READ_MOST]
        if worst is not None:
            yield _finding(manager, pool, worst, pool.measure[READ_MUCH])


def _finding(manager: QueueManager, pool: Pool, row: Row, intervals: int) -> Finding:
    again = turned_over(row)
    share = wording.percent(row["read_share"])
    claim = (
        "More pages were needed than it has buffers, so pages left it and were read again."
        if again
        else "Each may be the first use of a page, as after a restart, which no size avoids."
    )
    facts = manager.facts(
        "mq_buffer_pool",
        row,
        getpages_old="getpages for old pages",
        reads="of them read from disk",
        steals="buffers taken for other pages",
        buffers="buffers",
        lowest_stealable="lowest available buffers",
        no_buffer_waits="short on storage",
        steal_collisions="contention while stealing",
        synchronous_write_threshold="synchronous write forced",
    )
    counts = [
        computed("getpages that went to disk", round(100 * row["read_share"], 1), "percent", row),
        computed("intervals like that", intervals, "intervals"),
        computed("intervals in all", pool.intervals, "intervals"),
    ]
    if pool.page_sets:
        counts.append(computed("pages in use on its page sets", pool.page_set_used_pages, "pages"))
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if again else Severity.INFO,
        kind=Kind.SHORTAGE if again else Kind.NOTE,
        headline=f"{share} of getpages read from disk: {row['reads']:,} of {row['getpages_old']:,}",
        in_brief=f"{wording.plural(pool.total('reads'), 'page')} read" if again else "",
        claim=claim,
        evidence=(*counts, *facts, *delay_facts(manager, pool)),
        delay_seconds=pool.delay,
        asks=larger(pool, reached=False) if again else (),
    )
