"""The system at work: processors served in order of arrival, disks with queues, pools with the oldest stolen.

A transaction takes a processor until a page has to be read, waits for the read, and goes on. What an event
does is drawn beforehand (`demand`) or by its place in the run, so that another size meets the same demand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush, heapreplace
from typing import TYPE_CHECKING

import numpy as np

from .demand import SECOND, Demand
from .pool import Pool

if TYPE_CHECKING:
    from .site import Site

_BEGIN, _RUN, _READ, _END, _OTHER, _SCAN = range(6)
_PREFETCH = 32
#: A prefetch of so many pages takes the disk for so many reads.
_PREFETCH_READS = 4
#: Uniform and exponential numbers in stock for disks.
_STOCK = 1 << 16


@dataclass(slots=True)
class Interval:
    """What was counted in the simulated part of an interval; two kinds of work or two pools are lists.

    A transaction counts where it began: at the edges of so short a part that would else be most of the noise.
    """

    units: list[int] = field(default_factory=lambda: [0, 0])
    elapsed: list[float] = field(default_factory=lambda: [0.0, 0.0])
    cpu: list[float] = field(default_factory=lambda: [0.0, 0.0])
    read_wait: list[float] = field(default_factory=lambda: [0.0, 0.0])
    waited_reads: list[int] = field(default_factory=lambda: [0, 0])
    getpages: list[int] = field(default_factory=lambda: [0, 0])
    reads: list[int] = field(default_factory=lambda: [0, 0])
    avoidable: int = 0
    """Reads that a simulated pool would have avoided."""
    sequential: int = 0
    prefetches: int = 0
    prefetched: int = 0
    busy: float = 0.0


@dataclass(slots=True)
class _Transaction:
    began: float
    kind: int
    pages: list[int]
    each: float
    """CPU from getpage to getpage."""
    user: int
    number: int
    at: int = 0
    cpu: float = 0.0
    waited: float = 0.0
    reads: int = 0
    disk: int = 0


class System:
    """A site whose pools have these sizes, over a demand; `simulated` is the size of the first pool with that
    of its simulated pool.
    """

    def __init__(self, site: Site, sizes: tuple[int, int], asked: Demand, simulated: int = 0) -> None:
        self.site, self.asked = site, asked
        self.pools = [Pool(size) for size in sizes]
        self.simulated = Pool(simulated) if simulated else None
        self.intervals = [Interval() for _ in asked.hours.load]
        self.processors = [0.0] * site.processors
        self.disks = [0.0] * site.disks
        random = np.random.default_rng([asked.seed, 2])
        self.hits = (random.random(_STOCK) < site.cached).tolist()
        self.services = random.exponential(site.disk_seconds, _STOCK).tolist()
        self.delays = random.exponential(site.delay, _STOCK).tolist()
        self.warm()

    def warm(self) -> None:
        """The pools as work of before has left them."""
        pools = self.site.pools
        for stream in self.asked.streams:
            for kind in (0, 1):
                for ranks in stream.ranks[kind][:: 1 + 3 * kind]:
                    for rank in ranks:
                        place = rank >= SECOND
                        page = (-rank % SECOND if place else -rank) % pools[place].pages
                        self.pools[place].read(page)
                        if self.simulated and not place:
                            self.simulated.read(page)

    def run(self, trace: range) -> list[tuple[int, bool]]:
        """Work through the demand; references of the first pool in these intervals: page, sequential."""
        site, asked = self.site, self.asked
        count, part = len(self.intervals), asked.part
        events: list[tuple] = []
        number = 0
        for at in asked.arrivals:
            events.append((at, number, _BEGIN, 0, number))
            number += 1
        for user in range(site.users or 0):
            number += 1
            first = asked.streams[user].think[-1] * site.think
            events.append((first, number, _BEGIN, user, 0))
        for at, seconds in asked.others:
            number += 1
            events.append((at, number, _OTHER, seconds, 0))
        for at, first in asked.scans:
            number += 1
            events.append((at, number, _SCAN, first, 0))
        heapify(events)
        traced: list[tuple[int, bool]] = []
        load, mix = asked.hours.load.tolist(), asked.hours.mix.tolist()
        processors, disks, intervals = self.processors, self.disks, self.intervals
        price, pools = site.price, self.pools
        buffers = (pools[0].buffers, pools[1].buffers)
        sizes = (pools[0].size, pools[1].size)
        pages_of = (site.pools[0].pages, site.pools[1].pages)
        drift = (site.pools[0].drift * site.rate, site.pools[1].drift * site.rate)
        users = site.users or 0
        simulated = self.simulated
        late = Interval()  # what began in the last interval is worked through
        while events:
            now, _, what, one, n = heappop(events)
            tick = int(now / part)
            here = intervals[tick] if tick < count else late
            if what == _RUN:
                free = processors[0]
                burst = price if one.reads else 0.0
                pages, i, last = one.pages, one.at, len(one.pages)
                shift = (int(drift[0] * now), int(drift[1] * now))
                missed = False
                asks = [0, 0]
                while i < last:
                    rank = pages[i]
                    place = 1 if rank >= SECOND else 0
                    if place:
                        rank -= SECOND
                    page = (shift[place] - rank) % pages_of[place]
                    i += 1
                    asks[place] += 1
                    if not place and tick in trace:
                        traced.append((page, False))
                    avoidable = simulated is not None and not place and not simulated.read(page)
                    pool = buffers[place]
                    if page in pool:
                        pool.move_to_end(page)
                    else:
                        pool[page] = None
                        if len(pool) > sizes[place]:
                            pool.popitem(last=False)
                        here.reads[place] += 1
                        here.avoidable += avoidable
                        one.disk = page
                        missed = True
                        break
                here.getpages[0] += asks[0]
                here.getpages[1] += asks[1]
                burst += (i - one.at) * one.each
                one.at = i
                begins = now if now > free else free
                ends = begins + burst
                heapreplace(processors, ends)
                here.busy += burst
                one.cpu += burst
                number += 1
                if missed:
                    heappush(events, (ends, number, _READ, one, 0))
                else:
                    delay = self.delays[(one.user * 7919 + one.number * 31) % _STOCK]
                    heappush(events, (ends + delay, number, _END, one, 0))
            elif what == _READ:
                chance = (one.user * 104729 + one.number * 1299 + one.at * 17) % _STOCK
                if self.hits[chance]:
                    done = now + site.cache_seconds
                else:
                    disk = one.disk % site.disks
                    begins = disks[disk]
                    done = (now if now > begins else begins) + self.services[chance]
                    disks[disk] = done
                one.waited += done - now
                one.reads += 1
                number += 1
                heappush(events, (done, number, _RUN, one, 0))
            elif what == _END:
                kind = one.kind
                here = intervals[int(one.began / part)]
                here.units[kind] += 1
                here.elapsed[kind] += now - one.began
                here.cpu[kind] += one.cpu
                here.read_wait[kind] += one.waited
                here.waited_reads[kind] += one.reads
                if users:
                    stream = asked.streams[one.user]
                    think = stream.think[one.number % len(stream.think)] * site.think
                    number += 1
                    heappush(events, (now + think, number, _BEGIN, one.user, one.number + 1))
            elif what == _BEGIN:
                # `one` is the user, `n` the transaction.
                if tick >= count:
                    continue
                if users and site.come_and_go and one >= users * load[tick] * 0.75:
                    number += 1
                    heappush(events, ((tick + 1) * part * (1 + 1e-12), number, _BEGIN, one, n))
                    continue
                stream = asked.streams[one]
                at = n % len(stream.kind)
                kind = 1 if stream.kind[at] < site.heavy * mix[tick] else 0
                ranks = stream.ranks[kind][at]
                began = _Transaction(now, kind, ranks, site.cpu[kind] * stream.work[at] / len(ranks), one, n)
                number += 1
                heappush(events, (now, number, _RUN, began, 0))
            elif what == _OTHER:
                free = processors[0]
                heapreplace(processors, (now if now > free else free) + one)
                here.busy += one
            else:
                self._scan(events, now, one, n, here, traced if tick in trace else None)
        return traced

    def _scan(
        self, events: list[tuple], now: float, first: int, done: int, here: Interval, traced: list | None
    ) -> None:
        """One prefetch of a scan; the next begins when it has come."""
        site = self.site
        pages = site.pools[0].pages
        here.sequential += _PREFETCH
        missed = 0
        for page in range(first + done, first + done + _PREFETCH):
            missed += self.pools[0].read(page % pages)
            if self.simulated:
                self.simulated.read(page % pages)
            if traced is not None:
                traced.append((page % pages, True))
        there = now + site.disk_seconds
        if missed:
            here.prefetches += 1
            here.prefetched += missed
            disk = (first + done) % site.disks
            begins = max(now, self.disks[disk])
            there = begins + site.disk_seconds * _PREFETCH_READS * missed / _PREFETCH
            self.disks[disk] = there
        if done + _PREFETCH < site.scan_pages:
            heappush(events, (there, -first - done - 1, _SCAN, first, done + _PREFETCH))
