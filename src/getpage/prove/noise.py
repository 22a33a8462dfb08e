"""How sure the mean of intervals that resemble their neighbours is.

Intervals of one system are autocorrelated: a busy quarter of an hour is followed by another. Taken as
independent, 96 of them with a correlation of 0.6 give 95 % intervals that hold the truth two times in three.
The variance of the mean is the larger of two estimates:

- equal-weighted cosines (Mueller 2007; Lazarus, Lewis, Stock and Watson 2018, HAR inference: recommendations
  for practice): the mean square of the lowest B cosine frequencies, with B about 0.41 n^(2/3) and critical
  values of Student's t with B degrees of freedom, and with half as many, whichever is wider: a memory of
  hours is seen by the lowest frequencies only. It assumes no form of dependence.
- a first-order autoregression with Kendall's (1954) correction of its coefficient's bias, which is what saves
  short and strongly dependent series, where the first is too narrow.

Degrees of freedom are those of the cosines, but no more than the independent intervals that the series is
worth by the autoregression, less one: a variance is known no better than by so many.

Why not Newey and West's estimator or the stationary bootstrap, which are in every library: with 8 to 96
intervals both are far too narrow; `benches/prove_coverage.py` measures all of them, and docs/prove.md has the
result. Limits: a trend through the window, or a cycle about as long as it, looks like noise here and widens
the interval; `days.py` pairs intervals by time of day, so that a daily profile is none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.core.student import t_below, t_quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Fewer intervals than this do not tell noise from anything else.
FEWEST = 4
_LEAST_COSINES = 3
_HIGHEST_CORRELATION = 0.97
_FEWEST_EFFECTIVE = 2.0
_LEAST_FREEDOM = 1.0
_COMPARED_AT = 0.95


@dataclass(frozen=True, slots=True)
class Noise:
    """Variance of a mean, and the degrees of freedom of its Student's t."""

    variance: float
    freedom: float

    def __add__(self, other: Noise) -> Noise:
        """Of a sum or difference of two independent means (Welch and Satterthwaite)."""
        variance = self.variance + other.variance
        if not self.variance or not other.variance:
            return max(self, other, key=lambda one: one.variance)
        shares = self.variance**2 / self.freedom + other.variance**2 / other.freedom
        return Noise(variance, variance**2 / shares)

    def half(self, level: float) -> float:
        """Half the width of the interval that holds the truth with probability `level`."""
        return t_quantile(self.freedom, 0.5 + level / 2) * math.sqrt(self.variance)

    def chance(self, apart: float) -> float:
        """The probability that noise alone takes a mean at least so far from zero, either way."""
        if self.variance == 0:
            return 1.0 if apart == 0 else 0.0
        return 2 * t_below(self.freedom, -abs(apart) / math.sqrt(self.variance))


#: Of what adds none.
NOTHING = Noise(0.0, math.inf)


def of_mean(values: Floats, weights: Floats | None = None, fitted: int = 0) -> Noise | None:
    """The noise of the mean of a series in its order, of which so many coefficients were fitted besides.

    `weights` are what the intervals count: a day whose work is done in a few hours is worth as many intervals
    as would count alike (Kish 1965). None for fewer than `FEWEST` values, and for a series that is worth
    fewer than two independent ones, of which scatter is known, at a correlation one standard error (Bartlett
    1946) above the one that it shows.
    """
    n = len(values)
    alike = n if weights is None else float(weights.sum() ** 2 / (weights @ weights))
    if min(n, alike) - fitted < FEWEST:
        return None
    centred = values - values.mean()
    rho = _correlation(centred)
    independent = (1 - rho) / (1 + rho)
    effective = alike * independent
    doubt = min(rho + math.sqrt((1 - rho**2) / n), _HIGHEST_CORRELATION)
    if alike * (1 - doubt) / (1 + doubt) - fitted < _FEWEST_EFFECTIVE:
        return None
    autoregressive = float(centred @ centred) / (n - 1) / (n * independent)
    found = []
    for cosines in (min(n - 1, _cosines(alike)), min(n - 1, stretches(alike))):
        variance = max(_cosine_variance(centred, cosines), autoregressive) * (n - 1) / (n - 1 - fitted)
        freedom = max(min(float(cosines), effective - 1) - fitted, _LEAST_FREEDOM)
        found.append(Noise(variance, freedom))
    return max(found, key=lambda one: one.half(_COMPARED_AT))


def _cosines(alike: float) -> int:
    """By the rule of Lazarus, Lewis, Stock and Watson."""
    most: int = math.ceil(0.41 * alike ** (2 / 3))
    return max(_LEAST_COSINES, most)


def stretches(alike: float) -> int:
    """Half as many, of so many intervals that count alike: what remembers hours is seen by these only."""
    return max(_LEAST_COSINES, _cosines(alike) // 2)


def _cosine_variance(centred: Floats, cosines: int) -> float:
    n = len(centred)
    at = (np.arange(n) + 0.5) / n
    waves = np.cos(np.pi * np.outer(np.arange(1, cosines + 1), at)) * math.sqrt(2 / n)
    return float(np.mean((waves @ centred) ** 2)) / n


def _correlation(centred: Floats) -> float:
    """Of an interval with the next one, corrected for the bias of short series (Kendall 1954); 0 or more."""
    n = len(centred)
    total = float(centred @ centred)
    if total == 0:
        return 0.0
    rho = float(centred[1:] @ centred[:-1]) / total
    return min(max(rho + (1 + 4 * rho) / n, 0.0), _HIGHEST_CORRELATION)
