"""A measure interval by interval, and its change between two windows, at the same time of day where possible.

Before and after are brought to one grid: the coarser of their steps. A pair is the same place in the day: of
the same day of the week where both sides have weeks, else of the first day with the first. Where one side has
more days than the other, its days are shared out in order: ten days against five are five pairs of two days
with one. What the pairs share, the daily profile, is then not noise.

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

from getpage.prove.change import paired, unpaired, unseen_mix
from getpage.prove.noise import FEWEST, NO_NOISE, memory_of, ratio_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.prove.change import RatioChange
    from getpage.prove.noise import Ratio

    Floats = NDArray[np.float64]

#: Pairs must hold this share of the intervals of the shorter side: otherwise these are not the same hours.
SAME_HOURS: Final = 0.5
#: Sides with as many different days of the week as a working week has are paired by day of the week.
WORKING_WEEK: Final = 5
_EPOCH: Final = datetime(1970, 1, 1)
_DAY: Final = 86_400.0
_MINUTE: Final = 60.0

_Key = tuple[int, int, int]  # round of days, day of the week (0 where there are no weeks), place in the day


@dataclass(frozen=True, slots=True)
class Entry:
    """One interval: `above` over `below` is the measure.

    `units` is the work done in it and `seconds` its length, where the volume is to be held equal.
    """

    start: datetime
    above: float
    below: float
    units: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class EntryComparison:
    """Both sides as measured, and the change with everything held equal that can be."""

    before: Ratio
    after: Ratio
    change: RatioChange


@dataclass(frozen=True, slots=True)
class TimePairs:
    """Which intervals of two sides are at the same time: `count` pairs, and where each start belongs."""

    count: int
    step: float
    phase: float
    rounds: tuple[Mapping[date, tuple[int, int]], Mapping[date, tuple[int, int]]]
    index: Mapping[_Key, int]

    @property
    def memory(self) -> float:
        """The correlation of neighboring pairs that intervals of changes are right for."""
        return memory_of(self.step)

    def at(self, starts: Iterable[datetime], *, after: bool) -> NDArray[np.int64]:
        """The pair of each interval of a side; -1 where the other side has none at that time."""
        rounds = self.rounds[after]
        places = []
        for start in starts:
            day, place = _place(start.replace(tzinfo=None), self.step, self.phase)
            key = (*rounds[day], place) if day in rounds else None
            places.append(-1 if key is None else self.index.get(key, -1))
        return np.array(places, dtype=np.int64)


def compare(before: Sequence[Entry], after: Sequence[Entry]) -> EntryComparison | None:
    """The change between two sides in time order; None where `below` of a side sums to nothing."""
    old, new = (
        ratio_of([e.above for e in side], [e.below for e in side], memory_between(e.start for e in side))
        for side in (before, after)
    )
    if old is None or new is None:
        return None
    pairs = pair_times([entry.start for entry in before], [entry.start for entry in after])
    change = None if pairs is None else _paired(pairs, before, after)
    return EntryComparison(old, new, unpaired(old, new) if change is None else change)


def pair_times(before: Iterable[datetime], after: Iterable[datetime]) -> TimePairs | None:
    """Pairs of intervals that begin at these times; None where too few are at the same time of day."""
    old, new = (sorted({start.replace(tzinfo=None) for start in side}) for side in (before, after))
    if not old or not new:
        return None
    step = max(_step(old), _step(new))
    phase = _phase(old, step)
    places = [[_place(start, step, phase) for start in side] for side in (old, new)]
    rounds = _rounds([sorted({day for day, _ in side}) for side in places])
    keys = [
        {(*round_of[day], place) for day, place in side if day in round_of}
        for side, round_of in zip(places, rounds, strict=True)
    ]
    common = sorted(keys[0] & keys[1])
    if len(common) < max(FEWEST, SAME_HOURS * min(map(len, keys))):
        return None
    return TimePairs(len(common), step, phase, rounds, {key: i for i, key in enumerate(common)})


def memory_between(starts: Iterable[datetime]) -> float:
    """The correlation of neighbors that begin at these times that their noise is right for."""
    return memory_of(_step(sorted({start.replace(tzinfo=None) for start in starts})))


def _paired(pairs: TimePairs, before: Sequence[Entry], after: Sequence[Entry]) -> RatioChange | None:
    """The change pair by pair, None where too few pairs have work.

    The weight of a pair is the harmonic mean of its denominators on both sides (Mantel and Haenszel 1959, of
    rates), so that another profile of volume is no change.
    """
    sums = [_sums(pairs, side, after=i > 0) for i, side in enumerate((before, after))]
    under = sums[0][1], sums[1][1]
    worked = (under[0] > 0) & (under[1] > 0)
    if worked.sum() < FEWEST:
        return None
    weights = under[0][worked] * under[1][worked] / (under[0] + under[1])[worked]
    weights = weights / weights.mean()
    costs = sums[0][0][worked] / sums[0][1][worked], sums[1][0][worked] / sums[1][1][worked]
    volume = None
    if all(entry.units is not None for side in (before, after) for entry in side):
        rates = [side[2][worked] / side[3][worked] for side in sums]
        if all((rate > 0).all() for rate in rates):
            volume = rates[0], rates[1]
    mix_noise = unseen_mix(costs, volume, weights) if volume and min(map(np.min, costs)) > 0 else NO_NOISE
    return paired(weights * costs[0], weights * costs[1], volume, mix_noise=mix_noise, memory=pairs.memory)


def _sums(pairs: TimePairs, side: Sequence[Entry], *, after: bool) -> tuple[Floats, ...]:
    """`above`, `below`, units and seconds of a side, summed by pair."""
    at = pairs.at((entry.start for entry in side), after=after)
    rows = np.array([(e.above, e.below, e.units or 0.0, e.seconds) for e in side], dtype=np.float64)
    sums: Floats = np.zeros((pairs.count, 4))
    np.add.at(sums, at[at >= 0], rows[at >= 0])
    return tuple(sums.T)


def _step(starts: Sequence[datetime]) -> float:
    """Seconds from one interval to the next, in whole minutes, as SMF has them (INTVAL of SMFPRMxx): records
    are written some seconds late. A single interval has no step: 1 second, which is never the coarser one.
    """
    step = median([(b - a).total_seconds() for a, b in pairwise(starts)] or [1.0])
    return _MINUTE * round(step / _MINUTE) or step


def _phase(starts: Sequence[datetime], step: float) -> float:
    """How many seconds into a step the intervals begin: the median, on a circle about the first."""
    offsets = [_seconds(start) % step for start in starts]
    return offsets[0] + median([(offset - offsets[0] + step / 2) % step for offset in offsets]) - step / 2


def _place(start: datetime, step: float, phase: float) -> tuple[date, int]:
    """The day, and the step of that day whose beginning is nearest."""
    at = round((_seconds(start) - phase) / step) * step
    return (_EPOCH + timedelta(seconds=at)).date(), int((at % _DAY) // step)


def _rounds(
    days: Sequence[Sequence[date]],
) -> tuple[dict[date, tuple[int, int]], dict[date, tuple[int, int]]]:
    """The round and the day of the week of each day of both sides; days without a partner are left out."""
    weeks = all(len({day.weekday() for day in side}) >= WORKING_WEEK for side in days)
    by_weekday: list[dict[int, list[date]]] = [defaultdict(list), defaultdict(list)]
    for side, days_of in zip(days, by_weekday, strict=True):
        for day in side:
            days_of[day.weekday() if weeks else 0].append(day)
    first, second = (
        {
            day: (i * min(len(same), len(other[weekday])) // len(same), weekday)
            for weekday, same in own.items()
            if weekday in other
            for i, day in enumerate(same)
        }
        for own, other in (by_weekday, by_weekday[::-1])
    )
    return first, second


def _seconds(moment: datetime) -> float:
    return (moment - _EPOCH).total_seconds()
