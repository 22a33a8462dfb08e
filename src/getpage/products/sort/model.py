"""What sorts keep on disk with so much storage for all of them together, and what that costs.

Storage goes to those that ask first: a sort gets what is left when it begins, at most what its work takes,
and holds it until it ends. (DFSORT asks again while a sort runs, TUNE, so that another gets more; the first
is what is counted on.) More storage than they had is shared out alike, over what they have on disk now; with
less, what each held is asked for anew. So where storage that the sorts have not got begins to help depends on
their sizes and on which of them run together, and no more helps once all of their work is in it.

Work on disk is written and read, as input is read and output written: where a sort waits for its disks, work
data sets have the share of that which they have of the bytes (or of the I/O requests, where the step's are
known). Between not at all, where work I/O hides behind input and output, and all of it, where they contend
for the same disks. A service class that RMF sampled bounds it: no more than its share of disk.

Pages moved to and from storage take processor time in proportion: `published.CPU_OF_ALL`.

References: IBM REDP-5238, 6.1; IBM z/OS DFSORT Tuning Guide, "Hipersorting, memory object sorting and data
space".
"""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Model:
    """Sorts in order of time, in `seconds` of hours. `now` is what they held at most at a time; `disk_share`
    is the share of time that their class used or waited for disk, None where that is not known.
    """

    sorts: Sequence[Sort]
    seconds: float
    now: int
    disk_share: float | None = None
    cpu_of_all: Cost = CPU_OF_ALL

    @property
    def all(self) -> int:
        """Storage with which nothing is on disk."""
        return peak([(one.begin, one.end, min(one.work, one.most)) for one in self.sorts])

    def kept(self, size: int) -> list[int]:
        """Bytes of work of each on disk with `size` bytes for all."""
        if size >= self.now:
            asked = [min(one.disk, max(0, one.most - one.held)) for one in self.sorts]
            given = shared_out(self.sorts, asked, size - self.now)
            return [one.disk - more for one, more in zip(self.sorts, given, strict=True)]
        given = shared_out(self.sorts, [one.held for one in self.sorts], size)
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
        spared = (one.disk - kept) / (one.disk or one.work)
        of_disk = 1.0 if self.disk_share is None else self.disk_share
        guess = one.wait * of_disk * one.share * spared
        return guess, 0.0, one.wait * of_disk * spared

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


def shared_out(sorts: Sequence[Sort], asked: Sequence[int], size: int) -> list[int]:
    """What each gets of `size` bytes, as they begin; `sorts` are in order of their beginning."""
    given, left = [], size
    held: list[tuple[float, int]] = []
    for one, wanted in zip(sorts, asked, strict=True):
        while held and held[0][0] <= one.begin:
            left += heappop(held)[1]
        got = max(0, min(wanted, left))
        given.append(got)
        if got:
            left -= got
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
