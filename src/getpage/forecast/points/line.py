"""A figure between and beyond measured runs: straight between them, with a slope that may differ out of
sight.

Between two runs the figure keeps between theirs; how it bends there is not known, so the slopes of the two
parts differ by the spread. Beyond the last run it goes on with the slope of the last part, times a factor of
the same spread: the further, the wider. Where a published price of the slope exists, the slope beyond the
runs is what the runs and the published range say together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.bayes import Measured, contradicts, posterior
from getpage.forecast.draws import log_middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.forecast.draws import Draws, Floats
    from getpage.forecast.published import Range

# What a figure that cannot be negative keeps at least of its nearest run, however far the line goes.
_LEAST = 1e-3
_FREEDOM = 30


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
    found = Measured(float(slope[0]), float(max(np.std(slope[1:]), 1e-3 * np.exp(middle))), _FREEDOM)
    if contradicts(found, middle, sigma):
        return slope
    return posterior(found, middle, sigma, draws.uniform(f"price {bend.of}"))


def _kept(value: Floats, nearest: Floats) -> Floats:
    return np.where(nearest >= 0, np.maximum(value, _LEAST * nearest), value)
