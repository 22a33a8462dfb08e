"""A measure a unit of work: seconds a commit, reads a message, units a second; and its change.

It is the ratio of sums over a window, not the mean of the intervals' ratios: an interval counts by what it
did. Its noise is that of the linearised ratio (delta method; Cochran, Sampling Techniques, 6.3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.prove import noise
from getpage.result import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.prove.noise import Noise


#: Share by which sums of the same figures in binary may differ: thousands of intervals, 2^-53 each.
_ROUNDED = 1e-12


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of sums; `noise` is None where there are too few intervals to tell."""

    value: float
    noise: Noise | None
    intervals: int


def ratio(above: Sequence[float], below: Sequence[float]) -> Ratio | None:
    """The ratio of two series' sums, intervals in order; None where nothing was done."""
    over, under = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    if len(under) == 0 or not under.sum() > 0:
        return None
    value = float(over.sum() / under.sum())
    linear = (over - value * under) / under.mean()
    return Ratio(value, noise.of_mean(linear), len(under))


def measured(of: Ratio, level: float, label: str, unit: str) -> Estimate:
    """A ratio with its interval; without noise the interval has no width and the basis says so."""
    half = of.noise.half(level) if of.noise else 0.0
    basis = "measured" if of.noise else "measured, too few intervals for its noise"
    return Estimate(
        label=label,
        unit=unit,
        value=of.value,
        low=of.value - half,
        high=of.value + half,
        level=level,
        basis=basis,
    )


def difference(before: Ratio, after: Ratio, level: float, label: str, unit: str) -> Estimate:
    """After minus before, with its interval."""
    after = _settled(before, after)
    half = (before.noise + after.noise).half(level) if before.noise and after.noise else 0.0
    value = after.value - before.value
    return Estimate(
        label=label,
        unit=unit,
        value=value,
        low=value - half,
        high=value + half,
        level=level,
        basis="measured",
    )


def change_percent(before: Ratio, after: Ratio, level: float, label: str) -> Estimate | None:
    """The change in % of before, with its interval (on the logarithm, so that it stays above -100 %)."""
    if before.value <= 0 or after.value < 0:
        return None
    after = _settled(before, after)
    value = 100 * (after.value / before.value - 1)
    low = high = value
    if before.noise and after.noise:
        low, high = _ends(before, after, level)
    return Estimate(label=label, unit="%", value=value, low=low, high=high, level=level, basis="measured")


def _settled(before: Ratio, after: Ratio) -> Ratio:
    """After, and of the same value as before where the two differ by no more than sums are rounded by."""
    same = math.isclose(before.value, after.value, rel_tol=_ROUNDED)
    return replace(after, value=before.value) if same else after


def _ends(before: Ratio, after: Ratio, level: float) -> tuple[float, float]:
    assert before.noise is not None
    assert after.noise is not None
    relative = _relative(before.noise, before.value)
    if after.value > 0:
        half = (relative + _relative(after.noise, after.value)).half(level)
        middle = np.log(after.value / before.value)
        return float(100 * np.expm1(middle - half)), float(100 * np.expm1(middle + half))
    half = 100 * after.noise.half(level) / before.value
    return -100.0, -100.0 + half


def _relative(of: Noise, value: float) -> Noise:
    return noise.Noise(of.variance / value**2, of.freedom)
