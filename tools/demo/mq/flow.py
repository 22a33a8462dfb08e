"""The pages of one queue as they move: put, written, out of the pool, got.

Messages are got in the order they were put, and everything that writes or steals takes the oldest page first.
So the pages on the queue fall into three parts, oldest first: only on the page set, on the page set and in
the pool, and only in the pool (not yet written).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..workload import at_time, is_stopped, put_rate

if TYPE_CHECKING:
    from ..workload import Flow


@dataclass(slots=True)
class FlowCounts:
    """What happened on a queue in one interval."""

    puts: int = 0
    waiting_puts: int = 0
    gets: int = 0
    lookups: int = 0
    gets_from_disk: int = 0
    reads: int = 0
    deferred: int = 0
    immediate: int = 0
    synchronous: int = 0
    """Of `immediate`, those that a put had to wait for: the pool was short."""
    checkpoint: int = 0
    put_getpages: int = 0
    get_getpages: int = 0
    new_pages: int = 0
    updates: int = 0
    depth_high_water: int = 0
    depth_low_water: int = 0
    depth: int = 0
    """Messages at the end of the interval."""
    oldest: float | None = None
    """The second of the day at which the oldest of them was put."""
    queue_seconds: float = 0.0
    """Time on the queue of the messages got, added up."""

    @property
    def queued_puts(self) -> int:
        """Messages that went to the page set's pages, not to a waiting getter."""
        return self.puts - self.waiting_puts

    @property
    def queued_gets(self) -> int:
        """Messages taken from pages, not handed over by their putter."""
        return self.gets - self.waiting_puts


@dataclass(slots=True)
class FlowState:
    """The queue now, in pages and messages."""

    flow: Flow
    depth: int = 0
    unwritten: int = 0
    written: int = 0
    outside: int = 0
    put_pages: int = 0
    waiting_seconds: float = 0.0
    noise: float = 1.0
    counts: FlowCounts = field(default_factory=FlowCounts)
    _carry: float = 0.0
    _marks: tuple[int, int] = (0, 0)
    _arrived: deque[list[float]] = field(default_factory=deque)
    """When the messages on the queue were put, and how many then, oldest first."""

    def start(self, second: float) -> None:
        """Put the queue into the state it is in when the day begins."""
        flow = self.flow
        self.depth = flow.deep + int(put_rate(flow, second) * flow.lag)
        pages = self.depth * flow.pages
        self.outside = 0 if flow.deep_in_pool else flow.deep * flow.pages
        self.written = pages - self.outside
        waited = flow.lag + (flow.deep / flow.rate if flow.deep else 0.0)
        self.waiting_seconds = self.depth * waited
        self._arrived.append([second - waited, self.depth])

    def put(self, second: float, seconds: int) -> None:
        """Let the messages of a step arrive."""
        flow, counts = self.flow, self.counts
        exact = put_rate(flow, second) * self.noise * seconds + self._carry
        puts = int(exact)
        self._carry = exact - puts
        waiting = 0 if is_stopped(flow, second) else int(puts * flow.waiting)
        queued = puts - waiting
        self.depth += queued
        self._arrived.append([second, queued])
        self.unwritten += queued * flow.pages
        self.put_pages += queued * flow.pages
        counts.puts += puts
        counts.gets += waiting
        counts.waiting_puts += waiting
        counts.new_pages += queued * flow.pages
        counts.put_getpages += 2 * queued
        counts.updates += queued * (flow.pages + 1)
        counts.depth_high_water = max(counts.depth_high_water, self.depth)
        self.waiting_seconds += self.depth * seconds

    def get(self, second: float, seconds: int) -> int:
        """Let the getter take what it can; give the pages that had to be read."""
        flow, counts = self.flow, self.counts
        keeps = flow.deep + int(put_rate(flow, second) * self.noise * flow.lag)
        got = 0 if is_stopped(flow, second) else min(max(self.depth - keeps, 0), int(flow.capacity * seconds))
        pages = got * flow.pages
        read = min(pages, self.outside)
        resident = min(pages - read, self.written)
        self.outside -= read
        self.written -= resident
        self.unwritten -= pages - read - resident
        if got:
            spent = self.waiting_seconds * got / self.depth
            self.waiting_seconds -= spent
            counts.queue_seconds += spent
        self.depth -= got
        self._take(got)
        counts.depth_low_water = min(counts.depth_low_water, self.depth)
        counts.gets += got
        counts.gets_from_disk += -(-read // flow.pages)
        counts.reads += read
        counts.get_getpages += got * (flow.pages + 2)
        counts.updates += got
        return read + self._look_up(second, seconds)

    def _take(self, messages: float) -> None:
        while self._arrived and messages >= self._arrived[0][1]:
            messages -= self._arrived.popleft()[1]
        if self._arrived:
            self._arrived[0][1] -= messages

    def _look_up(self, second: float, seconds: int) -> int:
        lookups = self.flow.lookups
        if lookups is None:
            return 0
        found = int(lookups.rate * at_time(lookups.day, second) * self.noise * seconds)
        self.counts.lookups += found
        self.counts.gets_from_disk += found if lookups.reads else 0
        self.counts.reads += found * lookups.reads
        self.counts.get_getpages += found * lookups.getpages
        return found * lookups.reads

    def write(self, pages: int) -> int:
        """Write the oldest pages that are not written, as many as there are; give how many."""
        done = min(pages, self.unwritten)
        self.unwritten -= done
        self.written += done
        return done

    def steal(self, pages: int) -> int:
        """Take buffers from the oldest written pages; give how many."""
        done = min(pages, self.written)
        self.written -= done
        self.outside += done
        return done

    def at_checkpoint(self) -> int:
        """Give the unwritten pages that have seen two checkpoints, and count this one."""
        old, recent = self._marks
        self._marks = (recent, self.put_pages)
        return max(0, old - (self.put_pages - self.unwritten))

    def take_counts(self) -> FlowCounts:
        """Give the counts of the interval and start the next."""
        counts, depth = self.counts, self.depth
        counts.depth, counts.oldest = depth, self._arrived[0][0] if depth and self._arrived else None
        self.counts = FlowCounts(depth_high_water=depth, depth_low_water=depth)
        return counts
