"""What sorts keep on disk with so much storage for all of them together, and what that costs.

Storage goes to those that ask first: a sort gets what is left when it begins, at most what its work takes,
and holds it until it ends. (DFSORT asks again while a sort runs, TUNE, so that another gets more; the first
is what is counted on.) What is lacking at each moment is filled in the same proportion, from what they had,
at their present storage, to all of it; with less, what each held is asked for anew. So where storage that
the sorts have not got begins to help depends on their sizes and on which of them run together, and no more
helps once all of their work is in it.

Work on disk is written and read, as input is read and output written: where a sort waits for its disks, work
data sets have the share of that which they have of the bytes (or of the I/O requests, where the step's are
known). Between not at all, where work I/O hides behind input and output, and all of it, where they contend
for the same disks. A service class that RMF sampled bounds it: no more than its share of disk.

Pages moved to and from storage take processor time in proportion: `published.CPU_OF_ALL`. Where the site's
own runs tell what storage brings (`own`), elapsed and processor time are by these, with their interval.

References: IBM REDP-5238, 6.1; IBM z/OS DFSORT Tuning Guide, "Hipersorting, memory object sorting and data
space".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from .published import CPU_OF_ALL
from .thresholds import MOST_MEMORY_OBJECT

if TYPE_CHECKING:
    from collections.abc import Sequence

Cost = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort: when it was there, in seconds; bytes of work `held` in storage and on `disk`; bytes `sorted`;
    `wait` and `cpu` seconds, of which `weight` is the part in the hours that are looked at. `share` is what
    work is of its I/O. `most` is what one may hold by its options.
    """

    begin: float
    end: float
    held: int
    disk: int
    share: float
    wait: float
    cpu: float
    weight: float = 1.0
    most: int = MOST_MEMORY_OBJECT

    @property
    def work(self) -> int:
        """Bytes of its work."""
        return self.held + self.disk


@dataclass(frozen=True)
class Model:
    """Sorts in order of time, in `seconds` of hours. `now` is what they held at most at a time; `disk_share`
    is the share of time that their class used or waited for disk, None where that is not known;
    `elapsed_of_all` what elapsed time loses, as a share, with all work in storage, where the site's own runs
    tell it, and `cpu_of_all` what processor time gains.
    """

    sorts: Sequence[Sort]
    seconds: float
    now: int
    disk_share: float | None = None
    cpu_of_all: Cost = CPU_OF_ALL
    elapsed_of_all: Cost | None = None

    @cached_property
    def all(self) -> int:
        """Storage with which nothing is on disk."""
        return peak([(one.begin, one.end, min(one.work, one.most)) for one in self.sorts])

    @cached_property
    def _held_then(self) -> list[int]:
        """What is held by all when each begins, its own included."""
        then, now = [], 0
        held: list[tuple[float, int]] = []
        for one in self.sorts:
            while held and held[0][0] <= one.begin:
                now -= heappop(held)[1]
            now += one.held
            heappush(held, (one.end, one.held))
            then.append(now)
        return then

    def kept(self, size: int) -> list[int]:
        """Bytes of work of each on disk with `size` bytes for all."""
        if size >= self.now:
            asked = [min(one.disk, max(0, one.most - one.held)) for one in self.sorts]
            lack = max(self.all - self.now, 0)
            filled = min(1.0, (size - self.now) / lack) if lack else 0.0
            rooms = [round(filled * (self.all - one)) for one in self._held_then]
            given = shared_out(self.sorts, asked, rooms)
            return [one.disk - more for one, more in zip(self.sorts, given, strict=True)]
        given = shared_out(self.sorts, [one.held for one in self.sorts], [size] * len(self.sorts))
        return [one.work - one_has for one, one_has in zip(self.sorts, given, strict=True)]

    def wait(self, size: int) -> Cost:
        """Seconds a second that sorts waited: best guess, least, most."""
        value = low = high = 0.0
        for one, kept in zip(self.sorts, self.kept(size), strict=True):
            guess, least, most = self.saved(one, kept)
            value += one.weight * max(0.0, one.wait - guess)
            low += one.weight * max(0.0, one.wait - max(least, most))
            high += one.weight * max(0.0, one.wait - min(least, most))
        return value / self.seconds, low / self.seconds, high / self.seconds

    def saved(self, one: Sort, kept: int) -> Cost:
        """Seconds that one waits less; negative where more of it is on disk."""
        if not one.work:
            return 0.0, 0.0, 0.0
        if self.elapsed_of_all is not None:
            return self._as_before(one, kept, self.elapsed_of_all)
        of_disk = 1.0 if self.disk_share is None else self.disk_share
        waits, spared = one.wait * of_disk, one.disk - kept
        # More on disk than now: at most twice as long for all of it.
        most = waits * spared / (one.disk if spared > 0 else one.work)
        return waits * one.share * spared / (one.disk or one.work), 0.0, most

    def _as_before(self, one: Sort, kept: int, of_all: Cost) -> Cost:
        """What it waits less, as the site's own runs have it: what elapsed time loses, and processor time
        gains beside it, which the curve has by itself.
        """
        held, then = one.held / one.work, 1 - kept / one.work
        found = []
        for share, rise in zip(of_all, self.cpu_of_all, strict=True):
            elapsed = (one.wait + one.cpu) * share * (then - held) / (1 - share * held or 1.0)
            found.append(elapsed + one.cpu * rise * (then - held) / (1 + rise * held))
        return found[0], min(found), max(found)

    def cpu(self, size: int) -> Cost:
        """Processor seconds a second: best guess, least, most."""
        totals = [0.0, 0.0, 0.0]
        for one, kept in zip(self.sorts, self.kept(size), strict=True):
            held = one.held / one.work if one.work else 0.0
            then = 1 - kept / one.work if one.work else 0.0
            for n, rise in enumerate(self.cpu_of_all):
                totals[n] += one.weight * one.cpu * (1 + rise * then) / (1 + rise * held)
        value, *ends = (total / self.seconds for total in totals)
        return value, min(ends), max(ends)

    def on_disk(self, size: int) -> float:
        """Bytes of work on disk, of all."""
        return float(sum(self.kept(size)))


def shared_out(sorts: Sequence[Sort], asked: Sequence[int], rooms: Sequence[int]) -> list[int]:
    """What each gets of the `rooms` bytes that there are when it begins, less what those before it have got
    and still hold; `sorts` are in order of their beginning.
    """
    given, taken = [], 0
    held: list[tuple[float, int]] = []
    for one, wanted, room in zip(sorts, asked, rooms, strict=True):
        while held and held[0][0] <= one.begin:
            taken -= heappop(held)[1]
        got = max(0, min(wanted, room - taken))
        given.append(got)
        if got:
            taken += got
            heappush(held, (one.end, got))
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
