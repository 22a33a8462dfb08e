"""What sorts keep on disk with so much storage for all of them together, and what that costs.

Storage goes to those that ask first. A sort writes its work while it reads its input, the first half of its
time, and holds what it got until it ends. Two ways in which it asks bound what all of them get: for all of it
when it begins (TUNE=DISK and DDYN; and DFSORT leaves untouched what others will still need), or for a part at
a time, so that what one has ended with is another's (TUNE=STOR and OLD). The best guess is halfway. What is
lacking at each moment is filled in the same proportion, from what they had, at their present storage, to all
of it; with less, what each held is asked for anew. So where storage that the sorts have not got begins to
help depends on their sizes and on which of them run together, and no more helps once all of their work is in
it.

A sort waits for its disks as long as its input, its output and its work data sets take: the last by their
requests (`disk_time`), in proportion to what of the work is on disk. A service class that RMF sampled bounds
it: no more than its share of disk.

A page that goes to storage and comes back takes processor time, and requests that are spared take none.
Where the site's own runs tell what storage brings (`observed_effect`), elapsed and processor time are by
these, with their interval. Runs of the same sort differ, each by itself, which is in the interval of every
other size than the present; how nights differ as a whole is the forecast's to say.

References: IBM REDP-5238, 6.1; IBM z/OS DFSORT Tuning Guide, "Hipersorting, memory object sorting and data
space"; z/OS Migration, "Use TUNE=OLD option to prevent balancing resources for concurrent sort applications".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import exp, hypot, log, sqrt
from typing import Final

from getpage.core.units import MIB

from .constants import BETWEEN_RUNS, MOST_MEMORY_OBJECT

Cost = tuple[float, float, float]

#: Parts in which a sort asks for storage as it goes; more change no forecast by a percent.
_PARTS: Final = 8
#: Standard deviations of an end of a 90 % interval.
_NINETY: Final = 1.645
#: What is left of processor time at least where pages are moved no more; ours.
_LEAST_CPU: Final = 0.1


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort: when it was there, in seconds; bytes of work `held` in storage and on `disk`; bytes `sorted`;
    `wait` and `cpu` seconds, of which `weight` is the part in the hours that are looked at. `of_work` is the
    time of its work over that of input and output, if all of it were on disk; `moving` are processor seconds
    of a byte that is in storage and not on disk. `most` is what one may hold by its options.
    """

    begin: float
    end: float
    held: int
    disk: int
    of_work: Cost
    moving: Cost
    wait: float
    cpu: float
    weight: float = 1.0
    most: int = MOST_MEMORY_OBJECT

    @property
    def work(self) -> int:
        """Bytes of its work."""
        return self.held + self.disk


