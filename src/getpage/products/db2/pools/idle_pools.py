"""Pools with few getpages, and the buffers that they can do without.

Reference: BMC AMI Pool Advisor rules: fewer than 10 getpages a second and a residency of more than 300 s; no
step larger than 25 %.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Count, Worst
from getpage.products.db2.thresholds import (
    IDLE_GETPAGES,
    IDLE_RESIDENCY,
    LARGEST_STEP_PERCENT,
    LEAST_SIZE,
    PREFETCH_THRESHOLD,
    SPARE_WORTH_A_CHANGE,
)

if TYPE_CHECKING:
    from getpage.contract.measures import Row

    from .pool import Pool

BUSIEST: Final = Worst("getpage_rate")
STOLEN_EARLY: Final = Count(pl.col("getpage_rate").is_not_null() & (pl.col("residency") <= IDLE_RESIDENCY))
ASKS: Final = (BUSIEST, STOLEN_EARLY)


def idle(pool: Pool) -> Row | None:
    """The interval with the most getpages of a pool that is idle in all of them; None for any other pool."""
    row = pool.measure[BUSIEST]
    if row is None or not pool.total("getpages") or pool.measure[STOLEN_EARLY]:
        return None
    return None if row["getpage_rate"] >= IDLE_GETPAGES else row


def least(pool: Pool) -> int:
    """What Db2 asks of the pool, VPSIZEMIN, and the most buffers in use below the threshold of prefetch."""
    used = pool.in_use_most
    held = math.ceil(int(used) / PREFETCH_THRESHOLD) if isinstance(used, int) else 0
    asked = pool.whole("size_minimum") or 0 if pool.latest("autosize") is True else 0
    return max(1, LEAST_SIZE.get(pool.name, 0), asked, held)


def enough(pool: Pool) -> int | None:
    """Buffers that are of use to a pool that is idle: what holds every page that it was asked for in 300 s.
    None where it is not idle, or where a step less is not worth a change.
    """
    row = idle(pool)
    if row is None or spare_buffers(pool) * pool.page_bytes < SPARE_WORTH_A_CHANGE:
        return None
    return max(least(pool), math.ceil(float(row["getpage_rate"]) * IDLE_RESIDENCY))


def spare_buffers(pool: Pool) -> int:
    """A quarter of its buffers, but never below the least that Db2 asks of the pool."""
    size = pool.size or 0
    return max(0, size - max(size - size * LARGEST_STEP_PERCENT // 100, LEAST_SIZE.get(pool.name, 0)))
