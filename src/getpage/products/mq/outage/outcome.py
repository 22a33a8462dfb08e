"""What the model says of one outage: milestones, phases, pages by cause, and the drain.

Nothing here is None unless it never happens; a drain that never ends says so in `verdict`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from .inputs import Limits, OutageInputs
from .rules import SECONDS_PER_MINUTE, USABLE, Messages, MessagesPerSecond, Minutes, Pages, Seconds


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


class Phase(StrEnum):
    """What the buffer manager does in a stretch of the outage or the drain; the worst that applies."""

    IN_MEMORY = "in memory"
    CHECKPOINT_WRITES = "checkpoint writes"
    DEFERRED_WRITES = "deferred writes"
    SYNCHRONOUS_WRITES = "synchronous writes"
    PAGE_SET_FULL = "page set full"


class DrainEnd(StrEnum):
    """How the drain ends."""

    DRAINS = "drains"
    CONSUMER_TOO_SLOW = "never: the consumer takes no more than is put"
    READS_TOO_SLOW = "never: with a page set read for each page the consumer takes no more than is put"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Seconds since the outage began, from `start` to `end`."""

    phase: Phase
    start: Seconds
    end: Seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Writes:
    """Pages written to the page sets, by cause; each page is counted once."""

    deferred: Pages  # fewer than 15 % of the buffers available
    synchronous: Pages  # fewer than 5 % available: a put waited
    checkpoint: Pages  # old enough when a checkpoint came

    @property
    def shortage(self) -> Pages:
        """Pages that a larger pool would not have had to write then."""
        return Pages(self.deferred + self.synchronous)

    @property
    def total(self) -> Pages:
        """All pages written."""
        return Pages(self.deferred + self.synchronous + self.checkpoint)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drain:
    """From the consumer's return until it has caught up with the puts, which go on.

    Where it never catches up, every figure but `seconds_from_memory` is None.
    """

    verdict: DrainEnd
    seconds: Seconds | None
    seconds_from_memory: Seconds | None  # the same drain with every page in the pool
    messages: Messages | None  # got: the backlog and what is put while it drains
    rate: MessagesPerSecond | None
    reads: Pages | None  # pages read from the page sets, each waited for
    read_wait: Seconds | None
    writes: Writes | None
    put_wait: Seconds | None  # synchronous writes while it drains
    refused: Messages | None  # puts that failed while it drains

    @property
    def extra_seconds_per_message(self) -> Seconds | None:
        """Read wait per message got; None where nothing was got or the drain never ends."""
        return (
            Seconds(self.read_wait / self.messages) if self.messages and self.read_wait is not None else None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One outage at one pool size."""

    inputs: OutageInputs
    reached: Milestones  # within this outage; None where the outage ended first
    phases: tuple[Stretch, ...]  # of the outage, in order, without gaps
    messages_put: Messages
    messages_refused: Messages  # MQRC_STORAGE_MEDIUM_FULL (2192)
    pages_put: Pages
    pages_in_pool: Pages  # of the backlog, when the consumer returns
    pages_on_page_set_only: Pages  # had to leave the pool; the drain reads at least these
    pages_unwritten: Pages
    writes: Writes  # during the outage
    put_wait: Seconds  # summed over all puts: synchronous writes x time of one
    drain: Drain
    assumptions: tuple[str, ...]

    @property
    def open_batch_pages(self) -> Pages:
        """Pages that the consumer's open unit of work keeps until it commits; the model leaves them out."""
        return Pages(self.inputs.commit_batch * self.inputs.message.value)
