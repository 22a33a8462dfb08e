"""The state of the backlog as five positions on one line, and how fast each moves.

Messages are put and got in order, and deferred, synchronous and checkpoint writes all take the oldest page
first. So every set of pages is a prefix of the backlog, and its end is one number, counted in pages since
the outage began:

    got <= put        the consumer empties pages in order
    stolen <= written the oldest written pages leave the pool when a new page needs a buffer and none is empty
    written <= put    written to the page set, or emptied before that was needed

All five move at constant speed between events, so the simulation is exact: no time step, no rounding of
phases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .units import MICROSECONDS_PER_SECOND, PagesPerSecond

if TYPE_CHECKING:
    from .inputs import OutageInputs
    from .limits import Limits


@dataclass(slots=True)
class State:
    """Positions in pages since the outage began; `aged` ends what a checkpoint would write."""

    put: float = 0.0
    written: float = 0.0
    stolen: float = 0.0
    got: float = 0.0
    aged: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Speeds:
    """Pages per second: of the positions, and of what is counted."""

    put: float
    written: float
    stolen: float
    got: float
    aged: float
    refused: float
    deferred: float
    synchronous: float
    checkpoint: float
    read: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The four rates that the inputs fix, in pages per second."""

    put: PagesPerSecond
    get_from_pool: PagesPerSecond
    get_from_page_set: PagesPerSecond
    deferred: PagesPerSecond

    @classmethod
    def of(cls, inputs: OutageInputs) -> Rates:
        """Derive the rates; a page that must be read costs the consumer one read more."""
        pool = inputs.get_pages
        slowed = pool / (1 + pool * inputs.times.read / MICROSECONDS_PER_SECOND)
        return cls(inputs.put_pages, pool, PagesPerSecond(slowed), inputs.deferred_pages)


def speeds(state: State, rates: Rates, limits: Limits, aged: float, *, consuming: bool) -> Speeds:
    """Tell how fast everything moves from here; `aged` is the put speed one checkpoint age ago."""
    near = limits.tolerance
    reading = consuming and state.got < state.stolen - near
    got = 0.0 if not consuming else rates.get_from_page_set if reading else rates.get_from_pool
    room = limits.page_set - (state.put - state.got)
    put = rates.put if room > near else min(rates.put, got)

    checkpoint = aged if state.aged >= state.written - near else 0.0
    emptied = got if state.got >= state.written - near else 0.0
    base = max(checkpoint, emptied)
    deferred = _deferred(state, rates, limits, put)
    shortage = max(base, deferred)
    unwritten = state.put - state.written
    written = max(shortage, put) if unwritten >= limits.synchronous - near else shortage
    if unwritten <= near:
        written = min(written, put)

    empty = limits.capacity - (state.put - max(state.stolen, state.got))
    stolen = put if empty <= near and (reading or not consuming) else 0.0
    by_checkpoint = max(0.0, min(written, checkpoint) - emptied)
    by_deferred = max(0.0, min(written, deferred) - base)
    return Speeds(
        put=put,
        written=written,
        stolen=stolen,
        got=got,
        aged=aged,
        refused=rates.put - put,
        deferred=by_deferred,
        synchronous=max(0.0, written - shortage),
        checkpoint=by_checkpoint * limits.checkpoint_share,
        read=got if reading else 0.0,
    )


def _deferred(state: State, rates: Rates, limits: Limits, put: float) -> float:
    """Speed of the deferred writes: all they can above the threshold, just enough to hold it when at it."""
    above = state.put - state.written - limits.deferred
    if above > limits.tolerance:
        return rates.deferred
    return min(rates.deferred, put) if above >= -limits.tolerance and put > 0 else 0.0
