"""What bounds a steady put-and-get rate: processors, requesters, and the page set I/O that too small a pool
causes.

For queues that stay loaded while messages are put and got at random (not a backlog), as in the tables of
the MQ V8 workshop. Asymptotic bounds of a closed system; no queueing, so the rate is an upper bound and
pool sizes are compared by it, not predicted by it.

Reference: Denning and Buzen, "The Operational Analysis of Queueing Network Models" (1978), bounds on
throughput.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .rules import (
    MICROSECONDS_PER_SECOND,
    Fraction,
    Microseconds,
    Pages,
    PagesPerSecond,
    TransactionsPerSecond,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SteadyLoad:
    """Transactions of one put and one get of a random message each, against one pool."""

    requesters: int
    processors: int
    cpu: Microseconds  # per transaction
    pages_per_transaction: float  # pages touched by the get
    working_set: Pages  # pages that the loaded queues take
    usable_buffers: Pages  # buffers that can hold them
    read: Microseconds  # per page
    page_set_pages: PagesPerSecond  # most that devices and paths carry, reads and writes


def hit_ratio(load: SteadyLoad) -> Fraction:
    """Share of the pages that a random get finds in the pool."""
    if load.working_set <= load.usable_buffers:
        return Fraction(1.0)
    return Fraction(max(0.0, load.usable_buffers) / load.working_set)


def rate_bound(load: SteadyLoad) -> TransactionsPerSecond:
    """Most transactions per second: the least of what requesters, processors and page set I/O allow.

    Each page not found is read, and as many changed pages must be written to make room for them.
    """
    missed = load.pages_per_transaction * (1 - hit_ratio(load))
    elapsed = load.cpu + missed * load.read
    by_requesters = load.requesters * MICROSECONDS_PER_SECOND / elapsed if elapsed else math.inf
    by_page_sets = load.page_set_pages / (2 * missed) if missed else math.inf
    return TransactionsPerSecond(min(by_requesters, cpu_ceiling(load.processors, load.cpu), by_page_sets))


def cpu_ceiling(processors: int, cpu: Microseconds) -> TransactionsPerSecond:
    """Transactions per second that keep all processors busy; infinite if they cost nothing."""
    return TransactionsPerSecond(processors * MICROSECONDS_PER_SECOND / cpu if cpu else math.inf)


def processors_busy(rate: TransactionsPerSecond, cpu: Microseconds) -> float:
    """Processors that a rate keeps busy, from its CPU cost per transaction."""
    return rate * cpu / MICROSECONDS_PER_SECOND


def path_ceiling(rate: TransactionsPerSecond, path_busy: Fraction) -> TransactionsPerSecond:
    """Rate that would fill the channel paths with the I/O per transaction as measured; infinite if idle."""
    return TransactionsPerSecond(rate / path_busy if path_busy else math.inf)
