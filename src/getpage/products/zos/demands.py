"""What is in use of the local page slots of systems at the peak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.core.names import Object
from getpage.products.common.subsystem import row_of
from getpage.result.day import Demand

from .rows import STORAGE
from .storage import FULLEST
from .system import ZosSystem
from .thresholds import SLOTS


def demands(systems: Sequence[ZosSystem]) -> Iterator[Demand]:
    """Slots in use of each system against those at which z/OS declares a shortage."""
    for system in systems:
        row = row_of(system.storage, FULLEST)
        if row is not None:
            yield Demand(
                object=Object(system.id, "page slots"),
                measure="page slots in use at the peak",
                unit="slots",
                value=int(row["slots_total"]) - int(row["slots_available_minimum"]),
                limit=system.in_force(SLOTS) * int(row["slots_total"]),
                fact=system.fact(STORAGE, "slots_available_minimum", row, "free slots, lowest"),
            )
