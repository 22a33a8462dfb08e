"""How long the capture of an SVC dump takes: by its size, by what was free, and by what is not in real
storage.

While a dump is captured its address spaces do no work. Three things take time:

- what is in real storage is copied;
- where less is free than is dumped, z/OS first pages the workload out to make room (`stretch`): between what
  IBM measured on the straight line, bounded by the points on both sides, as nothing else is known there;
- what is on auxiliary storage is read from there: since z/OS V1R12 straight into the captured dump, before
  that a page fault a page. Where others are paged out for it at the same time, to the data sets that are
  read from, reading takes 1.8 to 4.9 times as long, by what IBM measured with real storage constrained; the
  best guess is their geometric mean, as far as frames are lacking, and the least none.

The rates are priors, measured by IBM on its machines and disks. A capture of the site's own
takes their place: then only the ratio of one state to another comes from here.

References: IBM REDP-5238, 1.1, table 1-1 (z/OS V2R2, z13), 20 GB dumped of 40 GB; SHARE 10887, "z/OS V1.12
SVC Dump" (z10, 15 page data sets on 2105-800), where 40 GB with 60 % on auxiliary storage took 55 minutes,
and 4 minutes with V1R12.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import geometric_mean
from typing import Final

from getpage.core.units import GIB, PAGE


@dataclass(frozen=True, slots=True)
class Capture:
    """One measured dump."""

    seconds: float
    free_frames: int
    dumped: int = 20 * GIB

    @property
    def free_share(self) -> float:
        """Free storage before the dump, as a share of what was dumped."""
        return self.free_frames * PAGE / self.dumped


MEASURED: Final = (
    Capture(18.150629, 4_082_779),
    Capture(17.564853, 4_083_614),
    Capture(27.837104, 133_349),
    Capture(30.375583, 32_817),
)

#: The dump of SHARE 10887: bytes, the share on auxiliary storage, seconds before V1R12 and with it. Minutes
#: are printed whole, so that each is known to half a minute.
_DUMPED: Final = 40 * GIB
_ON_AUXILIARY: Final = 0.6
_BEFORE, _WITH, _ROUNDED = 55 * 60.0, 4 * 60.0, 30.0
#: How much less V1R12 took with real storage constrained, by GiB dumped and the share on auxiliary storage
#: (SHARE 10887, improvement tables).
CONSTRAINED: Final = (
    (10, 0.60, 0.86),
    (20, 0.60, 0.76),
    (40, 0.60, 0.65),
    (10, 0.05, 0.50),
    (20, 0.05, 0.52),
    (40, 0.05, 0.50),
)
#: At most it then took this share of the time before V1R12.
_CONTENDED: Final = 0.5


def stretch(capture: Capture) -> float:
    """How much longer a capture took than the fastest one."""
    return capture.seconds / _fastest().seconds - 1


def bracket(free: int, maxspace: int) -> tuple[float, float | None]:
    """Between what and what a capture is stretched; None where less was free than IBM measured."""
    share = free / maxspace
    more = (stretch(capture) for capture in MEASURED if capture.free_share >= share)
    less = (stretch(capture) for capture in MEASURED if capture.free_share <= share)
    return max(more, default=0.0), min(less, default=None)


def stretched(free: int, dumped: int) -> tuple[float, float, float]:
    """How much longer the copying takes with so much free: best guess, least, most.

    The best guess is on the straight line between the two nearest points of table 1-1; with less free than
    there, on that of the last two.
    """
    share = max(0.0, free / dumped)
    points = sorted((capture.free_share, stretch(capture)) for capture in MEASURED)
    low, high = bracket(free, dumped)
    if share >= points[-1][0]:
        return 0.0, 0.0, 0.0
    upper = next(n for n, point in enumerate(points) if point[0] > share)
    (x0, y0), (x1, y1) = points[max(upper - 1, 0)], points[max(upper, 1)]
    value = y0 + (share - x0) * (y1 - y0) / (x1 - x0)
    return value, min(low, value), max(value if high is None else high, value)


def copy_rate() -> float:
    """Bytes a second from real storage, where nothing has to be paged out."""
    return _fastest().dumped / _fastest().seconds


def auxiliary_rate(*, direct: bool = True) -> tuple[float, float, float]:
    """Bytes a second from auxiliary storage: best guess, least, most; `direct` since z/OS V1R12."""
    took = _WITH if direct else _BEFORE
    copied = (1 - _ON_AUXILIARY) * _DUMPED / copy_rate()
    value, low, high = (_ON_AUXILIARY * _DUMPED / (took + off - copied) for off in (0.0, _ROUNDED, -_ROUNDED))
    return value, low, high


def contention() -> tuple[float, ...]:
    """How many times as long reading took where others were paged out meanwhile, of each measured dump: what
    is left of its time beside copying and paging others out, to what reading takes undisturbed.
    """
    return tuple(_contention(gib * GIB, share, less) for gib, share, less in CONSTRAINED)


def _contention(dumped: int, share: float, less: float) -> float:
    copied = (1 - share) * dumped / copy_rate()
    took = (1 - less) * (copied + share * dumped / auxiliary_rate(direct=False)[0])
    paged = stretched(0, dumped)[0] * dumped / copy_rate()
    return (took - copied - paged) / (share * dumped / auxiliary_rate()[0])


@dataclass(frozen=True, slots=True)
class Seconds:
    """What a capture takes: copying from real storage, reading from auxiliary storage, paging others out;
    with the least and the most of all three together.
    """

    copied: float
    read: float
    paged: float
    low: float
    high: float

    @property
    def all(self) -> float:
        """Of all three."""
        return self.copied + self.read + self.paged

    def times(self, factor: float) -> Seconds:
        """The same on a machine that takes so many times as long."""
        parts = (self.copied, self.read, self.paged, self.low, self.high)
        return Seconds(*(factor * part for part in parts))


def seconds(dumped: int, free: int | None, on_auxiliary: int = 0, *, direct: bool = True) -> Seconds:
    """What the capture of `dumped` bytes takes, `on_auxiliary` of them not in real storage, with `free` bytes
    before it; None where that is not known: then nothing to any of it has to be paged out.
    """
    aux = min(on_auxiliary, dumped)
    copied = (dumped - aux) / copy_rate()
    slow = 1 + stretch(MEASURED[0])  # as far as two captures of the same differ
    read = [aux / rate for rate in auxiliary_rate(direct=direct)]
    if direct and free is not None:
        lacking = min(1.0, max(0.0, 1 - free / dumped))
        read[0] *= 1 + (geometric_mean(contention()) - 1) * lacking
    if direct and (free is None or free < dumped):
        read[1] = max(read[1], _CONTENDED * aux / auxiliary_rate(direct=False)[0])
    value, low, high = (0.0, 0.0, stretched(0, dumped)[2]) if free is None else stretched(free, dumped)
    whole = dumped / copy_rate()  # what is read needs frames as what is copied
    return Seconds(
        copied=copied,
        read=read[0],
        paged=value * whole,
        low=copied + read[2] + low * whole,
        high=max(slow * copied + read[1] + high * whole, copied + read[0] + value * whole),
    )


def _fastest() -> Capture:
    return min(MEASURED, key=lambda capture: capture.seconds)
