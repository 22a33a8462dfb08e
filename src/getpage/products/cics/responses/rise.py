"""Whether the response of a transaction rose, against the same weekdays and hours before, and since when.

Each hour of a day has a 95th percentile. Its logarithm is compared with the median of the same hour on the
same weekdays before; the average over the hours of a day, by their tasks, is how much that day lies above.
The day since when it rose is the one that parts the days best. What lies after it is held against what lies
before it: the interval comes from how much the days before vary among themselves (median deviation, so that
one bad day does not widen it), from how few they are, and from how much a day goes with the one before it.
It holds for all days tried together (Bonferroni).

Limits: hours with fewer tasks than FEWEST_TASKS, and weekdays that were there once, tell nothing. A rise that
has ended is none.

References: T. Hettmansperger and J. McKean, "Robust Nonparametric Statistical Methods" (efficiency of the
median and of the median deviation); Zwiers and von Storch, "Taking serial correlation into account", Journal
of Climate 8 (1995).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from getpage.core.student import t_quantile

from .hours import ALL_PARTS, P95, PROGRAM, RELEASE, RESPONSE

#: Tasks of an hour from which its 95th percentile says something, and of all days after: ours.
FEWEST_TASKS: Final = 20
#: Days before that it takes, and the days before the last one in which a rise may have begun: ours.
FEWEST_DAYS: Final = 8
_RECENT: Final = timedelta(days=28)
#: Days before that still say what is usual.
_USUAL: Final = timedelta(days=56)
#: Days on which a rise that lasts is still there.
_LAST: Final = 3
#: Outside of the interval, both sides together.
_BEYOND: Final = 0.10
#: Standard deviations in a median deviation of normal noise, what it takes of the data's freedom, and the
#: variance of a median over that of a mean.
_OF_MEDIAN: Final = 1.4826
_FREEDOM: Final = 0.37
_MEDIAN_VARIANCE: Final = math.pi / 2
#: Percentiles are known to a percent.
_LEAST: Final = 0.01
_MOST_CORRELATION: Final = 0.8
#: Of the part that rose most.
_NEXT_TO_NOTHING: Final = 0.02

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rise:
    """By how much a percentile rose since a day: times what it was, with an interval of 90 %; milliseconds
    before and now; the program and the release then and now; and of the same tasks each part of the mean
    response before and now, in seconds.
    """

    since: date
    times: float
    low: float
    high: float
    before_ms: float
    now_ms: float
    days_before: int
    days: int
    tasks: int
    programs: tuple[str | None, str | None]
    releases: tuple[str | None, str | None]
    parts: dict[str, tuple[float, float]]

    @property
    def extra(self) -> float:
        """Seconds by which the mean response of a task rose."""
        before, now = self.parts[RESPONSE]
        return now - before

    @property
    def is_released(self) -> bool:
        """Whether it has another release than before."""
        return None not in self.releases and self.releases[0] != self.releases[1]

    @property
    def by_part(self) -> list[tuple[str, float]]:
        """The parts that rose by more than next to nothing, with seconds per task, most first."""
        grown = [(name, self.parts[name][1] - self.parts[name][0]) for name in ALL_PARTS]
        least = _NEXT_TO_NOTHING * max((seconds for _, seconds in grown), default=0.0)
        return sorted((part for part in grown if part[1] > max(least, 0.0)), key=lambda part: -part[1])


def rise(rows: pl.DataFrame, least: float) -> Rise | None:
    """The rise of a transaction by `least` of it at least, from its hours; None where none is shown."""
    busy = rows.filter(pl.col("tasks") >= FEWEST_TASKS, pl.col(P95) > 0)
    if busy.height <= FEWEST_DAYS:
        return None
    day = busy["hour"].dt.date().to_physical().to_numpy().astype(np.int64)
    slot = (busy["hour"].dt.weekday().cast(pl.Int64) * 24 + busy["hour"].dt.hour()).to_numpy()
    values = np.log(busy[P95].to_numpy())
    tasks = busy["tasks"].to_numpy().astype(np.float64)
    usual = day > day[-1] - _USUAL.days - _RECENT.days
    day, slot, values, tasks = day[usual], slot[usual], values[usual], tasks[usual]
    dates, number = np.unique(day, return_inverse=True)
    candidates = [at for at in range(FEWEST_DAYS, len(dates)) if dates[at] > dates[-1] - _RECENT.days]
    if not candidates:
        return None
    level = _level(values - _medians(slot, values, slot, 1), number, tasks, len(dates))
    at = max(candidates, key=lambda at: _contrast(level, at))
    before = (number < at) & (day > dates[at] - _USUAL.days)
    away = values - _medians(slot[before], values[before], slot, 2)
    level = _level(away, number, tasks, len(dates))
    shown = _shown(level, dates, at, len(candidates))
    if shown is None:
        return None
    middle, low, high, days = shown
    since_then = level[at:][~np.isnan(level[at:])]
    lasts = min(np.median(since_then), np.median(since_then[-_LAST:]))
    if min(low, lasts) <= math.log1p(least):
        return None
    after = (number >= at) & ~np.isnan(away)
    now = float(np.average(values[after], weights=tasks[after]))
    since = date(1970, 1, 1) + timedelta(days=int(dates[at]))
    return Rise(
        since=since,
        times=math.exp(middle),
        low=math.exp(low),
        high=math.exp(high),
        before_ms=math.exp(now - middle),
        now_ms=math.exp(now),
        days_before=days,
        days=int(np.sum(~np.isnan(level[at:]))),
        tasks=int(tasks[after].sum()),
        programs=_ran(rows, since, PROGRAM),
        releases=_ran(rows, since, RELEASE),
        parts=_parts(rows, since),
    )


def by_day(rows: pl.DataFrame) -> pl.DataFrame:
    """Days of a transaction, each with its 95th percentile in milliseconds: the average over its hours."""
    busy = rows.filter(pl.col("tasks") >= FEWEST_TASKS, pl.col(P95) > 0)
    tasks = pl.col("tasks")
    mean = ((pl.col(P95).log() * tasks).sum() / tasks.sum()).exp()
    return busy.group_by(pl.col("hour").dt.truncate("1d").alias("day"), maintain_order=True).agg(mean)


def _medians(of: NDArray[np.int64], values: _Floats, wanted: NDArray[np.int64], fewest: int) -> _Floats:
    """The median of the values of each slot that is wanted; NaN where it has fewer than so many."""
    medians = {
        int(slot): float(np.median(own)) for slot in np.unique(of) if len(own := values[of == slot]) >= fewest
    }
    return np.array([medians.get(int(slot), math.nan) for slot in wanted])


def _level(away: _Floats, number: NDArray[np.int64], tasks: _Floats, days: int) -> _Floats:
    """How far each day lies above, on average over its hours by their tasks; NaN where nothing tells."""
    known = ~np.isnan(away)
    weights = np.bincount(number[known], tasks[known], days)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.bincount(number[known], tasks[known] * away[known], days) / weights


def _contrast(level: _Floats, at: int) -> float:
    """How well a day parts those before it from it and those after it, higher after it."""
    before, after = len(level[:at]), len(level[at:])
    apart = float(np.nanmean(level[at:]) - np.nanmean(level[:at]))
    return apart * math.sqrt(before * after / (before + after))


def _shown(
    level: _Floats, dates: NDArray[np.int64], at: int, tried: int
) -> tuple[float, float, float, int] | None:
    """How far the days from `at` on lie above those before, the ends of its interval, and days before."""
    weekday = dates % 7
    known = ~np.isnan(level)
    recent = dates > dates[at] - _USUAL.days
    before = np.flatnonzero(known & recent & (np.arange(len(level)) < at))
    after = np.flatnonzero(known & (np.arange(len(level)) >= at))
    count = {int(day): int(np.sum(weekday[before] == day)) for day in np.unique(weekday[before])}
    freedom = len(before) - len(count)
    if len(before) < FEWEST_DAYS or freedom < 1 or not len(after):
        return None
    noise = level[before]
    spread = _OF_MEDIAN * float(np.median(np.abs(noise))) * math.sqrt(len(before) / freedom)
    variance = max(spread, _LEAST) ** 2 * _correlated(noise, dates[before])
    of_weekday = (
        (np.sum(weekday[after] == day) / len(after)) ** 2 * _MEDIAN_VARIANCE / count.get(int(day), 1)
        for day in np.unique(weekday[after])
    )
    error = math.sqrt(variance * (1 / len(after) + sum(of_weekday)))
    reach = t_quantile(max(1.0, _FREEDOM * freedom), 1 - _BEYOND / 2 / tried) * error
    middle = float(np.mean(level[after]))
    return middle, middle - reach, middle + reach, len(before)


def _correlated(noise: _Floats, dates: NDArray[np.int64]) -> float:
    """By how much the variance of a mean of days is larger, as a day goes with the one before it."""
    neighbors = np.diff(dates) == 1
    total = float(np.sum(noise**2))
    if not neighbors.any() or total <= 0:
        return 1.0
    along = float(np.sum(noise[1:][neighbors] * noise[:-1][neighbors])) / neighbors.sum()
    correlation = min(max(along / (total / len(noise)), 0.0), _MOST_CORRELATION)
    return float((1 + correlation) / (1 - correlation))


def _ran(rows: pl.DataFrame, since: date, what: str) -> tuple[str | None, str | None]:
    """What the last hour before a day and the last of all ran."""
    before = rows.filter(pl.col("hour").dt.date() < since)[what].drop_nulls()
    every = rows[what].drop_nulls()
    return before[-1] if len(before) else None, every[-1] if len(every) else None


def _parts(rows: pl.DataFrame, since: date) -> dict[str, tuple[float, float]]:
    """Seconds per task of each part since a day, and before it on the same weekdays and hours."""
    names = (RESPONSE, *ALL_PARTS)
    keyed = rows.with_columns(
        pl.col("hour").dt.weekday().alias("weekday"), pl.col("hour").dt.hour().alias("of_day")
    )
    slot = ("weekday", "of_day")
    day = pl.col("hour").dt.date()
    earlier = (
        keyed.filter(day < since, day > since - _USUAL).group_by(slot).agg(pl.col("tasks", *names).sum())
    )
    usual = earlier.select(*slot, *(pl.col(name) / pl.col("tasks") for name in names))
    later = keyed.filter(day >= since).join(usual, on=slot, suffix=" before")
    tasks = pl.col("tasks")
    sums = later.select(
        *(pl.col(name).sum() / tasks.sum() for name in names),
        *((pl.col(f"{name} before") * tasks).sum() / tasks.sum() for name in names),
    )
    [row] = sums.iter_rows(named=True)
    return {name: (row[f"{name} before"], row[name]) for name in names}
