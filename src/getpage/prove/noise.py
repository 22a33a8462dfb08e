"""The noise of a mean over intervals that resemble their neighbors, and of a ratio of sums over them.

Intervals of one system are autocorrelated: a busy quarter of an hour is followed by another. Taken as
independent, 96 of them with a correlation of 0.6 give 95 % intervals that hold the truth two times in three.
The variance of the mean is the larger of two estimates:

- equal-weighted cosines (Mueller 2007; Lazarus, Lewis, Stock and Watson 2018, HAR inference: recommendations
  for practice): the mean square of the lowest B cosine frequencies, with B about 0.41 n^(2/3) and critical
  values of Student's t with B degrees of freedom, and with half as many, whichever is wider: a memory of
  hours is seen by the lowest frequencies only. It assumes no form of dependence.
- a first-order autoregression, which is what saves short and strongly dependent series, where the first is
  too narrow. Its coefficient is corrected for bias (Kendall 1954) and taken one standard error (Bartlett
  1946) higher: strongly dependent series that do not look so would else be far too narrow.

Degrees of freedom are those of the cosines, but no more than the independent intervals that the series is
worth by the autoregression, less one: a variance is known no better than by so many.

Why not Newey and West's estimator or the stationary bootstrap, which are in every library: with 8 to 96
intervals both are far too narrow; `benches/prove_coverage.py` measures all of them, and docs/models/proof.md
has the result. Limits: a trend through the window, or a cycle about as long as it, looks like noise here and
widens the interval; `intervals.py` pairs intervals by time of day, so that a daily profile is not noise.

A measure per unit of work is the ratio of sums over a window, not the mean of the intervals' ratios: an
interval counts by what it did. Its noise is that of the linearized ratio (delta method; Cochran, Sampling
Techniques, 6.3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.core.student import t_below, t_quantile
from getpage.result import Estimate
from getpage.result.prove import FEWEST_INDEPENDENT, FEWEST_INTERVALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEWEST: Final = FEWEST_INTERVALS
#: Basis of an estimate whose noise is not known. Its level is 0: nothing says how far off it is.
TOO_FEW: Final = "measured, too few independent intervals to tell its noise"
#: The level at which two estimates of noise are compared by their widths.
COMPARED_AT: Final = 0.95
_LEAST_COSINES: Final = 3
_HIGHEST_CORRELATION: Final = 0.97
_LEAST_FREEDOM: Final = 1.0
#: The largest exponent whose power is still a number.
LARGEST_EXPONENT: Final = 700.0


@dataclass(frozen=True, slots=True)
class Noise:
    """Variance of a mean, and the degrees of freedom of its Student's t."""

    variance: float
    freedom: float

    def __add__(self, other: Noise) -> Noise:
        """The noise of a sum or difference of two independent means (Welch and Satterthwaite)."""
        variance = self.variance + other.variance
        if not self.variance or not other.variance:
            return max(self, other, key=lambda noise: noise.variance)
        shares = self.variance**2 / self.freedom + other.variance**2 / other.freedom
        return Noise(variance, variance**2 / shares)

    def half_width(self, level: float) -> float:
        """Half the width of the interval that holds the truth with probability `level`."""
        return t_quantile(self.freedom, 0.5 + level / 2) * math.sqrt(self.variance)

    def chance(self, distance: float) -> float:
        """The probability that noise alone moves a mean this far from zero or farther, either way."""
        if self.variance == 0:
            return 1.0 if distance == 0 else 0.0
        return 2 * t_below(self.freedom, -abs(distance) / math.sqrt(self.variance))


#: No noise at all: the neutral element of a sum.
NO_NOISE: Final = Noise(0.0, math.inf)


