"""Uncertainty as draws: every uncertain number is an array, and a figure is worked out for all of it at once.

Element 0 is the best guess (every input at its best guess); the others are draws. So the value of a figure is
what the model gives for the best inputs, without the noise of drawing, and its interval is two quantiles of
the rest. Draws are seeded by what they are of: the same evidence gives the same numbers, and one more
uncertain input does not change the draws of the others.

Reference: Metropolis and Ulam 1949; JCGM 101:2008 (propagation of distributions using a Monte Carlo method).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from getpage.core.student import normal_quantiles, t_quantiles
from getpage.result import Estimate

Floats = NDArray[np.float64]

#: Draws behind every interval: the 5 % and 95 % quantiles are then good to about 0.01 of probability.
COUNT = 2000
_SEED = 5238
#: Of the standard library: quantiles of SciPy, to the last digits, take longer to load than to work out.
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Draws:
    """A source of draws, `count` at a time plus the best guess."""

    count: int = COUNT
    seed: int = _SEED

    def uniform(self, of: str) -> Floats:
        """Probabilities between 0 and 1; the best guess is 0.5. Stratified: each 1/count is drawn once. The
        same read-only array for the same name.
        """
        return _uniform(self, of)

    def normal(self, of: str) -> Floats:
        """Standard normal; the same read-only array for the same name. The best guess is 0."""
        return _normal(self, of)

    def student(self, of: str, freedom: float) -> Floats:
        """Student's t, with degrees of freedom that are whole or at least 2; the best guess is 0."""
        return t_quantiles(freedom, self.uniform(of))

    def constant(self, value: float) -> Floats:
        """A known number: all draws are the same."""
        return np.full(self.count + 1, value)

    def spread(self, of: str, low: float, high: float, level: float = 0.9) -> Floats:
        """A positive factor or price that lies between two published ends with probability `level`.

        Lognormal: ranges of prices are ratios, and nothing costs less than nothing. The best guess is the
        geometric middle.
        """
        middle, sigma = log_middle(low, high, level)
        return np.exp(middle + sigma * self.normal(of))


@lru_cache(maxsize=256)
def _uniform(draws: Draws, of: str) -> Floats:
    random = np.random.default_rng([draws.seed, zlib.crc32(of.encode())])
    strata = (random.permutation(draws.count) + random.random(draws.count)) / draws.count
    values: Floats = np.concatenate(([0.5], strata))
    values.flags.writeable = False
    return values


@lru_cache(maxsize=256)
def _normal(draws: Draws, of: str) -> Floats:
    values = normal_quantiles(draws.uniform(of))
    values.flags.writeable = False
    return values


def log_middle(low: float, high: float, level: float = 0.9) -> tuple[float, float]:
    """Mean and standard deviation of the logarithm of what lies between two ends with this probability."""
    wide = 2 * NORMAL.inv_cdf(0.5 + level / 2)
    return (np.log(low) + np.log(high)) / 2, (np.log(high) - np.log(low)) / wide


def estimate(
    draws: Floats,
    *,
    label: str,
    unit: str,
    basis: str,
    level: float = 0.9,
    assumptions: Iterable[str] = (),
) -> Estimate:
    """The best guess of an array of draws, and the interval that holds the middle `level` of them."""
    value = float(draws[0])
    low, high = quantiles(draws[1:], (1 - level) / 2, (1 + level) / 2)
    return Estimate(
        label=label,
        unit=unit,
        value=value,
        low=min(low, value),
        high=max(high, value),
        level=level,
        basis=basis,
        assumptions=tuple(dict.fromkeys(assumptions)),
    )


def quantiles(values: Floats, *shares: float) -> tuple[float, ...]:
    """What NumPy's `quantile` says, in a quarter of its time: a forecast asks it for each figure."""
    at = [share * (len(values) - 1) for share in shares]
    below = [int(place) for place in at]
    ordered = np.partition(values, [*below, *(min(place + 1, len(values) - 1) for place in below), -1])
    if np.isnan(ordered[-1]):
        return (float("nan"),) * len(shares)
    return tuple(
        _between(float(ordered[place]), float(ordered[min(place + 1, len(values) - 1)]), exact - place)
        for exact, place in zip(at, below, strict=True)
    )


def _between(low: float, high: float, part: float) -> float:
    """From the nearer end, as NumPy does it, so that digits are the same."""
    wide = high - low
    return high - wide * (1 - part) if part >= 0.5 else low + wide * part


def known(value: float, *, label: str, unit: str, basis: str = "measured", level: float = 0.9) -> Estimate:
    """A measured number, or arithmetic on one: its interval has no width."""
    return Estimate(label=label, unit=unit, value=value, low=value, high=value, level=level, basis=basis)
