"""How sure the mean of intervals that resemble their neighbours is.

Intervals of one system are autocorrelated: a busy quarter of an hour is followed by another. Taken as
independent, 96 of them with a correlation of 0.6 give 95 % intervals that hold the truth two times in three.
The variance of the mean is the larger of two estimates:

- equal-weighted cosines (Mueller 2007; Lazarus, Lewis, Stock and Watson 2018, HAR inference: recommendations
  for practice): the mean square of the lowest B cosine frequencies, with B about 0.41 n^(2/3) and critical
  values of Student's t with B degrees of freedom. It assumes no form of dependence.
- a first-order autoregression with Kendall's (1954) correction of its coefficient's bias, which is what saves
  short and strongly dependent series, where the first is too narrow.

Degrees of freedom are those of the cosines, but no more than the independent intervals that the series is
worth by the autoregression, less one: a variance is known no better than by so many.

Why not Newey and West's estimator or the stationary bootstrap, which are in every library: with 8 to 96
intervals both are far too narrow; `benches/prove_coverage.py` measures all of them, and docs/prove.md has the
result. Limits: a trend through the window, or a cycle about as long as it, looks like noise here and widens
the interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Fewer intervals than this do not tell noise from anything else.
FEWEST = 4
_LEAST_COSINES = 3
_HIGHEST_CORRELATION = 0.97
_FEWEST_EFFECTIVE = 1.5


@dataclass(frozen=True, slots=True)
class Noise:
    """Variance of a mean, and the degrees of freedom of its Student's t."""

    variance: float
    freedom: float

    def __add__(self, other: Noise) -> Noise:
        """Of a sum or difference of two independent means (Welch and Satterthwaite)."""
        variance = self.variance + other.variance
        if variance == 0:
            return Noise(0.0, min(self.freedom, other.freedom))
        shares = self.variance**2 / self.freedom + other.variance**2 / other.freedom
        return Noise(variance, variance**2 / shares)

    def half(self, level: float) -> float:
        """Half the width of the interval that holds the truth with probability `level`."""
        from scipy.special import stdtrit

        return float(stdtrit(self.freedom, 0.5 + level / 2)) * math.sqrt(self.variance)


def of_mean(values: Floats) -> Noise | None:
    """The noise of the mean of a series in its order; None for fewer than `FEWEST` values."""
    n = len(values)
    if n < FEWEST:
        return None
    centred = values - values.mean()
    cosines = min(n - 1, max(_LEAST_COSINES, math.ceil(0.41 * n ** (2 / 3))))
    effective = _effective(centred)
    autoregressive = float(centred @ centred) / (n - 1) / effective
    variance = max(_cosine_variance(centred, cosines), autoregressive)
    return Noise(variance, min(float(cosines), max(effective - 1, 1.0)))


def _cosine_variance(centred: Floats, cosines: int) -> float:
    n = len(centred)
    at = (np.arange(n) + 0.5) / n
    waves = np.cos(np.pi * np.outer(np.arange(1, cosines + 1), at)) * math.sqrt(2 / n)
    return float(np.mean((waves @ centred) ** 2)) / n


def _effective(centred: Floats) -> float:
    """How many independent intervals the series is worth."""
    n = len(centred)
    total = float(centred @ centred)
    if total == 0:
        return float(n)
    rho = float(centred[1:] @ centred[:-1]) / total
    rho = min(max(rho + (1 + 4 * rho) / n, 0.0), _HIGHEST_CORRELATION)
    return max(n * (1 - rho) / (1 + rho), _FEWEST_EFFECTIVE)
