"""One side of a proof: what was observed in its window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from getpage.core.errors import NotEnoughEvidenceError
from getpage.products import registry

if TYPE_CHECKING:
    from datetime import datetime

    from getpage.contract.observation import Observation
    from getpage.contract.work import Work
    from getpage.result.prove import Side


@dataclass(frozen=True, kw_only=True)
class ObservedSide:
    """One side of a proof: what it is, and what was observed in it."""

    side: Side
    observed: Observation

    @cached_property
    def work(self) -> tuple[Work, ...]:
        """Its work by product, subsystem and time."""
        return tuple(sorted(self.observed.work, key=_when))


def _when(work: Work) -> tuple[str, str, datetime]:
    return work.subsystem.product, str(work.subsystem), work.start.replace(tzinfo=None)


def nothing(before: ObservedSide, after: ObservedSide) -> NotEnoughEvidenceError:
    """Why two sides cannot be compared, and what would help."""
    parts = []
    for name, side in (("before", before), ("after", after)):
        if not _subsystems(side):
            parts.append(f"{name} ({side.side.label}) has nothing that is counted by interval")
    if not parts:
        names = [_subsystems(side) for side in (before, after)]
        parts.append(f"no subsystem is on both sides: {', '.join(names[0])} and {', '.join(names[1])}")
    return NotEnoughEvidenceError(
        f"nothing to compare: {'; '.join(parts)}. What would help: "
        f"{registry.what_gives_sides()}, for the same hours of two like days; or a table of runs as CSV"
    )


def _subsystems(side: ObservedSide) -> list[str]:
    """Those of which something can be compared."""
    of = side.observed
    return sorted({str(one.subsystem) for part in (side.work, of.class_times, of.metered) for one in part})
