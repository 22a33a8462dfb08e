"""One buffer pool over time: pages put, written, stolen and read.

Limits as IBM documents them (IBM MQ documentation, "Defining your buffer pools", and the fields QPSTDWT,
QPSTDMC and QPSTIMW of "Buffer manager data records"): deferred writes start when fewer than 15 % of the
buffers are available, puts write themselves when fewer than 5 % are, and a checkpoint writes what two
checkpoints have found unwritten.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from .flow import FlowState

DEFERRED_WRITE = 0.15
SYNCHRONOUS_WRITE = 0.05
STEP = 15
"""Seconds of one step of the simulation."""

_STEPS_PER_START = 4
"""While deferred writing goes on it is started about once a minute (REDP-5238, 4.2.1: 17 an interval)."""
_WRITES_PER_THRESHOLD = 150
"""Pages written synchronously each time the threshold is met (REDP-5238, 4.2.1: 33 834 for 229)."""


@dataclass(frozen=True, slots=True)
class PoolSpec:
    """How a pool is defined, and the devices behind it."""

    number: int
    buffers: int
    above: bool = True
    fixed: bool = True
    in_use: int = 6
    """Buffers that are never available: space maps and the like."""
    deferred_rate: int = 6000
    """Pages a second that deferred writing gets onto the page sets."""
    immediate_share: float = 0.0
    """Share of the pages written at a checkpoint that are written immediately."""
    object_updates: int = 0
    """Pages of object definitions that a checkpoint finds changed."""


@dataclass(slots=True)
class PoolCounts:
    """What QPST counts in one interval, apart from what the queues count."""

    lowest: int = 0
    steals: int = 0
    deferred_starts: int = 0
    threshold: int = 0
    object_writes: int = 0
    object_immediate: int = 0


@dataclass(slots=True)
class Pool:
    """A pool and the queues whose pages it holds."""

    spec: PoolSpec
    flows: list[FlowState]
    random: Random
    available: int = 0
    counts: PoolCounts = field(default_factory=PoolCounts)
    _step: int = 0
    _writing: bool = False

    def __post_init__(self) -> None:
        """Begin with every buffer available."""
        self.available = self.counts.lowest = self._free()

    def _free(self) -> int:
        return self.spec.buffers - self.spec.in_use - sum(flow.unwritten for flow in self.flows)

    def step(self, second: float) -> None:
        """Go on by one step."""
        self._step += 1
        for flow in self.flows:
            flow.put(second, STEP)
            self.counts.steals += flow.get(second, STEP)
        low = self._write_when_short()
        self._steal()
        self.available = self._free()
        self.counts.lowest = min(self.counts.lowest, low)

    def _write_when_short(self) -> int:
        """Write as the limits ask; give the fewest buffers available meanwhile."""
        spec, counts, jitter = self.spec, self.counts, self.random.random()
        low = self._free()
        if low < spec.buffers - spec.in_use:
            low -= int(jitter * 0.004 * spec.buffers)
        start, force = int(DEFERRED_WRITE * spec.buffers), int(SYNCHRONOUS_WRITE * spec.buffers)
        if low >= start:
            self._writing = False
            return low
        if not self._writing or self._step % _STEPS_PER_START == 0:
            counts.deferred_starts += 1
        self._writing = True
        for flow, pages in self._shares(min(start - low, spec.deferred_rate * STEP)):
            flow.counts.deferred += pages
            low += pages
        if low >= start:
            return start - 1 - int(jitter * 0.008 * spec.buffers)
        if low >= force:
            return low
        written = 0
        for flow, pages in self._shares(force - low):
            flow.counts.immediate += pages
            flow.counts.synchronous += pages
            written += pages
        counts.threshold += max(1, written // _WRITES_PER_THRESHOLD)
        return force - 1 - int(jitter * 0.004 * spec.buffers)

    def _shares(self, pages: int) -> list[tuple[FlowState, int]]:
        """Write that many pages, the queue with most of them first."""
        done = []
        for flow in sorted(self.flows, key=lambda flow: -flow.unwritten):
            written = flow.write(pages)
            pages -= written
            done.append((flow, written))
        return done

    def _steal(self) -> None:
        held = self.spec.in_use + sum(flow.unwritten + flow.written for flow in self.flows)
        excess = held - self.spec.buffers
        for flow in sorted(self.flows, key=lambda flow: -flow.written) if excess > 0 else ():
            stolen = flow.steal(excess)
            self.counts.steals += stolen
            excess -= stolen

    def checkpoint(self) -> None:
        """Write what two checkpoints have found unwritten, and changed object definitions."""
        for flow in self.flows:
            pages = flow.write(flow.at_checkpoint())
            immediate = int(pages * self.spec.immediate_share)
            flow.counts.immediate += immediate
            flow.counts.deferred += pages - immediate
            flow.counts.checkpoint += pages
        if self.spec.object_updates:
            pages = self.spec.object_updates + int(self.random.random() * 8)
            self.counts.object_writes += pages
            self.counts.object_immediate += pages // 4

    def take_counts(self) -> PoolCounts:
        """Give the counts of the interval and start the next."""
        counts, self.counts = self.counts, PoolCounts(lowest=self.available)
        return counts
