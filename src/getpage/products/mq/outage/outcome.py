"""What the model says of one outage: milestones, phases, pages by cause, and the drain.

Nothing here is None unless it never happens; a drain that never ends says so in `verdict`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from .units import Messages, MessagesPerSecond, Pages, Seconds

if TYPE_CHECKING:
    from .inputs import OutageInputs
    from .milestones import Milestones


class Phase(StrEnum):
    """What the buffer manager does in a stretch of the outage or the drain; the gravest that applies."""

    IN_MEMORY = "in memory"
    CHECKPOINT_WRITES = "checkpoint writes"
    DEFERRED_WRITES = "deferred writes"
    SYNCHRONOUS_WRITES = "synchronous writes"
    PAGE_SET_FULL = "page set full"


class Verdict(StrEnum):
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

    verdict: Verdict
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
