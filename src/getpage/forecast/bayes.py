"""Bayes' rule twice: a published range with a measured slope, and a share with the observations of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from getpage.core.student import t_below
from getpage.forecast.draws import Floats

#: Standard deviations beyond which a normal has one in a hundred, on both sides together.
_FAR = 2.6
# Standard deviations of a beta distribution that hold all of it that is ever drawn, and steps there.
_WIDE, _STEPS = 10.0, 2000


@dataclass(frozen=True, slots=True)
class MeasuredSlope:
    """A slope with its standard error, which follows Student's t with `freedom` degrees of freedom."""

    value: float
    error: float
    freedom: int


def contradicts(slope: MeasuredSlope, middle: float, sigma: float) -> bool:
    """Whether the slope, two standard errors either way, lies where the range (a lognormal) has less than one
    in a hundred.
    """
    low, high = np.exp(middle - _FAR * sigma), np.exp(middle + _FAR * sigma)
    return bool(slope.value + 2 * slope.error < low or slope.value - 2 * slope.error > high)


def posterior(slope: MeasuredSlope, middle: float, sigma: float, probability: Floats) -> Floats:
    """Slopes at these probabilities, with Student's t as the likelihood of the measured one."""
    logs = _grid(middle, sigma)
    away = (np.exp(logs) - slope.value) / slope.error
    return _inverted(
        logs, middle, sigma, -0.5 * (slope.freedom + 1) * np.log1p(away**2 / slope.freedom), probability
    )


def below(most: MeasuredSlope, middle: float, sigma: float, probability: Floats) -> Floats:
    """Slopes at these probabilities, where the measured one is an upper end."""
    logs = _grid(middle, sigma)
    away = (most.value - np.exp(logs)) / most.error
    chance = np.array([t_below(most.freedom, float(t)) for t in away])
    return _inverted(logs, middle, sigma, np.log(np.maximum(chance, 1e-300)), probability)


def share_draws(share: float, count: float, probability: Floats) -> Floats:
    """Shares from 0 to 1 at these probabilities, where so many observations showed this one: any share is as
    likely beforehand, and afterwards they follow a beta distribution.
    """
    if count == inf:
        return np.full_like(probability, share)
    a, b = 1 + count * share, 1 + count * (1 - share)
    wide = _WIDE * sqrt(a * b / (a + b + 1)) / (a + b)
    low, high = max(a / (a + b) - wide, 0.0), min(a / (a + b) + wide, 1.0)
    shares = low + (high - low) * (np.arange(_STEPS) + 0.5) / _STEPS
    weight = (a - 1) * np.log(shares) + (b - 1) * np.log1p(-shares)
    cumulative = np.cumsum(np.exp(weight - weight.max()))
    return np.asarray(np.interp(probability, cumulative / cumulative[-1], shares))


def _grid(middle: float, sigma: float) -> Floats:
    return np.linspace(middle - 5 * sigma, middle + 5 * sigma, 801)


def _inverted(logs: Floats, middle: float, sigma: float, likelihood: Floats, probability: Floats) -> Floats:
    """Density on a grid of logarithms, summed and inverted."""
    weight = -0.5 * ((logs - middle) / sigma) ** 2 + likelihood
    density = np.exp(weight - weight.max())
    cumulative = np.cumsum(density)
    return np.asarray(np.exp(np.interp(probability, cumulative / cumulative[-1], logs)))
