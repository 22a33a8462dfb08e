"""When a demand peaks: on which weekdays, and between which hours."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from getpage.result.trend import PeakTime

#: Weekdays peak together whose typical values are so near to that of the highest one.
_ALIKE: Final = 0.05
#: Of the peaks on those days, how many have to be within the hours that are named, and of how many days.
_MOST: Final = 0.8
_FEWEST: Final = 5
#: More hours than this are no peak hours.
_WIDEST: Final = 4


def peak_time(
    weekdays: Sequence[float | None], starts: Sequence[datetime | None], *, falls: bool = False
) -> PeakTime | None:
    """When the peaks of days come. `weekdays` are typical values of seven weekdays as shares of the average
    one, `starts` the beginnings of the intervals with the peaks of days; of a demand that `falls` the least
    share is the worst. None without values of weekdays.
    """
    known = [share for share in weekdays if share is not None]
    if not known:
        return None
    worst = min(known) if falls else max(known)
    days = tuple(
        day
        for day, share in enumerate(weekdays)
        if share is not None and abs(share - worst) <= _ALIKE * abs(worst)
    )
    hours = [start.hour for start in starts if start is not None and start.weekday() in days]
    return PeakTime(days, _between(hours))


def _between(hours: Sequence[int]) -> tuple[int, int] | None:
    """The fewest whole hours, from and to, that have most of the peaks; None where that takes many, or the
    peaks are few. They may go on past midnight.
    """
    counts = Counter(hours)
    if counts.total() < _FEWEST:
        return None
    needed = math.ceil(_MOST * counts.total())
    for width in range(1, _WIDEST + 1):
        within = {first: sum(counts[(first + hour) % 24] for hour in range(width)) for first in range(24)}
        first = max(within, key=lambda first: within[first])
        if within[first] >= needed:
            return first, (first + width) % 24
    return None
