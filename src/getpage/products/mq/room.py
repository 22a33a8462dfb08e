"""How much more buffer pool fits below the bar, and above it under MEMLIMIT.

References: IBM REDP-5238, 4.2.1 (75 to 80 % of the 31-bit storage). SHARE, "MQ V8 for z/OS Bufferpools",
"Calculating Memory requirements": MEMLIMIT is 2 GB, its pages above the bar, and a control block a message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording

from .constants import (
    BELOW_LOOK_SHARE,
    MEMLIMIT_BASE,
    MESSAGE_CONTROL_BLOCK,
    MOST_BUFFERS_BELOW,
    PAGE_BYTES,
    STEP_PERCENT,
)

if TYPE_CHECKING:
    from getpage.result import Fact

    from .pool import Pool
    from .queue_manager import QueueManager


def memlimit_needed(pages_above: int, messages: int | None) -> int:
    """Bytes of MEMLIMIT; messages that nothing counts are taken as none, which makes it a lower bound."""
    return MEMLIMIT_BASE + pages_above * PAGE_BYTES + (messages or 0) * MESSAGE_CONTROL_BLOCK


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


def why_above(pool: Pool, size: int, room: int | None) -> str:
    """Why a pool below the bar cannot have that size there, in words; empty where it can.

    Where nobody knows what is free only a step of 10 % may: a queue manager that is short of storage below
    the bar is worse off than with a small pool.
    """
    if size > MOST_BUFFERS_BELOW:
        return f"a pool below the bar has at most {MOST_BUFFERS_BELOW:,} buffers"
    if room is None:
        is_step = size * 100 <= pool.buffers * (100 + STEP_PERCENT) + 100
        return "" if is_step else "free storage below the bar is not in this evidence"
    more = (size - pool.buffers) * PAGE_BYTES
    if more <= room:
        return ""
    return f"{wording.size(more)} more than now exceed the {wording.size(room)} left below the bar"


def room_above(manager: QueueManager) -> int | None:
    """Bytes that pools may take more above the bar under MEMLIMIT. None: unknown, or no limit."""
    storage = manager.storage
    if storage.memory_limit is None or storage.free_above is None:
        return None
    by_rule = storage.memory_limit - memlimit_needed(manager.pages_above, manager.messages)
    return max(0, min(by_rule, storage.free_above - storage.cushion)) // PAGE_BYTES * PAGE_BYTES


def memlimit_facts(manager: QueueManager) -> tuple[Fact, ...]:
    """MEMLIMIT as recorded, or what CSQY220I prints of it; nothing where neither is there."""
    storage = manager.storage
    if storage.printed is not None:
        return manager.facts(
            "mq_storage_usage",
            storage.printed,
            above_bar_free="free above the bar, at the minimum",
            above_bar_used="used above the bar then",
        )
    return manager.facts("mq_storage_region", storage.limited or storage.tightest, memory_limit="MEMLIMIT")
