"""What a region's tasks take of MXT at their peak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.result.day import Demand

from . import tasks
from .region import Region


def demands(every: Sequence[Region]) -> Iterator[Demand]:
    """Active tasks at the peak against MXT, of each region whose transaction manager is there."""
    for region in every:
        limit, row = region.task_limit, region.tasks and region.tasks[tasks.BUSIEST]
        if limit is None or not row:
            continue
        yield Demand(
            object=region.within(tasks.MXT_NAME),
            measure="tasks at the peak",
            unit="tasks",
            value=int(row["peak_active"]),
            limit=int(limit["mxt"]),
            fact=region.fact(tasks.MANAGER_TABLE, "peak_active", row, "active tasks, highest"),
        )
