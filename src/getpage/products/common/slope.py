"""How one thing goes with another: a slope with an interval.

The median of the slopes between any two points (Theil and Sen), with the interval that Kendall's rank
correlation gives: a few odd points do not move it.

Reference: P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63 (1968).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

#: Fewer tell nothing, unless a caller asks for it.
_FEWEST: Final = 8
#: By points: slopes that are left out at either end, where the normal distribution is no match (Kendall's
#: exact one, 5 % at either end).
_LEFT_OUT: Final = {4: 0, 5: 1, 6: 2, 7: 4}
#: Points that are looked at, evenly over all: their pairs are held.
_MOST: Final = 400
_Z90: Final = 1.645


@dataclass(frozen=True, slots=True)
class Slope:
    """Best guess and the ends of a 90 % interval; `points` tell it."""

    value: float
    low: float
    high: float
    points: int


def slope(over: NDArray[np.float64], values: NDArray[np.float64], fewest: int = _FEWEST) -> Slope | None:
    """The slope of `values` over what they go with; None of fewer points than `fewest`, four at least."""
    count = len(over)
    if count > _MOST:
        chosen = np.linspace(0, count - 1, _MOST).round().astype(int)
        over, values = over[chosen], values[chosen]
    first, second = np.triu_indices(len(over), 1)
    apart = over[second] - over[first]
    slopes = np.sort((values[second] - values[first])[apart > 0] / apart[apart > 0])
    if len(over) < max(fewest, min(_LEFT_OUT)) or not len(slopes):
        return None
    n = len(over)
    reach = _Z90 * sqrt(n * (n - 1) * (2 * n + 5) / 18)
    low, high = round((len(slopes) - reach) / 2), round((len(slopes) + reach) / 2)
    if n in _LEFT_OUT:
        low, high = _LEFT_OUT[n], len(slopes) - 1 - _LEFT_OUT[n]
    ends = slopes[max(0, low)], slopes[min(len(slopes) - 1, high)]
    return Slope(float(np.median(slopes)), float(ends[0]), float(ends[1]), count)
