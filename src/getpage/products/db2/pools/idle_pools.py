"""Pools with few getpages, and the buffers that they can do without.

What: the least size that this window supports. It holds every page that was asked for within any 300 s,
however the getpages of an interval were bunched; twice the buffers that were in use, which stays clear of the
thresholds of writes and prefetch; what Db2 asks of the pool; and it leaves prefetch its quantity, as one read
of 32 pages would else become several. It is never less than 1,000 buffers, and less than 64 MiB to spare is
not worth a command.
Limits: the window may not hold the load of a month's end, so that the size is reached by steps of 25 %, each
after a look at a window that has it.

References: BMC AMI Pool Advisor rules: fewer than 10 getpages a second and a residency of more than 300 s; no
step larger than 25 %. IBM Redbook "Storage Management with DB2 for OS/390", table 24: pages of a prefetch
request by size of the pool.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from getpage.contract.measures import Row
from getpage.contract.storage import LEAST_WASTE
from getpage.products.db2.constants import (
    IDLE_RESIDENCY,
    IN_USE_LOOK,
    LARGEST_STEP_PERCENT,
    LEAST_BUFFERS,
    LEAST_SIZE,
    PREFETCH_FULL_SIZE,
)

from .pool import BUSIEST, MOST_GETPAGES, SHORTEST, STOLEN_EARLY, Db2Pool


def idle(pool: Db2Pool) -> Row | None:
    """The interval with the most getpages of a pool that is idle in all of them; None for any other pool."""
    row = pool.window[BUSIEST]
    if row is None or not _getpages(pool) or pool.window[STOLEN_EARLY]:
        return None
    return None if row["getpage_rate"] >= pool.idle_below else row


@dataclass(frozen=True, slots=True)
class UsefulBuffers:
    """Buffers that a pool that is idle has use for, and why so many, in words."""

    buffers: int
    why: str


def least(pool: Db2Pool) -> int:
    """What Db2 asks of the pool, VPSIZEMIN, and twice the most buffers that were in use or updated."""
    return max(need.buffers for need in _least(pool))


def useful(pool: Db2Pool) -> UsefulBuffers | None:
    """Buffers that are of use to a pool that is idle: what holds every page that it was asked for in any
    300 s, and leaves prefetch its quantity. None where it is not idle, or where what is spare is not worth a
    command.
    """
    row = idle(pool)
    if row is None or not pool.size:
        return None
    prefetch = PREFETCH_FULL_SIZE[pool.page_bytes] if _prefetches(pool) else 0
    held = _asked_for(pool, float(row["getpage_rate"]))
    needs = (
        UsefulBuffers(held, f"they hold every page asked for in any {IDLE_RESIDENCY:.0f} s of this window"),
        UsefulBuffers(prefetch, "prefetch needs this many for its full quantity"),
        UsefulBuffers(LEAST_BUFFERS, "no pool is made smaller than that"),
        *_least(pool),
    )
    most = max(needs, key=lambda need: need.buffers)
    return most if (pool.size - most.buffers) * pool.page_bytes >= LEAST_WASTE else None


def _least(pool: Db2Pool) -> Iterator[UsefulBuffers]:
    yield UsefulBuffers(max(1, LEAST_SIZE.get(pool.name, 0)), "Db2 needs this many in this pool")
    if pool.latest("autosize") is True:
        yield UsefulBuffers(pool.whole("size_minimum") or 0, "VPSIZEMIN is this many")
    used = pool.in_use_most
    if isinstance(used, int):
        yield UsefulBuffers(
            math.ceil(used / IN_USE_LOOK), f"up to {used:,} were in use or updated at one time"
        )


def _asked_for(pool: Db2Pool, rate: float) -> int:
    """Getpages of any 300 s, at most: of intervals that lie in them, and all of the two at their ends."""
    most, shortest = int(pool.window[MOST_GETPAGES] or 0), pool.window[SHORTEST]
    within = IDLE_RESIDENCY if shortest is not None and shortest["rate_seconds"] < IDLE_RESIDENCY else 0.0
    return min(_getpages(pool), 2 * most + math.ceil(rate * within))


def _getpages(pool: Db2Pool) -> int:
    return pool.getpages_at_any_size


def _prefetches(pool: Db2Pool) -> bool:
    return bool(pool.total("pages_read") > pool.total("sync_reads"))


def spare_buffers(pool: Db2Pool) -> int:
    """A quarter of its buffers, but never below the least that Db2 asks of the pool."""
    size = pool.size or 0
    return max(0, size - max(size - size * LARGEST_STEP_PERCENT // 100, LEAST_SIZE.get(pool.name, 0)))
