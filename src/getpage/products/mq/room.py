"""How much more buffer pool fits below the bar, and above it under MEMLIMIT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memlimit import needed
from .thresholds import BELOW_LOOK_SHARE, MOST_BUFFERS_BELOW, PAGE_BYTES, STEP_PERCENT

if TYPE_CHECKING:
    from .pool import Pool
    from .queue_manager import QueueManager


def room_below(manager: QueueManager) -> int | None:
    """Bytes that pools may take more below the bar: under 75 % of the region and above the reserve. None:
    unknown.

    Free storage is taken at its minimum over the window.
    """
    storage = manager.storage
    if storage.free_below is None:
        return None
    free = storage.free_below - storage.short_reserve
    if storage.region_31 is not None:
        free = min(free, round(BELOW_LOOK_SHARE * storage.region_31) - manager.bytes_below)
    return max(0, free)


def fits_below(pool: Pool, size: int, room: int | None) -> bool:
    """Whether a pool below the bar may have that size there. Where nobody knows what is free only a step of
    10 % may: a queue manager that is short of storage below the bar is worse off than with a small pool.
    """
    if size > MOST_BUFFERS_BELOW:
        return False
    if room is None:
        return size * 100 <= pool.buffers * (100 + STEP_PERCENT) + 100
    return (size - pool.buffers) * PAGE_BYTES <= room


def room_above(manager: QueueManager) -> int | None:
    """Bytes that pools may take more above the bar under MEMLIMIT. None: unknown, or no limit."""
    storage = manager.storage
    if storage.memory_limit is None or storage.free_above is None:
        return None
    by_rule = storage.memory_limit - needed(manager.pages_above, manager.messages)
    return max(0, min(by_rule, storage.free_above - storage.cushion)) // PAGE_BYTES * PAGE_BYTES
