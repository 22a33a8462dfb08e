"""Records for tests of the store: SMF 115 of three pools of one queue manager, a minute each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from getpage import _native

if TYPE_CHECKING:
    from collections.abc import Iterable

DAY = 24 * 60
NOON = 1_789_992_000_000_000


def pool_record(minute: int, reads: int = 7) -> bytes:
    return pool_records([minute], reads)[0]


def pool_records(minutes: Iterable[int], reads: int = 7) -> list[bytes]:
    return _native.encode_records([pool_spec(minute, reads) for minute in minutes])


def pool_spec(minute: int, reads: int) -> dict[str, Any]:
    at = NOON + minute * 60_000_000
    common = {
        "system": "SYSA",
        "queue_manager": "MQ1A",
        "level": "946",
        "written": at + 60_000_000,
        "interval_start": at,
        "interval_us": 60_000_000,
    }
    pools = [{"buffer_pool": n, "buffers": 1000, "lowest_stealable": 900, "reads": reads} for n in range(3)]
    return {"record_type": 115, "subtype": 215, "common": common, "sections": {"QPST": pools}}
