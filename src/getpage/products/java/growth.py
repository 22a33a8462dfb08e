"""Whether what is alive in a heap grows: a slope with an interval.

The median of the slopes between any two global collections (Theil and Sen), with the interval that Kendall's
rank correlation gives: a few odd collections do not move it.

Reference: P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63 (1968).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Fewer tell nothing: the interval would reach over all slopes.
_FEWEST: Final = 8
#: Points that are looked at, evenly over all: their pairs are held.
_MOST: Final = 400
_Z90: Final = 1.645


@dataclass(frozen=True, slots=True)
class Growth:
    """Bytes a second: best guess and the ends of a 90 % interval; `points` collections tell it."""

    value: float
    low: float
    high: float
    points: int


def growth(seconds: NDArray[np.float64], live: NDArray[np.float64]) -> Growth | None:
    """The slope of `live` bytes over `seconds`; None of too few points."""
    count = len(seconds)
    if count > _MOST:
        chosen = np.linspace(0, count - 1, _MOST).round().astype(int)
        seconds, live = seconds[chosen], live[chosen]
    first, second = np.triu_indices(len(seconds), 1)
    apart = seconds[second] - seconds[first]
    slopes = np.sort((live[second] - live[first])[apart > 0] / apart[apart > 0])
    if len(seconds) < _FEWEST or not len(slopes):
        return None
    n = len(seconds)
    reach = _Z90 * sqrt(n * (n - 1) * (2 * n + 5) / 18)
    low, high = round((len(slopes) - reach) / 2), round((len(slopes) + reach) / 2)
    ends = slopes[max(0, low)], slopes[min(len(slopes) - 1, high)]
    return Growth(float(np.median(slopes)), float(ends[0]), float(ends[1]), count)
