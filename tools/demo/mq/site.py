"""All queue managers through the day: the records that they write in an interval, some lost, one twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL
from . import records_115, records_116
from .estate import QUEUE_MANAGERS
from .queue_manager import QueueManager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Spec

DUPLICATED = ("MQA2", 16 * 3600, 215)
"""Queue manager, end of the interval and subtype of the statistics record that stands in the dump twice."""


class QueueManagers:
    """The queue managers that write SMF records."""

    systems = tuple(dict.fromkeys(spec.system for spec in QUEUE_MANAGERS))

    def __init__(self) -> None:
        """Start the day."""
        self._managers = [QueueManager(spec) for spec in QUEUE_MANAGERS]

    def records(self, end: int) -> Iterator[Spec]:
        """Give what is written in the quarter of an hour up to `end`."""
        for manager in self._managers:
            yield from _interval(manager, end)


def _interval(manager: QueueManager, end: int) -> list[Spec]:
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
        row for row in found if (spec.name, end, row["subtype"]) == DUPLICATED and row["record_type"] == 115
    ]
