"""The shape of a week, and the days that are like no other, by medians, so that neither hides the other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

# Robust standard deviations beyond which a day is exceptional.
_FAR = 4.5
# No more than one day in so many is exceptional: beyond that it is how the demand is.
_RARE = 8
# Days around a day that say what its level is: each weekday once.
_WEEK = 7
# The median absolute deviation of a standard normal.
_NORMAL = 0.6744897501960817
# And what seven in eight of its absolute values are below.
_NORMAL_RARE = 1.534120544352546


@dataclass(frozen=True, slots=True)
class Season:
    """What a week looks like, and each day against it, in the order of the values."""

    effects: Floats
    """Of seven weekdays, NaN without values: how much more than the average one, as a share of the level
    where `proportional`, and in the unit of the values otherwise."""
    proportional: bool
    ordinary: Flags
    expected: Floats
    deviations: Floats
    """Robust standard deviations from what was expected."""

    @property
    def sizes(self) -> Floats:
        """Of seven weekdays: what the level of the average one is multiplied by."""
        return np.where(np.isnan(self.effects), np.nan, 1.0 + self.effects * self.proportional)

    def typical(self) -> Floats:
        """Values of seven weekdays, in any unit."""
        return self.effects + (1.0 if self.proportional else float(np.median(self.expected)))


def season(days: Ints, values: Floats, weekdays: Ints, *, additive: bool) -> Season:
    """The season of values on ascending days. The farthest day is taken out and all is worked out again,
    until no day is far. Weekdays differ by shares of the level, and by amounts where that makes no sense:
    `additive`, or values that are not positive.
    """
    ordinary = np.ones(len(values), bool)
    # medians of weeks and of weekdays take up so much of the noise
    left = 1 - 1 / _WEEK - len(np.unique(weekdays)) / len(values)
    proportional = not additive and values.min() >= 0
    while True:
        level = _running_median(values, ordinary)
        proportional &= bool(level.min() > 0)
        effects = _effects(values / level - 1 if proportional else values - level, weekdays, ordinary)
        size = np.maximum(1 + effects[weekdays], 0.1) if proportional else np.ones(len(values))
        flat = values / size if proportional else values - effects[weekdays]
        line = days * np.nanmedian((flat[_WEEK:] - flat[:-_WEEK]) / (days[_WEEK:] - days[:-_WEEK]))
        middle = _running_median(flat - line, ordinary) + line
        errors = flat - middle
        scale = _scale(errors[ordinary]) / math.sqrt(left)
        scale = max(scale, 1e-3 * float(np.median(np.abs(flat[ordinary]))), np.finfo(float).tiny)
        far = np.where(ordinary, np.abs(errors) / scale, 0.0)
        if far.max() <= _FAR or (~ordinary).sum() >= len(values) // _RARE:
            expected = middle * size if proportional else middle + effects[weekdays]
            ordinary |= np.abs(errors) <= _FAR * scale
            return Season(effects, proportional, ordinary, expected, errors / scale)
        # of two days of one weekday that are equally far, the one that is less like the rest of the week
        alike = far > far.max() * (1 - 1e-6)
        ordinary[np.argmax(np.where(alike, np.abs(values - level), -1.0))] = False


def _scale(errors: Floats) -> float:
    """A robust standard deviation. Of small counts most errors may be nothing: then the largest of seven in
    eight tells.
    """
    away = np.abs(errors)
    middle = float(np.median(away))
    return middle / _NORMAL if middle > 0 else float(np.quantile(away, 1 - 1 / _RARE)) / _NORMAL_RARE


def _running_median(values: Floats, ordinary: Flags) -> Floats:
    """The median of the seven ordinary days around each; at either end that of the first or last seven."""
    at = np.flatnonzero(ordinary)
    middles = np.median(np.lib.stride_tricks.sliding_window_view(values[at], _WEEK), axis=1)
    nearest = np.searchsorted(at, np.arange(len(values))) - _WEEK // 2
    return np.asarray(middles[np.clip(nearest, 0, len(middles) - 1)], np.float64)


def _effects(differences: Floats, weekdays: Ints, ordinary: Flags) -> Floats:
    effects = np.full(7, np.nan)
    for weekday in np.unique(weekdays[ordinary]):
        effects[weekday] = np.median(differences[ordinary & (weekdays == weekday)])
    return effects
