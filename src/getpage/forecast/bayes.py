"""A published range and a measured slope together: the range times the likelihood of the measurement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats


#: Standard deviations beyond which a normal has one in a hundred, on both sides together.
_FAR = 2.6


@dataclass(frozen=True, slots=True)
class Measured:
    """A slope, its standard error, and the degrees of freedom of Student's t that its error follows."""

    value: float
    error: float
    freedom: int


def contradicts(found: Measured, middle: float, sigma: float) -> bool:
    """Whether the slope, two standard errors either way, lies where the range (a lognormal) has less than one
    in a hundred.
    """
    low, high = np.exp(middle - _FAR * sigma), np.exp(middle + _FAR * sigma)
    return bool(found.value + 2 * found.error < low or found.value - 2 * found.error > high)


def posterior(found: Measured, middle: float, sigma: float, probability: Floats) -> Floats:
    """Slopes at these probabilities, with Student's t as the likelihood of the measured one."""
    logs = _grid(middle, sigma)
    away = (np.exp(logs) - found.value) / found.error
    return _inverted(
        logs, middle, sigma, -0.5 * (found.freedom + 1) * np.log1p(away**2 / found.freedom), probability
    )


def below(most: Measured, middle: float, sigma: float, probability: Floats) -> Floats:
    """Slopes at these probabilities, where the measured one is an upper end."""
    from scipy.special import stdtr

    logs = _grid(middle, sigma)
    chance = stdtr(most.freedom, (most.value - np.exp(logs)) / most.error)
    return _inverted(logs, middle, sigma, np.log(np.maximum(chance, 1e-300)), probability)


def _grid(middle: float, sigma: float) -> Floats:
    return np.linspace(middle - 5 * sigma, middle + 5 * sigma, 801)


def _inverted(logs: Floats, middle: float, sigma: float, likelihood: Floats, probability: Floats) -> Floats:
    """Density on a grid of logarithms, summed and inverted."""
    weight = -0.5 * ((logs - middle) / sigma) ** 2 + likelihood
    density = np.exp(weight - weight.max())
    cumulative = np.cumsum(density)
    return np.asarray(np.exp(np.interp(probability, cumulative / cumulative[-1], logs)))
