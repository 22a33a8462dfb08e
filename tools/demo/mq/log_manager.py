"""Section QJST: what the persistent messages of an interval put on the log, and the time that took.

The log is written twice. Commits write one control interval a time, long runs of messages several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import utc

if TYPE_CHECKING:
    from ..spec import Row
    from .queue_manager import Interval

CONTROL_INTERVAL = 4096
PUT_OVERHEAD = 480
"""Bytes on the log besides the message for a put, and for a get (which logs no data) in all."""
GET_BYTES = 180

_SINGLE_US = 340.0
_MULTI_US = 620.0
_MULTI_INTERVALS = 5
_SINGLE_SHARE = 3
_WAKE_US = 35.0
_BYTES_PER_WAIT = 500_000


def log_bytes(done: Interval) -> int:
    """Count the bytes logged in an interval."""
    return sum(
        f.counts.puts * (f.flow.message_bytes + PUT_OVERHEAD) + f.counts.gets * GET_BYTES
        for f in done.flows
        if f.flow.persistent
    )


def log(done: Interval) -> Row:
    """Give the row of QJST."""
    size = log_bytes(done)
    intervals = -(-size // CONTROL_INTERVAL)
    single = intervals // _SINGLE_SHARE
    multi = -(-(intervals - single) // _MULTI_INTERVALS)
    row: Row = {
        "write_wait_requests": single,
        "write_nowait_requests": sum(f.counts.puts for f in done.flows if f.flow.persistent),
        "write_force_requests": multi + done.checkpoints,
        "unavailable_buffer_waits": _buffer_waits(done, size),
        "bsds_accesses": 2 + 8 * done.checkpoints,
        "active_log_control_intervals": intervals,
        "buffer_writes": single + multi,
        "checkpoints": done.checkpoints,
        "log_request_suspends": single,
        "log_writes": 2 * (single + multi),
        "control_intervals_written": 2 * intervals,
        "control_intervals_written_serially": single // 4,
        "write_threshold_count": multi // 3,
        "io_elapsed_squares": int(single * _SINGLE_US**2 * 1.1 + multi * _MULTI_US**2 * 1.2),
    }
    length = (done.end - done.start) * 1_000_000
    busy = single * (_SINGLE_US + _WAKE_US) + multi * (_MULTI_US + _WAKE_US)
    row["writer_idle_elapsed"] = max(0.0, length - round(busy))
    for copy, slower in ((1, 1.0), (2, 1.01)):
        row |= _copy(done, copy, "single_ci", (single, single), _SINGLE_US * slower)
        row |= _copy(done, copy, "multi_ci", (multi, intervals - single), _MULTI_US * slower)
    return row


def _copy(done: Interval, copy: int, kind: str, written: tuple[int, int], each: float) -> Row:
    writes, intervals = written
    prefix = f"copy{copy}_{kind}_"
    if not writes:
        return {}
    row: Row = {
        prefix + "writes": writes,
        prefix + "control_intervals": intervals,
        prefix + "io_elapsed": round(writes * each, 3),
        prefix + "suspend_elapsed": round(writes * (each + _WAKE_US), 3),
    }
    for wait, longest in (("io", 9 * each), ("suspend", 9 * each + _WAKE_US)):
        row |= {
            f"{prefix}{wait}_elapsed_max": round(min(longest, writes * each), 3),
            f"{prefix}{wait}_elapsed_max_at": utc((done.start + done.end) / 2),
            f"{prefix}{wait}_elapsed_max_log": f"ACTLG{copy}{done.start // 21_600 + 1:02d}",
        }
    return row


def _buffer_waits(done: Interval, size: int) -> int:
    rate = done.spec.log_buffer_rate
    seconds = done.end - done.start
    return 0 if rate is None else -(-max(0, size - rate * seconds) // _BYTES_PER_WAIT)
