"""Write the day's SMF dump: every record in the order of time, in segments as a VBS data set has them.

An interval at a time is simulated, encoded and written, so the memory it takes does not grow with the day.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from getpage import _native

from . import other_records, records_115, records_116
from .clock import INTERVAL, SECONDS_PER_DAY
from .estate import QUEUE_MANAGERS
from .queue_manager import QueueManager

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .spec import Spec

SEGMENT = 8_192
"""Longest segment of the file; records above it are spanned."""

DUPLICATED = ("MQA2", 16 * 3600, 215)
"""Queue manager, end of the interval and subtype of the statistics record that stands in the dump twice."""

SYSTEMS = tuple(dict.fromkeys(spec.system for spec in QUEUE_MANAGERS))
_FIRST_SYSTEM = SYSTEMS[0]


def write(path: Path) -> None:
    """Write the dump."""
    with path.open("wb") as file:
        for batch in _batches():
            file.write(_native.reframe(batch, "spanned", SEGMENT))


def _batches() -> Iterator[list[bytes]]:
    yield [other_records.dump_header(_FIRST_SYSTEM, SECONDS_PER_DAY + 95)]
    managers = [QueueManager(spec) for spec in QUEUE_MANAGERS]
    for end in range(INTERVAL, SECONDS_PER_DAY + 1, INTERVAL):
        specs = [spec for manager in managers for spec in _interval(manager, end)]
        specs.sort(key=lambda spec: spec["common"]["written_utc"])
        yield [*_native.encode_records(json.dumps(specs)), *_others(end)]
    yield [other_records.dump_trailer(_FIRST_SYSTEM, SECONDS_PER_DAY + 96)]


def _interval(manager: QueueManager, end: int) -> list[Spec]:
    """Give the records that a queue manager writes in the quarter of an hour up to `end`."""
    spec, start = manager.spec, end - INTERVAL
    if end <= spec.started:
        return []
    found = []
    if start < spec.started:
        start = spec.started
        found += records_115.statistics(manager.run(start, start))
    done = manager.run(start, end)
    if start in spec.lost:
        return found
    found += records_115.statistics(done) + records_116.accounting(done)
    return found + [
        one for one in found if (spec.name, end, one["subtype"]) == DUPLICATED and one["record_type"] == 115
    ]


def _others(end: int) -> list[bytes]:
    found = []
    for system in SYSTEMS:
        found.append(other_records.rmf(system, end + 0.5))
        found += other_records.jobs(system, end + 0.6)
    return found
