"""Growth of what is used of an area of limited size, and when it reaches its limit at that rate.

The slope is the median of those between any two points, with a 90 % interval (`products/common/slope.py`). It
counts where all of the interval rises, where the later half rises too, where at least 1 % of the area filled
while it was watched, and where no more than half of that was ever given back: what rises in the morning and
falls in the evening is load, which `getpage trend` follows over days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from getpage.products.common.slope import Slope, slope

from .constants import LEAST_RISE, MOST_GIVEN_BACK

#: Points of which the later half alone tells whether it still rises.
_HALVED: Final = 16
HOUR: Final = 3600.0


@dataclass(frozen=True, slots=True)
class UseGrowth:
    """How much more is used a second, when that was seen last, and what was left to the limit then."""

    of: Slope
    last: datetime
    room: float

    @property
    def reached_in(self) -> float:
        """Seconds until the limit is reached, at the most likely."""
        return self.room / self.of.value

    @property
    def earliest(self) -> float:
        """The same at the earliest, 90 %."""
        return self.room / self.of.high

    @property
    def at(self) -> datetime:
        """When the limit is reached, at the earliest; years from now are one."""
        return self.last + timedelta(seconds=min(self.earliest, 366 * 86_400.0))

    @property
    def per_hour(self) -> float:
        """What is used more in an hour."""
        return self.of.value * HOUR


def growth_of(
    times: Sequence[datetime], used: Sequence[float], limit: float, size: float
) -> UseGrowth | None:
    """Growth towards `limit` of an area of a `size`; None where it does not grow all the time, or hardly, or
    where the limit is reached already.
    """
    if len(times) < 2 or used[-1] >= limit:
        return None
    at = np.array([(time - times[0]).total_seconds() for time in times])
    values = np.array(used, dtype=np.float64)
    growth = slope(at, values)
    if growth is None or growth.low <= 0 or growth.value * at[-1] < LEAST_RISE * size:
        return None
    given_back = float((np.maximum.accumulate(values) - values).max())
    if given_back > MOST_GIVEN_BACK * growth.value * at[-1]:
        return None
    middle = len(at) // 2
    later = slope(at[middle:], values[middle:]) if len(at) >= _HALVED else growth
    if later is None or later.low <= 0:
        return None
    return UseGrowth(growth, times[-1], limit - float(values[-1]))
