"""Growth of what is used of an area of limited size (`products/common/growth.py`), and when it reaches its
limit at that rate: where at least 1 % of the area filled while it was watched. What rises in the morning and
falls in the evening `getpage trend` follows over days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from getpage.products.common.growth import lasting_growth
from getpage.products.common.slope import Slope

from .constants import LEAST_RISE

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
    growth = lasting_growth(at, values, LEAST_RISE * size)
    if growth is None:
        return None
    return UseGrowth(growth, times[-1], limit - float(values[-1]))
