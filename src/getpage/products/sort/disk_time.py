"""What work data sets take of the time that a sort waits for disk, by its I/O.

Input is read and output is written in order, so that the cache of the disks has what is asked for. Work is
written in order, too, and read by a merge that goes from one string to the next: where the cache has lost
that by then, each request waits for a disk (REDP-5238, 6.1: cache fast write, forced out and staged again).
How much of it was lost is not in a sort's evidence: from none to all, and no more than the time per request
leaves beyond what the cache takes. The best guess is half of it.

Whether the sort waited for that at all is another matter: DFSORT overlaps work with input and output (0), and
both contend for the same disks (all of the wait but what input and output take from the cache). What is
likeliest is the share of the time of requests; the ends of the interval are those of 90 % of a triangle with
its top there.

Bytes where SMF 30 has no blocks of the step, connect time where it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from .constants import CHANNEL, FROM_CACHE, FROM_DISK, REQUEST

Cost = tuple[float, float, float]

_TAIL = 0.05


@dataclass(frozen=True, slots=True)
class Requests:
    """Requests with their bytes; `connect` are seconds of the channel, None where they are not told."""

    count: float
    bytes: float
    connect: float | None = None

    @property
    def cached(self) -> float:
        """Seconds that they take where the cache has everything."""
        return self.count * FROM_CACHE + (self.bytes / CHANNEL if self.connect is None else self.connect)


def requests(moved: float, count: float | None, connect: float | None = None) -> Requests:
    """Requests that moved so many bytes; as large as others are where they were not counted."""
    return Requests(moved / REQUEST if count is None else count, moved, connect)


def of_work(others: Requests, work: Requests, waited: float, on_disk: float) -> Cost:
    """The time of work over that of input and output, if all of the work is on disk: best guess, least, most.

    `work` are the requests if all of it is; now the share `on_disk` is, 0 to 1, and the sort waited for disk
    for `waited` seconds.
    """
    cached = others.cached + on_disk * work.cached
    lost = work.count / 2 * (FROM_DISK - FROM_CACHE)
    seen = min(1.0, max(0.0, waited - cached) / (on_disk * lost)) if on_disk * lost else 1.0
    whole = work.cached + seen / 2 * lost
    share = whole / (whole + others.cached) if whole else 0.5
    most = max(share, 1 - others.cached / waited) if on_disk and waited > 0 else 1.0
    low, high = sqrt(_TAIL * share * most), most - sqrt(_TAIL * most * (most - share))
    return _odds(share), _odds(low), _odds(max(share, high))


def _odds(share: float) -> float:
    return share / (1 - share)
