"""Growth that goes on: of what is alive in a heap, of what is used of an area.

The slope is the median of those between any two points, with a 90 % interval (`slope`). It counts where all
of the interval rises, where the later half rises too, where it came to as much as is asked for while it was
watched, and where no more than half of that was ever given back: a cache that fills and is emptied, and load
that rises in the morning and falls in the evening, are no growth.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .slope import Slope, slope

#: Points of which the later half alone tells whether it still rises.
_HALVED: Final = 16
#: What rose and was given back, as a share of all that rose, beyond which it is no growth; ours.
MOST_GIVEN_BACK: Final = 0.5


def lasting_growth(at: NDArray[np.float64], values: NDArray[np.float64], least: float) -> Slope | None:
    """The growth of `values` over time, a second; None where it does not go on, or came to less than
    `least`.
    """
    growth = slope(at, values)
    if growth is None or growth.low <= 0:
        return None
    rise = growth.value * float(at[-1] - at[0])
    given_back = float((np.maximum.accumulate(values) - values).max())
    if rise < least or given_back > MOST_GIVEN_BACK * rise:
        return None
    middle = len(at) // 2
    later = slope(at[middle:], values[middle:]) if len(at) >= _HALVED else growth
    return growth if later is not None and later.low > 0 else None
