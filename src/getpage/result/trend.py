"""How demands grow, and when they reach their limits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from getpage.core.names import KnobId, Object

TRENDS_VERSION: Final = 1

DAYS_NEEDED: Final = 14
"""Days with a value without which nothing is said: every weekday twice."""

DAYS_AHEAD: Final = 730
"""Nothing is said of days farther after the last one: two years."""

LEVEL: Final = 0.9
"""Probability that an interval is made to hold."""


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
    changed: tuple[KnobId, ...] = ()
    """Knobs of the subsystem that had another size on this day than on the day before."""


@dataclass(frozen=True, slots=True)
class ExceptionalDay:
    """A day that is not like its neighbors and its weekday, and is left out of the fit."""

    day: date
    value: float
    expected: float
    deviations: float
    """How far out, in robust standard deviations of the other days; negative where it is too low."""


@dataclass(frozen=True, slots=True)
class PeakTime:
    """When the peaks of days come: on these weekdays, Monday being 0, which have the highest, about alike."""

    weekdays: tuple[int, ...]
    hours: tuple[int, int] | None
    """From and to, whole hours of local time that have four of five of these peaks; None where they come at
    no fixed hour, or no record says when."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DemandTrend:
    """The trend of one demand. `value` and `limit` are of the last day with both, in `unit`. `expected` is
    the peak on the day `on`, where one was asked for; None too where its weekday has no peaks. `peaks` is
    None where days are too few.
    """

    object: Object
    measure: str
    unit: str
    value: float
    limit: float
    falls: bool
    trend: Trend
    peaks: PeakTime | None = None
    on: date | None = None
    expected: TrendInterval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trends:
    """The trends of all demands of a store, from `first` to `last`; what is most urgent comes first."""

    first: date
    last: date
    days: int
    trends: tuple[DemandTrend, ...] = ()
    #: The probability with which an interval holds what it is of.
    level: float = LEVEL
    version: int = TRENDS_VERSION
    tool: str = ""
