"""What is left at the minimum, of images and within limits: demands that fall towards what has to be left."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.observation import Observation
from getpage.contract.storage import whole
from getpage.core.names import PLATFORM, Object, Subsystem
from getpage.result.day import Demand


def demands(observed: Observation) -> Iterator[Demand]:
    """Free storage of each image at its minimum against its reserve, and the room of subsystems' limits."""
    for entry in observed.real_storage:
        if entry.by == PLATFORM and entry.free is not None and not entry.free_is_average:
            yield Demand(
                object=whole(entry.image),
                measure="free storage at the minimum",
                unit="bytes",
                value=entry.free,
                limit=entry.kept,
                falls=True,
                fact=entry.facts.get("free"),
            )
    for limit in observed.limits:
        if not isinstance(limit.id.owner, Subsystem):
            continue  # what images and coupling facilities set aside is no demand
        yield Demand(
            object=Object(limit.id.owner, limit.id.name),
            measure="room left",
            unit="bytes",
            value=limit.room,
            limit=0,
            falls=True,
            fact=next(iter(limit.facts), None),
        )