def mean_noise(values: Floats, weights: Floats | None = None, fitted: int = 0) -> Noise | None:
    """The noise of the mean of a series in time order; `fitted` coefficients were estimated from it besides.

    `weights` say how much each interval counts: a day whose work is done in a few hours is worth as many
    equal intervals as Kish's (1965) effective sample size. None for fewer than `FEWEST` values, and for a
    series worth fewer than `FEWEST_INDEPENDENT` independent ones.
    """
    n = len(values)
    alike = _alike(n, weights)
    if n - fitted < FEWEST:
        return None
    worth = independent(values, weights)
    if worth < FEWEST_INDEPENDENT:
        return None
    centered = values - values.mean()
    autoregressive = float(centered @ centered) / (n - 1) / (n * worth / alike)
    candidates = []
    for cosines in (min(n - 1, _cosines(alike)), min(n - 1, stretches(alike))):
        variance = max(_cosine_variance(centered, cosines), autoregressive) * (n - 1) / (n - 1 - fitted)
        freedom = max(min(float(cosines), worth - 1) - fitted, _LEAST_FREEDOM)
        candidates.append(Noise(variance, freedom))
    return max(candidates, key=lambda noise: noise.half_width(COMPARED_AT))


def independent(values: Floats, weights: Floats | None = None) -> float:
    """How many independent values a series is worth, at a correlation one standard error above its own."""
    rho, n = correlation(values - values.mean()), len(values)
    doubt = min(rho + math.sqrt((1 - rho**2) / n), _HIGHEST_CORRELATION)
    return _alike(n, weights) * (1 - doubt) / (1 + doubt)


def _alike(n: int, weights: Floats | None) -> float:
    """How many of `n` values count alike."""
    return n if weights is None else float(weights.sum() ** 2 / (weights @ weights))


def _cosines(alike: float) -> int:
    """The number of cosine frequencies by the rule of Lazarus, Lewis, Stock and Watson."""
    most: int = math.ceil(0.41 * alike ** (2 / 3))
    return max(_LEAST_COSINES, most)


def stretches(alike: float) -> int:
    """Half that number, for `alike` intervals of equal weight: a memory of hours shows in these only."""
    return max(_LEAST_COSINES, _cosines(alike) // 2)


def _cosine_variance(centered: Floats, cosines: int) -> float:
    n = len(centered)
    at = (np.arange(n) + 0.5) / n
    waves = np.cos(np.pi * np.outer(np.arange(1, cosines + 1), at)) * math.sqrt(2 / n)
    return float(np.mean((waves @ centered) ** 2)) / n


def correlation(centered: Floats) -> float:
    """Correlation of neighbors, corrected for the bias of short series (Kendall 1954); 0 to 0.97."""
    n = len(centered)
    total = float(centered @ centered)
    if total == 0:
        return 0.0
    rho = float(centered[1:] @ centered[:-1]) / total
    return min(max(rho + (1 + 4 * rho) / n, 0.0), _HIGHEST_CORRELATION)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of sums. `linear` is the deviation of each interval (mean 0); `noise` is None with too few."""

    value: float
    linear: Floats
    noise: Noise | None

    @property
    def intervals(self) -> int:
        """The number of intervals."""
        return len(self.linear)


def ratio_of(above: Sequence[float] | Floats, below: Sequence[float] | Floats) -> Ratio | None:
    """The ratio of two series' sums, intervals in time order; None where `below` sums to nothing."""
    over, under = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    if len(under) == 0 or not under.sum() > 0:
        return None
    value = float(over.sum() / under.sum())
    return linearized(value, (over - value * under) / under.mean())


def linearized(value: float, linear: Floats) -> Ratio:
    """A ratio from its value and the deviation of each interval."""
    return Ratio(value, linear, mean_noise(linear))


def ratio_estimate(ratio: Ratio, level: float, label: str, unit: str) -> Estimate:
    """The ratio with its interval, worked out on the logarithm so that no rate is below zero.

    Without noise there is no interval: level 0, and the basis says so.
    """
    if ratio.noise is None:
        value = ratio.value
        return Estimate(label=label, unit=unit, value=value, low=value, high=value, level=0.0, basis=TOO_FEW)
    half = ratio.noise.half_width(level)
    low, high = ratio.value - half, ratio.value + half
    if ratio.value > 0:
        times = math.exp(min(half / ratio.value, LARGEST_EXPONENT))
        low, high = ratio.value / times, ratio.value * times
    elif ratio.value == 0:
        low = 0.0
    return Estimate(
        label=label, unit=unit, value=ratio.value, low=low, high=high, level=level, basis="measured"
    )
