"""Contention while buffers are taken for other pages.

What it does:
    Reports pools in which the hash chain changed while a buffer was being stolen (STLA above 0). It is a
    warning when that happened in more than 1 % of the steals, a note otherwise.

Why it matters:
    The steal has to be done again. Many tasks compete for few buffers: the pool turns over faster than it
    should.

Evidence:
    SMF 115 subtype 215: QPSTSTLA, QPSTSTL.

What to do:
    Enlarge the pool.

How to verify:
    QPSTSTLA is 0, or a smaller share of QPSTSTL.

References:
    IBM, WebSphere MQ for z/OS V6 System Setup Guide: the count should stay 0. The share of 1 % is getpage's
    own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core.numbers import counted
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import COUNTED_POOLS
from getpage.products.mq.sizing import larger
from getpage.result import Finding, Kind, Severity

ID = "mq-pool-steal-contention"
TITLE = "Contention while buffers are taken for other pages"
LOOKS_AT = COUNTED_POOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool with contention while stealing."""
    for pool in manager.pools:
        row = pool.worst("steal_collisions")
        if row is None:
            continue
        met, steals, grave = pool.total("steal_collisions"), pool.total("steals"), pool.met_contention
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING if grave else Severity.INFO,
            kind=Kind.SHORTAGE if grave else Kind.NOTE,
            headline=f"Contention at {met:,} of {steals:,} buffer steals",
            in_brief=f"contention at {counted(met, 'steal')}" if grave else "",
            claim="Tasks compete for the buffers that can be taken."
            + (" A larger pool takes fewer." if grave else " Below 1 % it may be chance."),
            evidence=manager.facts(
                "mq_buffer_pool",
                row,
                steal_collisions="contention while stealing, most in an interval",
                steals="buffers taken for other pages",
                buffers="buffers",
            ),
            asks=larger(pool, reached=True) if grave else (),
        )
