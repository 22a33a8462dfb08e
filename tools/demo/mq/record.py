"""A record as a queue manager writes it: its header, its name and release, and sections as long as then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import local, utc

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .definitions import QueueManagerSpec

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
