"""Queue that fills a buffer pool or its page set.

What it does:
    Looks at buffer pools that are short and at page sets that are nearly full, and names the queue that holds
    at least half of the pages in use there: how many messages, how old, and what those who get from it did
    meanwhile. Where nobody got anything, the pool keeps its size.

Why it matters:
    A pool that one queue fills is a question of that queue. While nobody gets, any size fills; once its pages
    have left the pool, each message is read from disk when it is got at last.

Evidence:
    Queue statistics, SMF 115 subtype 216 (trace class 5, MQ 9.3 and later): QQSTDPTH, QQSTDPHI, QQSTMAGE,
    QQSTPUTS, QQSTPUT1, QQSTPUTB, QQSTGETS, QQSTIPCT, QQSTPSID, QQSTBPID. Page set I/O from subtype 201, waits
    of its calls from class 3 accounting. Before 9.3, or without class 5: DISPLAY QSTATUS (CURDEPTH, MSGAGE,
    IPPROCS) with DISPLAY QLOCAL (PSID) and DISPLAY USAGE.

What to do:
    Nobody gets: start the program or the channel that should. Fewer are got than put: add getters, or find
    what they wait for. Messages stay: find out who should get them or set an expiry; a queue that is meant to
    be deep gets a page set and a buffer pool of its own.

How to verify:
    QQSTDPHI and QQSTMAGE fall, and QPSTCBSL of the pool stays above 15 % of its buffers.

References:
    IBM MQ documentation, "Queue data records", "Defining your buffer pools". The threshold is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.core.units import MIB
from getpage.products.mq.constants import PAGE_BYTES
from getpage.products.mq.filling import Filling, filling
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.queues import TABLE, Queue, Served
from getpage.products.mq.scopes import QUEUES
from getpage.result import Cause, Fact, Finding, Harm, Kind, Severity

ID = "mq-queue-fills-pool"
TITLE = "Queue that fills a buffer pool or its page set"
LOOKS_AT = QUEUES
NO_COMMAND = "Who gets from a queue is not set in MQ's storage: see to those who should."
FINDS = (Kind.SHORTAGE, Kind.RISK)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue of every pool that is short, or whose page set is nearly full, if one fills it."""
    for fill in filling(manager):
        yield _finding(manager, fill)


def _finding(manager: QueueManager, fill: Filling) -> Finding:
    queue = fill.queue
    is_away = queue.served is Served.AWAY
    return Finding(
        check=ID,
        object=queue.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE if fill.pool.is_short else Kind.RISK,
        harm=Harm.SOON if fill.full_in is not None and queue.is_unserved_now else Harm.DELAY,
        cause=Cause.CONSUMER if is_away else None,
        rules_out=(fill.pool.knob,) if is_away else (),
        headline=_headline(queue, fill.pool.number, fill.share),
        in_brief=f"{wording.plural(queue.messages, 'message')} on {queue.object.name}",
        claim=_claim(fill),
        next_step=f"Start what gets from {queue.name}" if is_away else "",
        evidence=tuple(_facts(manager, fill)),
        delay_seconds=fill.waited_seconds or 0.0,
    )


def _headline(queue: Queue, number: int, share: float) -> str:
    many = wording.plural(queue.messages, "message")
    if queue.is_closed_now:
        return f"No program gets from it: {many} fill pool {number}"
    if queue.served is Served.AWAY:
        return f"Nobody got for {wording.seconds(queue.total('seconds_unserved'))}: {many} fill pool {number}"
    if queue.served is Served.BEHIND:
        seconds = queue.total("seconds_grown")
        put, got = (queue.total(f"{name}_grown") / seconds for name in ("puts", "gets"))
        rates = f"{numbers.estimated(put)}/s put, {numbers.estimated(got)}/s got"
        return f"{many} in pool {number}: {rates}"
    if queue.oldest is not None:
        return f"{many} fill pool {number}, up to {wording.seconds(queue.oldest['oldest_message_age'])} old"
    return f"{many} fill pool {number}: {wording.percent(share)} of its pages in use"


def _claim(fill: Filling) -> str:
    match fill.queue.served:
        case Served.AWAY:
            return "Start what gets from it. Until then any size of the pool fills."
        case Served.BEHIND:
            return "Add getters, or find what they wait for. A larger pool only fills later."
    return "Find out who should get these messages, or give the queue a page set and a pool of its own."


def _facts(manager: QueueManager, fill: Filling) -> Iterator[Fact]:
    queue, row = fill.queue, fill.queue.deepest
    depth = "depth_high_water" if row is not None and row["depth_high_water"] == row["held"] else "depth"
    yield from manager.facts(TABLE, row, **{depth: "messages, most"})
    yield from manager.facts(TABLE, queue.oldest, oldest_message_age="age of the oldest message, most")
    yield computed("pages that its messages take, at least", fill.pages, "pages", row)
    yield computed("storage of these pages", round(fill.pages * PAGE_BYTES / MIB, 1), "MiB", row)
    yield computed("of the pages in use on the page sets of its pool", round(100 * fill.share, 1), "percent")
    if queue.total("seconds_unserved"):
        yield computed("time in which nobody got from it", round(queue.total("seconds_unserved")), "s")
        yield computed("messages put in that time", round(queue.total("puts_unserved")), "count")
    elif queue.total("seconds_grown"):
        yield computed("messages put while it grew", round(queue.total("puts_grown")), "count")
        yield computed("messages got while it grew", round(queue.total("gets_grown")), "count")
    yield from manager.facts(TABLE, row, page_set="its page set", input_handles="handles open for input then")
    if fill.full_in is not None:
        yield computed("until its page set is full, at that rate", round(fill.full_in), "s")
    yield from _cost(manager, fill)


def _cost(manager: QueueManager, fill: Filling) -> Iterator[Fact]:
    """What its depth costs, as measured: I/O of its page set, and what its own calls waited."""
    if fill.page_set is not None and fill.io_seconds:
        yield computed("pages read from its page set", fill.read_pages, "pages")
        yield computed("time of these reads and of immediate writes", round(fill.io_seconds, 1), "s")
    if fill.waited_seconds is not None:
        yield computed("page set wait of its own calls", round(fill.waited_seconds, 1), "s")
    yield from manager.facts("mq_buffer_pool", fill.pool.peak, lowest_stealable="lowest available buffers")
