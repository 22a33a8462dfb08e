"""Buffer pool in which puts wait for their own writes.

What it does:
    Reports every pool that forced synchronous writes (DMC above 0) in any interval.

Why it matters:
    Fewer than 5 % of the buffers were available: every update then writes its page before it goes on, so
    that puts run at the speed of the page set's volume.

Evidence:
    SMF 115 subtype 215: QPSTDMC, QPSTIMW, QPSTCBSL; the time of a page from SMF 115 subtype 201 (QIS1IMWT).

What to do:
    Enlarge the pool, or move page sets to other pools.

How to verify:
    QPSTDMC is 0 in every interval of the same load, and QPSTIMW falls.

References:
    IBM MQ documentation, "Buffer manager data records" (QPSTDMC).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.delay import delay_facts, how_timed
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-synchronous-write"
TITLE = "Buffer pool in which puts wait for their own writes"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool with forced synchronous writes."""
    for pool in manager.pools:
        row = pool.worst("synchronous_write_threshold")
        if row is None:
            continue
        forced = pool.total("synchronous_write_threshold")
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL,
            kind=Kind.SHORTAGE,
            claim=f"Pool {pool.number} of {manager.label} forced synchronous writes "
            f"{wording.times(forced)}, most often {wording.interval(row)} "
            f"({row['synchronous_write_threshold']:,}): {pool.total('waited_writes'):,} pages were written "
            "while "
            f"the put waited, {wording.seconds(pool.delay)} with the reads ({how_timed(pool)}).",
            evidence=(
                *manager.facts(
                    "mq_buffer_pool",
                    row,
                    synchronous_write_threshold="synchronous write forced, most in an interval",
                    immediate_writes="pages written immediately",
                    lowest_stealable="lowest available buffers",
                    buffers="buffers",
                ),
                *delay_facts(manager, pool),
            ),
            delay_seconds=pool.delay,
        )


def in_short(manager: QueueManager, finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    pool = manager.pool_of(finding.object)
    forced, pages = pool.total("synchronous_write_threshold"), pool.total("waited_writes")
    return f"{forced:,} times that synchronous writes were forced ({pages:,} pages)"
