"""What a measure is worked out from, interval by interval, and its change from one side to the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.prove import apart, ratio, unseen
from getpage.prove.days import Pairs, pairs
from getpage.prove.noise import FEWEST, NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from getpage.prove.apart import Apart
    from getpage.prove.ratio import Ratio

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Entry:
    """One interval: `above` over `below` is the measure. `rate` is the work a second, where it is to be
    held equal."""

    start: datetime
    above: float
    below: float
    units: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Compared:
    """Both sides as they came, and the change with everything held equal that can be."""

    before: Ratio
    after: Ratio
    apart: Apart


def compare(before: Sequence[Entry], after: Sequence[Entry]) -> Compared | None:
    """Two sides, intervals in order of time; None where one of them did nothing."""
    old, new = (ratio.ratio([e.above for e in side], [e.below for e in side]) for side in (before, after))
    if old is None or new is None:
        return None
    both = pairs([e.start for e in before], [e.start for e in after])
    change = None if both is None else _paired(both, before, after)
    return Compared(old, new, apart.unpaired(old, new) if change is None else change)


def _paired(both: Pairs, before: Sequence[Entry], after: Sequence[Entry]) -> Apart | None:
    """Pair by pair, each weighted by the harmonic mean of its denominators, the same on either side
    (Mantel and Haenszel 1959, of rates): so a profile of volume that is another is no change.
    """
    sums = [_sums(both, side, after=i > 0) for i, side in enumerate((before, after))]
    under = sums[0][1], sums[1][1]
    there = (under[0] > 0) & (under[1] > 0)
    if there.sum() < FEWEST:
        return None
    weights = under[0][there] * under[1][there] / (under[0] + under[1])[there]
    weights = weights / weights.mean()
    costs = sums[0][0][there] / sums[0][1][there], sums[1][0][there] / sums[1][1][there]
    volume = None
    if all(e.units is not None for side in (before, after) for e in side):
        rates = [one[2][there] / one[3][there] for one in sums]
        if all((rate > 0).all() for rate in rates):
            volume = rates[0], rates[1]
    mixed = unseen.mix(costs, volume, weights) if volume and min(map(np.min, costs)) > 0 else NOTHING
    return apart.paired(weights * costs[0], weights * costs[1], volume, mixed=mixed)


def _sums(both: Pairs, side: Sequence[Entry], *, after: bool) -> tuple[Floats, ...]:
    at = both.at((e.start for e in side), after=after)
    rows = np.array([(e.above, e.below, e.units or 0.0, e.seconds) for e in side], dtype=np.float64)
    found: Floats = np.zeros((both.count, 4))
    np.add.at(found, at[at >= 0], rows[at >= 0])
    return tuple(found.T)
