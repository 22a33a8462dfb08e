"""Intervals of two windows as pairs of the same time of day, so that a daily profile is no noise.

Before and after are brought to one grid: the coarser of their steps. A pair is the same place in the day,
of the same day of the week where both sides have weeks, of the first day with the first otherwise. Where
one side has more days than the other, its days are shared out in order: ten days against five are five
pairs of two days with one.

Limits: what makes one whole day differ from another is noise that a single pair of days cannot show.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.prove.noise import FEWEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

#: Pairs must hold this share of the intervals of the shorter side: otherwise these are not the same hours.
SAME_HOURS: Final = 0.5
#: Sides with as many different days of the week as a working week has are paired by day of the week.
WORKING_WEEK: Final = 5
_EPOCH: Final = datetime(1970, 1, 1)
_DAY: Final = 86_400.0
_MINUTE: Final = 60.0

_Key = tuple[int, int, int]  # round of days, day of the week (0 where there are no weeks), place in the day


@dataclass(frozen=True, slots=True)
class Pairs:
    """Which intervals of two sides are at the same time: `count` pairs, and where a moment of a side
    belongs."""

    count: int
    step: float
    phase: float
    rounds: tuple[Mapping[date, tuple[int, int]], Mapping[date, tuple[int, int]]]
    index: Mapping[_Key, int]

    def at(self, starts: Iterable[datetime], *, after: bool) -> NDArray[np.int64]:
        """The pair that each interval belongs to; -1 where the other side has none at that time."""
        rounds = self.rounds[after]
        found = []
        for start in starts:
            day, place = _place(start.replace(tzinfo=None), self.step, self.phase)
            key = (*rounds[day], place) if day in rounds else None
            found.append(-1 if key is None else self.index.get(key, -1))
        return np.array(found, dtype=np.int64)


def pairs(before: Iterable[datetime], after: Iterable[datetime]) -> Pairs | None:
    """The intervals that begin at these moments, in pairs; None where too few are at the same time of day."""
    old, new = (sorted({one.replace(tzinfo=None) for one in side}) for side in (before, after))
    if not old or not new:
        return None
    step = max(_step(old), _step(new))
    phase = _phase(old, step)
    places = [[_place(one, step, phase) for one in side] for side in (old, new)]
    rounds = _rounds([sorted({day for day, _ in side}) for side in places])
    keys = [
        {(*of[day], place) for day, place in side if day in of}
        for side, of in zip(places, rounds, strict=True)
    ]
    common = sorted(keys[0] & keys[1])
    if len(common) < max(FEWEST, SAME_HOURS * min(map(len, keys))):
        return None
    return Pairs(len(common), step, phase, rounds, {key: i for i, key in enumerate(common)})


def _step(starts: Sequence[datetime]) -> float:
    """Seconds from one interval to the next, in whole minutes, as SMF has them (INTVAL of SMFPRMxx): records
    are written some seconds late. One alone has no step that could be coarser than another's.
    """
    step = median([(b - a).total_seconds() for a, b in pairwise(starts)] or [1.0])
    return _MINUTE * round(step / _MINUTE) or step


def _phase(starts: Sequence[datetime], step: float) -> float:
    """How far into a step intervals begin: the median, on a circle about the first."""
    offsets = [_seconds(one) % step for one in starts]
    return offsets[0] + median([(one - offsets[0] + step / 2) % step for one in offsets]) - step / 2


def _place(start: datetime, step: float, phase: float) -> tuple[date, int]:
    """The day and the step of that day whose beginning is nearest."""
    at = round((_seconds(start) - phase) / step) * step
    return (_EPOCH + timedelta(seconds=at)).date(), int((at % _DAY) // step)


def _rounds(
    days: Sequence[Sequence[date]],
) -> tuple[dict[date, tuple[int, int]], dict[date, tuple[int, int]]]:
    """For each day of either side its round and its day of the week; a day without a partner is left out."""
    weeks = all(len({day.weekday() for day in side}) >= WORKING_WEEK for side in days)
    kinds: list[dict[int, list[date]]] = [defaultdict(list), defaultdict(list)]
    for side, kind in zip(days, kinds, strict=True):
        for day in side:
            kind[day.weekday() if weeks else 0].append(day)
    first, second = (
        {
            day: (i * min(len(same), len(other[kind])) // len(same), kind)
            for kind, same in mine.items()
            if kind in other
            for i, day in enumerate(same)
        }
        for mine, other in (kinds, kinds[::-1])
    )
    return first, second


def _seconds(one: datetime) -> float:
    return (one - _EPOCH).total_seconds()
