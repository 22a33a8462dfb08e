"""Shared message data set whose messages take several I/Os each.

What it does:
    Reports structures whose messages take two I/Os and more each, because they are longer than a logical
    block (DSBLOCK), and the block that holds a message of average length. What it saves follows from
    intervals with longer and shorter messages: a line through them tells what a request costs beside its
    pages.

Why it matters:
    Each I/O transfers one block at most, and a put or get waits for all of them.

Evidence:
    SMF 115 subtype 2 of all queue managers of the group: QESDIOWR, QESDIORR, QESDIOOR with their pages and
    times, QESDSMAP, QESDSMAR, QESDBFSZ, QESDBFTO. The reply to DISPLAY USAGE TYPE(SMDS) shows how many blocks
    a message takes.

What to do:
    Raise DSBLOCK of the structure while it holds no messages. Buffers grow with it.

How to verify:
    I/O requests per page, and their time, for the same load.

References:
    IBM MQ documentation, "ALTER CFSTRUCT", "Planning your shared message data set (SMDS) environment". Two
    I/Os are getpage's own. docs/models/queues.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import SHARED_DATA_SETS
from getpage.products.mq.smds import TABLE
from getpage.products.mq.smds_blocks import StructureBlocks, blocks_of, larger_blocks
from getpage.products.mq.thresholds import SMDS_EACH
from getpage.result import Fact, Finding, Kind, Severity

ID = "mq-smds-blocks"
TITLE = "Shared message data set whose messages take several I/Os each"
LOOKS_AT = SHARED_DATA_SETS
NO_COMMAND = "What a larger block saves is in SMF 115 subtype 2 alone, which times the I/O."
FINDS = (Kind.RISK,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every structure of which the queue manager is the first that has long messages."""
    if not any(data_set.bytes for data_set in manager.shared_data_sets):
        return
    for blocks in blocks_of(manager.group):
        least = manager.in_force(SMDS_EACH, blocks.data_set.object)
        is_own = blocks.data_set.owner == manager.id
        if is_own and blocks.bytes < blocks.wanted and (blocks.each or 0) >= least:
            yield _finding(manager, blocks)


def _finding(manager: QueueManager, blocks: StructureBlocks) -> Finding:
    length = wording.size(round(blocks.message_bytes or 0))
    each = f"{numbers.estimated(blocks.each or 0)} {'I/Os' if blocks.requests else 'blocks'}"
    saved = blocks.saved(blocks.wanted)[0] if blocks.requests else 0.0
    return Finding(
        check=ID,
        object=blocks.data_set.object,
        severity=Severity.WARNING if blocks.requests else Severity.INFO,
        kind=Kind.RISK,
        headline=f"{each} per message at DSBLOCK {wording.size(blocks.bytes)}",
        claim=f"A message takes {length}, and an I/O one block at most. Larger blocks save requests.",
        asks=larger_blocks(blocks) if blocks.requests else (),
        evidence=tuple(_facts(manager, blocks)),
        delay_seconds=saved,
    )


def _facts(manager: QueueManager, blocks: StructureBlocks) -> Iterator[Fact]:
    last = blocks.data_set.last
    yield from manager.facts(TABLE, last, buffer_size="size of a block", buffers="buffers")
    yield computed("space of a message, on average", round(blocks.message_bytes or 0), "bytes")
    if not blocks.requests:
        return
    yield computed("I/O requests for messages", round(blocks.requests), "count")
    yield computed("pages that they transferred", round(blocks.pages), "pages")
    yield computed("time of these requests", round(blocks.io_seconds, 1), "s")
    if blocks.of_request is not None:
        value, low, high = (round(1e3 * seconds, 3) for seconds in blocks.of_request)
        yield computed("a request beside its pages", value, "ms")
        yield computed("a request beside its pages, at the least, 90 %", low, "ms")
        yield computed("a request beside its pages, at the most, 90 %", high, "ms")
    best, least, most = (round(seconds, 1) for seconds in blocks.saved(blocks.wanted))
    yield computed("saved by the larger block", best, "s")
    yield computed("saved at the least, 90 %", least, "s")
    yield computed("saved at the most, 90 %", most, "s")
