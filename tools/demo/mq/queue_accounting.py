"""Section WQST: what a task did with one queue in an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import utc

if TYPE_CHECKING:
    from ..spec import Row
    from .queue_manager import Interval
    from .tasks import QueueUse

_OPEN_US = 58.0
_CLOSE_US = 12.0
_SMALLEST, _LARGEST = 0.8, 1.25
"""Messages of a queue differ in length: shortest and longest against the average."""


def queue(done: Interval, use: QueueUse) -> Row:
    """Give the row of WQST."""
    flow, counts, size = use.flow.flow, use.flow.counts, use.flow.flow.message_bytes
    puts, gets = use.puts, use.gets
    browses = counts.lookups if use.is_getter else 0
    taken = gets.messages - browses
    persistent = flow.persistent
    return {
        "block_version": 9 if done.spec.is_10 else 8,
        "opened_name": flow.queue,
        "queue": flow.queue,
        "opened": utc(done.start + 2),
        "queue_type": "QLOCAL",
        "index_type": "CORRELID" if flow.lookups else "NONE",
        "disposition": "QMGR",
        "page_set": flow.page_set,
        "buffer_pool": use.flow.pool,
        "open_elapsed": _OPEN_US,
        "open_cpu": _OPEN_US,
        "open_count": 1,
        "close_elapsed": _CLOSE_US,
        "close_cpu": _CLOSE_US,
        "close_count": 1,
        "get_elapsed": round(gets.elapsed, 3),
        "get_cpu": round(gets.cpu, 3),
        "get_count": gets.calls,
        "get_browse_specific_count": browses,
        "get_any_count": gets.calls - browses,
        "get_valid_count": taken,
        "get_page_set_elapsed": round(gets.page_set, 3),
        "get_page_set_count": gets.page_set_count,
        "get_suspend_elapsed": round(gets.suspend, 3),
        "get_suspend_count": gets.page_set_count,
        "put_elapsed": round(puts.elapsed, 3),
        "put_cpu": round(puts.cpu, 3),
        "put_count": puts.calls,
        "put_waiting_getter_count": counts.waiting_puts if puts.calls else 0,
        "put_page_set_elapsed": round(puts.page_set, 3),
        "put_page_set_count": puts.page_set_count,
        "put_suspend_elapsed": round(puts.suspend, 3),
        "put_suspend_count": puts.page_set_count,
        "put_bytes": puts.messages * size,
        "get_bytes": gets.messages * size,
        "valid_put_count": puts.messages,
        "valid_get_count": gets.messages,
        "get_message_length_max": int(_LARGEST * size) if gets.messages else 0,
        **({"get_message_length_min": int(_SMALLEST * size)} if gets.messages else {}),
        "put_message_length_max": int(_LARGEST * size) if puts.messages else 0,
        **({"put_message_length_min": int(_SMALLEST * size)} if puts.messages else {}),
        **_time_on_queue(use, taken),
        "get_persistent_count": taken if persistent else 0,
        "put_persistent_count": puts.messages if persistent else 0,
        "depth_high_water": counts.depth_high_water,
    }


def _time_on_queue(use: QueueUse, taken: int) -> Row:
    if not taken:
        return {}
    total = use.flow.counts.queue_seconds * 1_000_000
    average = total / taken
    return {
        "queue_time": round(total, 3),
        "queue_time_max": round(1.6 * average, 3),
        "queue_time_min": round(0.2 * average, 3),
    }
