"""What each rule of MQ looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks

if TYPE_CHECKING:
    from .queue_manager import QueueManager


def _counted(manager: QueueManager) -> int:
    """Pools whose use records count."""
    return sum(pool.counted for pool in manager.pools)


def _mapped(manager: QueueManager) -> int:
    """Pools of which it is known which page sets they serve."""
    return sum(pool.largest_useful is not None for pool in manager.pools)


def _filling(manager: QueueManager) -> int:
    """Pools of which puts are counted and page sets are known."""
    return sum(pool.counted and bool(pool.page_sets) for pool in manager.pools)


def _busy(manager: QueueManager) -> int:
    """Counted pools whose page class is known."""
    return sum(pool.counted and pool.page_class is not None for pool in manager.pools)


def _limited(manager: QueueManager) -> int:
    return int(manager.storage.memory_limit is not None and manager.storage.free_above is not None)


LOOKS: Final[tuple[Looks[QueueManager], ...]] = (
    Looks(
        "buffer pool",
        _counted,
        (
            checks.pool_short_on_storage,
            checks.pool_synchronous_write,
            checks.pool_undersized,
            checks.pool_reads,
            checks.pool_steal_contention,
            checks.pool_checkpoint_writes,
            checks.pool_unused,
        ),
    ),
    Looks("buffer pool with its page sets", _mapped, (checks.pool_shared, checks.pool_oversized)),
    Looks("buffer pool with its page class", _busy, (checks.pool_not_fixed,)),
    Looks("buffer pool with its puts", _filling, (checks.deep_queue_outage,)),
    Looks("queue manager with its pools", lambda m: int(bool(m.pools)), (checks.pools_below_the_bar,)),
    Looks(
        "queue manager with its storage",
        lambda m: int(m.storage.lowest is not None),
        (checks.storage_below_the_bar,),
    ),
    Looks(
        "queue manager with its storage manager",
        lambda m: int(bool(m.storage_manager)),
        (checks.storage_short,),
    ),
    Looks("queue manager with its MEMLIMIT", _limited, (checks.memlimit,)),
    Looks("page set", lambda m: len(m.page_sets), (checks.page_set_full,)),
    Looks("log", lambda m: int(m.log is not None), (checks.log_buffers,)),
    Looks(
        "queue with its calls",
        lambda m: len(m.queue_calls) + len(m.printed_calls),
        (checks.queue_page_set_wait,),
    ),
    Looks(
        "queue manager with its records", lambda m: int(bool(_counted(m))), (checks.zero_length_intervals,)
    ),
)
