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
    ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Aggregate, Count, Worst
from getpage.core import wording
from getpage.products.mq.delay import delay_facts, how_timed
from getpage.products.mq.thresholds import READ_SHARE, READS_WORTH_A_WORD
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-reads"
TITLE = "Buffer pool that reads what it could have kept"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE, Kind.NOTE)

_MUCH = (pl.col("read_share") >= READ_SHARE) & (pl.col("reads") >= READS_WORTH_A_WORD)
#: Intervals that read much, and the worst of them: most reads, of those that took all buffers if any did.
MUCH: Final = Count(_MUCH)
WORST: Final = Worst(
    (pl.col("steals") > pl.col("buffers")).fill_null(value=False), where=_MUCH, then=("reads",)
)
ASKS: Final[tuple[Aggregate[Any], ...]] = (MUCH, WORST)

QUIET = ("no_buffer_waits", "steal_collisions", "synchronous_write_threshold")


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool in which many getpages go to disk while the counters of trouble are zero."""
    for pool in manager.pools:
        if any(pool.total(column) for column in QUIET):
            continue
        worst = pool.measure[WORST]
        if worst is not None:
            yield _finding(manager, pool, worst, pool.measure[MUCH])


def in_short(manager: QueueManager, finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    pool = manager.pool_of(finding.object)
    return f"{pool.total('reads'):,} pages read"


def turned_over(row: Row) -> bool:
    """Whether the interval took more buffers than there are: what was read may have been there before."""
    return row["steals"] is not None and row["steals"] > row["buffers"]


def _finding(manager: QueueManager, pool: Pool, row: Row, intervals: int) -> Finding:
    again = turned_over(row)
    claim = (
        f"Pool {pool.number} of {manager.label} went to disk for {wording.percent(row['read_share'])} of its "
        f"getpages for old pages ({row['reads']:,} of {row['getpages_old']:,}) {wording.interval(row)}, "
        "although "
        "SOS, STLA and DMC are zero"
    )
    if intervals > 1:
        claim += f" ({intervals} of {pool.intervals} intervals are like that)"
    if again and pool.page_sets:
        claim += f": it has {row['buffers']:,} buffers for {pool.page_set_used_pages:,} pages in use"
    elif again:
        claim += f": it took {row['steals']:,} buffers for other pages and has {row['buffers']:,}"
    else:
        claim += "; each may be the first use of a page, as after a restart, which no size avoids"
    waited = wording.seconds(pool.delay)
    claim += f". Work waited {waited} for its page set I/O in this window ({how_timed(pool)})."
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
    share = computed("getpages that went to disk", round(100 * row["read_share"], 1), "percent", row)
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if again else Severity.INFO,
        kind=Kind.SHORTAGE if again else Kind.NOTE,
        claim=claim,
        evidence=(share, *facts, *delay_facts(manager, pool)),
        delay_seconds=pool.delay,
    )
