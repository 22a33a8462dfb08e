"""Growth of what is used of an area of limited size (`products/common/growth.py`), and when it reaches its
limit at that rate: where at least 1 % of the area filled while it was watched.

Over one day that is what all moments show; what rises in the morning and falls in the evening may be no
growth. Over four days and more the peak of each day tells it, so that no time of day counts, nor that a
moment is like the one before. One day that brings half of the rise is a step, and no growth. Where the later
half of the days rises faster than all of them for certain, that is the growth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from getpage.products.common.growth import MOST_GIVEN_BACK, lasting_growth
from getpage.products.common.slope import Slope, slope

from .constants import LEAST_RISE

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
#: Days of which the peaks tell a slope: fewer have no interval of 90 %.
_FEWEST_DAYS: Final = 4
#: The share of the first day that may be missing, and that of the rise which one day may bring: ours.
_MISSING: Final = 0.1
_MOST_OF_IT: Final = 0.5


@dataclass(frozen=True, slots=True)
class UseGrowth:
    """How much more is used a second, when that was seen last, and what was left to the limit `since` seconds
    before: the middle of all that was seen, where the interval of a slope turns.
    """

    of: Slope
    last: datetime
    room: float
    since: float = 0.0

    @property
    def reached_in(self) -> float:
        """Seconds until the limit is reached, at the most likely."""
        return self._reached(self.of.value)

    @property
    def earliest(self) -> float:
        """The same at the earliest, 90 %."""
        return self._reached(self.of.high)

    @property
    def latest(self) -> float:
        """The same at the latest, 90 %."""
        return self._reached(self.of.low)

    def _reached(self, rate: float) -> float:
        return max(0.0, self.room / rate - self.since)

    @property
    def at(self) -> datetime:
        """When the limit is reached, at the earliest; years from now are one."""
        return self.last + timedelta(seconds=min(self.earliest, 366 * DAY))

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
    growth = lasting_growth(at, values, LEAST_RISE * size)
    if growth is None:
        return None
    return UseGrowth(growth, times[-1], limit - float(values[-1]))


def growth_of_days(
    times: Sequence[datetime], used: Sequence[float], limit: float, size: float
) -> UseGrowth | None:
    """The same of the peaks of the days before the last moment, four at least."""
    if len(times) < _FEWEST_DAYS:
        return None
    before = np.array([(times[-1] - time).total_seconds() for time in times])
    days = int(before.max() / DAY + _MISSING)
    which = (before // DAY).astype(int)
    ends = [day for day in range(days - 1, -1, -1) if (which == day).any()]
    if len(ends) < _FEWEST_DAYS:
        return None
    values = np.array(used, dtype=np.float64)
    places = np.array([np.where(which == day, values, -np.inf).argmax() for day in ends])
    peaks, at = values[places], -before[places]
    every = slope(at, peaks, _FEWEST_DAYS)
    if every is None or every.low <= 0 or peaks[-1] >= limit:
        return None
    rise = every.value * float(at[-1] - at[0])
    given_back = float((np.maximum.accumulate(peaks) - peaks).max())
    is_step = float(np.diff(peaks).max()) > _MOST_OF_IT * float(peaks.max() - peaks[0])
    if rise < LEAST_RISE * size or given_back > MOST_GIVEN_BACK * rise or is_step:
        return None
    middle = len(at) // 2
    later = slope(at[middle:], peaks[middle:], _FEWEST_DAYS)
    if later is not None and later.value <= 0:
        return None
    if later is not None and later.low > every.high:
        at, peaks, every = at[middle:], peaks[middle:], later
    return UseGrowth(every, times[-1], limit - float(np.median(peaks)), -float(np.median(at)))
