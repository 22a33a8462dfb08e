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

from collections.abc import Iterator

from getpage.contract.facts import computed, counted
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import COUNTED_POOLS
from getpage.products.mq.sizing import delay_facts, larger
from getpage.result import Finding, Kind, Severity

ID = "mq-pool-synchronous-write"
TITLE = "Buffer pool in which puts wait for their own writes"
LOOKS_AT = COUNTED_POOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool with forced synchronous writes."""
    for pool in manager.pools:
        row = pool.worst("synchronous_write_threshold")
        if row is None:
            continue
        forced, pages = pool.total("synchronous_write_threshold"), pool.total("waited_writes")
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL,
            criterion=counted("forced synchronous writes", forced, "writes"),
            kind=Kind.SHORTAGE,
            headline=f"Puts wait for their own writes: DMC {forced:,}",
            in_brief=f"{forced:,} forced synchronous writes ({pages:,} pages)",
            claim="Fewer than 5 % of the buffers were available, so each update wrote its page first. "
            "The pool has to be larger.",
            evidence=(
                *manager.facts(
                    "mq_buffer_pool",
                    row,
                    synchronous_write_threshold="synchronous write forced, most in an interval",
                    immediate_writes="pages written immediately",
                    lowest_stealable="lowest available buffers",
                    buffers="buffers",
                ),
                computed("pages written while a put waited", pages, "pages"),
                *delay_facts(manager, pool),
            ),
            delay_seconds=pool.delay,
            asks=larger(pool, reached=True),
        )
