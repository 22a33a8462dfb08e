"""Questions that this evidence of a queue manager cannot answer, and what would supply the answer.

Reference: IBM MQ documentation, "Commands required to collect SMF type 115 and type 116 records": STAT
CLASS(*) starts classes 1 to 3, CLASS(4) the channel initiator's, CLASS(5) queue statistics; ACCTG CLASS(3)
tasks and queues.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .queue_manager import QueueManager

STATISTICS = "START TRACE(STAT) DEST(SMF) CLASS(*)"
QUEUES = "START TRACE(STAT) DEST(SMF) CLASS(5), with STATQ(ON) on the queues (MQ 9.3 and later)"
ACCOUNTING = "START TRACE(ACCTG) DEST(SMF) CLASS(3)"


def missing(managers: Iterable[QueueManager]) -> tuple[Missing, ...]:
    """What is not there, in the order of its worth; queue managers that miss the same are named together."""
    names: dict[tuple[int, str, str], list[str]] = {}
    for manager in managers:
        for worth, (absent, question, supply) in enumerate(_questions(manager)):
            if absent:
                names.setdefault((worth, question, supply), []).append(manager.label)
    return tuple(
        Missing(subsystem=", ".join(who), question=question, supply=supply)
        for (_, question, supply), who in sorted(names.items(), key=lambda item: item[0][0])
    )


def _questions(manager: QueueManager) -> Iterator[tuple[bool, str, str]]:
    frames, storage = manager.frames, manager.storage
    counted = any(pool.frame["getpages_old"].null_count() < pool.frame.height for pool in manager.pools)
    sets = any(page_set.available for page_set in manager.page_sets)
    timed = bool(frames["mq_page_set"]["read_pages"].drop_nulls().len())
    yield (
        not counted,
        "How full were the buffer pools at their peak, and how much did they read and write?",
        f"SMF 115 subtype 215: {STATISTICS}; its interval is STATIME (SET SYSTEM STATIME)",
    )
    yield (
        bool(manager.pools) and not sets,
        "Which page sets does each pool serve, and how large are they: is a pool larger than it can use?",
        f"SMF 115 subtype 201 (MQ 9.0 and later): {STATISTICS}; or DISPLAY USAGE TYPE(PAGESET), not too "
        "often, as "
        "it reads every space map",
    )
    yield (
        sets and not timed,
        "What did a page set read or write take? 500 us is assumed.",
        f"SMF 115 subtype 201 (MQ 9.0 and later): {STATISTICS}",
    )
    yield (
        storage.free_below is None,
        "How much storage is free below the bar?",
        f"SMF 115 subtype 7: {STATISTICS}; or CSQY220I in the job log of the MSTR address space",
    )
    yield (
        storage.tightest is None,
        "What is MEMLIMIT, and what of it is in use?",
        f"SMF 115 subtype 7: {STATISTICS}",
    )
    yield (
        not frames["mq_task_queue"].height and not frames["mq_call_average"].height,
        "Which queues and calls wait for page set I/O, and what would they gain?",
        f"SMF 116 subtypes 1 and 2: {ACCOUNTING}; the trace must run when the applications start",
    )
    yield (
        not frames["mq_queue"].height,
        "How many messages are on each queue, and which queue fills a pool?",
        f"SMF 115 subtype 216: {QUEUES}",
    )
