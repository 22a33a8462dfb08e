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
    IBM REDP-5238, 4.2.1, "Evaluating the improvement", examples 4-1 and 4-2. The thresholds are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.mq.calls import Calls, queue_calls, queue_pools
from getpage.products.mq.thresholds import CALLS_WORTH_A_WORD, WAIT_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-queue-page-set-wait"
TITLE = "Queue whose calls wait for the page set"
NO_COMMAND = "Its buffer pool is what would help: see what is said of that."
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every queue of which some call waits much for the page set."""
    by_queue: dict[str, list[Calls]] = {}
    for calls in queue_calls(manager):
        if calls.count >= CALLS_WORTH_A_WORD and calls.waited >= WAIT_SHARE * calls.elapsed > 0:
            by_queue.setdefault(calls.queue, []).append(calls)
    for queue, worst in by_queue.items():
        yield _finding(manager, queue, sorted(worst, key=lambda calls: -calls.waited))


def in_short(_: QueueManager, finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    waited = wording.seconds(finding.delay_seconds)
    return f"calls of {finding.object.name}, which waited {waited} for page set I/O"


def pools(manager: QueueManager) -> Iterator[tuple[Object, Object]]:
    """Queues of which calls wait, each with the pool whose shortage that is."""
    for queue, pool in queue_pools(manager):
        yield _object(manager, queue), Object(manager.id, f"pool {pool}")


def _object(manager: QueueManager, queue: str) -> Object:
    return Object(manager.id, _name(queue))


def _name(queue: str) -> str:
    return f"queue {queue}" if queue else "an unnamed queue"


def _finding(manager: QueueManager, queue: str, calls: list[Calls]) -> Finding:
    said = [
        f"{c.call} waited {c.waited / c.count:,.0f} µs of {c.elapsed / c.count:,.0f} µs a call for page "
        "set I/O "
        f"({wording.percent(c.waited / c.elapsed)} of {wording.plural(c.count, 'call')})"
        for c in calls
    ]
    total = sum(c.waited for c in calls) / 1e6
    first = calls[0]
    on = f" (page set {first.page_set}, pool {first.pool})" if first.pool is not None else ""
    facts = [
        fact
        for c in calls
        for fact in (
            computed(f"{c.call} calls", c.count, "count"),
            computed(f"{c.call} elapsed, a call", round(c.elapsed / c.count, 1), "us"),
            computed(f"{c.call} page set wait, a call", round(c.waited / c.count, 1), "us"),
        )
    ]
    return Finding(
        check=ID,
        object=_object(manager, queue),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=(
            f"On {_name(queue)} of {manager.label}{on}, {'; '.join(said)}: {wording.seconds(total)} in all."
        ),
        evidence=(*manager.facts(first.table, first.row, **first.labels), *facts),
        delay_seconds=total,
    )
