"""Sizes that rules ask for."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from .thresholds import FEWEST, MOST_BUFFERS

if TYPE_CHECKING:
    from .subpool import Subpool


def larger(subpool: Subpool, times: float) -> int | None:
    """So many times its buffers, as far as IMS allows it; None where it has that many, or nobody knows."""
    if not subpool.buffers or not subpool.buffer_bytes or subpool.buffers >= MOST_BUFFERS:
        return None
    return min(MOST_BUFFERS, ceil(subpool.buffers * times))


def least(subpool: Subpool) -> int | None:
    """The fewest buffers that IMS makes; None where it has no more."""
    fewest = FEWEST[subpool.access]
    return fewest if (subpool.buffers or 0) > fewest else None
