"""A line through daily values, averaged over how much a day resembles the day before, and over where the
level shifted or growth changed.

Each member of the average is a regression on the days, the weekdays and at most one change, with errors that
remember the day before (autocorrelation of order 1, also over gaps); some do not grow, and in some growth
wandered until it was what it is now (a random walk). It is fitted exactly: flat priors on the line, normal
ones on changes. Members are weighted by their marginal likelihood, half of the prior on "no change" (Hoeting,
Madigan, Raftery and Volinsky 1999, Bayesian model averaging). So what is not known for sure, the day of a
shift or the memory of the errors, widens the answer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

import numpy as np

from getpage.trend.season import Floats, Ints


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


# Correlations of one day with the next, equally likely before the evidence.
_MEMORY = np.linspace(0.0, 0.9, 7)
# Prior probabilities of no change, a shift and a bend.
_NONE, _SHIFT, _BEND = 0.5, 0.3, 0.2
# Prior probability of no growth. Growth has a flat prior, so that a steep one is not drawn to zero; it is as
# dense as a normal one of this variance (per week, in variances of a day) is at zero.
_NO_GROWTH, _GROWTH_VARIANCE = 0.2, 1.0
# How far growth wandered in each week of the past, in standard deviations of a day, and how likely that is.
_WANDERED = ((0.0, 0.5), (0.04, 0.3), (0.15, 0.2))
# How many times the weight of a day "no growth" has.
_CERTAINTY = 1e5
# Prior variances of a shift, and of a bend per week, in variances of one day.
_SHIFT_VARIANCE, _BEND_VARIANCE = 25.0, 0.25
# Days on either side of a shift and of a bend, at least.
_SHIFT_DAYS, _BEND_DAYS = 3, 7
# A bend is looked for every so many days: where it is matters little.
_BEND_STEP = 4
# A shift beyond this probability is in all members, and another one is looked for.
_CERTAIN = 0.9
_MOST_SHIFTS = 3
# Errors are no smaller than this share of the values: what is exact to the last digit has no likelihood.
_LEAST_ERROR = 1e-4


@dataclass(frozen=True, slots=True)
class _Kind:
    """How much a day remembers of the day before, whether there is growth and how far it wandered, and the
    prior of these.
    """

    memory: float
    grows: bool
    wandered: float
    prior: float


_KINDS: Final = tuple(
    _Kind(float(memory), grows, wandered, prior)
    for grows, wandered, prior in (
        *((True, wandered, (1 - _NO_GROWTH) * likely) for wandered, likely in _WANDERED),
        (False, 0.0, _NO_GROWTH),
    )
    for memory in _MEMORY
)


@dataclass(frozen=True, slots=True)
class Shift:
    """A shift of the level: the index of the first day after it, the probability that the level shifted, and
    that it did on that day.
    """

    at: int
    probability: float
    day_probability: float


@dataclass(frozen=True, slots=True)
class LineDraws:
    """Draws of the line, an element or row a draw. Values are those of an average weekday."""

    level: Floats
    """On the last day."""
    growth: Floats
    """Per day."""
    wander: Floats
    """Standard deviation of the change of growth in a week."""
    weekdays: Floats
    """Draws x 7: by how much each weekday is higher."""
    sigma: Floats
    memory: Floats
    error: Floats
    """Of the last day."""
    shifts: Floats
    """Draws x shifts: how much higher the level is since; NaN in draws without it."""


@dataclass(frozen=True, slots=True)
class _Changes:
    """What may have changed, a column each: zero from the change on, so that the line is that of today. The
    first column is no change.
    """

    columns: Floats
    variance: Floats
    prior: Floats
    shift_at: Ints


class LineFit:
    """The average for values on ascending `days`, 0 the last, with the shifts given in every member."""

    def __init__(self, days: Ints, values: Floats, weekdays: Ints, shifts: tuple[Shift, ...] = ()) -> None:
        """Fit all members; `days_needed` says of how many days."""
        self._last, self._weekday, self._given = values[-1], weekdays[-1], len(shifts)
        self._contrasts = _contrasts(np.unique(weekdays))
        since = np.arange(len(days))[:, None]
        given = (since < np.array([shift.at for shift in shifts])).astype(float)
        line = np.column_stack([np.ones(len(days)), days / 7, self._contrasts[weekdays], given])
        self.freedom = len(days) - line.shape[1]
        self._changes = _changes(days)
        self._members = [_Members(days, values, line, self._changes, kind) for kind in _KINDS]
        logs = np.stack([member.evidence for member in self._members])
        self._weights = np.exp(logs - logs.max())
        #: Logarithm of the marginal likelihood.
        self.evidence = float(np.log(self._weights.sum()) + logs.max())
        by_change = self._weights.sum(axis=0) / self._weights.sum()
        shifted = np.where(self._changes.shift_at >= 0, by_change, 0.0)
        likeliest = int(np.argmax(shifted))
        #: Those given, and one more that may have been.
        self.shifts = (
            *shifts,
            Shift(int(self._changes.shift_at[likeliest]), float(shifted.sum()), float(shifted[likeliest])),
        )

    def draw(self, count: int, random: np.random.Generator) -> LineDraws:
        """So many draws."""
        cumulated = np.cumsum(self._weights)
        places = np.searchsorted(cumulated, (np.arange(count) + 0.5) / count * cumulated[-1])
        rows, columns = np.unravel_index(places, self._weights.shape)
        # one stream for all members: a day more or less changes draws little
        normal = random.standard_normal((count, 2 + len(self._contrasts[0]) + 2 + self._given))
        drawn = [
            member.draw(columns[rows == row], normal[rows == row]) for row, member in enumerate(self._members)
        ]
        lines, change, sigma = (np.concatenate(part) for part in zip(*drawn, strict=True))
        first_shift = lines.shape[1] - self._given
        effects = lines[:, 2:first_shift] @ self._contrasts.T
        kinds = np.array([(kind.memory, kind.grows, kind.wandered) for kind in _KINDS])
        memory, grows, wandered = kinds[rows].T
        another = np.where(self._changes.shift_at[columns] >= 0, change, np.nan)
        return LineDraws(
            level=lines[:, 0],
            growth=grows * lines[:, 1] / 7,
            wander=sigma * wandered / 7,
            weekdays=effects,
            sigma=sigma,
            memory=memory,
            error=self._last - lines[:, 0] - effects[:, self._weekday],
            shifts=-np.column_stack([lines[:, first_shift:], another]),
        )

    def surprises(self) -> Floats:
        """What each day had that no day before told, in the likeliest member; their variance is 1."""
        row, column = np.unravel_index(np.argmax(self._weights), self._weights.shape)
        return self._members[row].surprises(int(column))


def days_needed(weekdays: Ints) -> int:
    """Days without which there is no fit: for a line, its errors and each weekday."""
    return len(np.unique(weekdays)) + 5


def fit_line(days: Ints, values: Floats, weekdays: Ints) -> LineFit:
    """The average with every shift that is nearly certain in all members, found one after the other."""
    fit = LineFit(days, values, weekdays)
    most = min(_MOST_SHIFTS, len(days) - days_needed(weekdays))
    for number in range(1, most + 1):
        if fit.shifts[-1].probability <= _CERTAIN:
            break
        fit = LineFit(days, values, weekdays, fit.shifts[:number])
    return fit


def _contrasts(seen: Ints) -> Floats:
    """7 x one less than there are weekdays: effects of weekdays from coefficients, with a sum of zero."""
    count = len(seen)
    columns = np.eye(count)[:, 1:] - 1 / count
    columns, _ = np.linalg.qr(columns) if count > 1 else (columns, None)
    effects = np.zeros((7, count - 1))
    effects[seen] = columns
    return effects


def _changes(days: Ints) -> _Changes:
    shifts = np.arange(_SHIFT_DAYS, len(days) - _SHIFT_DAYS + 1)
    bends = np.arange(_BEND_DAYS, len(days) - _BEND_DAYS + 1, _BEND_STEP)
    since = np.arange(len(days))[:, None]
    return _Changes(
        np.hstack(
            [
                np.zeros((len(days), 1)),
                (since < shifts).astype(float),
                np.minimum(days[:, None] - days[bends], 0) / 7,
            ]
        ),
        np.concatenate([[1.0], np.full(len(shifts), _SHIFT_VARIANCE), np.full(len(bends), _BEND_VARIANCE)]),
        np.concatenate(
            [
                [_NONE],
                np.full(len(shifts), _SHIFT / max(len(shifts), 1)),
                np.full(len(bends), _BEND / max(len(bends), 1)),
            ]
        ),
        np.concatenate([[-1], shifts, np.full(len(bends), -1)]),
    )


class _Members:
    """All changes with one kind of growth and errors."""

    def __init__(self, days: Ints, values: Floats, line: Floats, changes: _Changes, kind: _Kind) -> None:
        """Fit them."""
        whitened, log_determinant = _whiten(np.column_stack([values, line, changes.columns]), days, kind)
        count = line.shape[1]
        # one more row, that growth is nothing
        row = np.zeros(whitened.shape[1])
        row[2] = 0 if kind.grows else _CERTAINTY
        whitened = np.vstack([row, whitened])
        y, x, c = whitened[:, 0], whitened[:, 1 : 1 + count], whitened[:, 1 + count :]
        q, self._r = np.linalg.qr(x)
        self._y, self._c = q.T @ y, q.T @ c
        y, c = y - q @ self._y, c - q @ self._c
        self._left = y, c
        self._precision = (c * c).sum(axis=0) + 1 / changes.variance
        self._mean = (c.T @ y) / self._precision
        self._freedom = len(days) - count
        least = len(days) * (_LEAST_ERROR * np.abs(values).max()) ** 2 + np.finfo(float).tiny
        self._squares = y @ y - self._mean**2 * self._precision + least
        self.evidence = (
            np.log(changes.prior * kind.prior)
            + (-0.5 * np.log(_GROWTH_VARIANCE) if kind.grows else np.log(_CERTAINTY))
            - 0.5 * np.log(self._precision * changes.variance)
            - 0.5 * self._freedom * np.log(self._squares)
            - np.log(np.abs(np.diag(self._r))).sum()
            - 0.5 * log_determinant
        )

    def surprises(self, change: int) -> Floats:
        """What is left of each day."""
        y, c = self._left
        left = y - c[:, change] * self._mean[change]
        scale = np.sqrt(self._squares[change] / len(left))
        return np.asarray(left[1:] / scale, np.float64)

    def draw(self, changes: Ints, normal: Floats) -> tuple[Floats, Floats, Floats]:
        """Coefficients of the line, the change and the standard deviation of a day, a draw a change. A row of
        standard normals becomes one draw.
        """
        # chi-square after Wilson and Hilferty 1931
        part = 2 / (9 * self._freedom)
        chi_square = self._freedom * (1 - part + normal[:, 0] * np.sqrt(part)) ** 3
        sigma = np.sqrt(self._squares[changes] / np.maximum(chi_square, 0.01))
        change = self._mean[changes] + sigma * normal[:, 1] / np.sqrt(self._precision[changes])
        middle = self._y - self._c[:, changes].T * change[:, None]
        lines = np.linalg.solve(self._r, (middle + sigma[:, None] * normal[:, 2:]).T).T
        return lines, change, sigma


def _whiten(columns: Floats, days: Ints, kind: _Kind) -> tuple[Floats, float]:
    """Columns whose errors are independent and have the variance of one day, and the logarithm of the
    determinant of their covariance.
    """
    if kind.wandered:
        apart = np.abs(days[:, None] - days).astype(float)
        # Zero from the change on: what wandered is how growth was, not how it is.
        bends = np.minimum(days[:, None] - np.arange(days[0] + 7, 0, 7), 0) / 7
        lower = np.linalg.cholesky(kind.memory**apart + kind.wandered**2 * bends @ bends.T)
        whitened = np.asarray(np.linalg.solve(lower, columns), np.float64)
        return whitened, 2 * float(np.log(np.diag(lower)).sum())
    kept = kind.memory ** np.diff(days).astype(float)
    left = 1 - kept**2
    whitened = columns.copy()
    whitened[1:] -= kept[:, None] * columns[:-1]
    whitened[1:] /= np.sqrt(left)[:, None]
    return whitened, float(np.log(left).sum())
