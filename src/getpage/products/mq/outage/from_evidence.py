"""What the outage model needs of a pool, out of its busiest interval of puts; None where evidence is missing.

A new page (QPSTGETN) is a page that a put filled. Pages per message follow where a pool takes nearly all
new pages of its queue manager; elsewhere pages are counted instead of messages, which changes no result.
What the consumer could take at most is in no statistics: it is assumed to be twice what is put, and the
table says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core.units import MIB
from getpage.result import Scalar, Table

from ..constants import FEWEST_BUFFERS, FEWEST_PAGES_PER_SECOND, OUTAGE
from ..counters import CHECKPOINTS, LOG_SECONDS
from ..pool import NEW_MOST, USED_USUALLY, Pool
from ..queue_manager import QueueManager
from . import MessagePages, OutageInputs, SizeRow, candidate_sizes, pages_from_counts, simulate, sizes_table
from .rules import (
    ALL,
    SECONDS_PER_MINUTE,
    Fraction,
    Messages,
    MessagesPerSecond,
    Minutes,
    Pages,
    PagesPerMessage,
    Seconds,
)

DRAIN_OVER_PUT = 2.0  # ours: consumer against puts

_PAGE = MessagePages(
    low=PagesPerMessage(1.0),
    value=PagesPerMessage(1.0),
    high=PagesPerMessage(1.0),
    source="counted in new pages, QPSTGETN, so one message counts as one page here",
    is_page=True,
)


NEARLY_ALL = 0.9  # ours: share of the new pages with which a pool stands for its queue manager


def put_pages_per_second(pool: Pool) -> float:
    """New pages a second in the interval with most of them."""
    return float(pool.window[NEW_MOST] or 0.0)


def outage_inputs(manager: QueueManager, pool: Pool) -> OutageInputs | None:
    """The inputs; None without page sets or without puts worth the name."""
    rate = put_pages_per_second(pool)
    if not pool.page_sets or rate < FEWEST_PAGES_PER_SECOND:
        return None
    message = message_pages(manager, pool)
    in_use = in_use_usually(pool) or 0.0
    return OutageInputs(
        buffers=pool.buffers,
        pages_in_use=Pages(min(in_use, pool.buffers)),
        message=message,
        put_rate=MessagesPerSecond(rate / message.value),
        get_rate=MessagesPerSecond(rate / message.value * DRAIN_OVER_PUT),
        outage=OUTAGE,
        page_set_pages=Pages(pool.page_set_pages),
        page_set_used=Pages(pool.page_set_used_pages),
        persistent=persistent_share(pool),
        checkpoint_interval=checkpoint_interval(manager),
        times=pool.times,
    )


def in_use_usually(pool: Pool) -> float | None:
    """Buffers that are not available in the median interval; None where nothing counts them."""
    return pool.window[USED_USUALLY]


def message_pages(manager: QueueManager, pool: Pool) -> MessagePages:
    """Pages a message, or a page itself where this pool does not stand for its queue manager."""
    new = pool.total_of_window("getpages_new")
    everywhere = sum(other.total_of_window("getpages_new") for other in manager.pools)
    puts = manager.messages_put
    if not puts or new < NEARLY_ALL * everywhere:
        return _PAGE
    return pages_from_counts(
        Pages(new), Messages(puts), "new pages over messages put, QPSTGETN over QISTMPUT"
    )


def persistent_share(pool: Pool) -> Fraction:
    """The share of the pages in use that hold persistent messages; all where nothing says."""
    persistent = sum(int(page_set.last["persistent_pages"] or 0) for page_set in pool.page_sets)
    other = sum(int(page_set.last["nonpersistent_pages"] or 0) for page_set in pool.page_sets)
    return Fraction(persistent / (persistent + other)) if persistent + other else ALL


def checkpoint_interval(manager: QueueManager) -> Seconds | None:
    """Seconds between checkpoints, on average over the window; None where nothing says."""
    log = manager.log
    seconds, checkpoints = (log[LOG_SECONDS], log[CHECKPOINTS]) if log else (0, 0)
    return Seconds(seconds / checkpoints) if seconds and checkpoints else None


MOST_POOLS = 8
STEPS = 2
NEVER = "never"

COLUMNS = (
    "pool",
    "buffers",
    "MiB more",
    "minutes without a write for shortage",
    "minutes until puts wait for their writes",
    "minutes until pages leave the pool",
    "pages read at the drain",
    "drain, minutes",
)


def outage_tables(manager: QueueManager) -> Iterator[Table]:
    """One table, of the pools with most puts; none where no pool has puts and page sets."""
    tried = [(pool, outage_inputs(manager, pool)) for pool in manager.pools]
    pools = [(pool, inputs) for pool, inputs in tried if inputs is not None]
    pools.sort(key=lambda item: (-item[1].put_rate, item[0].number))
    pools = pools[:MOST_POOLS]
    if not pools:
        return
    rows = [row for pool, inputs in pools for row in _rows(pool.number, inputs)]
    pool, inputs = pools[0]
    minutes = round(OUTAGE / SECONDS_PER_MINUTE)
    yield Table(
        title=f"{manager.label}: an outage of the consumer for {minutes} minutes, by size of the buffer pool",
        columns=COLUMNS,
        rows=tuple(rows),
        note="A model, not a measurement. Puts go on as in the busiest interval of this window, and the "
        f"consumer comes back with {DRAIN_OVER_PUT:g} times their rate, which no statistics show. For pool "
        f"{pool.number}: " + " ".join(simulate(inputs).assumptions),
    )


def _rows(pool: int, inputs: OutageInputs) -> Iterator[tuple[Scalar, ...]]:
    sizes = candidate_sizes(inputs, Minutes(OUTAGE / SECONDS_PER_MINUTE), STEPS)
    for row in sizes_table(inputs, [max(size, FEWEST_BUFFERS) for size in sizes]):
        yield (
            pool,
            row.buffers,
            round(row.storage / MIB, 1),
            _minutes(row.minutes_without_shortage_write),
            _minutes(row.minutes_without_synchronous_write),
            _minutes(row.minutes_in_memory),
            round(row.reads_at_drain) if row.reads_at_drain is not None else NEVER,
            _drain(row),
        )


def _minutes(value: float | None) -> Scalar:
    return NEVER if value is None else round(value, 1)


def _drain(row: SizeRow) -> Scalar:
    return str(row.verdict) if row.drain_minutes is None else round(row.drain_minutes, 1)
