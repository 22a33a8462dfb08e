"""The noise of a mean over intervals that resemble their neighbors, and of a ratio of sums over them.

Intervals of one system are autocorrelated: a busy quarter of an hour is followed by another. Taken as
independent, 96 of them with a correlation of 0.6 give 95 % intervals that hold the truth two times in three.
How long the memory is a short window cannot show: 16 quarters whose neighbors correlate by 0.9 look alike
through and through, or by chance do not look alike at all, and those of the second kind would be believed.
So no correlation is trusted that a window shows, and none is refused for it. The interval is right for a
memory of hours whether the window shows it or not (Mueller 2014, HAC corrections for strongly autocorrelated
series; Mueller and Watson 2017, Low-frequency econometrics):

- the variance is taken from the mean squares of the lowest cosine frequencies of the window, enlarged by how
  much the mean varies more than these do in a first-order autoregression of `MEMORY`; Student's t has the
  degrees of freedom of their sum (Satterthwaite 1946). As many frequencies are used as make the interval of
  independent intervals the narrowest: 3 or 4 of a day or less.
- where the window does show more memory, the variance is at least that of its own autoregression, whose
  coefficient is corrected for bias (Kendall 1954) and taken one standard error (Bartlett 1946) higher.

With 96 intervals or more this costs nothing against methods that trust the window; with 16 the interval is
twice as wide. `benches/lab_prove.py` and `benches/prove_coverage.py` measure it; docs/models/proof.md has the
result. Limits: noise that remembers for days is not seen in one; a trend through the window looks like noise
here and widens the interval; `intervals.py` pairs intervals by time of day, so that a daily profile is not
noise.

A measure per unit of work is the ratio of sums over a window, not the mean of the intervals' ratios: an
interval counts by what it did. Its noise is that of the linearized ratio (delta method; Cochran, Sampling
Techniques, 6.3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.core.student import t_below, t_quantile
from getpage.result import Estimate
from getpage.result.prove import FEWEST_INTERVALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEWEST: Final = FEWEST_INTERVALS
#: Basis of an estimate whose noise is not known. Its level is 0: nothing says how far off it is.
TOO_FEW: Final = "measured, too few intervals to tell its noise"
#: The level at which two estimates of noise are compared by their widths.
COMPARED_AT: Final = 0.95
#: The correlation of neighboring quarters of an hour that an interval is right for, seen or not: noise that
#: lasts for two hours and a half. Ours.
MEMORY: Final = 0.9
_QUARTER: Final = 900.0
_LEAST_COSINES: Final = 3
_FEWEST_ALIKE: Final = 3.0
#: More cosines than these narrow no interval of a window of weeks by more than 2 %.
_MOST_COSINES: Final = 48
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


def memory_of(step: float) -> float:
    """The correlation of neighbors that begin so many seconds apart; `MEMORY` up to quarters of an hour."""
    return float(MEMORY ** max(step / _QUARTER, 1.0))


def mean_noise(
    values: Floats, weights: Floats | None = None, fitted: int = 0, memory: float = MEMORY
) -> Noise | None:
    """The noise of the mean of a series in time order; `fitted` coefficients were estimated from it besides.

    `weights` say how much each interval counts: a day whose work is done in a few hours is worth as many
    equal intervals as Kish's (1965) effective sample size. None for fewer than `FEWEST` values,
    and for values of which fewer than `_FEWEST_ALIKE` count.
    """
    n = len(values)
    if n - fitted < FEWEST or _alike(n, weights) < _FEWEST_ALIKE:
        return None
    centered = values - values.mean()
    slow = _remembered(n, memory) if weights is None else _slow(weights, memory)
    autoregressive = float(centered @ centered) / (n - 1) / max(independent(values, weights), 1.0)
    autoregressive *= _alike(n, weights) / n
    variance = max(_cosine_variance(centered, slow.cosines) * slow.growth, autoregressive)
    return Noise(variance * (n - 1) / (n - 1 - fitted), max(slow.freedom - fitted, _LEAST_FREEDOM))


@dataclass(frozen=True, slots=True)
class _Slow:
    """How many cosines are used, how much more than they the mean varies, and the degrees of freedom."""

    cosines: int
    growth: float
    freedom: float


@cache
def _remembered(n: int, memory: float) -> _Slow:
    return _slow(np.ones(n), memory)


def _slow(weights: Floats, memory: float) -> _Slow:
    """The cosines that make the interval of independent values narrowest, of those with this memory."""
    n, alike = len(weights), _alike(len(weights), weights)
    most = min(_MOST_COSINES, n - 1, max(_LEAST_COSINES, int(alike) - 1))
    shares = weights / math.sqrt(float(weights @ weights))
    waves = shares * _waves(n, most) * math.sqrt(n)
    waves -= np.outer(waves.sum(axis=1) / shares.sum(), shares)  # what the mean takes off each value
    mean, *lowest = (float(wave @ _correlated(wave, memory)) for wave in (shares, *waves))
    sums, squares = np.cumsum(lowest), np.cumsum(np.square(lowest))
    counts = np.arange(1, most + 1)
    growth, freedom = mean * counts / sums, sums**2 / squares
    noises = [Noise(float(more), float(known)) for more, known in zip(growth, freedom, strict=True)]
    widths = [noise.half_width(COMPARED_AT) for noise in noises]
    best = int(np.argmin(widths[_LEAST_COSINES - 1 :])) + _LEAST_COSINES - 1
    return _Slow(best + 1, float(growth[best]), min(float(freedom[best]), alike - 1))


def _correlated(wave: Floats, memory: float) -> Floats:
    """The covariance matrix of an autoregression of variance 1 times a vector."""
    n = len(wave)
    lags = memory ** np.abs(np.arange(1 - n, n))
    return np.asarray(np.convolve(wave, lags)[n - 1 : 2 * n - 1])


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
    return float(np.mean((_waves(n, cosines) @ centered) ** 2)) / n


def _waves(n: int, cosines: int) -> Floats:
    """The lowest cosines over `n` intervals, of length 1."""
    at = (np.arange(n) + 0.5) / n
    waves: Floats = np.cos(np.pi * np.outer(np.arange(1, cosines + 1), at)) * math.sqrt(2 / n)
    return waves


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


def ratio_of(
    above: Sequence[float] | Floats, below: Sequence[float] | Floats, memory: float = MEMORY
) -> Ratio | None:
    """The ratio of two series' sums, intervals in time order; None where `below` sums to nothing."""
    over, under = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    if len(under) == 0 or not under.sum() > 0:
        return None
    value = float(over.sum() / under.sum())
    return linearized(value, (over - value * under) / under.mean(), memory)


def linearized(value: float, linear: Floats, memory: float = MEMORY) -> Ratio:
    """A ratio from its value and the deviation of each interval."""
    return Ratio(value, linear, mean_noise(linear, memory=memory))


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
