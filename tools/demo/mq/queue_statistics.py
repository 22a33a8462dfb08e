"""Section QQST of 115 subtype 216: each queue in an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import utc
from ..workload import is_stopped
from .shared import filled_queue

if TYPE_CHECKING:
    from ..spec import Row
    from .queue_manager import FlowInterval, Interval


def every(done: Interval) -> list[Row]:
    """Give the rows of QQST."""
    private = [_queue(flow, done) for flow in done.flows]
    return [*private, filled_queue(done)] if done.spec.burst else private


def _queue(interval: FlowInterval, done: Interval) -> Row:
    flow, counts, size = interval.flow, interval.counts, interval.flow.message_bytes
    kind = "persistent" if flow.persistent else "nonpersistent"
    getters = 0 if is_stopped(flow, done.end - 1) else 1
    most = 0 if is_stopped(flow, done.start) and not getters else 1
    return {
        "queue": flow.queue,
        "page_set": flow.page_set,
        "buffer_pool": interval.pool,
        "depth": counts.depth,
        "output_handles": 1,
        "input_handles": getters,
        "oldest_message_age": 0 if counts.oldest is None else max(0, round(done.end - counts.oldest)),
        "queue_time_short": min(999_999_999, round(counts.queue_seconds / counts.gets * 1e6))
        if counts.gets
        else 0,
        **({"last_put": utc(done.end)} if counts.puts else {}),
        **({"last_get": utc(done.end)} if counts.gets else {}),
        "depth_high_water": counts.depth_high_water,
        "depth_low_water": counts.depth_low_water,
        "put_count": counts.puts,
        f"put_{kind}_count": counts.puts,
        "put_bytes": counts.puts * size,
        f"put_{kind}_bytes": counts.puts * size,
        "fast_put_count": counts.waiting_puts,
        "fast_put_bytes": counts.waiting_puts * size,
        "message_length_min": size if counts.puts else 0,
        "message_length_max": size if counts.puts else 0,
        "message_length_average": size if counts.puts else 0,
        "get_count": counts.gets,
        f"get_{kind}_count": counts.gets,
        "get_bytes": counts.gets * size,
        f"get_{kind}_bytes": counts.gets * size,
        "input_handles_high_water": most,
        "input_handles_low_water": min(getters, most),
        "output_handles_high_water": 1,
        "output_handles_low_water": 1,
    }
