"""Pages written immediately at checkpoints.

What it does:
    Notes intervals in which a pool wrote 100 or more pages immediately while synchronous write was never
    forced and the pool never ran out of buffers.

Why it matters:
    It is no sign of a pool that is too small. Pages that have waited to be written for two checkpoints are
    written then: messages stay on queues for longer than that. The note keeps you from enlarging the pool
    for it.

Evidence:
    SMF 115 subtype 215: QPSTIMW above 0 with QPSTDMC and QPSTSOS 0. QIS1CKPP of subtype 201 counts pages
    written because of checkpoints.

What to do:
    Nothing, as long as the volume copes. Where the messages are not persistent, a pool of 120 % of its page
    sets avoids these writes.

How to verify:
    QPSTIMW and QIS1CKPP rise and fall together.

References:
    IBM MQ documentation, "Buffer manager data records" (QPSTIMW, QPSTDMC). IBM REDP-5238, 4.2.1 (120 %).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.measures import Worst
from getpage.core.numbers import counted
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import COUNTED_POOLS
from getpage.products.mq.thresholds import CHECKPOINT_PAGES
from getpage.result import Finding, Kind, Severity

ID = "mq-pool-checkpoint-writes"
TITLE = "Pages written immediately at checkpoints"
LOOKS_AT = COUNTED_POOLS
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

#: The interval with most pages written while synchronous write was never forced.
CALM: Final = Worst(
    "immediate_writes",
    where=(pl.col("synchronous_write_threshold") == 0) & (pl.col("no_buffer_waits") == 0),
)
MEASURES = (CALM,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool that writes pages immediately without being short."""
    for pool in manager.pools:
        row = pool.measure[CALM]
        if row is None or row["immediate_writes"] < manager.in_force(CHECKPOINT_PAGES, pool.object):
            continue
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{counted(row['immediate_writes'], 'page')} written at checkpoints, none forced",
            claim="They had stayed in the pool over two checkpoints, which does not mean it is too small.",
            evidence=manager.facts(
                "mq_buffer_pool",
                row,
                immediate_writes="pages written immediately, most in an interval",
                synchronous_write_threshold="synchronous write forced",
                lowest_stealable="lowest available buffers",
                buffers="buffers",
            ),
        )
