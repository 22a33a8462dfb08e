"""Buffer pool that ran out of buffers.

What it does:
    Reports every pool that had no buffer at all to give (SOS above 0) in any interval.

Why it matters:
    Tasks are suspended until a page has been written and its buffer is free. It is the gravest of the pool's
    signs.

Evidence:
    SMF 115 subtype 215: QPSTSOS, QPSTCBSL, QPSTDMC.

What to do:
    Enlarge the pool at once, or move page sets to other pools. If it goes on, the volumes of the page sets
    are too slow.

How to verify:
    QPSTSOS is 0 in every interval.

References:
    IBM MQ documentation, "Buffer manager data records" (QPSTSOS).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-short-on-storage"
TITLE = "Buffer pool that ran out of buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool that had no buffer to give."""
    for pool in manager.pools:
        row = pool.worst("no_buffer_waits")
        if row is None:
            continue
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL,
            kind=Kind.SHORTAGE,
            claim=f"Pool {pool.number} of {manager.label} had no buffer to give "
            f"{wording.times(pool.total('no_buffer_waits'))}, most often {wording.interval(row)} "
            f"({row['no_buffer_waits']:,}); each time a task was suspended.",
            evidence=manager.facts(
                "mq_buffer_pool",
                row,
                no_buffer_waits="no buffer available, most in an interval",
                synchronous_write_threshold="synchronous write forced",
                lowest_stealable="lowest available buffers",
                buffers="buffers",
            ),
            delay_seconds=pool.delay,
        )


def in_short(manager: QueueManager, finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    pool = manager.pool_of(finding.object)
    return f"{pool.total('no_buffer_waits'):,} waits of tasks for a buffer"
