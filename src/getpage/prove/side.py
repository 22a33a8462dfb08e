"""One side of a proof: the evidence before a change, or after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from getpage.contract.observation import Observation
from getpage.contract.work import Work
from getpage.result.prove import Side


@dataclass(frozen=True, kw_only=True)
class ObservedSide:
    """One side of a proof: what it is, and what was observed in its window."""

    side: Side
    observed: Observation

    @cached_property
    def work(self) -> tuple[Work, ...]:
        """Its work by product, subsystem and time."""
        return tuple(sorted(self.observed.work, key=_work_order))


def _work_order(work: Work) -> tuple[str, str, datetime]:
    return work.subsystem.product, str(work.subsystem), work.start.replace(tzinfo=None)
