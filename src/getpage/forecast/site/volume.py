"""Rates of a subsystem over its intervals, per second and per unit: where a forecast starts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from math import cos, log, pi, sqrt
from operator import mul
from statistics import fmean, stdev

import numpy as np

from getpage.core.memoized import memoized
from getpage.core.names import Subsystem
from getpage.forecast.intervals import Intervals, added

_DAY = 86_400.0
# Intervals that tell how much they differ.
_FEW_HOURS = 6
#: How sure a mean is of which they do not tell it: ours.
UNKNOWN_ERROR = 0.05
#: How much days differ as a whole, as a share, where the window has one: of their volume, and of means a unit
#: of work. Ours, with as many degrees of freedom as `_DAYS_FREEDOM`.
DAYS_VOLUME, DAYS_EACH = 0.05, 0.02
_DAYS_FREEDOM = 4
# Days that are alike have means that differ by more than this many times the error of a mean, squared, in
# one case of twenty or fewer, from two days on.
_ALIKE = 4.0
# What the intervals of alike days say of the error of their means counts as much as so many days.
_ALIKE_DAYS = 2
# Slow waves of a day that may be its profile.
_WAVES = 2
# Independent intervals that a series is taken for at the least.
_LEAST_ALONE = 3.0


@dataclass(frozen=True, slots=True)
class MeanError:
    """The standard error of a mean, as a share of it, and its degrees of freedom."""

    error: float
    freedom: float

    @classmethod
    def unknown(cls, many: int) -> MeanError:
        """The default for too few intervals."""
        return cls(UNKNOWN_ERROR, max(many - 1, 2))


class Day(Enum):
    """How a difference by the time of day counts when one mean is compared with another.

    `SEEN`: it is no error where several days show it. `RETURNS`: nor is the slow wave of a single day. `ANY`:
    it counts like any error, as the other mean is of other times of day.
    """

    SEEN = auto()
    RETURNS = auto()
    ANY = auto()


def mean_error(
    starts: Sequence[float], values: Sequence[float], days: float = 0.0, *, day: Day = Day.SEEN
) -> MeanError | None:
    """The error of the mean of values in order of time; None where they are too few or add up to nothing.

    `starts` are seconds since 1970, local time. `days` is the share by which days are taken to differ where
    the values are of a single day.
    """
    many = len(values)
    centre = fmean(values) if many else 0.0
    if many < _FEW_HOURS or centre <= 0:
        return None
    each_day = [list(values)] if day is Day.ANY else _by_day(starts, values)
    means = [fmean(of) for of in each_day]
    within = [value - mean for of, mean in zip(each_day, means, strict=True) for value in of]
    count = len(each_day)
    lost = 1 - (1 - 1 / count) * (1 - count / many) if count > 1 else 0.0
    if day is Day.RETURNS and count == 1:
        within, lost = _without_waves(within), _WAVES / many
    alone, variance = _of_one_day(within, many / count, lost)
    of_intervals = variance / alone
    if count > 1:
        squared, freedom = _of_days(means, of_intervals)
    else:
        # Welch and Satterthwaite: the degrees of freedom of a sum of two variances.
        of_days = (days * centre) ** 2
        squared = of_intervals + of_days
        parts = of_intervals**2 / (alone - 1) + of_days**2 / _DAYS_FREEDOM
        freedom = squared**2 / parts if parts > 0 else many - 1
    if squared <= 1e-18 * centre * centre:
        return MeanError(0.0, many - 1)
    return MeanError(sqrt(squared / count) / centre, freedom)


def _of_days(means: Sequence[float], of_intervals: float) -> tuple[float, float]:
    """The variance of the mean of a day and its degrees of freedom, where intervals alone give it the
    variance `of_intervals`.
    """
    count = len(means)
    differ = sum((mean - fmean(means)) ** 2 for mean in means) / (count - 1)
    if differ > _ALIKE * of_intervals:
        return differ, count - 0.5
    pooled = (_ALIKE_DAYS * of_intervals + (count - 1) * differ) / (_ALIKE_DAYS + count - 1)
    return pooled, _ALIKE_DAYS + count - 1


def _of_one_day(away: Sequence[float], each: float, lost: float) -> tuple[float, float]:
    """Independent intervals in a day of `each` intervals, and the variance of an interval. `lost` is the
    share of the degrees of freedom that means of times of day and of days have used.
    """
    many = len(away)
    total = sum(a * a for a in away)
    if total <= 0:
        return each, 0.0
    alike = _alike(lambda lag: sum(map(mul, away, away[lag:])) / total, many // 3)
    alone = max(each / alike, _LEAST_ALONE)
    return alone, total / many / (1 - max(lost, 1 / alone))


def _without_waves(away: Sequence[float]) -> list[float]:
    """A day without its mean and its slowest waves: half a cosine over it, and a whole one."""
    left, many = list(away), len(away)
    for wave in range(1, _WAVES + 1):
        shape = [cos(pi * wave * (n + 0.5) / many) for n in range(many)]
        size = 2 / many * sum(map(mul, shape, away))
        left = [value - size * at for value, at in zip(left, shape, strict=True)]
    return left


def days_of(starts: Sequence[float]) -> int:
    """How many days can be compared with each other; 1 where a time of day was seen but once."""
    return len(_by_day(starts, [1.0] * len(starts)))


def _by_day(starts: Sequence[float], values: Sequence[float]) -> list[list[float]]:
    """Values by day, which begins when the window does, each less the mean effect of its time of day. All
    values as one day where some time of day was seen only once.
    """
    times: dict[int, list[float]] = defaultdict(list)
    days: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for start, value in zip(starts, values, strict=True):
        time = int(start % _DAY // 60)
        times[time].append(value)
        days[int((start - starts[0]) // _DAY)].append((time, value))
    if len(days) == 1 or any(len(of) < 2 for of in times.values()):
        return [list(values)]
    centre = fmean(values)
    above = {time: fmean(of) - centre for time, of in times.items()}
    return [[value - above[time] for time, value in of] for of in days.values()]


def _alike(correlation: Callable[[int], float], lags: int) -> float:
    """Intervals per independent one, from the autocorrelations at lags 0, 1, ...; at least 1."""
    time, lag, many = -1.0, 0, 3 * lags
    while lag + 1 < lags:
        pair = correlation(lag) + correlation(lag + 1) + (2 if lag else 1) / many
        if pair <= 0:
            break
        time += 2 * pair
        lag += 2
    return max(time, 1.0)


# Intervals that tell how much they differ.
_FEW = 6


@dataclass(frozen=True, slots=True)
class VolumeChange:
    """How a mean per unit differs, as shares: from one interval to another, and its error over all."""

    interval: float
    mean: float


@dataclass(frozen=True)
class Volume:
    """Means over intervals of one subsystem, None where they have none. Times are seconds per unit."""

    subsystem: Subsystem
    unit: str
    rate: float  # units per s
    seconds: float
    reads: float | None
    cpu: float | None
    response: float | None
    wait: float | None  # for reads
    work: Intervals

    @cached_property
    def window(self) -> tuple[tuple[float, float], ...]:
        """When each interval began, in seconds since 1970, local time, and how long it was."""
        return tuple(zip(self.work["start"].tolist(), self.work["seconds"].tolist(), strict=True))

    @cached_property
    def reads_change(self) -> VolumeChange | None:
        """How reads per unit differ between intervals; None with fewer than a few of them."""
        have = self.work.where(self.work["reads"] > 0)
        if len(have) < _FEW:
            return None
        each = (have["reads"] / have["units"]).tolist()
        error = mean_error(have["start"].tolist(), each, day=Day.ANY)
        return VolumeChange(stdev(map(log, each)), error.error if error else UNKNOWN_ERROR)

    @memoized()
    def error_of(self, column: str) -> float:
        """The standard error of the mean per unit of a column over the window, as a share of it."""
        have = self.work.where(~np.isnan(self.work[column]))
        error = mean_error(have["start"].tolist(), (have[column] / have["units"]).tolist())
        return error.error if error else UNKNOWN_ERROR

    @cached_property
    def rate_error(self) -> float:
        """The standard error of the mean rate, as a share of it, by how much it differs from one interval to
        the next: what changes slowly is the load (von Neumann 1941).
        """
        rates = self.work["units"] / self.work["seconds"]
        if len(rates) < _FEW:
            return UNKNOWN_ERROR
        return float(np.sqrt(np.mean(np.diff(rates) ** 2) / 2 / len(rates)) / rates.mean())


@memoized()
def volume_of(work: Intervals) -> Volume | None:
    """The volume of the intervals of one subsystem; None without a unit of work."""
    done = work.where((work["units"] > 0) & (work["seconds"] > 0))
    if done.subsystem is None or not len(done):
        return None
    seconds = added(done["seconds"])
    return Volume(
        subsystem=done.subsystem,
        unit=done.unit,
        rate=added(done["units"]) / seconds,
        seconds=seconds,
        reads=_each(done, "reads"),
        cpu=_each(done, "cpu_seconds"),
        response=_each(done, "elapsed_seconds"),
        wait=_each(done, "read_seconds"),
        work=done,
    )


def _each(work: Intervals, column: str) -> float | None:
    """Total over total, of the intervals that have it."""
    have = work.where(~np.isnan(work[column]))
    units = added(have["units"])
    return added(have[column]) / units if units > 0 else None
