"""MQ calls by queue, their waits for page sets, and the backlog and delay of a pool.

Calls come from class 3 accounting, or from the averages that MP1B prints of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import First, Sum, Worst, in_time
from getpage.core.names import Object
from getpage.products.common.passes import Pass

from .constants import DEFAULT_IO, LOOK_USED, USABLE
from .counters import OWNER, TRACE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from getpage.contract.measures import Measure, Row
    from getpage.result import Fact

    from .page_set import PageSet
    from .pool import Pool
    from .queue_manager import QueueManager


#: The interval in which a pool that ran full held and read again most.
READ_BACK: Final = Worst(
    pl.col("used").cast(pl.Int64) + pl.col("reads"),
    where=(pl.col("used_share") > LOOK_USED) & (pl.col("reads") > 0),
)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Pages to hold, those in use at the most at the end of an interval, and the interval whose reads show
    more of them; None: none does.
    """

    pages: int
    ends: int
    row: Row | None = None

    @property
    def buffers(self) -> int:
        """Buffers that hold them with 15 % available, so that MQ writes none out early."""
        return math.ceil(self.pages / USABLE)


def backlog(page_sets: Sequence[PageSet], reads: int, read_back: Row | None) -> Backlog | None:
    """The pages that a pool of these page sets would have to hold; None where they are not known.

    Where nothing was read in the window only what was added to them in it counts: older messages may lie
    there for good.
    """
    if not page_sets:
        return None
    most = sum(set_.total_pages if set_.used_most is None else set_.used_most for set_ in page_sets)
    if not reads:
        new = most - sum(set_.used_least or 0 for set_ in page_sets if set_.used_most is not None)
        return Backlog(new, most)
    if read_back is None:
        return Backlog(most, most)
    held = int(read_back["used"]) + int(read_back["reads"])
    added = read_back["getpages_new"]
    bounds = [held, sum(set_.total_pages for set_ in page_sets)]
    if added is not None:
        bounds.append(most + int(added))
    return Backlog(most, most) if min(bounds) <= most else Backlog(min(bounds), most, read_back)


def how_timed(pool: Pool) -> str:
    """Which time a page was taken to need, in words."""
    times = pool.times
    measured = times.measured & {"read", "immediate_write"}
    if not measured:
        return f"at {DEFAULT_IO:g} µs a page, as nothing was measured"
    read, write = f"{times.read:,.0f} µs a read", f"{times.immediate_write:,.0f} µs a write"
    if measured == {"read"}:
        return f"measured: {read}; {write} is assumed"
    if measured == {"immediate_write"}:
        return f"measured: {write}; {read} is assumed"
    return f"measured: {read}, {write}"


def delay_facts(manager: QueueManager, pool: Pool) -> tuple[Fact, ...]:
    """The worst interval's reads and immediate writes, the time of each, and the delay they make."""
    row = pool.worst("delay")
    if row is None:
        return ()
    return (
        *manager.facts(
            "mq_buffer_pool",
            row,
            reads="pages read, worst interval",
            immediate_writes="pages written immediately, worst interval",
            synchronous_write_threshold="times synchronous write was forced, worst interval",
        ),
        computed(f"time of a page read, {pool.times.source('read')}", round(row["read_us"], 1), "us", row),
        computed(
            f"time of a page written, {pool.times.source('immediate_write')}",
            round(row["write_us"], 1),
            "us",
            row,
        ),
        computed("delay, worst interval", round(row["delay"], 3), "s", row),
        computed("delay, whole window", round(pool.delay, 3), "s"),
    )


CALLS = ("get", "put", "put1")


@dataclass(frozen=True, slots=True)
class _Asks:
    """What is asked of one kind of call."""

    count: Sum
    elapsed: Sum
    waited: Sum
    worst: Worst


_ASKS: Final = {
    call: _Asks(
        Sum(f"{call}_count"),
        Sum(f"{call}_elapsed"),
        Sum(f"{call}_page_set_elapsed"),
        Worst(f"{call}_page_set_elapsed", where=pl.col(f"{call}_page_set_elapsed") > 0),
    )
    for call in CALLS
}
_COLUMNS: Final = tuple(
    f"{call}_{column}" for call in CALLS for column in ("count", "elapsed", "page_set_elapsed")
)
_WAITED: Final = First(pl.any_horizontal(pl.col(f"{call}_page_set_elapsed") > 0 for call in CALLS))
_LONGEST: Final = Worst(
    "total",
    where=pl.col("call").is_in([call.upper() for call in CALLS])
    & (pl.col("page_set_wait") > 0)
    & pl.col("elapsed").is_not_null(),  # without the average there is no share to tell
)


def named(rows: pl.DataFrame) -> pl.DataFrame:
    """Accounting rows with the `name` of their queue."""
    return rows.with_columns(pl.coalesce("queue", "opened_name").fill_null("").alias("name"))


QUEUE_CALLS: Final = Pass(
    table="mq_task_queue",
    by=(*OWNER, "name"),
    columns=("queue", "opened_name", "page_set", "buffer_pool", *_COLUMNS),
    asks=tuple(ask for asks in _ASKS.values() for ask in (asks.count, asks.elapsed, asks.waited, asks.worst)),
    keep=TRACE,
    worked_out=named,
)
QUEUE_POOLS: Final = Pass(
    table="mq_task_queue",
    by=(*OWNER, "name", "buffer_pool"),
    columns=("queue", "opened_name", *(f"{call}_page_set_elapsed" for call in CALLS)),
    asks=(_WAITED,),
    worked_out=named,
)
PRINTED_CALLS: Final = Pass(
    table="mq_call_average",
    by=(*OWNER, "queue", "call"),
    columns=("calls", "elapsed", "cpu", "page_set_wait"),
    asks=(_LONGEST,),
    keep=(*TRACE, "total"),
    worked_out=lambda rows: rows.with_columns(
        (pl.col("page_set_wait").cast(pl.UInt64) * pl.col("calls")).alias("total")
    ),
)


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
            if (row := queue[_ASKS[call].worst]) is not None:
                yield _accounted(queue, call, row)
    yield from _printed(manager)


def queue_pools(manager: QueueManager) -> Iterator[tuple[str, int]]:
    """Queues of which some call waited for the page set, each with its buffer pool, in order of time."""
    waited = [
        (row, queue_pool.key)
        for queue_pool in manager.queue_pools
        if (row := queue_pool[_WAITED]) is not None
    ]
    for _, (*_, name, pool) in sorted(waited, key=lambda wait: in_time(wait[0])):
        if pool is not None:
            yield name, pool


def pools_of_queues(manager: QueueManager) -> dict[Object, Object]:
    """Queues of which calls waited, each with the pool whose shortage that is."""
    return {
        queue_object(manager, queue): Object(manager.id, f"pool {pool}")
        for queue, pool in queue_pools(manager)
    }


def queue_object(manager: QueueManager, queue: str) -> Object:
    """A queue, as findings name it."""
    return Object(manager.id, f"queue {queue}" if queue else "an unnamed queue")


def _accounted(measure: Measure, call: str, worst: Row) -> Calls:
    columns, wait, elapsed = _ASKS[call], f"{call}_page_set_elapsed", f"{call}_elapsed"
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
    worst = [row for printed_call in manager.printed_calls if (row := printed_call[_LONGEST]) is not None]
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
