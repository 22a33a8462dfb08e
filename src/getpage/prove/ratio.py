"""A measure a unit of work: seconds a commit, reads a message, units a second.

It is the ratio of sums over a window, not the mean of the intervals' ratios: an interval counts by what it
did. Its noise is that of the linearised ratio (delta method; Cochran, Sampling Techniques, 6.3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.prove import noise
from getpage.result import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from getpage.prove.noise import Noise

    Floats = NDArray[np.float64]

#: Basis of an estimate whose noise is not known; its level is 0, for nothing is known of how far off it is.
TOO_FEW: Final = "measured, too few independent intervals to tell its noise"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of sums; `linear` is what each interval adds to it (mean 0), `noise` None where there are too
    few."""

    value: float
    linear: Floats
    noise: Noise | None

    @property
    def intervals(self) -> int:
        """How many intervals it is of."""
        return len(self.linear)


def ratio(above: Sequence[float] | Floats, below: Sequence[float] | Floats) -> Ratio | None:
    """The ratio of two series' sums, intervals in order; None where nothing was done."""
    over, under = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    if len(under) == 0 or not under.sum() > 0:
        return None
    value = float(over.sum() / under.sum())
    return of(value, (over - value * under) / under.mean())


def of(value: float, linear: Floats) -> Ratio:
    """A ratio with what each interval adds to it."""
    return Ratio(value, linear, noise.of_mean(linear))


def measured(one: Ratio, level: float, label: str, unit: str) -> Estimate:
    """A ratio with its interval, on the logarithm, so that no rate is below zero.

    Without noise it has no interval: level 0, and the basis says so.
    """
    if one.noise is None:
        value = one.value
        return Estimate(label=label, unit=unit, value=value, low=value, high=value, level=0.0, basis=TOO_FEW)
    half = one.noise.half(level)
    low, high = one.value - half, one.value + half
    if one.value > 0:
        times = math.exp(min(half / one.value, 700.0))
        low, high = one.value / times, one.value * times
    elif one.value == 0:
        low = 0.0
    return Estimate(
        label=label, unit=unit, value=one.value, low=low, high=high, level=level, basis="measured"
    )
