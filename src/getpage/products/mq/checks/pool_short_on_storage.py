"""Buffer pool that ran out of buffers.

What it does:
    Reports every pool that had no buffer at all to give (SOS above 0) in any interval.

Why it matters:
    Tasks are suspended until a page has been written and its buffer is free. It is the worst of the pool's
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

from collections.abc import Iterator

from getpage.contract.facts import counted
from getpage.core import wording
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import COUNTED_POOLS
from getpage.products.mq.sizing import larger
from getpage.result import Finding, Kind, Severity

ID = "mq-pool-short-on-storage"
TITLE = "Buffer pool that ran out of buffers"
LOOKS_AT = COUNTED_POOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool that had no buffer to give."""
    for pool in manager.pools:
        row = pool.worst("no_buffer_waits")
        if row is None:
            continue
        count = pool.total("no_buffer_waits")
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL,
            criterion=counted("waits for a free buffer", count, "waits"),
            kind=Kind.SHORTAGE,
            headline=f"No free buffer {wording.times(count)}: tasks were suspended",
            in_brief=f"{wording.plural(count, 'wait')} of tasks for a buffer",
            claim="Each time a task waited until a buffer was free. The pool has to be larger.",
            evidence=manager.facts(
                "mq_buffer_pool",
                row,
                no_buffer_waits="no buffer available, most in an interval",
                synchronous_write_threshold="synchronous write forced",
                lowest_stealable="lowest available buffers",
                buffers="buffers",
            ),
            delay_seconds=pool.delay,
            asks=larger(pool, reached=True),
        )
