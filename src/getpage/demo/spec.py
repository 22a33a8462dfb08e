"""A record to encode, in the words of the layouts: what `getpage._native.encode_records` takes, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from .clock import local, utc

if TYPE_CHECKING:
    from .definitions import QueueManagerSpec

Value = int | float | str | bool
Row = dict[str, Value]


class Spec(TypedDict):
    """A record: columns of its headers, rows of its sections, and section lengths of an older release."""

    record_type: int
    subtype: int
    common: Row
    sections: dict[str, list[Row]]
    lengths: dict[str, int]


_LENGTHS_9_3 = {"QWHX": 0, "QMST": 104, "QJST": 596, "QCCT": 48, "QCST": 324}
"""Sections that were shorter in 9.3.0 (IBM MQ documentation; the layouts' `lengths`)."""

_LATE = 0.0011
"""Seconds from the end of an interval until the first record of it is built."""


def record(
    manager: QueueManagerSpec,
    kind: tuple[int, int],
    written: float,
    sections: dict[str, list[Row]],
    common: Row | None = None,
) -> Spec:
    """Describe a record that a queue manager writes at a second of the day."""
    header: Row = {
        "system": manager.system,
        "queue_manager": manager.name,
        "level": manager.level,
        "written": local(written + _LATE) // 10_000 * 10_000,
        "written_utc": utc(written + _LATE),
        "queue_sharing_group": manager.queue_sharing_group,
        "version": manager.version,
    }
    return {
        "record_type": kind[0],
        "subtype": kind[1],
        "common": header | (common or {}),
        "sections": sections,
        "lengths": {} if manager.is_10 else _LENGTHS_9_3,
    }


def interval(start: int, end: int) -> Row:
    """Give the columns that say which interval a record is about."""
    length = (end - start) * 1_000_000
    return {"interval_start": local(start) + 931, "interval_us": max(0, length - 227)}
