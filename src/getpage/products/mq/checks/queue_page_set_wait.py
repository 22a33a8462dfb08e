"""Queue whose calls wait for the page set.

What it does:
    Adds up, by queue and call, how long MQGET, MQPUT and MQPUT1 waited for page set I/O, and reports queues
    where that is at least 10 % of the calls' elapsed time (and at least 100 calls).

Why it matters:
    It ties a buffer pool that is too small to the applications that feel it: what the calls could save, at
    most.

Evidence:
    Class 3 accounting, SMF 116 subtypes 1 and 2: GETPSET, GETET, GETN, PUTPSET, PUT1PSET and the like, NPS
    and NBUFFPOOL; or the averages that MP1B prints (PSET beside ET).

What to do:
    Start with the pool of the queue with the longest wait. Where the pool is not short, look for gets that
    skip many messages, and for queues that nobody empties.

How to verify:
    GETPSET falls towards 0 and GETET with it, for the same number of calls; CPU stays.

References:
    IBM REDP-5238, 4.2.1, "Evaluating the improvement", examples 4-1 and 4-2. The thresholds are getpage's
    own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.mq.calls import Calls, pools_of_queues, queue_calls
from getpage.products.mq.constants import CALLS_WORTH_A_WORD
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.queues import queue_object
from getpage.products.mq.scopes import CALLS
from getpage.products.mq.thresholds import WAITED
from getpage.result import Finding, Kind, Severity, Shows

ID = "mq-queue-page-set-wait"
TITLE = "Queue whose calls wait for the page set"
LOOKS_AT = CALLS
NO_COMMAND = "Its buffer pool is what would help: see what is said of that."
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every queue of which some call waits much for the page set."""
    by_queue: dict[str, list[Calls]] = {}
    for calls in queue_calls(manager):
        least = manager.in_force(WAITED, queue_object(manager.id, calls.queue)) * calls.elapsed
        if calls.count >= CALLS_WORTH_A_WORD and calls.elapsed > 0 and calls.waited >= least:
            by_queue.setdefault(calls.queue, []).append(calls)
    pools = pools_of_queues(manager)
    for queue, worst in by_queue.items():
        of = queue_object(manager.id, queue)
        yield _finding(manager, of, pools.get(of), sorted(worst, key=lambda calls: -calls.waited))


def _finding(manager: QueueManager, of: Object, pool: Object | None, calls: list[Calls]) -> Finding:
    total = sum(call.waited for call in calls) / 1e6
    first = calls[0]
    share = wording.percent(first.waited / first.elapsed)
    on = f"page set {first.page_set}, pool {first.pool}" if first.pool is not None else "its page set"
    facts = [
        fact
        for call in calls
        for fact in (
            computed(f"{call.call} calls", call.count, "count"),
            computed(f"{call.call} elapsed, a call", round(call.elapsed / call.count, 1), "us"),
            computed(f"{call.call} page set wait, a call", round(call.waited / call.count, 1), "us"),
        )
    ]
    return Finding(
        check=ID,
        object=of,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{share} of {first.call} elapsed time waits for page set I/O",
        in_brief=f"calls of {of.name}, which waited {wording.seconds(total)} for page set I/O",
        shows=Shows((pool or of,), "buffers", itself=pool is None),
        claim=f"{wording.plural(first.count, 'call')} waited for {on}. Start with that buffer pool.",
        evidence=(*manager.facts(first.table, first.row, **first.labels), *facts),
        delay_seconds=total,
    )
