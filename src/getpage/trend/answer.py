"""The trend of one series: its season, its line, and the first day at each share of the limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from getpage.result.trend import (
    DAYS_AHEAD,
    DAYS_NEEDED,
    LEVEL,
    ExceptionalDay,
    Known,
    LevelShift,
    Reach,
    Trend,
    TrendInterval,
)
from getpage.trend.future import Future, draw_future
from getpage.trend.line import DailySeries, days_needed
from getpage.trend.season import Floats, Season, season

# Half a year says how a demand grows now.
_WINDOW = 182
# Weekdays with less of the level than this are idle: they say nothing of peaks.
_IDLE = 0.2
# A shift is named that is more likely than not.
_LIKELY = 0.5
_ENDS = ((1 - LEVEL) / 2, 0.5, (1 + LEVEL) / 2)


def trend(series: DailySeries, shares: tuple[float, ...] = (0.85, 1.0)) -> Trend:
    """What is known of a series, and when its daily peak first reaches each share of the last day's limit."""
    fit = _fit(series)
    if fit is None:
        return Trend(Known.TOO_FEW, len(series.dates))
    growth = fit.interval(7 * fit.future.growth)
    known = Known.TREND if growth.low > 0 else Known.NONE
    return Trend(
        known=Known.REACHED if fit.reached(1.0) else known,
        days=len(series.dates),
        growth=growth,
        reaches=tuple(fit.reaches(shares, growing=known is Known.TREND)),
        shifts=tuple(fit.shifts()),
        exceptional=tuple(fit.exceptional()),
        weekdays=fit.weekdays(),
    )


def value_at(series: DailySeries, day: date) -> TrendInterval | None:
    """The peak of a day after the last one, in the unit of the series. None where days are too few, the day
    is not within two years, or its weekday has no peaks.
    """
    fit = _fit(series)
    ahead = (day - series.dates[-1]).days
    if fit is None or not 0 < ahead <= DAYS_AHEAD or np.isnan(fit.future.sizes[day.weekday()]):
        return None
    peaks = next(peaks[ahead - first] for first, peaks in fit.future.peaks() if ahead < first + len(peaks))
    return fit.interval(fit.sign * peaks)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A fitted series. Values of the fit are in `unit`, upside down where the series falls (`sign` is -1)."""

    series: DailySeries
    """Of the window."""
    used: tuple[date, ...]
    """Days that the line goes through."""
    unit: float
    sign: float
    season: Season
    future: Future

    def interval(self, draws: Floats) -> TrendInterval:
        """The interval of draws, in the unit of the series."""
        low, middle, high = np.quantile(draws, _ENDS) * self.unit
        return TrendInterval(float(low), float(middle), float(high))

    def level(self, limit: float, share: float) -> float:
        """A share of a limit, upside down as the series: a floor is a share of what is above it."""
        limit *= self.sign
        return limit * share if limit >= 0 else limit / share

    def reached(self, share: float) -> bool:
        """Whether an ordinary day of the last seven was at this share of its limit."""
        of = self.series
        return any(
            day > of.dates[-1] - timedelta(days=7) and self.sign * value >= self.level(limit, share)
            for day, value, limit, ordinary in zip(
                of.dates, of.values, of.limits, self.season.ordinary, strict=True
            )
            if ordinary
        )

    def reaches(self, shares: tuple[float, ...], *, growing: bool) -> Iterator[Reach]:
        """One a share. A demand that is not shown to grow has no latest day."""
        today = self.series.dates[-1]
        levels = [self.level(self.series.limits[-1], share) / self.unit for share in shares]
        for share, days in zip(shares, self.future.first_days(levels), strict=True):
            ends = np.quantile(days, _ENDS, method="higher").tolist()
            if self.reached(share):
                ends = [0, 0, 0]
            elif not growing:
                ends[2] = DAYS_AHEAD + 1
            yield Reach(share, *(today + timedelta(days=end) if end <= DAYS_AHEAD else None for end in ends))

    def shifts(self) -> Iterator[LevelShift]:
        """Likely ones, by date."""
        sizes = zip(self.future.shifts, self.sign * self.future.shift_sizes.T, strict=True)
        for shift, draws in sorted(sizes, key=lambda pair: pair[0].at):
            with_it = draws[~np.isnan(draws)]
            if min(shift.probability, len(with_it) / len(draws)) > _LIKELY:
                yield LevelShift(
                    self.used[shift.at], self.interval(with_it), shift.probability, shift.day_probability
                )

    def exceptional(self) -> Iterator[ExceptionalDay]:
        """Days that are left out of the fit."""
        for at in np.flatnonzero(~self.season.ordinary).tolist():
            yield ExceptionalDay(
                self.series.dates[at],
                self.series.values[at],
                float(self.sign * self.season.expected[at] * self.unit),
                float(self.sign * self.season.deviations[at]),
            )

    def weekdays(self) -> tuple[float | None, ...]:
        """Shares of the average weekday."""
        typical = self.season.typical()
        average = np.nanmean(typical)
        shares = typical / average if average else np.full(7, np.nan)
        return tuple(float(share) if np.isfinite(share) else None for share in shares)


def _fit(series: DailySeries) -> _Fit | None:
    """None where days are too few."""
    since = series.dates[-1] - timedelta(days=_WINDOW - 1) if series.dates else None
    kept = [at for at, day in enumerate(series.dates) if since and day >= since]
    if len(kept) < DAYS_NEEDED:
        return None
    series = DailySeries(
        series.dates[kept[0] :], series.values[kept[0] :], series.limits[kept[0] :], series.falls
    )
    sign = -1.0 if series.falls else 1.0
    unit = max(map(abs, series.values))
    unit = unit if unit > np.finfo(float).tiny else 1.0
    values = sign * np.array(series.values) / unit
    days = np.array([day.toordinal() for day in series.dates]) - series.dates[-1].toordinal()
    weekdays = (days + series.dates[-1].weekday()) % 7
    of_week = season(days, values, weekdays, additive=series.falls)
    sizes = of_week.sizes
    sizes[sizes < _IDLE] = np.nan
    used = of_week.ordinary & ~np.isnan(sizes[weekdays])
    if used.sum() < days_needed(weekdays[used]):
        return None
    future = draw_future(
        days[used],
        values[used],
        weekdays[used],
        sizes,
        rare=of_week.deviations[~of_week.ordinary],
        proportional=of_week.proportional,
    )
    dates = tuple(day for day, use in zip(series.dates, used, strict=True) if use)
    return _Fit(series, dates, unit, sign, of_week, future)
