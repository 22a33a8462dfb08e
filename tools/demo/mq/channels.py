"""Channel initiator statistics (115 subtype 231) and channel accounting (116 subtype 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import SECONDS_PER_DAY, utc
from .storage import NO_LIMIT_MB

if TYPE_CHECKING:
    from ..spec import Row
    from .definitions import ChannelSpec
    from .queue_manager import FlowInterval, Interval

MAX_CHANNELS = 200
BATCH_SIZE = 50
CHINIT_LIMIT_MB = 2048

_DISPATCHERS = 3
_ADAPTERS = 4
_CPU_US = 12.0
_REQUEST_US = 31.0
_HEADER_BYTES = 476
"""Bytes of a transmission header and descriptor for each message sent."""
_BUFFER_BYTES = 32_000


def moved(channel: ChannelSpec, flow: FlowInterval) -> int:
    """Count the messages that went over a channel."""
    return flow.counts.gets if channel.sender else flow.counts.puts


def _of(channel: ChannelSpec, done: Interval) -> FlowInterval:
    return next(flow for flow in done.flows if flow.flow.queue == channel.queue)


def initiator(done: Interval) -> dict[str, list[Row]]:
    """Give the sections of 115 subtype 231."""
    spec, channels = done.spec, done.spec.channels
    requests = sum(moved(channel, _of(channel, done)) for channel in channels)
    limit = NO_LIMIT_MB if spec.storage.memory_limit is None else CHINIT_LIMIT_MB
    return {
        "QCCT": [
            {
                "job": f"{spec.name}CHIN",
                "chinit_queue_sharing_group": spec.queue_sharing_group,
                "current_channels_high_water": len(channels),
                "current_channels_max": MAX_CHANNELS,
                "active_channels_high_water": len(channels),
                "active_channels_max": MAX_CHANNELS,
                "tcp_channels_max": MAX_CHANNELS,
                "lu62_channels_max": MAX_CHANNELS,
                "storage_31": 32,
                "storage_64": 187,
                "storage_64_limit": limit,
            }
        ],
        "QCT-dispatcher": [
            _task(done, n, requests // _DISPATCHERS) | {"channel_count": len(channels[n::_DISPATCHERS])}
            for n in range(_DISPATCHERS)
        ],
        "QCT-adapter": [_task(done, 16 + n, requests // _ADAPTERS) for n in range(_ADAPTERS)],
        "QCT-dns": [_task(done, 48, 0)],
    }


def _task(done: Interval, number: int, requests: int) -> Row:
    length = float((done.end - done.start) * 1_000_000)
    busy = min(requests * _REQUEST_US, 0.9 * length)
    return {
        "task": 0x9C8000 + 656 * number,
        "request_count": requests,
        "task_cpu": min(requests * _CPU_US, busy),
        "request_elapsed": busy,
        "wait_elapsed": length - busy,
    }


def accounting(done: Interval) -> list[Row]:
    """Give the rows of QCST."""
    return [_channel(channel, _of(channel, done), done) for channel in done.spec.channels]


def _channel(channel: ChannelSpec, flow: FlowInterval, done: Interval) -> Row:
    count = moved(channel, flow)
    size = count * flow.flow.message_bytes
    persistent = flow.flow.persistent
    batches = -(-count // BATCH_SIZE)
    sent, received = size + count * _HEADER_BYTES, batches * 64
    buffers = -(-sent // _BUFFER_BYTES)
    if not channel.sender:
        sent, received = received, sent
    row: Row = {
        "collected": utc(done.end),
        "channel": channel.name,
        "disposition": "PRIVATE",
        "channel_type": "SDR" if channel.sender else "RCVR",
        "status": "RUNNING" if count else "RETRYING",
        "statistics_setting": "MEDIUM",
        "connection_name": channel.address,
        "started": utc(-3 * SECONDS_PER_DAY),
        "batch_size": BATCH_SIZE,
        "message_count": count,
        "persistent_message_count": count if persistent else 0,
        "batch_count": batches,
        "full_batch_count": count // BATCH_SIZE,
        "buffers_sent": buffers if channel.sender else batches,
        "buffers_received": batches if channel.sender else buffers,
        "message_bytes": size,
        "persistent_message_bytes": size if persistent else 0,
        "bytes_sent": sent,
        "bytes_received": received,
        "network_elapsed_average": 1_850 if count else 0,
        **({"network_elapsed_min": 1_100} if count else {}),
        "network_elapsed_max": 9_700 if count else 0,
        "remote_name": channel.partner,
        "dispatcher_number": 1,
        "remote_product": "MQMV" if channel.address.startswith("10.1.2.") else "MQMM",
        "remote_version": "10000000",
    }
    if count:
        row["last_message"] = utc(done.end - 1)
    return row
