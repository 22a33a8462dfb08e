"""What the rules of MQ look at, each with how much of it a queue manager has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .queue_manager import QueueManager

COUNTED_POOLS: Final[Scope[QueueManager]] = Scope(
    "buffer pool", lambda manager: sum(pool.counted for pool in manager.pools)
)
MAPPED_POOLS: Final[Scope[QueueManager]] = Scope(
    "buffer pool with its page sets",
    plural="buffer pools with their page sets",
    count=lambda manager: sum(pool.largest_useful is not None for pool in manager.pools),
)
CLASSED_POOLS: Final[Scope[QueueManager]] = Scope(
    "buffer pool with its page class",
    plural="buffer pools with their page class",
    count=lambda manager: sum(pool.counted and pool.page_class is not None for pool in manager.pools),
)
FILLING_POOLS: Final[Scope[QueueManager]] = Scope(
    "buffer pool with its puts",
    plural="buffer pools with their puts",
    count=lambda manager: sum(pool.counted and bool(pool.page_sets) for pool in manager.pools),
)
POOLS: Final[Scope[QueueManager]] = Scope(
    "queue manager with its pools",
    plural="queue managers with their pools",
    count=lambda manager: int(bool(manager.pools)),
)
STORAGE: Final[Scope[QueueManager]] = Scope(
    "queue manager with its storage",
    plural="queue managers with their storage",
    count=lambda manager: int(manager.storage.lowest is not None),
)
STORAGE_MANAGER: Final[Scope[QueueManager]] = Scope(
    "queue manager with its storage manager",
    plural="queue managers with their storage manager",
    count=lambda manager: int(bool(manager.storage_manager)),
)
MEMLIMIT: Final[Scope[QueueManager]] = Scope(
    "queue manager with its MEMLIMIT",
    plural="queue managers with their MEMLIMIT",
    count=lambda manager: int(
        manager.storage.memory_limit is not None and manager.storage.free_above is not None
    ),
)
PAGE_SETS: Final[Scope[QueueManager]] = Scope("page set", lambda manager: len(manager.page_sets))
QUEUES: Final[Scope[QueueManager]] = Scope("queue", lambda manager: len(manager.queues))
SHARED_DATA_SETS: Final[Scope[QueueManager]] = Scope(
    "shared message data set", lambda manager: len(manager.shared_data_sets)
)
STRUCTURES: Final[Scope[QueueManager]] = Scope(
    "structure of shared queues",
    plural="structures of shared queues",
    count=lambda manager: len(manager.structures),
)
LOG: Final[Scope[QueueManager]] = Scope("log", lambda manager: int(manager.log is not None))
CALLS: Final[Scope[QueueManager]] = Scope(
    "queue with its calls",
    plural="queues with their calls",
    count=lambda manager: len(manager.queue_calls) + len(manager.printed_calls),
)
RECORDS: Final[Scope[QueueManager]] = Scope(
    "queue manager with its records",
    plural="queue managers with their records",
    count=lambda manager: int(any(pool.counted for pool in manager.pools)),
)

#: Scopes whose rules measure rows of pools.
POOL_SCOPES: Final = (COUNTED_POOLS, MAPPED_POOLS, CLASSED_POOLS, FILLING_POOLS)
