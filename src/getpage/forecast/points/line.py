"""A figure between and beyond measured runs, and how far the straight line through them is off.

Between two runs the figure keeps between theirs; how it bends there is not known, so the slopes of the two
parts differ by the spread. Beyond the last run it goes on with the slope of the last part, times a factor of
the same spread: the further, the wider. Where a published price of the slope exists, the slope beyond the
runs is what the runs and the published range say together.

How far a line is off is learned by leaving each run out: inner and end runs apart. What is more than runs
differ by from one to the next widens the interval, by Student's t with as many degrees of freedom as there
are runs that were left out (few: the interval is wide). A line that was out by half of a run or more at an
end is not drawn beyond it. Limits: leaving a run out doubles the gap, so between runs this says too much
rather than too little; two runs say nothing of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from getpage.forecast.bayes import MeasuredSlope, contradicts, posterior
from getpage.forecast.draws import Draws, Floats, log_middle
from getpage.forecast.points.runs import REPEAT
from getpage.forecast.price import Range

# What a figure that cannot be negative keeps at least of its nearest run, however far the line goes.
_LEAST = 1e-3
_FREEDOM = 30
#: Rows from which one can be left out and a line still be drawn.
FEWEST: Final = 3
#: A line that was out by this share of a row at an end is not drawn beyond the rows.
_REFUSED: Final = 0.5
_TINY: Final = 1e-300
#: A row, and the line between two others half way, each differ as runs do.
_RUNS: Final = 1.5
#: The largest logarithm of a factor that is still a figure.
_MOST: Final = 20.0


@dataclass(frozen=True, slots=True)
class Bend:
    """How slopes out of sight differ: a factor with this spread of its logarithm, for one figure."""

    of: str
    sigma: float
    price: Range | None = None  # what the slope is where one run has none, by what was published
    joined: bool = False  # whether that price is also asked where the runs have a slope
    decays: bool = False  # over sizes: what growth brings gets less with each step


@dataclass(frozen=True, slots=True)
class Reached:
    """The figure at the place asked for, and whether that lies beyond all runs."""

    value: Floats
    beyond: bool


def along(
    places: Sequence[Floats], values: Sequence[Floats], at: Floats, bend: Bend, draws: Draws
) -> Reached:
    """The figure at `at`; `places` and `values` are of the runs, in any order, places all different."""
    order = sorted(range(len(places)), key=lambda i: float(places[i][0]))
    xs, ys = [places[i] for i in order], [values[i] for i in order]
    factor = np.exp(bend.sigma * draws.normal(f"bend {bend.of}"))
    beyond = bool(at[0] < xs[0][0] or at[0] > xs[-1][0])
    if len(xs) == 1:
        if bend.price is None:
            raise ValueError("one run has no slope")
        middle, sigma = log_middle(bend.price.low, bend.price.high)
        slope = np.exp(middle + sigma * draws.normal(f"price {bend.of}"))
        return Reached(_kept(ys[0] + slope * (at - xs[0]), ys[0]), beyond)
    left = _beyond(xs[0], ys[0], xs[1], ys[1], at, bend, factor, draws)
    right = _beyond(xs[-1], ys[-1], xs[-2], ys[-2], at, bend, factor, draws)
    value = np.where(at < xs[0], left, right)
    for low, high, y_low, y_high in zip(xs, xs[1:], ys, ys[1:], strict=False):
        inside = (at >= low) & (at <= high)
        to_low, to_high = np.maximum(at - low, 0) * factor, np.maximum(high - at, 0)
        share = to_low / np.maximum(to_low + to_high, 1e-300)
        value = np.where(inside, y_low + (y_high - y_low) * share, value)
    return Reached(value, beyond)


def _beyond(
    x: Floats, y: Floats, x_next: Floats, y_next: Floats, at: Floats, bend: Bend, factor: Floats, draws: Draws
) -> Floats:
    slope = (y - y_next) / np.where(x == x_next, 1e-300, x - x_next)
    if bend.price is not None and bend.joined:
        slope = _priced(slope, bend, draws)
    far = at - x
    if bend.decays:
        length = np.abs(x - x_next)
        far = np.where(far > 0, length * -np.expm1(-np.maximum(far, 0) / length), far)
    return _kept(y + slope * factor * far, y)


def _priced(slope: Floats, bend: Bend, draws: Draws) -> Floats:
    """What the runs and the published range say together; the runs alone where the two contradict."""
    assert bend.price is not None
    middle, sigma = log_middle(bend.price.low, bend.price.high)
    measured = MeasuredSlope(float(slope[0]), float(max(np.std(slope[1:]), 1e-3 * np.exp(middle))), _FREEDOM)
    if contradicts(measured, middle, sigma):
        return slope
    return posterior(measured, middle, sigma, draws.uniform(f"price {bend.of}"))


def _kept(value: Floats, nearest: Floats) -> Floats:
    return np.where(nearest >= 0, np.maximum(value, _LEAST * nearest), value)


@dataclass(frozen=True, slots=True)
class LineError:
    """Logarithms of what rows measured over what the line through the others gave; infinite where it gave
    none."""

    inner: tuple[float, ...] = ()
    ends: tuple[float, ...] = ()
    misses: tuple[tuple[float, float], ...] = ()
    places: tuple[float, ...] = ()

    def refused(self, at: float) -> bool:
        """Whether the line is not to be drawn to `at`, which lies beyond the rows.

        A line that was drawn further beyond its last two rows than it is to be drawn now was further out for
        it: its miss counts by as much less.
        """
        if not self.misses:
            return False
        low = at < self.places[0]
        end, before = (self.places[0], self.places[1]) if low else (self.places[-1], self.places[-2])
        miss, reach = self.misses[0 if low else 1]
        return miss * min(1.0, abs(at - end) / abs(end - before) / reach) >= _REFUSED

    def factor(self, of: str, draws: Draws, *, beyond: bool) -> Floats:
        """By how much a figure may be off, as draws; 1 where rows do not tell."""
        errors = [error for error in (self.ends if beyond else self.inner) if math.isfinite(error)]
        if not errors:
            return draws.constant(1.0)
        excess = math.fsum(error**2 for error in errors) / len(errors) - _RUNS * REPEAT**2
        if excess <= 0:
            return draws.constant(1.0)
        far = math.sqrt(excess) * draws.student(f"off the line {of}", len(errors))
        return np.exp(np.clip(far, -_MOST, _MOST))


def line_error(places: Sequence[float], values: Sequence[float]) -> LineError:
    """How far each row is from the straight line through the others; nothing of fewer than three rows."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    xs, ys = [places[i] for i in order], [values[i] for i in order]
    if len(xs) < FEWEST:
        return LineError()
    inner = [_error(xs, ys, i, i - 1, i + 1) for i in range(1, len(xs) - 1)]
    parts = (0, 1, 2), (-1, -2, -3)
    return LineError(
        tuple(inner),
        tuple(_error(xs, ys, *part) for part in parts),
        tuple(
            (
                abs(_given(xs, ys, *part) - ys[part[0]]) / max(abs(ys[part[0]]), _TINY),
                abs((xs[part[0]] - xs[part[1]]) / (xs[part[1]] - xs[part[2]])),
            )
            for part in parts
        ),
        tuple(xs),
    )


def _given(xs: Sequence[float], ys: Sequence[float], row: int, first: int, second: int) -> float:
    slope = (ys[second] - ys[first]) / (xs[second] - xs[first])
    return ys[first] + slope * (xs[row] - xs[first])


def _error(xs: Sequence[float], ys: Sequence[float], row: int, first: int, second: int) -> float:
    given = _given(xs, ys, row, first, second)
    if given <= 0 or ys[row] <= 0:
        return 0.0 if given == ys[row] else math.inf
    return math.log(ys[row] / given)
