"""The transactions of a region whose response rose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.core.names import Object
from getpage.products.cics.region import Region
from getpage.products.cics.thresholds import RESPONSE_RISE

from .hours import P95
from .rise import FEWEST_DAYS, FEWEST_TASKS, Rise, rise

#: Transactions of a region that are shown, by the time that their tasks lost: ours.
SHOWN: Final = 10


def comparable(region: Region) -> int:
    """Transactions with days enough to compare."""
    return sum(1 for _ in _names(region))


def risen(region: Region) -> list[tuple[Object, Rise]]:
    """Those whose tasks lost most time first."""
    hours = region.measured.hours
    rises = []
    for name in _names(region):
        transaction = region.within(name)
        rose = rise(hours[*region.key, name], region.in_force(RESPONSE_RISE, transaction))
        if rose is not None:
            rises.append((transaction, rose))
    return sorted(rises, key=lambda pair: (-pair[1].extra * pair[1].tasks, str(pair[0])))


def _names(region: Region) -> Iterator[str]:
    for task in region.transactions:
        rows = region.measured.hours.get(task.key)
        if rows is None or rows.height <= FEWEST_DAYS or not task.key[-1]:
            continue
        busy = rows.filter(rows["tasks"] >= FEWEST_TASKS, rows[P95] > 0)
        if busy["hour"].dt.date().n_unique() > FEWEST_DAYS:
            yield str(task.key[-1])
