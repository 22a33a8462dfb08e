"""What each knob offers: its sizes within what it may be, and what each saves or adds of every measure of
cost that its curve knows.

Sizes are those of its curve, its present size, the ends of what it may be, and steps between sizes of the
curve that lie far apart. Between two of them a cost is taken to follow the straight line, and is bounded by
those of both. A knob of which only the present size is known offers none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.curve import Rate, known

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from getpage.contract.curve import CostMeasure, Rates, SizeCurve
    from getpage.contract.knob import Knob

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

#: Sizes that a coarse curve is looked at, about; steps between points are even.
_STEPS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Cost:
    """One measure of cost at the sizes of an offer, a second: best guess and bounds.

    `present` is the place of the size that the knob has.
    """

    value: Floats
    low: Floats
    high: Floats
    present: int
    never_rises: bool

    def saved(self, place: int) -> Rate:
        """What the size at one place saves of it; negative where it adds some."""
        return Rate(float(self.value[self.present]) - float(self.value[place]), *self.between(place))

    def least_saved(self) -> Floats:
        """What each size saves of it at least, as `between` has it."""
        least: Floats = self.low[self.present] - self.high
        if self.never_rises:
            least[self.present + 1 :] = np.maximum(least[self.present + 1 :], 0.0)
            least[: self.present] = np.minimum(least[: self.present], 0.0)
        least[self.present] = 0.0
        return least

    def between(self, place: int) -> tuple[float, float]:
        """The least and the most that the size at one place saves of it; nothing at the present one."""
        if place == self.present:
            return 0.0, 0.0
        least = float(self.low[self.present]) - float(self.high[place])
        most = float(self.high[self.present]) - float(self.low[place])
        if not self.never_rises:
            return least, most
        bound = max if place > self.present else min  # a larger size never costs more of it
        return bound(least, 0.0), bound(most, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """The sizes of one knob, ascending, with what each costs; `present` is the place of the one that it
    has.
    """

    knob: Knob
    sizes: Ints
    costs: Mapping[CostMeasure, Cost]
    present: int

    def worth(self, each: Mapping[CostMeasure, float], than: int | None = None) -> Floats:
        """What the sizes are worth more than the one at the place `than`, the present one where none is
        named; `each` is the worth of one a second saved of each measure.
        """
        place = self.present if than is None else than
        parts = [(cost.value[place] - cost.value) * each[measure] for measure, cost in self.costs.items()]
        return parts[0] if len(parts) == 1 else np.asarray(np.add.reduce(parts))

    def least_worth(self, each: Mapping[CostMeasure, float]) -> Floats:
        """What the sizes are worth at least more than the present one, by the bounds of every measure."""
        return np.asarray(np.add.reduce([cost.least_saved() * each[m] for m, cost in self.costs.items()]))

    def most(self, each: Mapping[CostMeasure, float]) -> float:
        """What the best of the larger sizes is worth at most more than the present one."""
        if any(not cost.never_rises for cost in self.costs.values()):
            return float(self.worth(each)[self.present :].max())
        return sum(
            each[measure] * max(0.0, float(cost.value[self.present]) - float(cost.value[-1]))
            for measure, cost in self.costs.items()
        )

    def saved(self, place: int) -> dict[CostMeasure, Rate]:
        """What the size at one place saves of each measure."""
        return {measure: cost.saved(place) for measure, cost in self.costs.items()}


def offer(knob: Knob, *, protected: bool) -> Offer | None:
    """What a knob offers; None where its curve does not reach its size, or there is negligible.

    One that is protected is never smaller than it is.
    """
    curve = knob.curve
    if curve is None or not known(curve):
        return None
    at = np.asarray(curve.sizes, dtype=np.int64)
    if not at[0] <= knob.size:
        return None
    sizes = _sizes(knob, at, protected=protected)
    if knob.least_saved:
        sizes = sizes[(sizes <= knob.size) | _saves(knob, curve, at, sizes)]
    present = int(sizes.searchsorted(knob.size))
    costs = {measure: _cost(rates, at, sizes, present) for measure, rates in curve.rates.items()}
    return Offer(knob, sizes, costs, present)


def _saves(knob: Knob, curve: SizeCurve, at: Ints, sizes: Ints) -> NDArray[np.bool_]:
    """Whether each size saves what a larger one has to save at least, of one measure."""
    values = [np.asarray(rates.value, dtype=np.float64) for rates in curve.rates.values()]
    saved = [np.interp(knob.size, at, value) - np.interp(sizes, at, value) for value in values]
    return np.asarray(np.max(saved, axis=0) >= knob.least_saved)


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


def _cost(rates: Rates, at: Ints, sizes: Ints, present: int) -> Cost:
    """A measure at these sizes, on straight lines between those of the curve, bounded by both sides."""
    value, low, high = (
        np.asarray(series, dtype=np.float64) for series in (rates.value, rates.low, rates.high)
    )
    if sizes is at:
        return Cost(value, low, high, present, rates.never_rises)
    interpolated = np.interp(sizes, at, value)
    right = np.minimum(np.searchsorted(at, sizes, side="left"), len(at) - 1)
    left = np.maximum(np.searchsorted(at, sizes, side="right") - 1, 0)
    least, most = np.minimum(low[right], interpolated), np.maximum(high[left], interpolated)
    if not rates.never_rises:
        least, most = np.minimum(low[left], least), np.maximum(high[right], most)
    return Cost(interpolated, least, most, present, rates.never_rises)
