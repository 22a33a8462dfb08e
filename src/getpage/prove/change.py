"""By how much after differs from before, with everything held equal that can be.

Two windows of the same hours are compared pair by pair (`intervals.py`): what the pairs share, the profile of
a day, is not noise. For a measure per unit of work the volume is held equal too. What does not grow with the
work (checkpoints, the CPU of an idle system) makes units cheaper when there are more of them. A unit takes a
share of this fixed part, fixed / volume, and a part of its own. How the change goes with the change of
1/volume, from quiet hours to busy ones, tells the two apart (a regression on pairs: analysis of covariance,
Cochran 1957). Where that gives the wider interval, the change stays as measured, and its interval is widened
by the whole change of volume in both directions: as if a unit's cost were all fixed, or not at all.

Where classes of work are not known, other work at some hours (a batch job) moves the volume and the cost of a
unit at once and looks like the fixed part. A few pairs in a row may then decide the regression, which its
residuals do not show. So each stretch of the window is left out in turn (block jackknife, Kuensch 1989), and
the wider of both intervals is used.

**A mix of work that nothing tells.** Without classes, how the work grew from hour to hour tells whether the
mix changed: if every class grew alike, so did every hour; if some hours grew and others fell, classes with
their own hours did. Pairs of hours hold the hours equal, not the classes within them. With classes of shares
w, costs c (relative to the mean) and growth g (a logarithm), the mix changes the average by the sum of
w (c - 1) (g - mean g): a covariance, and by Cauchy and Schwarz at most the product of the deviations of c and
of g. The deviations of hours stand for those of the classes, without what changes from one interval to the
next, which is noise (half the mean square of successive differences; von Neumann 1941). The correlation is
unknown: any value from -1 to 1 is as likely, so its mean square is a third.

Limit: a class that grew alike at all hours is not seen, nor are the costs of classes with the same hours.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.prove.noise import (
    COMPARED_AT,
    LARGEST_EXPONENT,
    MEMORY,
    TOO_FEW,
    Noise,
    Ratio,
    mean_noise,
    stretches,
)
from getpage.result import Estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TIME: Final = "time of day"
VOLUME: Final = "volume of work"
#: Share by which sums of the same figures in binary may differ: thousands of intervals, 2^-53 each.
_ROUNDING: Final = 1e-12
#: Mean square of a correlation that may be anything from -1 to 1.
ANY_CORRELATION: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class RatioChange:
    """The change from one ratio to another.

    `value` is the logarithm of after over before where `relative`, else after minus before. `noise` is None
    where there is too little evidence for it. `held` names what was held equal. `slack` is what a change of
    volume may have contributed, in either direction. `unseen` is the half width that `noise` allows for a mix
    of work that nothing tells, at the level `COMPARED_AT`.
    """

    before: float
    value: float
    noise: Noise | None
    relative: bool
    held: tuple[str, ...] = ()
    slack: float = 0.0
    unseen: float = 0.0

    @property
    def chance(self) -> float | None:
        """The probability of so large a change by noise alone; None where the noise is not known."""
        beyond = abs(self.value) - self.slack
        return None if self.noise is None else self.noise.chance(beyond if beyond > _ROUNDING else 0.0)

    def ends(self, level: float) -> tuple[float, float]:
        """The ends of the interval of `value`; both are `value` where the noise is not known."""
        half = self.noise.half_width(level) + self.slack if self.noise else 0.0
        low, high = self.value - half, self.value + half
        if half:  # what is as large as what may explain it leaves nothing but rounding
            low, high = (0.0 if abs(end) <= _ROUNDING else end for end in (low, high))
        return low, high

    @property
    def width(self) -> float:
        """The width of the interval at the level `COMPARED_AT`."""
        low, high = self.ends(COMPARED_AT)
        return high - low

    def difference(self, level: float, unit: str) -> Estimate:
        """After minus before, in `unit`; a relative change never falls below minus the whole of before."""
        low, high = self.ends(level)
        if self.relative:
            low, value, high = (self.before * _growth(end) for end in (low, self.value, high))
        else:
            value = self.value
        return self._estimate("difference", unit, value, low, high, level)

    def change_percent(self, level: float) -> Estimate | None:
        """The change in % of before; None where before is zero."""
        if self.relative:
            value, low, high = (100 * _growth(end) for end in (self.value, *self.ends(level)))
            return self._estimate("change", "%", value, low, high, level)
        if self.before <= 0 or self.before + self.value < 0:
            return None
        low, high = (100 * end / self.before for end in self.ends(level))
        return self._estimate("change", "%", 100 * self.value / self.before, max(low, -100.0), high, level)

    def _estimate(
        self, label: str, unit: str, value: float, low: float, high: float, level: float
    ) -> Estimate:
        is_known = self.noise is not None
        return Estimate(
            label=label,
            unit=unit,
            value=value,
            low=low,
            high=high,
            level=level if is_known else 0.0,
            basis="measured" if is_known else TOO_FEW,
        )


def unpaired(before: Ratio, after: Ratio) -> RatioChange:
    """The change between two windows that are not the same hours: each has noise of its own."""
    value, relative = _change(before.value, after.value)
    old, new = (_relative_noise(ratio) if relative else ratio.noise for ratio in (before, after))
    return RatioChange(before.value, value, old + new if old and new else None, relative)


def paired(
    before: Floats,
    after: Floats,
    rates: tuple[Floats, Floats] | None,
    *,
    mix_noise: Noise | None = None,
    memory: float = MEMORY,
) -> RatioChange:
    """The change between two windows pair by pair, in time order.

    `before` and `after` are what each pair adds to the measure, with the same weights on both sides. `rates`
    are the work per second of each pair, before and after; None for a measure that is not per unit of work.
    All have the shape (pairs,). `mix_noise` is the variance of the logarithm that an unknown mix of work may
    add; None where classes are told apart.
    """
    old, new = float(before.mean()), float(after.mean())
    value, relative = _change(old, new)
    if not relative:
        step = after - before
        return RatioChange(old, value, mean_noise(step, memory=memory), relative, (TIME,))
    shares = np.abs(before) / np.abs(before).mean()
    step = after / new - before / old
    noise = mean_noise(step, shares, memory=memory)
    if noise is not None and mix_noise is not None:
        noise += mix_noise
    unseen = mix_noise.half_width(COMPARED_AT) if mix_noise is not None and mix_noise.variance else 0.0
    as_measured = RatioChange(old, value, noise, relative, (TIME,), unseen=unseen)
    if rates is None:
        return as_measured
    held = replace(as_measured, held=(TIME, VOLUME))
    first, second = rates
    moved = (first - second) / (first + second)
    if np.all(np.abs(moved) <= _ROUNDING):
        return held
    by_volume = float(np.mean(shares * np.log(second / first)))
    widened = replace(as_measured, slack=abs(by_volume))
    inverse_volume_moved = first.mean() / second - first.mean() / first
    terms = moved, inverse_volume_moved
    fit = _at_equal_volume(before, after, terms, jackknife=mix_noise is not None, memory=memory)
    if fit is None or as_measured.noise is None:
        return widened
    log_change, fit_noise = fit
    if mix_noise is not None:
        fit_noise += mix_noise
    fitted = replace(held, value=0.0 if abs(log_change) <= _ROUNDING else log_change, noise=fit_noise)
    return min(fitted, widened, key=lambda change: change.width)


def unseen_mix(costs: tuple[Floats, Floats], rates: tuple[Floats, Floats], weights: Floats) -> Noise:
    """The variance of the logarithm of an average that a mix of work without classes may have added.

    `costs` of a unit and `rates` of work, before and after, and the `weights` of the pairs all have the shape
    (pairs,). Degrees of freedom are those of as many stretches of the window as show a memory of hours.
    """
    shares = weights / weights.sum()
    relative = [cost / float(shares @ cost) for cost in costs]
    growth = _slow_variance(np.log(rates[1] / rates[0]), shares)
    cost = _slow_variance((relative[0] + relative[1]) / 2, shares)
    alike = float(weights.sum() ** 2 / (weights @ weights))
    return Noise(ANY_CORRELATION * growth * cost, max(float(stretches(alike) - 1), 1.0))


def _slow_variance(values: Floats, shares: Floats) -> float:
    """The variance of a series, without what differs from each value to the next."""
    deviations = values - float(shares @ values)
    pairs = (shares[1:] + shares[:-1]) / 2
    steps = float(pairs @ np.diff(values) ** 2) / float(pairs.sum()) / 2
    return max(float(shares @ deviations**2) - steps, 0.0)


def _at_equal_volume(
    before: Floats, after: Floats, terms: tuple[Floats, Floats], *, jackknife: bool, memory: float
) -> tuple[float, Noise] | None:
    """The logarithm of after over before without the fixed part, with its noise; None where the pairs do not
    determine it.

    after = times x before + fixed x moved. The sums of it, and the sums weighted by the change of 1/volume,
    hold exactly: these are moments of the demand, in which the noise of the measure has no part.
    """
    moved, inverse_volume_moved = terms
    fit = _fit(before, after, moved, inverse_volume_moved)
    if fit is None:
        return None
    times, fixed, system = fit
    residuals = after - times * before - fixed * moved
    moments = np.vstack([np.ones_like(moved), inverse_volume_moved])
    deviations = len(before) * np.linalg.solve(system, moments * residuals)[0] / times
    noise = mean_noise(deviations, np.abs(before), fitted=1, memory=memory)
    if noise is not None and jackknife:
        other = _jackknife_noise(before, after, moved, inverse_volume_moved)
        noise = None if other is None else max(noise, other, key=lambda each: each.half_width(COMPARED_AT))
    return None if noise is None else (math.log(times), noise)


def _fit(
    before: Floats, after: Floats, moved: Floats, inverse_volume_moved: Floats
) -> tuple[float, float, Floats] | None:
    """`times`, `fixed` and the matrix of their equations (`_at_equal_volume`); None where it is singular."""
    moments = np.vstack([np.ones_like(moved), inverse_volume_moved])
    system = np.array([moments @ before, moments @ moved]).T
    if abs(np.linalg.det(system)) <= _ROUNDING * np.prod(np.linalg.norm(system, axis=1)):
        return None
    times, fixed = np.linalg.solve(system, moments @ after)
    return (float(times), float(fixed), system) if times > 0 else None


def _jackknife_noise(
    before: Floats, after: Floats, moved: Floats, inverse_volume_moved: Floats
) -> Noise | None:
    """The noise of the fitted logarithm when each stretch of the window is left out in turn.

    There are as many stretches as lowest frequencies that show a memory of hours. None where a fit without
    one of them is not determined.
    """
    pairs = np.arange(len(before))
    logs = []
    for stretch in np.array_split(pairs, stretches(len(pairs))):
        rest = np.delete(pairs, stretch)
        fit = _fit(before[rest], after[rest], moved[rest], inverse_volume_moved[rest])
        if fit is None:
            return None
        logs.append(math.log(fit[0]))
    deviations = np.array(logs) - np.mean(logs)
    return Noise(float(deviations @ deviations) * (len(logs) - 1) / len(logs), float(len(logs) - 1))


def _change(before: float, after: float) -> tuple[float, bool]:
    """The logarithm of after over before and True; their difference and False where one is not above zero."""
    if math.isclose(before, after, rel_tol=_ROUNDING):
        return 0.0, before > 0
    if before > 0 and after > 0:
        return math.log(after / before), True
    return after - before, False


def _relative_noise(ratio: Ratio) -> Noise | None:
    return ratio.noise and Noise(ratio.noise.variance / ratio.value**2, ratio.noise.freedom)


def _growth(log: float) -> float:
    """The growth, as a share, whose logarithm is `log`."""
    return math.expm1(min(log, LARGEST_EXPONENT))
