"""Pools with few getpages, and the buffers that they can do without.

What: the least size that this window supports. It holds every page that was asked for within any 300 s,
however the getpages of an interval were bunched; the buffers that were in use; what Db2 asks of the pool; and
it leaves prefetch its quantity, as one read of 32 pages would else become several.
Limits: the window may not hold the load of a month's end, so that the size is reached by steps of 25 %, each
after a look at a window that has it.

References: BMC AMI Pool Advisor rules: fewer than 10 getpages a second and a residency of more than 300 s; no
step larger than 25 %. IBM Redbook "Storage Management with DB2 for OS/390", table 24: pages of a prefetch
request by size of the pool.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Count, Largest, Least, Worst
from getpage.products.db2.thresholds import (
    IDLE_GETPAGES,
    IDLE_RESIDENCY,
    LARGEST_STEP_PERCENT,
    LEAST_SIZE,
    PREFETCH_FULL_SIZE,
    PREFETCH_THRESHOLD,
    SPARE_WORTH_A_CHANGE,
)

if TYPE_CHECKING:
    from getpage.contract.measures import Row

    from .pool import Pool

BUSIEST: Final = Worst("getpage_rate")
STOLEN_EARLY: Final = Count(pl.col("getpage_rate").is_not_null() & (pl.col("residency") <= IDLE_RESIDENCY))
_RATED: Final = pl.col("getpage_rate").is_not_null()
MOST_GETPAGES: Final = Largest(pl.when(_RATED).then(pl.col("getpages")))
SHORTEST: Final = Least("rate_seconds", where=_RATED)
ASKS: Final = (BUSIEST, STOLEN_EARLY, MOST_GETPAGES, SHORTEST)


def idle(pool: Pool) -> Row | None:
    """The interval with the most getpages of a pool that is idle in all of them; None for any other pool."""
    row = pool.window[BUSIEST]
    if row is None or not _getpages(pool) or pool.window[STOLEN_EARLY]:
        return None
    return None if row["getpage_rate"] >= IDLE_GETPAGES else row


def least(pool: Pool) -> int:
    """What Db2 asks of the pool, VPSIZEMIN, and the most buffers in use below the threshold of prefetch."""
    used = pool.in_use_most
    held = math.ceil(int(used) / PREFETCH_THRESHOLD) if isinstance(used, int) else 0
    asked = pool.whole("size_minimum") or 0 if pool.latest("autosize") is True else 0
    return max(1, LEAST_SIZE.get(pool.name, 0), asked, held)


def enough(pool: Pool) -> int | None:
    """Buffers that are of use to a pool that is idle: what holds every page that it was asked for in any
    300 s, and leaves prefetch its quantity. None where it is not idle, or where a step less is not worth a
    change.
    """
    row = idle(pool)
    if row is None or spare_buffers(pool) * pool.page_bytes < SPARE_WORTH_A_CHANGE:
        return None
    prefetch = PREFETCH_FULL_SIZE[pool.page_bytes] if _prefetches(pool) else 0
    return max(least(pool), prefetch, _asked_for(pool, float(row["getpage_rate"])))


def _asked_for(pool: Pool, rate: float) -> int:
    """Getpages of any 300 s, at most: of intervals that lie in them, and all of the two at their ends."""
    most, shortest = int(pool.window[MOST_GETPAGES] or 0), pool.window[SHORTEST]
    within = IDLE_RESIDENCY if shortest is not None and shortest["rate_seconds"] < IDLE_RESIDENCY else 0.0
    return min(_getpages(pool), 2 * most + math.ceil(rate * within))


def _getpages(pool: Pool) -> int:
    return pool.total_at_any_size("getpages")


def _prefetches(pool: Pool) -> bool:
    return bool(pool.total("pages_read") > pool.total("sync_reads"))


def spare_buffers(pool: Pool) -> int:
    """A quarter of its buffers, but never below the least that Db2 asks of the pool."""
    size = pool.size or 0
    return max(0, size - max(size - size * LARGEST_STEP_PERCENT // 100, LEAST_SIZE.get(pool.name, 0)))
