"""Buffers that a pool with few getpages can do without.

Reference: BMC AMI Pool Advisor rules: fewer than 10 getpages a second and a residency of more than 300 s; no
step larger than 25 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from .thresholds import IDLE_GETPAGES, IDLE_RESIDENCY, LARGEST_STEP_PERCENT, LEAST_SIZE

if TYPE_CHECKING:
    from .frames import Row
    from .pool import Pool


def idle(pool: Pool) -> Row | None:
    """The interval with the most getpages of a pool that is idle in all of them; None for any other pool."""
    rated = pool.rated.drop_nulls("getpage_rate")
    if not rated.height or not pool.total("getpages"):
        return None
    stolen_early = rated.filter(pl.col("residency") <= IDLE_RESIDENCY).height
    row = rated.sort("getpage_rate", descending=True, maintain_order=True).row(0, named=True)
    return None if stolen_early or row["getpage_rate"] >= IDLE_GETPAGES else row


def spare_buffers(pool: Pool) -> int:
    """A quarter of its buffers, but never below the least that Db2 asks of the pool."""
    size = pool.size or 0
    return max(0, size - max(size - size * LARGEST_STEP_PERCENT // 100, LEAST_SIZE.get(pool.name, 0)))
