"""The same outage at several pool sizes: one row each, and the sizes worth looking at."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .inputs import OutageInputs
from .outcome import DrainEnd, buffers_to_absorb, milestones
from .rules import PAGE_BYTES, STEP_PERCENT, Bytes, MessagesPerSecond, Minutes, Pages, Seconds, minutes
from .simulate import simulate


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRow:
    """What one pool size brings: minutes in an outage without end, pages and drain in that of the inputs.

    None in a minutes field before the drain's: it never happens at this size.
    """

    buffers: int
    storage: Bytes  # against the current size; negative gives back
    minutes_without_write: Minutes | None  # no page set write at all
    minutes_without_shortage_write: Minutes | None  # no deferred or synchronous write: the 85 % rule
    minutes_without_synchronous_write: Minutes | None
    minutes_in_memory: Minutes | None  # no page has to be read at the drain
    minutes_until_page_set_full: Minutes | None  # the same at every size
    shortage_writes: Pages  # during the outage, as the next two
    synchronous_writes: Pages
    put_wait: Seconds
    reads_at_drain: Pages | None  # None: the drain never ends
    drain_rate: MessagesPerSecond | None  # that the consumer takes in the drain, likewise
    drain_minutes: Minutes | None  # None: the drain never ends, see verdict
    verdict: DrainEnd


def sizes_table(inputs: OutageInputs, sizes: Iterable[int]) -> tuple[SizeRow, ...]:
    """One row per pool size, in ascending order without repetitions.

    Raises ValueError for a negative size.
    """
    return tuple(_row(inputs, size) for size in sorted(set(sizes)))


def candidate_sizes(inputs: OutageInputs, minutes: Minutes, steps: int = 5) -> tuple[int, ...]:
    """Give the current size, so many steps of 10 % (REDP-5238, 4.2.1), and what absorbs so many minutes."""
    grown = [math.ceil(inputs.buffers * (100 + STEP_PERCENT * step) / 100) for step in range(steps + 1)]
    return tuple(sorted({*grown, buffers_to_absorb(inputs, minutes)}))


def _row(inputs: OutageInputs, size: int) -> SizeRow:
    resized = inputs.with_buffers(size)
    reached, outcome = milestones(resized), simulate(resized)
    writes, drain = outcome.writes, outcome.drain
    return SizeRow(
        buffers=size,
        storage=Bytes((size - inputs.buffers) * PAGE_BYTES),
        minutes_without_write=minutes(reached.page_set_write),
        minutes_without_shortage_write=minutes(reached.deferred_write),
        minutes_without_synchronous_write=minutes(reached.synchronous_write),
        minutes_in_memory=minutes(reached.page_leaves_memory),
        minutes_until_page_set_full=minutes(reached.page_set_full),
        shortage_writes=writes.shortage,
        synchronous_writes=writes.synchronous,
        put_wait=outcome.put_wait,
        reads_at_drain=drain.reads,
        drain_rate=drain.rate,
        drain_minutes=minutes(drain.seconds),
        verdict=drain.verdict,
    )
