"""What each knob offers: its sizes within what it may be, and the reads that each saves or adds.

Sizes are the points of its curve, its present size, the ends of what it may be, and steps between points that
lie far apart. Between two points reads are taken to fall along the straight line, and are bounded by those of
both: reads never rise. A knob of which only the present size is known offers none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.curve import Points, known

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from getpage.contract.curve import SizeCurve
    from getpage.contract.knob import Knob

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

#: Sizes that a coarse curve is looked at, about; steps between points are even.
_STEPS = 64


@dataclass(frozen=True, eq=False)
class Offer:
    """The sizes of one knob, ascending, with reads a second at each: best guess and bounds.

    `present` is the place of the size that it has; `now` are the reads there: best guess and bounds.
    """

    knob: Knob
    sizes: Ints
    reads: Floats
    low: Floats
    high: Floats
    present: int
    now: tuple[float, float, float]

    @property
    def avoided(self) -> Floats:
        """Reads a second that each size avoids; negative where it adds some."""
        return self.now[0] - self.reads

    def avoided_between(self, at: Ints) -> tuple[Floats, Floats]:
        """The least and the most reads a second that sizes avoid; none at the present one."""
        between = [self.between(place) for place in at.tolist()]
        return np.array([low for low, _ in between]), np.array([high for _, high in between])

    def between(self, place: int) -> tuple[float, float]:
        """The least and the most reads a second that the size at one place avoids."""
        if place == self.present:
            return 0.0, 0.0
        bound = max if place > self.present else min  # a larger pool never reads more
        least, most = self.now[1] - float(self.high[place]), self.now[2] - float(self.low[place])
        return bound(least, 0.0), bound(most, 0.0)


def offer(knob: Knob, *, protected: bool) -> Offer | None:
    """What a knob offers; None where its curve does not reach its size, or there is none to speak of.

    One that is protected is never smaller than it is.
    """
    curve = knob.curve
    if curve is None or not known(curve):
        return None
    at, reads, low, high = points_of(curve)
    if not at[0] <= knob.size:
        return None
    sizes = _sizes(knob, at, protected=protected)
    made = (reads, low, high) if sizes is at else _between(at, reads, low, high, sizes)
    present = int(sizes.searchsorted(knob.size))
    now = (float(made[0][present]), float(made[1][present]), float(made[2][present]))
    return Offer(knob, sizes, *made, present, now)


def points_of(curve: SizeCurve) -> tuple[Ints, Floats, Floats, Floats]:
    """Sizes, reads and their bounds as arrays."""
    if isinstance(curve.points, Points):
        return curve.points.arrays
    table = np.array([(one.size, one.reads, one.low, one.high) for one in curve.points], dtype=np.float64)
    return table[:, 0].astype(np.int64), table[:, 1], table[:, 2], table[:, 3]


def _sizes(knob: Knob, at: Ints, *, protected: bool) -> Ints:
    """The sizes that it may have and its curve reaches, and the present one.

    The steps between points do not depend on the present size: a plan that was carried out finds the same
    ones again.
    """
    first, last = int(at[0]), int(at[-1])
    least = knob.size if protected else min(knob.smallest, knob.size)
    most = max(knob.largest, knob.size)
    known = _with(at, *(size for size in (knob.smallest, knob.largest) if first <= size <= last))
    if 1 < len(known) < _STEPS:
        per = -(-_STEPS // (len(known) - 1))
        known = np.unique(np.linspace(known[:-1], known[1:], per + 1).astype(np.int64))
    every = _with(known, knob.size)
    if least <= every[0] and every[-1] <= most:
        return every
    return every[(every >= least) & (every <= most)]


def _with(sizes: Ints, *more: int) -> Ints:
    """Ascending sizes with those of `more` that are not among them."""
    absent = {size for size in more if not _has(sizes, size)}
    return np.sort(np.append(sizes, np.array(list(absent), dtype=np.int64))) if absent else sizes


def _has(sizes: Ints, size: int) -> bool:
    place = int(sizes.searchsorted(size))
    return place < len(sizes) and int(sizes[place]) == size


def _between(
    at: Ints, reads: Floats, low: Floats, high: Floats, sizes: Ints
) -> tuple[Floats, Floats, Floats]:
    """Reads at sizes, on straight lines between points, bounded by the points on both sides."""
    made = np.interp(sizes, at, reads)
    right = np.minimum(np.searchsorted(at, sizes, side="left"), len(at) - 1)
    left = np.maximum(np.searchsorted(at, sizes, side="right") - 1, 0)
    return made, np.minimum(low[right], made), np.maximum(high[left], made)
