"""Tables of a queue manager: its deepest queues, its shared message data sets, what an outage would do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.core.units import KIB, MIB
from getpage.result import Scalar, Table

from .constants import PAGE_BYTES
from .outage.from_evidence import outage_tables
from .queue_manager import QueueManager
from .queues import Queue, Served
from .smds import SharedDataSet, used_blocks_share

MOST_QUEUES: Final = 8
QUEUE_COLUMNS: Final = (
    *("queue", "pool", "page set", "messages, most", "MiB, at least", "oldest, s", "put/s", "got/s"),
    *("time without a get, s", "getters"),
)
SMDS_COLUMNS: Final = (
    *("structure", "buffers", "KiB each", "MiB", "most in use", "most waiting", "waits", "waited, s"),
    *("reads saved, %", "ms per I/O", "KiB per message", "blocks in use, %"),
)
_GETTERS: Final = {
    Served.AWAY: "none while it filled",
    Served.BEHIND: "slower than puts",
    Served.STAYS: "keep up",
}


def tables(manager: QueueManager) -> Iterator[Table]:
    """All of them that the evidence has rows for."""
    yield from _of_queues(manager)
    yield from _of_data_sets(manager)
    yield from outage_tables(manager)


def _of_queues(manager: QueueManager) -> Iterator[Table]:
    queues = sorted(manager.queues, key=lambda queue: (-(queue.pages or 0), -queue.messages, queue.name))
    deepest = [queue for queue in queues if queue.messages][:MOST_QUEUES]
    if deepest:
        yield Table(
            title=f"{manager.label}: the queues that hold most",
            columns=QUEUE_COLUMNS,
            rows=tuple(map(_queue, deepest)),
            note="Queue statistics (SMF 115 subtype 216). Storage is the most messages times their average "
            "length, without what MQ keeps beside them. Rates are over the window.",
        )


def _queue(queue: Queue) -> tuple[Scalar, ...]:
    seconds = queue.total("seconds")
    rates = [round(queue.total(name) / seconds, 1) if seconds else None for name in ("puts", "gets")]
    oldest = queue.oldest
    return (
        queue.name,
        queue.pool,
        queue.page_set,
        queue.messages,
        None if queue.pages is None else round(queue.pages * PAGE_BYTES / MIB, 1),
        None if oldest is None else int(oldest["oldest_message_age"]),
        *rates,
        round(queue.total("seconds_unserved")),
        _GETTERS[queue.served],
    )


def _of_data_sets(manager: QueueManager) -> Iterator[Table]:
    rows = tuple(_data_set(data_set) for data_set in manager.shared_data_sets if data_set.buffers)
    if rows:
        yield Table(
            title=f"{manager.label}: buffers of shared message data sets",
            columns=SMDS_COLUMNS,
            rows=rows,
            note="A buffer is as large as a logical block (DSBLOCK). Longer messages take several I/Os; of "
            "shorter ones several may share a block.",
        )


def _data_set(data_set: SharedDataSet) -> tuple[Scalar, ...]:
    busiest, waiting, fullest = data_set.busiest, data_set.most_waiting, data_set.fullest
    saved, io, message = data_set.reads_saved, data_set.io_seconds, data_set.message_bytes
    return (
        data_set.structure,
        data_set.buffers,
        round(data_set.buffer_bytes / KIB) or None,
        round(data_set.bytes / MIB, 1) or None,
        None if busiest is None else int(busiest["buffers_in_use_high_water"]),
        0 if waiting is None else int(waiting["pool_waiters_high_water"]),
        round(data_set.total("pool_waits")),
        round(data_set.waited_seconds, 1),
        None if saved is None else round(100 * saved, 1),
        None if io is None else round(1e3 * io, 2),
        None if message is None else round(message / KIB, 1),
        None if fullest is None else round(100 * used_blocks_share(fullest), 1),
    )
