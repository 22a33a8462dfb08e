"""Readings that are missing among readings that come at regular times.

A counter that is cumulative loses nothing over a gap but its division in time: what happened in it is known
only as a whole. Readings at irregular times (displays that people enter) have no gaps.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import polars as pl

from .thresholds import GAP, REGULAR_READINGS, REGULAR_WITHIN

if TYPE_CHECKING:
    from datetime import datetime


def gaps(shown: pl.DataFrame) -> tuple[float, list[tuple[datetime, datetime]]]:
    """The usual time between readings of one member in seconds, and the gaps; (0, []) where none is usual."""
    rows = shown.filter(pl.col("statistics") == "CUMULATIVE").drop_nulls("shown_at")
    times = sorted(set(rows["shown_at"].to_list()))
    steps = [(b - a).total_seconds() for a, b in pairwise(times)]
    if len(steps) < REGULAR_READINGS:
        return 0.0, []
    usual = median(steps)
    regular = sum(abs(step - usual) <= REGULAR_WITHIN * usual for step in steps)
    if 2 * regular < len(steps):
        return 0.0, []
    return usual, [(a, b) for a, b in pairwise(times) if (b - a).total_seconds() > GAP * usual]
