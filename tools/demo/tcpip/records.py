"""SMF 119 of each connection that ended: the streams, those between both stacks, and small ones around the
clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage import _native

from ..clock import SECONDS_PER_DAY, local, utc
from .streams import EXCHANGES, PARTNER, STACK, STREAMS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..spec import Row, Spec
    from .streams import Stream

_SEGMENT = 8_192
_EVERY = 600
"""Seconds from one small connection to the next."""


def write(path: Path) -> None:
    """Write the dump."""
    specs = sorted([*_streams(), *_small(), *_exchanges()], key=lambda spec: spec["common"]["written"])
    path.write_bytes(_native.reframe(_native.encode_records(specs), "spanned", _SEGMENT))


def _streams() -> Iterator[Spec]:
    for number, stream in enumerate(STREAMS):
        end = stream.first + stream.seconds
        way = (
            {"bytes_in": stream.moved, "bytes_out": 900}
            if stream.receives
            else {"bytes_in": 900, "bytes_out": stream.moved}
        )
        yield _spec(end, _row(stream, number) | way)


def _row(stream: Stream, number: int) -> Row:
    sent = max(12, stream.moved // stream.segment)
    many, few = ("segments_in", "segments_out") if stream.receives else ("segments_out", "segments_in")
    return {
        "job": stream.job,
        "connection": 4_000 + number,
        "started": utc(stream.first),
        "ended": utc(stream.first + stream.seconds),
        "remote_address": _address(40 + number),
        "local_address": _address(2),
        "remote_port": 40_000 + number,
        "local_port": stream.port,
        "send_window": min(stream.window, 65_535),
        "most_send_window": stream.window,
        "congestion_window": 262_144,
        "segment_bytes": stream.segment,
        "round_trip_ms": stream.trip,
        "round_trip_variance_ms": stream.trip // 10,
        "retransmitted": round(stream.again * sent),
        many: sent,
        few: sent // 2,
    }


def _exchanges() -> Iterator[Spec]:
    """Both ends of each connection between the two stacks."""
    for number, exchange in enumerate(EXCHANGES):
        here, there = (_address(2), 30_000 + number), (_address(1), exchange.port)
        for job, system, stack, mine, theirs in (
            (exchange.job, "SYSB", STACK, here, there),
            (exchange.partner, "SYSA", PARTNER, there, here),
        ):
            row: Row = {
                "job": job,
                "connection": 7_000 + number,
                "started": utc(exchange.first),
                "ended": utc(exchange.first + exchange.seconds),
                "remote_address": theirs[0],
                "local_address": mine[0],
                "remote_port": theirs[1],
                "local_port": mine[1],
                "bytes_in": exchange.moved,
                "bytes_out": exchange.moved,
                "send_window": 65_535,
                "most_send_window": 65_535,
                "congestion_window": 262_144,
                "segment_bytes": exchange.segment,
                "round_trip_ms": 0,
                "round_trip_variance_ms": 0,
                "segments_in": exchange.segments,
                "segments_out": exchange.segments,
            }
            yield _spec(exchange.first + exchange.seconds, row, system, stack)


def _small() -> Iterator[Spec]:
    """Transactions of a web server: a few kilobytes both ways."""
    for number, end in enumerate(range(_EVERY, SECONDS_PER_DAY, _EVERY)):
        yield _spec(
            end,
            {
                "job": "WEBSRV1",
                "connection": 9_000 + number,
                "started": utc(end - 4),
                "ended": utc(end),
                "remote_address": _address(200),
                "local_address": _address(2),
                "remote_port": 50_000 + number,
                "local_port": 443,
                "bytes_in": 2_300,
                "bytes_out": 14_800,
                "send_window": 65_535,
                "most_send_window": 65_535,
                "congestion_window": 65_535,
                "segment_bytes": 1_452,
                "round_trip_ms": 30,
                "round_trip_variance_ms": 3,
                "segments_in": 9,
                "segments_out": 13,
            },
        )


def _address(last: int) -> str:
    return f"00000000000000000000FFFF0A1400{last:02X}"


def _spec(end: int, row: Row, system: str = "SYSB", stack: str = STACK) -> Spec:
    return {
        "record_type": 119,
        "subtype": 2,
        "common": {"system": system, "written": local(end), "stack": stack, "release": "020500"},
        "sections": {"SMF119AP_TT": [row]},
        "lengths": {},
    }
