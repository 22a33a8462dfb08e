"""The size that a pool needs, as far as its evidence tells: what a simulation proved, or the next one to run.

A first simulation is of 20 %. One that was full is doubled, as the data may need more than it had: where it
brought little, and, as long as it was smaller than the pool, where it proved what it simulated, while the
pool is given that. So a pool that needs ten times its size is there in a few looks, each of which doubles
what was proved. One that was not full has shown all and is ended, as it costs CPU, in the command that
gives the pool what it proved. So is that of a pool that reads little. What was simulated on top of the
buffers that a pool has, and ended as it brought nothing, is not simulated again.

Where a threshold was reached no simulation tells what is needed: the pool grows by a step, and to twice its
size where 95 % of its buffers were unavailable, which bounds the need from below only.

Reference: IBM Db2 documentation, "Performing buffer pool simulation", "Fixed thresholds"; IBM REDP-5238,
2.1.1; SHARE 17878.
"""

from __future__ import annotations

from typing import Final

from getpage.core.units import PAGE
from getpage.products.db2.constants import (
    AVOIDABLE_READS,
    AVOIDABLE_SHARE,
    FIRST_SIMULATED_PERCENT,
    MOST_BUFFERS_4K,
    STEP_PERCENT,
)

from .idle_pools import idle
from .pool import Db2Pool
from .simulation import Simulation

#: Counters of what a pool had no buffers for.
DATA_MANAGER: Final = "data_manager_threshold_hits"
PREFETCH: Final = "prefetch_no_buffer"
WORK_FILES: Final = (
    *("work_files_not_created", "merge_work_files_denied", "sorts_limited", "work_file_prefetch_aborted"),
)
#: PGSTEAL that can be simulated; not printed means unknown, and LRU is the default.
_LRU: Final = (None, "LRU")


def gains(pool: Db2Pool) -> bool:
    """Whether the simulated buffers are worth their storage: never to a pool that is idle."""
    return pool.simulation is not None and worth(pool.simulation) and idle(pool) is None


def worth(result: Simulation) -> bool:
    """Whether the buffers avoid a tenth of the pool's synchronous reads, or many where these are unknown."""
    reads = result.reads
    return result.sync >= AVOIDABLE_READS and (reads is None or result.sync >= AVOIDABLE_SHARE * reads)


def reads_little(pool: Db2Pool, result: Simulation) -> bool:
    """Whether the pool reads so little that no size of it could be worth its storage."""
    if idle(pool) is not None or (pool.counted and not pool.getpages_at_any_size):
        return True
    reads, seconds = result.reads, result.row["seconds"]
    return reads is not None and bool(seconds) and reads / seconds * 3600 < AVOIDABLE_READS


def too_short(pool: Db2Pool, result: Simulation) -> bool:
    """Whether it cannot have filled yet: fewer pages were read, and so moved into it, than it holds. Where a
    pool reads little nothing depends on it.
    """
    reads = result.reads
    if result.full is not False or reads is None or reads_little(pool, result):
        return False
    return reads < (result.size or 0)


def can_simulate(pool: Db2Pool) -> bool:
    """Whether PGSTEAL allows a simulated pool."""
    return pool.steal in _LRU


def lacked_buffers(pool: Db2Pool) -> bool:
    """Whether it reached a threshold or denied buffers to sorts."""
    return any(pool.total(counter) for counter in (DATA_MANAGER, PREFETCH, *WORK_FILES))


def at_most(pool: Db2Pool, size: int) -> int:
    """The size, or the most that Db2 allows."""
    return min(size, MOST_BUFFERS_4K * PAGE // pool.page_bytes)


def avoidable_share(pool: Db2Pool, result: Simulation) -> float | None:
    """The share of the synchronous reads of the same time; None where no readings of the pool cover it."""
    then = result.pool
    if then is None or not then.reads or not then.only_of(pool.size) or not then.covers(result.row):
        return None
    if result.denied:
        return None
    return min(1.0, result.sync / then.reads)


def proved_size(pool: Db2Pool) -> int | None:
    """Buffers that a simulation proved worth their storage; None where none did."""
    result = pool.simulation
    if result is None or not pool.size or not gains(pool):
        return None
    return at_most(pool, pool.size + (result.proved or 0))


def step_size(pool: Db2Pool) -> int | None:
    """One step of 10 % more buffers; None where the size is not known."""
    return None if not pool.size else at_most(pool, pool.size + -(-pool.size * STEP_PERCENT // 100))


def doubled_size(pool: Db2Pool) -> int | None:
    """Twice its buffers; None where the size is not known."""
    return None if not pool.size else at_most(pool, 2 * pool.size)


def first_simulation(pool: Db2Pool) -> int | None:
    """Buffers of a first simulation; None where one runs already or the size is not known."""
    if not pool.size or pool.is_simulated or not can_simulate(pool):
        return None
    return -(-pool.size * FIRST_SIMULATED_PERCENT // 100)


def next_simulation(pool: Db2Pool) -> tuple[int, int] | None:
    """The next simulated size after a result, 0 to end it, and the present one; None where that stays."""
    result = pool.simulation
    if result is None or not result.size or result.full is None or not can_simulate(pool):
        return None
    if reads_little(pool, result) or not (result.full or gains(pool)):
        is_ended = not pool.is_simulated or too_short(pool, result)
        return None if is_ended else (0, result.size)
    if not result.full:
        return None  # what gives the pool its buffers ends it too: without them it is all that tells of them
    if gains(pool) and result.size >= (pool.size or 0):
        return None
    return 2 * result.size, result.size if pool.is_simulated else 0
