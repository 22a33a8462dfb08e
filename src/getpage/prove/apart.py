"""By how much after differs from before, with everything that can be held equal held equal.

Two windows of the same hours are compared pair by pair (`days.py`): what the pairs share, the profile of a
day, is no noise. Of what a unit of work takes, the volume is held equal too: what does not grow with the
work (checkpoints, an idle system's CPU) makes units cheaper when there are more of them. A unit takes a
share of what is fixed, fixed / volume, and so much by itself; which is which is told by how the change goes
with that of 1/volume, from the quiet hours to the busy ones (a regression on pairs: analysis of covariance,
Cochran 1957). Where that is surer so, the change stays as it came and its interval is widened by the whole
change of volume either way: as if nothing that a unit takes had grown with the work, or all of it as the
work did.

Where classes are not known, other work at some hours (a job that begins when it begins) moves volume and what
a unit takes at once, and is taken for what is fixed. Few pairs in a row may then decide the regression, which
its residuals do not show: each stretch of the window is left out in turn (block jackknife, Kuensch 1989), and
the wider of both intervals stands.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.prove import noise
from getpage.prove.noise import FEWEST, Noise
from getpage.prove.ratio import TOO_FEW
from getpage.result import Estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from getpage.prove.ratio import Ratio

    Floats = NDArray[np.float64]

TIME: Final = "time of day"
VOLUME: Final = "volume of work"
#: Share by which sums of the same figures in binary may differ: thousands of intervals, 2^-53 each.
_ROUNDED: Final = 1e-12
#: The level at which two ways to hold volume equal are compared by their widths.
_COMPARED_AT: Final = 0.95
#: The largest exponent that is still a figure.
_LARGEST: Final = 700.0


@dataclass(frozen=True, slots=True)
class Apart:
    """The change from one ratio to another.

    `value` is the logarithm of after over before where `relative`, else after minus before. `noise` is None
    where it cannot be told. `held` names what was held equal; `slack` is what the volume of work may have
    brought besides, either way. `unseen` is half of what the noise allows for a mix of work that nothing
    tells, at the level that ways to hold volume equal are compared at.
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
        """The probability of so large a change by noise alone."""
        return None if self.noise is None else self.noise.chance(max(abs(self.value) - self.slack, 0.0))

    def ends(self, level: float) -> tuple[float, float]:
        """From where to where the change lies; a point where its noise cannot be told."""
        half = self.noise.half(level) + self.slack if self.noise else 0.0
        return self.value - half, self.value + half

    def difference(self, level: float, unit: str) -> Estimate:
        """After minus before, at what before was; never more less than all of it."""
        low, high = self.ends(level)
        if self.relative:
            low, value, high = (self.before * _grown(one) for one in (low, self.value, high))
        else:
            value = self.value
        return self._estimate("difference", unit, value, low, high, level)

    def change_percent(self, level: float) -> Estimate | None:
        """The change in % of before; None from nothing."""
        if self.relative:
            value, low, high = (100 * _grown(one) for one in (self.value, *self.ends(level)))
            return self._estimate("change", "%", value, low, high, level)
        if self.before <= 0 or self.before + self.value < 0:
            return None
        low, high = (100 * one / self.before for one in self.ends(level))
        return self._estimate("change", "%", 100 * self.value / self.before, max(low, -100.0), high, level)

    def _estimate(
        self, label: str, unit: str, value: float, low: float, high: float, level: float
    ) -> Estimate:
        known = self.noise is not None
        return Estimate(
            label=label,
            unit=unit,
            value=value,
            low=low,
            high=high,
            level=level if known else 0.0,
            basis="measured" if known else TOO_FEW,
        )


def unpaired(before: Ratio, after: Ratio) -> Apart:
    """Two windows that are not the same hours: the noise of either is its own."""
    value, relative = _change(before.value, after.value)
    both = [_relative(one) if relative else one.noise for one in (before, after)]
    known = both[0] + both[1] if both[0] and both[1] else None
    return Apart(before.value, value, known, relative)


