"""Write the day's SMF dump: every record in the order of time, in segments as a VBS data set has them.

An interval at a time is simulated, encoded and written, so the memory it takes does not grow with the day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage import _native

from . import other_records
from .cics import Regions
from .clock import INTERVAL, SECONDS_PER_DAY
from .db2 import Members
from .mq import QueueManagers
from .zos import Systems, page_ins

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .spec import Spec, Value

SEGMENT = 8_192
"""Longest segment of the file; records above it are spanned."""

_SYSTEMS = ("SYSA", "SYSB")


def write(path: Path) -> None:
    """Write the dump."""
    with path.open("wb") as file:
        for batch in _batches():
            file.write(_native.reframe(batch, "spanned", SEGMENT))


def _batches() -> Iterator[list[bytes]]:
    yield [other_records.dump_header(_SYSTEMS[0], SECONDS_PER_DAY + 95)]
    writers = (QueueManagers(), Members(), Regions(page_ins), Systems())
    for end in range(INTERVAL, SECONDS_PER_DAY + 1, INTERVAL):
        specs = [spec for writer in writers for spec in writer.records(end)]
        specs.sort(key=_moment)
        yield [*_native.encode_records(specs), *_others(end)]
    yield [other_records.dump_trailer(_SYSTEMS[0], SECONDS_PER_DAY + 96)]


def _moment(spec: Spec) -> Value:
    """When SMF wrote a record, local time; within a hundredth of a second the order stays."""
    return spec["common"]["written"]


def _others(end: int) -> list[bytes]:
    found = []
    for system in _SYSTEMS:
        found.append(other_records.rmf(system, end + 0.5))
        found += other_records.jobs(system, end + 0.6)
    return found
