"""When a pool reaches each threshold while nobody gets: closed form, no simulation.

With puts of p pages per second and pages written at the checkpoint after an age of a seconds, unwritten
pages never exceed p x a, so a pool with room for that many below its thresholds never runs short.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .limits import Limits
from .rules import USABLE
from .units import SECONDS_PER_MINUTE, Minutes, Pages, Seconds

if TYPE_CHECKING:
    from .inputs import OutageInputs


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestones:
    """Seconds from the start of the outage; None: never, however long the outage."""

    page_set_write: Seconds | None  # first page written at all, for shortage or at a checkpoint
    deferred_write: Seconds | None  # fewer than 15 % available: first page set write for shortage
    synchronous_write: Seconds | None  # fewer than 5 % available: puts wait for writes
    page_leaves_memory: Seconds | None  # pool full: first page that the drain must read
    page_set_full: Seconds | None  # puts fail with MQRC_STORAGE_MEDIUM_FULL (2192)


def milestones(inputs: OutageInputs) -> Milestones:
    """Tell when each threshold is passed in an outage without end; `inputs.outage` does not matter."""
    limits, puts, age = Limits.of(inputs), inputs.put_pages, inputs.checkpoint_age
    if not puts > 0:
        return Milestones(
            page_set_write=None,
            deferred_write=None,
            synchronous_write=None,
            page_leaves_memory=None,
            page_set_full=None,
        )
    aging = math.inf if age is None else puts * age
    unwritten = min(limits.page_set, aging)  # the most that is ever unwritten
    deferred = limits.deferred / puts if unwritten > limits.deferred + limits.tolerance else None
    checkpoint = age if limits.page_set > limits.tolerance and limits.checkpoint_share > 0 else None
    first = [when for when in (checkpoint, deferred) if when is not None]
    overflows = limits.page_set > limits.capacity + limits.tolerance
    return Milestones(
        page_set_write=Seconds(min(first)) if first else None,
        deferred_write=None if deferred is None else Seconds(deferred),
        synchronous_write=_synchronous(inputs, limits, Pages(unwritten), deferred),
        page_leaves_memory=Seconds(limits.capacity / puts) if overflows else None,
        page_set_full=Seconds(limits.page_set / puts),
    )


def _synchronous(
    inputs: OutageInputs, limits: Limits, unwritten: Pages, deferred: float | None
) -> Seconds | None:
    surplus = inputs.put_pages - inputs.deferred_pages
    if deferred is None or surplus <= 0 or unwritten <= limits.synchronous + limits.tolerance:
        return None
    when = deferred + (limits.synchronous - limits.deferred) / surplus
    return Seconds(when) if when * inputs.put_pages < limits.page_set else None


def buffers_to_absorb(inputs: OutageInputs, minutes: Minutes) -> int:
    """Smallest pool that takes so many minutes with no page set write for shortage and no read at the drain.

    The 85 % rule: (pages in use + pages put, at most the room on the page sets) / 0.85, rounded up. It does
    not count on checkpoints, so it is enough with any checkpoint interval. As 1 / 0.85 = 1.18, it keeps
    below the 120 % of the page sets that REDP-5238, 4.2.1 gives as the largest useful pool, unless pages in
    use lie on other page sets. Raises ValueError for negative minutes.
    """
    if not minutes >= 0:
        text = f"minutes is {minutes}: give the length of the outage, 0 or more"
        raise ValueError(text)
    backlog = min(inputs.put_pages * minutes * SECONDS_PER_MINUTE, inputs.page_set_room)
    return math.ceil((inputs.pages_in_use + backlog) / USABLE)
