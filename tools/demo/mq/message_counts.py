"""Sections of 115 subtypes 1 and 2 that count calls, messages and locks: QMST, QIST, QLST, QSST, Q5ST.

Message manager and data manager agree: what a putter hands straight to a waiting getter is an MQPUT and an
MQGET, but no request to the data manager.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .storage import region

if TYPE_CHECKING:
    from ..spec import Row
    from .queue_manager import FlowInterval, Interval

EMPTY_GETS = 30
"""MQGET calls that find the queue empty, for each queue and interval: the getter's wait runs out."""

_LOCKS_PER_MESSAGE = 4
_INQUIRES_PER_QUEUE = 6


def empty_gets(flow: FlowInterval) -> int:
    """Count the MQGET calls that found a queue empty; none while its getter is down."""
    return EMPTY_GETS if flow.counts.gets or flow.counts.lookups else 0


def calls(done: Interval) -> Row:
    """Give the row of QMST."""
    persistent = [f for f in done.flows if f.flow.persistent]
    other = [f for f in done.flows if not f.flow.persistent]
    active = sum(1 for f in done.flows if f.counts.puts or f.counts.gets) if done.end > done.start else 0
    gets = sum(f.counts.gets + f.counts.lookups + empty_gets(f) for f in done.flows)
    return {
        "open_count": 2 * active,
        "close_count": 2 * active,
        "get_count": gets,
        "put_count": sum(f.counts.puts for f in done.flows),
        "inquire_count": _INQUIRES_PER_QUEUE * active,
        "close_all_handles_count": sum(1 for task in done.spec.tasks if task.per_interval) if active else 0,
        "persistent_puts": sum(f.counts.puts for f in persistent),
        "nonpersistent_puts": sum(f.counts.puts for f in other),
        "persistent_put_bytes": sum(f.counts.puts * f.flow.message_bytes for f in persistent),
        "nonpersistent_put_bytes": sum(f.counts.puts * f.flow.message_bytes for f in other),
        "otel_emission_tasks": 1 if done.spec.is_10 else 0,
    }


def messages(done: Interval) -> Row:
    """Give the row of QIST."""
    gets = sum(f.counts.queued_gets + f.counts.lookups for f in done.flows)
    disk = sum(f.counts.gets_from_disk for f in done.flows)
    return {
        "message_gets": gets,
        "message_puts": sum(f.counts.queued_puts for f in done.flows),
        "object_locates": 360 if done.end > done.start else 0,
        "gets_from_disk": disk,
        "gets_from_buffer_pool": gets - disk,
    }


def locks(done: Interval) -> Row:
    """Give the row of QLST."""
    requests = _LOCKS_PER_MESSAGE * sum(f.counts.queued_puts + f.counts.queued_gets for f in done.flows)
    return {"lock_requests": requests, "lock_requests_held": requests // 900, "lock_releases": requests}


def storage_requests(done: Interval) -> Row:
    """Give the row of QSST; pools are contracted while 31-bit storage lies below its reserve."""
    area = region(done.spec, done.end)
    short = int(area["available_31"]) < int(area["reserved_short_31"])
    active = done.end > done.start
    return {
        "fixed_pool_expansions": 3 if active else 0,
        "fixed_pool_contractions": 3 if active else 0,
        "variable_pool_expansions": 2 if active else 0,
        "variable_pool_contractions": 2 if active else 0,
        "getmain_count": 40 if active else 0,
        "freemain_count": 38 if active else 0,
        "short_on_storage_contractions": 6 if short and active else 0,
    }


def db2(done: Interval) -> Row:
    """Give the row of Q5ST: the shared repository, which only members of a queue sharing group use."""
    if not done.spec.queue_sharing_group:
        return {}
    reads = 12 if done.end > done.start else 0
    return {
        "server_tasks": 8,
        "active_server_tasks": 8,
        "request_queue_depth_high_water": min(1, reads),
        "read_requests": reads,
        "read_thread_elapsed": reads * 1_450.0,
        "read_thread_elapsed_max": min(1, reads) * 2_900.0,
        "read_sql_elapsed": reads * 1_100.0,
        "read_sql_elapsed_max": min(1, reads) * 2_300.0,
    }
