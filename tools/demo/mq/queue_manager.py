"""Run a queue manager through its day, interval by interval.

The result of an interval holds what every section of its records is made of, so that they agree with each
other.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from .flow import FlowCounts, FlowState
from .page_set import PageSet, times
from .pool import STEP, Pool, PoolCounts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..workload import Flow
    from .definitions import PageSetSpec, QueueManagerSpec
    from .page_set import Times
    from .pool import PoolSpec

_NOISE = 0.04
"""By how much an interval differs from the usual rate of its time of day."""


@dataclass(frozen=True, slots=True)
class FlowInterval:
    """A queue in one interval."""

    flow: Flow
    pool: int
    counts: FlowCounts
    times: Times


@dataclass(frozen=True, slots=True)
class PoolInterval:
    """A pool in one interval."""

    spec: PoolSpec
    available: int
    counts: PoolCounts
    flows: tuple[FlowInterval, ...]


@dataclass(frozen=True, slots=True)
class PageSetInterval:
    """A page set in one interval."""

    spec: PageSetSpec
    pages: int
    persistent: int
    nonpersistent: int
    expansions: int
    expanded: bool
    object_writes: int
    object_immediate: int
    times: Times
    flows: tuple[FlowInterval, ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """A queue manager in one interval, from and to in seconds of the day."""

    spec: QueueManagerSpec
    start: int
    end: int
    pools: tuple[PoolInterval, ...]
    page_sets: tuple[PageSetInterval, ...]
    flows: tuple[FlowInterval, ...]
    checkpoints: int


class QueueManager:
    """A queue manager that runs."""

    def __init__(self, spec: QueueManagerSpec) -> None:
        """Start it, with its queues as they are at that time."""
        self.spec = spec
        self._random = Random(f"{spec.system} {spec.name}")
        self._flows = [FlowState(flow) for flow in spec.flows]
        for flow in self._flows:
            flow.start(spec.started)
        self._page_sets = [
            PageSet(page_set, [f for f in self._flows if f.flow.page_set == page_set.number], page_set.pages)
            for page_set in spec.page_sets
        ]
        pool_of = {page_set.number: page_set.pool for page_set in spec.page_sets}
        self._pool_of = {id(flow): pool_of[flow.flow.page_set] for flow in self._flows}
        self._pools = [
            Pool(pool, [f for f in self._flows if self._pool_of[id(f)] == pool.number], self._random)
            for pool in spec.pools
        ]

    def run(self, start: int, end: int) -> Interval:
        """Go on to the end of an interval; an empty one is what is written at start-up."""
        for flow in self._flows:
            flow.noise = 1 + _NOISE * (2 * self._random.random() - 1)
        checkpoints = 0
        for second in range(start, end, STEP):
            for pool in self._pools:
                pool.step(second)
            if second % self.spec.checkpoint == 0:
                checkpoints += 1
                for pool in self._pools:
                    pool.checkpoint()
            for page_set in self._page_sets:
                page_set.grow()
        return self._take(start, end, checkpoints)

    def _take(self, start: int, end: int, checkpoints: int) -> Interval:
        rates = {pool.number: pool.deferred_rate for pool in self.spec.pools}
        drawn = {
            page_set.number: times(rates[page_set.pool], self._random) for page_set in self.spec.page_sets
        }
        flows = {
            id(f): FlowInterval(f.flow, self._pool_of[id(f)], f.take_counts(), drawn[f.flow.page_set])
            for f in self._flows
        }

        def of(states: list[FlowState]) -> Iterator[FlowInterval]:
            return (flows[id(state)] for state in states)

        pools = []
        for pool in self._pools:
            available, counts = pool.available, pool.take_counts()
            pools.append(PoolInterval(pool.spec, available, counts, tuple(of(pool.flows))))
        objects = {pool.spec.number: pool.counts for pool in pools}
        page_sets = [
            PageSetInterval(
                spec=page_set.spec,
                pages=page_set.pages,
                persistent=page_set.persistent,
                nonpersistent=page_set.nonpersistent,
                expansions=page_set.expansions,
                expanded=page_set.take_expanded(),
                object_writes=objects[page_set.spec.pool].object_writes if page_set.spec.number == 0 else 0,
                object_immediate=objects[page_set.spec.pool].object_immediate
                if page_set.spec.number == 0
                else 0,
                times=drawn[page_set.spec.number],
                flows=tuple(of(page_set.flows)),
            )
            for page_set in self._page_sets
        ]
        return Interval(
            self.spec, start, end, tuple(pools), tuple(page_sets), tuple(of(self._flows)), checkpoints
        )
