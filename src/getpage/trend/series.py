"""What a trend is asked of and what it answers: one demand, a value a day, against its limit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise
from typing import Final

DAYS_NEEDED: Final = 14
"""Days with a value without which nothing is said: every weekday twice."""

LEVEL: Final = 0.9
"""Probability that an interval is made to hold."""


@dataclass(frozen=True, slots=True)
class DailySeries:
    """The peak demand of each day and the limit of that day, both in one unit; days without evidence are
    left out. `falls`: the demand gets worse by falling, as free frames do, and the limit is a floor below it.
    """

    dates: tuple[date, ...]
    values: tuple[float, ...]
    limits: tuple[float, ...]
    falls: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no series; a caller's defect, not a user's."""
        if not len(self.dates) == len(self.values) == len(self.limits):
            raise ValueError("dates, values and limits differ in number")
        if any(after <= before for before, after in pairwise(self.dates)):
            raise ValueError("dates do not ascend")
        if not all(map(math.isfinite, (*self.values, *self.limits))):
            raise ValueError("a value or limit is not a finite number")


class Known(StrEnum):
    """What a series tells."""

    TOO_FEW = "too few"
    """Fewer days than `DAYS_NEEDED`, or too few of each weekday."""
    NONE = "none"
    """It is not shown to grow towards the limit: the interval of its growth has zero in it, or lies below."""
    TREND = "trend"
    REACHED = "reached"
    """An ordinary day of the last seven was at its limit."""


@dataclass(frozen=True, slots=True)
class TrendInterval:
    """The middle, and the ends that hold the truth with probability `LEVEL`."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Reach:
    """The first day whose peak reaches a share of today's limit; each end None where that is not within two
    years. Of a demand that falls: the first day on which the floor is this share of it, or more.
    """

    share: float
    earliest: date | None
    middle: date | None
    latest: date | None


@dataclass(frozen=True, slots=True)
class LevelShift:
    """From `day` on the values of an average weekday are higher by `size`, in the unit of the series."""

    day: date
    size: TrendInterval
    probability: float
    """That the level shifted at all."""
    day_probability: float
    """That it did on this day."""


@dataclass(frozen=True, slots=True)
class ExceptionalDay:
    """A day that is not like its neighbors and its weekday, and is left out of the fit."""

    day: date
    value: float
    expected: float
    deviations: float
    """How far out, in robust standard deviations of the other days; negative where it is too low."""


@dataclass(frozen=True, slots=True)
class Trend:
    """The answer for one series. Where `known` is `TOO_FEW`, only `days` is filled."""

    known: Known
    days: int
    """Days with a value."""
    growth: TrendInterval | None = None
    """Towards the limit, per week, in the unit of the series; level shifts are not in it. Of a demand that
    falls, how much it falls."""
    reaches: tuple[Reach, ...] = ()
    """One a share that was asked for, in that order."""
    shifts: tuple[LevelShift, ...] = ()
    """Likely ones alone, by date."""
    exceptional: tuple[ExceptionalDay, ...] = ()
    """By date."""
    weekdays: tuple[float | None, ...] = ()
    """A typical value of each weekday as a share of the average one, Monday first; None without values."""