@dataclass(frozen=True)
class SortModel:
    """Sorts in order of time, in `seconds` of hours. `now` is what they held at most at a time; `disk_share`
    is the share of time that their class used or waited for disk, None where that is not known;
    `elapsed_of_all` what elapsed time loses, as a share, with all work in storage, and `cpu_of_all` what
    processor time gains, where the site's own runs tell it. `at_once`: TUNE has each ask for all it may need.
    """

    sorts: Sequence[Sort]
    seconds: float
    now: int
    disk_share: float | None = None
    cpu_of_all: Cost | None = None
    elapsed_of_all: Cost | None = None
    at_once: bool = False

    @cached_property
    def all(self) -> int:
        """Storage with which nothing is on disk."""
        return peak([(sort.begin, sort.end, min(sort.work, sort.most)) for sort in self.sorts])

    @cached_property
    def _held_then(self) -> list[int]:
        """What is held by all when each begins, its own included."""
        then, now = [], 0
        held: list[tuple[float, int]] = []
        for sort in self.sorts:
            while held and held[0][0] <= sort.begin:
                now -= heappop(held)[1]
            now += sort.held
            heappush(held, (sort.end, sort.held))
            then.append(now)
        return then

    def kept(self, size: int) -> list[int]:
        """Bytes of work of each on disk with `size` bytes for all."""
        first, last = self._kept(size)
        return [(most + other) // 2 for most, other in zip(first, last, strict=True)]

    def _kept(self, size: int) -> tuple[list[int], list[int]]:
        """The same, where each asks for all at once, and where it asks as it goes."""
        if size >= self.now:
            wanted = [min(sort.disk, max(0, sort.most - sort.held)) for sort in self.sorts]
            lack = max(self.all - self.now, 0)
            filled = min(1.0, (size - self.now) / lack) if lack else 0.0
            rooms = [round(filled * (self.all - held)) for held in self._held_then]
            had = [sort.disk for sort in self.sorts]
        else:
            wanted, rooms = [sort.held for sort in self.sorts], [size] * len(self.sorts)
            had = [sort.work for sort in self.sorts]
        given = shared_out(self.sorts, wanted, rooms)
        parts = given if self.at_once else as_they_go(self.sorts, wanted, rooms)
        first, last = (
            [has - got for has, got in zip(had, granted, strict=True)] for granted in (given, parts)
        )
        return first, last

    def wait(self, size: int) -> Cost:
        """Seconds a second that sorts waited: best guess, least, most."""
        value = low = high = 0.0
        first, last = self._kept(size)
        for sort, most, least in zip(self.sorts, first, last, strict=True):
            value += sort.weight * (sort.wait - self.saved(sort, (most + least) // 2)[0])
            ends = [sort.wait - saved for kept in {most, least} for saved in self.saved(sort, kept)]
            low += sort.weight * max(0.0, min(ends))
            high += sort.weight * max(0.0, max(ends))
        return self._between_runs((max(0.0, value), low, high), size, 0)

    def saved(self, sort: Sort, kept: int) -> Cost:
        """Seconds that one waits less; negative where more of it is on disk."""
        if not sort.work:
            return 0.0, 0.0, 0.0
        if self.elapsed_of_all is not None:
            return self._as_before(sort, kept, self.elapsed_of_all)
        waits = sort.wait * (1.0 if self.disk_share is None else self.disk_share)
        now, then = sort.disk / sort.work, kept / sort.work
        value, *ends = (waits * odds * (now - then) / (1 + odds * now) for odds in sort.of_work)
        return value, min(ends), max(ends)

    def _between_runs(self, cost: Cost, size: int, measure: int) -> Cost:
        """An interval with what the runs that were seen and those to come differ by, a second of the hours;
        none at the present size. The more sorts there are, the less all of them differ.
        """
        value, low, high = (figure / self.seconds for figure in cost)
        if size == self.now or not value:
            return value, low, high
        each = [sort.weight * (sort.cpu if measure else sort.wait) for sort in self.sorts]
        alone = hypot(*each) / (sum(each) or 1.0)
        differ = _NINETY * sqrt(2) * BETWEEN_RUNS[measure] * alone
        below = hypot(log(value / low), differ) if low else float("inf")
        return value, value * exp(-below), value * exp(hypot(log(max(high, value) / value), differ))

    def _as_before(self, sort: Sort, kept: int, of_all: Cost) -> Cost:
        """What it waits less, as the site's own runs have it: what elapsed time loses, and processor time
        gains beside it, which the curve has by itself.
        """
        held, then = sort.held / sort.work, 1 - kept / sort.work
        elapsed_times = []
        for share, rise in zip(of_all, self.cpu_of_all or (0.0, 0.0, 0.0), strict=True):
            elapsed = (sort.wait + sort.cpu) * share * (then - held) / (1 - share * held or 1.0)
            elapsed_times.append(elapsed + sort.cpu * rise * (then - held) / (1 + rise * held))
        return elapsed_times[0], min(elapsed_times), max(elapsed_times)

    def cpu(self, size: int) -> Cost:
        """Processor seconds a second: best guess, least, most."""
        value = low = high = 0.0
        first, last = self._kept(size)
        for sort, most, least in zip(self.sorts, first, last, strict=True):
            value += sort.weight * self._cpu_of(sort, (most + least) // 2)[0]
            ends = [each for kept in {most, least} for each in self._cpu_of(sort, kept)]
            low += sort.weight * min(ends)
            high += sort.weight * max(ends)
        return self._between_runs((value, low, high), size, 1)

    def _cpu_of(self, sort: Sort, kept: int) -> Cost:
        """Processor seconds of one with so many bytes of its work on disk."""
        more = sort.disk - kept
        if self.cpu_of_all is None:
            value, low, high = (max(_LEAST_CPU * sort.cpu, sort.cpu + each * more) for each in sort.moving)
            return value, low, high
        held = sort.held / sort.work if sort.work else 0.0
        then = held + more / sort.work if sort.work else 0.0
        value, low, high = (sort.cpu * (1 + rise * then) / (1 + rise * held) for rise in self.cpu_of_all)
        return value, low, high

    def on_disk(self, size: int) -> float:
        """Bytes of work on disk, of all."""
        return float(sum(self.kept(size)))


def megabytes(size: float) -> int:
    """Bytes in whole MiB, rounded up: the unit of EXPMAX."""
    return -int(-size // MIB)


def shared_out(sorts: Sequence[Sort], demands: Sequence[int], rooms: Sequence[int]) -> list[int]:
    """What each gets of the `rooms` bytes that there are when it begins, less what those before it have got
    and still hold; `sorts` are in order of their beginning.
    """
    given, taken = [], 0
    held: list[tuple[float, int]] = []
    for sort, wanted, room in zip(sorts, demands, rooms, strict=True):
        while held and held[0][0] <= sort.begin:
            taken -= heappop(held)[1]
        got = max(0, min(wanted, room - taken))
        given.append(got)
        if got:
            taken += got
            heappush(held, (sort.end, got))
    return given


def as_they_go(sorts: Sequence[Sort], demands: Sequence[int], rooms: Sequence[int]) -> list[int]:
    """The same where each asks for parts, one after the other in the first half of its time, in which it
    reads its input, and keeps what it gets.
    """
    steps = sorted(
        (sort.begin + (sort.end - sort.begin) / 2 * part / _PARTS, place)
        for place, sort in enumerate(sorts)
        for part in range(_PARTS)
    )
    given, parts, taken = [0] * len(sorts), [0] * len(sorts), 0
    held: list[tuple[float, int]] = []
    for moment, place in steps:
        while held and held[0][0] <= moment:
            taken -= heappop(held)[1]
        parts[place] += 1
        wanted = demands[place] * parts[place] // _PARTS - demands[place] * (parts[place] - 1) // _PARTS
        got = max(0, min(wanted, rooms[place] - taken))
        if got:
            given[place] += got
            taken += got
            heappush(held, (sorts[place].end, got))
    return given


def peak(spans: Sequence[tuple[float, float, int]]) -> int:
    """The most bytes at a time of spans with a beginning, an end and what they hold."""
    steps = sorted(
        [(end, 0, -size) for _, end, size in spans] + [(begin, 1, size) for begin, _, size in spans]
    )
    now = most = 0
    for _, _, size in steps:
        now += size
        most = max(most, now)
    return most