def paired(
    before: Floats, after: Floats, rates: tuple[Floats, Floats] | None, *, mixed: Noise | None = None
) -> Apart:
    """Two windows pair by pair, in order: what each pair adds to the measure, weighted alike on both sides.

    `rates` is the work of before and of after, by pair; None where the measure is none of a unit of work.
    Shapes (pairs,). `mixed` is what the mix of classes that are not told apart may have brought to the
    logarithm; None where they are.
    """
    old, new = float(before.mean()), float(after.mean())
    value, relative = _change(old, new)
    if not relative:
        return Apart(old, value, noise.of_mean(after - before), relative, (TIME,))
    shares = np.abs(before) / np.abs(before).mean()
    found_noise = noise.of_mean(after / new - before / old, shares)
    if found_noise is not None and mixed is not None:
        found_noise += mixed
    unseen = mixed.half(_COMPARED_AT) if mixed is not None and mixed.variance else 0.0
    plain = Apart(old, value, found_noise, relative, (TIME,), unseen=unseen)
    if rates is None:
        return plain
    held = replace(plain, held=(TIME, VOLUME))
    first, second = rates
    moved = (first - second) / (first + second)
    if np.all(np.abs(moved) <= _ROUNDED):
        return held
    brought = float(np.mean(shares * np.log(second / first)))
    bounded = replace(plain, slack=abs(brought))
    told = first.mean() / second - first.mean() / first
    found = _at_equal_volume(before, after, moved, told, mixed=mixed is not None)
    if found is None or plain.noise is None:
        return bounded
    sure = found[1] if mixed is None else found[1] + mixed
    settled = replace(held, value=0.0 if abs(found[0]) <= _ROUNDED else found[0], noise=sure)
    return min(settled, bounded, key=_width)


def _width(one: Apart) -> float:
    low, high = one.ends(_COMPARED_AT)
    return high - low


def _at_equal_volume(
    before: Floats, after: Floats, moved: Floats, told: Floats, *, mixed: bool
) -> tuple[float, Noise] | None:
    """The logarithm of after over before without what is fixed, with its noise; None where it cannot be told.

    after = times x before + fixed x moved, of which the sums, and the sums weighted by the change of 1/volume
    (`told`), hold exactly: moments of the demand, which the noise of the measure has no part in.
    """
    if len(before) < 2 * FEWEST:
        return None
    solved = _solved(before, after, moved, told)
    if solved is None:
        return None
    times, fixed, both = solved
    left = after - times * before - fixed * moved
    moments = np.vstack([np.ones_like(told), told])
    adds = len(before) * np.linalg.solve(both, moments * left)[0] / times
    sure = noise.of_mean(adds, np.abs(before), fitted=1)
    if sure is not None and mixed:
        others = _left_out(before, after, moved, told)
        sure = None if others is None else max(sure, others, key=lambda one: one.half(_COMPARED_AT))
    return None if sure is None else (math.log(times), sure)


def _solved(before: Floats, after: Floats, moved: Floats, told: Floats) -> tuple[float, float, Floats] | None:
    """Times and fixed of `_at_equal_volume`, and what they were solved from; None where nothing tells."""
    moments = np.vstack([np.ones_like(told), told])
    both = np.array([moments @ before, moments @ moved]).T
    if abs(np.linalg.det(both)) <= _ROUNDED * np.prod(np.linalg.norm(both, axis=1)):
        return None
    times, fixed = np.linalg.solve(both, moments @ after)
    return (float(times), float(fixed), both) if times > 0 else None


def _left_out(before: Floats, after: Floats, moved: Floats, told: Floats) -> Noise | None:
    """The noise of the logarithm by leaving out each stretch in turn, of which there are as many as the
    lowest frequencies that see a memory of hours; None where the others tell nothing.
    """
    pairs = np.arange(len(before))
    found = []
    for out in np.array_split(pairs, noise.stretches(len(pairs))):
        rest = np.delete(pairs, out)
        solved = _solved(before[rest], after[rest], moved[rest], told[rest])
        if solved is None:
            return None
        found.append(math.log(solved[0]))
    each = np.array(found)
    apart = each - each.mean()
    return Noise(float(apart @ apart) * (len(each) - 1) / len(each), float(len(each) - 1))


def _change(before: float, after: float) -> tuple[float, bool]:
    """The logarithm of after over before, or their difference where one of them is not above zero."""
    if math.isclose(before, after, rel_tol=_ROUNDED):
        return 0.0, before > 0
    if before > 0 and after > 0:
        return math.log(after / before), True
    return after - before, False


def _relative(of: Ratio) -> Noise | None:
    return of.noise and Noise(of.noise.variance / of.value**2, of.noise.freedom)


def _grown(log: float) -> float:
    """The growth that a logarithm stands for."""
    return math.expm1(min(log, _LARGEST))
