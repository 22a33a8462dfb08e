"""The hours that figures are of: the same hours again, or others like them.

Over the same hours the work is what it was: what came is known, and only what another size makes of it is
not. Other hours of the same habits have more work or less, heavier or lighter. As many of them differ from
those of the evidence by two errors of a mean: that of the evidence, and that of the hours themselves. How
large it is follows from how intervals differ (`sureness`), and what moves together does so here: a Gaussian
copula of the correlations between intervals, with Student's t at its margins. Whether the slow waves of a
single day are its profile, which these hours have too, or a drift is not told: either is as likely.

Limits: one day does not show how days differ, so that a default is taken, and the answer says so; a morning
does not show how an evening differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from getpage.contract.storage import Processors
from getpage.core.memoized import memoized
from getpage.core.student import t_quantiles
from getpage.forecast.draws import Draws, Floats
from getpage.forecast.intervals import Intervals
from getpage.forecast.settings import ForecastSettings
from getpage.forecast.site.processors import others_of
from getpage.forecast.site.volume import DAYS_EACH, DAYS_VOLUME, Day, MeanError, Volume, days_of, mean_error

#: Columns of work that differ between hours, a unit; `RATE` and `OTHERS` are a second.
RATE, OTHERS = "rate", "others"
COLUMNS = ("reads", "cpu_seconds", "elapsed_seconds", "read_seconds")
# Hours do not come to less than this share of what they were.
_LEAST = 0.05
# Probabilities are told apart from 0 and 1 by no less.
_RAREST = 1e-9
#: How far the load of other hours is off where no intervals tell: ours.
_UNKNOWN_LOAD = MeanError(0.15, 4)


@dataclass(frozen=True, slots=True)
class Hours:
    """Means of hours to those of the evidence, as draws by column. `note` says how days are known to
    differ.
    """

    ratios: Mapping[str, Floats]
    unchanged: Floats
    note: str = ""

    def ratio(self, column: str) -> Floats:
        """Of `RATE`, `OTHERS` or a column of work a unit."""
        return self.ratios.get(column, self.unchanged)


def same_hours(draws: Draws) -> Hours:
    """The same hours again."""
    return Hours({}, draws.constant(1.0))


def hours_like(
    volume: Volume | None, processors: Sequence[Processors], settings: ForecastSettings, who: str
) -> Hours:
    """As many other hours of the same habits; of a subsystem without work they are the same hours."""
    if volume is None:
        return same_hours(settings.draws)
    others = others_of(volume.work, processors)
    return _hours_like(volume, others.tobytes(), settings.draws, who)


@memoized(1)
def _hours_like(volume: Volume, others: bytes, draws: Draws, who: str) -> Hours:
    """`others` are the processors that other work kept busy, by interval."""
    series = _series(volume.work, np.frombuffer(others, np.float64))
    names = [name for name in (RATE, *COLUMNS, OTHERS) if name in series]
    sure = [_mean_error(volume, series[name], name, Day.SEEN) for name in names]
    calm = [_mean_error(volume, series[name], name, Day.RETURNS) for name in names]
    returns = draws.uniform(f"{who} profile of a day") < 0.5
    normal = np.array([draws.normal(f"{who} hours {name}") for name in names])
    moved = _together([series[name] for name in names]) @ normal
    ratios = {
        name: np.maximum(1 + sqrt(2) * np.where(returns, _error(row, profile), _error(row, drift)), _LEAST)
        for name, drift, profile, row in zip(names, sure, calm, moved, strict=True)
    }
    return Hours(ratios, draws.constant(1.0), _note(volume, who))


def _note(volume: Volume, who: str) -> str:
    """What tells how days differ."""
    count = days_of(volume.work["start"].tolist())
    if count > 1:
        return f"hours like these of {who} differ as the {count} days of the evidence do"
    return (
        f"one day of evidence does not show how days of {who} differ: {100 * DAYS_VOLUME:.0f} % of volume "
        f"and {100 * DAYS_EACH:.0f} % of means per unit of work are assumed; more days in the store show it"
    )


def _error(normal: Floats, of: MeanError) -> Floats:
    return of.error * _student(normal, of.freedom)


def _mean_error(volume: Volume, series: Floats, name: str, day: Day) -> MeanError:
    known = np.isfinite(series)
    days = DAYS_VOLUME if name in {RATE, OTHERS} else DAYS_EACH
    known_error = mean_error(volume.work["start"][known].tolist(), series[known].tolist(), days, day=day)
    if known_error is not None:
        return known_error
    return _UNKNOWN_LOAD if name == RATE else MeanError.unknown(int(known.sum()))


def _student(normal: Floats, freedom: float) -> Floats:
    """Student's t where the normal has the same probability, which never is 0 or 1."""
    below = np.array([erfc(-value / sqrt(2)) / 2 for value in normal.tolist()])
    return t_quantiles(freedom, np.clip(below, _RAREST, 1 - _RAREST))


def _series(work: Intervals, others: Floats) -> dict[str, Floats]:
    """Each column by interval, NaN where it is not known; without columns that are never known."""
    columns = {RATE: work["units"] / work["seconds"]}
    columns |= {name: work[name] / work["units"] for name in COLUMNS}
    columns[OTHERS] = others
    return {name: series for name, series in columns.items() if np.nansum(series) > 0}


def _together(series: Sequence[Floats]) -> Floats:
    """A square root of the correlations between columns, over the intervals that have them all."""
    rows = np.array(series)
    rows = rows[:, np.isfinite(rows).all(axis=0)]
    if rows.shape[1] < len(series) + 2:
        return np.eye(len(series))
    away = rows - rows.mean(axis=1, keepdims=True)
    size = np.sqrt((away**2).sum(axis=1, keepdims=True))
    away = away / np.where(size > 0, size, 1.0)
    correlation = away @ away.T
    np.fill_diagonal(correlation, 1.0)
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    return np.asarray(root / np.sqrt((root**2).sum(axis=1, keepdims=True)))
