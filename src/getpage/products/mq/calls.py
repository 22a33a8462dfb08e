"""MQ calls by queue, their waits for page sets, and the backlog and delay of a pool.

Calls come from class 3 accounting, or from the averages that MP1B prints of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from getpage.contract.measures import Measure, Row, in_time
from getpage.core.names import Object

from .counters import CALL_ASKS, CALLS, LONGEST, WAITED
from .queue_manager import QueueManager
from .queues import queue_object


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """All calls of one kind to one queue; microseconds. `row` is the row with the longest wait."""

    queue: str
    call: str
    count: int
    elapsed: float
    waited: float
    page_set: int | None
    pool: int | None
    table: str
    row: Row
    labels: Mapping[str, str]


def queue_calls(manager: QueueManager) -> Iterator[Calls]:
    """Calls by kind and queue, in order of the queues' names; then as printed, longest wait first."""
    queues = list(manager.queue_calls)
    for call in CALLS:
        for queue in queues:
            if (row := queue[CALL_ASKS[call].worst]) is not None:
                yield _accounted(queue, call, row)
    yield from _printed(manager)


def queue_pools(manager: QueueManager) -> Iterator[tuple[str, int]]:
    """Queues of which some call waited for the page set, each with its buffer pool, in order of time."""
    waited = [
        (row, queue_pool.key) for queue_pool in manager.queue_pools if (row := queue_pool[WAITED]) is not None
    ]
    for _, (*_, name, pool) in sorted(waited, key=lambda wait: in_time(wait[0])):
        if pool is not None:
            yield name, pool


def pools_of_queues(manager: QueueManager) -> dict[Object, Object]:
    """Queues of which calls waited, each with the pool whose shortage that is."""
    return {
        queue_object(manager.id, queue): Object(manager.id, f"pool {pool}")
        for queue, pool in queue_pools(manager)
    }


def _accounted(measure: Measure, call: str, worst: Row) -> Calls:
    columns, wait, elapsed = CALL_ASKS[call], f"{call}_page_set_elapsed", f"{call}_elapsed"
    return Calls(
        queue=measure.key[-1],
        call=f"MQ{call.upper()}",
        count=int(measure[columns.count]),
        elapsed=float(measure[columns.elapsed]),
        waited=float(measure[columns.waited]),
        page_set=worst["page_set"],
        pool=worst["buffer_pool"],
        table="mq_task_queue",
        row=worst,
        labels={
            wait: f"MQ{call.upper()} page set wait, longest task",
            elapsed: "elapsed of these calls",
            f"{call}_count": "calls",
        },
    )


def _printed(manager: QueueManager) -> Iterator[Calls]:
    """The report with the longest wait of each queue and call: two reports may be of before and after a
    change.
    """
    worst = [row for printed_call in manager.printed_calls if (row := printed_call[LONGEST]) is not None]
    for row in sorted(worst, key=lambda row: (-row["total"], in_time(row))):
        yield Calls(
            queue=row["queue"] or "",
            call=f"MQ{row['call']}",
            count=row["calls"],
            elapsed=float(row["elapsed"] * row["calls"]),
            waited=float(row["total"]),
            page_set=None,
            pool=None,
            table="mq_call_average",
            row=row,
            labels={"page_set_wait": "page set wait, average call", "elapsed": "elapsed", "cpu": "CPU"},
        )
