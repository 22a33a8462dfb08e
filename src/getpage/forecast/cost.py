"""What a size costs per second, with the bounds of the curve as the interval.

One probability is drawn for a knob and used at every size and for every measure: where the true curve lies
high at one size it lies high at the next. Bounds of a curve hold the cost; between them counters say nothing
(any place is as likely), a trace is as sure of its best guess as the references that tell it are many, and
other curves have theirs at the top of a triangle. A larger size of which it has to be known first whether it
saves anything (`SizeCurve.only_after`) saves nothing in a tenth of the draws. Where a model states a 90 %
interval, its ends are the 5th and the 95th percentile of what is drawn. Beyond the pages that a trace touched
there may be none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from getpage.contract.curve import COUNTERS, SIMULATED, TRACE, CostMeasure, Rate, Rates, SizeCurve
from getpage.contract.knob import Knob
from getpage.core.errors import NotEnoughEvidenceError
from getpage.forecast.bayes import share_draws
from getpage.forecast.change import SizeRequest
from getpage.forecast.draws import NORMAL, Draws, Floats
from getpage.forecast.hour_uncertainty import HourUncertainty

#: Curves that were measured in some hours of their own, not over the whole window.
_OF_HOURS = {TRACE, SIMULATED}
#: How often a size saves nothing of which nobody knows that it saves something: ours. It is more than an
#: interval leaves out, so that this one holds zero.
_NOTHING = 0.1


@dataclass(frozen=True)
class _Height:
    """Where between its bounds the true curve of a knob lies, a draw a place."""

    draws: Draws
    of: str

    @cached_property
    def probability(self) -> Floats:
        """As the share of all cases in which it lies lower."""
        return self.draws.uniform(self.of)

    @property
    def normal(self) -> Floats:
        """The same, as standard normal."""
        return self.draws.normal(self.of)


@dataclass(frozen=True, slots=True)
class CostDraws:
    """One measure per second, before and after."""

    before: Floats
    after: Floats

    @property
    def saved(self) -> Floats:
        """What is no longer spent per second; negative where the other size adds some."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class SizeCost:
    """Cost before and after of every measure that the curve has, with its basis and assumptions."""

    of: Mapping[CostMeasure, CostDraws]
    basis: str
    words: tuple[str, ...]


def cost_of(
    change: SizeRequest, draws: Draws, differ: HourUncertainty | None = None, times: Floats | float = 1.0
) -> SizeCost:
    """Cost before and after a change. NotEnoughEvidenceError, with what to supply, where there is no curve.

    A trace or a simulation of some hours is of work that is heavier or lighter than usual, and so is what it
    saves: `differ` says by how much. Cost at the present size was counted over the whole window. `times` is
    the work of the hours asked about, to that of the window.
    """
    knob, curve = change.knob, change.knob.curve
    if curve is None or not len(curve.sizes):
        collect, supply = (
            f"getpage collect --for {knob.product}",
            knob.supply or "statistics of the pool over some intervals",
        )
        message = f"{knob.id}: {knob.unpriced or 'not enough evidence for a curve'}; supply {supply}"
        raise NotEnoughEvidenceError(message, collect)
    for size in (knob.size, change.size):
        _reached(curve, size, knob)
    height = _Height(draws, f"curve {knob.id}")
    between = draws.uniform(f"between sizes of {knob.id}")
    words = [_assumption(change, curve), *_beyond(change, curve)]
    lighter: Floats | float = 1.0
    if curve.basis in _OF_HOURS:
        apart = differ or HourUncertainty()
        hours = apart.of(curve)
        lighter = np.exp(hours * draws.normal(f"hours of {knob.id}"))
        words.append(
            f"{knob.id}: savings of its curve are known to within {100 * hours:.0f} % for these hours"
            f"{_whose(curve, apart)}"
        )
    of_nothing = None
    if first := knob.not_before(change.size):
        of_nothing = draws.uniform(f"whether {knob.id} is the cause") < _NOTHING
        words.append(f"{knob.id}: 1 of 10 cases is taken to save nothing, until {first}")
    costs = {}
    for measure, rates in curve.rates.items():
        before, after = (_drawn(curve, rates, size, height, between) for size in (knob.size, change.size))
        if of_nothing is not None:
            after = np.where(of_nothing, before, after)
        after = np.maximum(after - (lighter - 1.0) * (before - after), 0.0)
        if rates.never_rises:
            after = np.minimum(after, before) if change.size >= knob.size else np.maximum(after, before)
        costs[measure] = CostDraws(before * times, after * times)
    return SizeCost(costs, curve.basis, tuple(words))


def _assumption(change: SizeRequest, curve: SizeCurve) -> str:
    note = f" ({curve.note})" if curve.note else ""
    if curve.basis == COUNTERS:
        supply = change.knob.supply
        better = f"; for a curve: {supply}" if supply else ""
        return f"{change.knob.id}: bounds only{note}{better}"
    what = " and ".join(curve.rates)
    return f"{change.knob.id}: {what} by size from {curve.basis}{note}; for the same work"


def _whose(curve: SizeCurve, differ: HourUncertainty) -> str:
    """How much of the window a trace covers, as the end of a sentence; empty for other curves."""
    if curve.basis != TRACE:
        return ""
    covered = differ.covered(curve)
    if covered is None:
        why = "no time stamps in local time tell" if curve.seen is None else "work of the window would tell"
        return f"; the hours of its trace are not known: {why}"
    if not covered.within:
        return "; its trace is of other hours than those of the evidence"
    return f"; its trace is of {100 * covered.within:.0f} % of the time of the evidence"


def _drawn(curve: SizeCurve, rates: Rates, size: int, height: _Height, between: Floats) -> Floats:
    """The cost of a size: that of the curve at its own sizes, else between two of them."""
    left, right, part = _neighbours(curve, size)
    ends = [rates.at(left), rates.at(right)]
    if part == 1 or any(rate.sample_size is None for rate in ends):
        return _of_rate(_at(curve, rates, size), height, curve.basis)
    way = _triangle(part, 0.0, 1.0, between)
    from_, to = (_of_rate(rate, height, curve.basis) for rate in ends)
    return np.asarray(from_ + way * (to - from_))


def _of_rate(at: Rate, height: _Height, basis: str) -> Floats:
    low, high, probability = min(at.low, at.value), max(at.high, at.value), height.probability
    if basis == COUNTERS or high <= low:
        drawn = low + (high - low) * probability
    elif at.is_interval:
        drawn = _around(at.value, low, high, height.normal)
    elif at.sample_size is None:
        drawn = _triangle(at.value, low, high, probability)
    elif at.sample_size < 1:
        drawn = _untold(at.value, low, high, probability)
    else:
        drawn = low + (high - low) * share_draws((at.value - low) / (high - low), at.sample_size, probability)
    drawn[0] = at.value
    return np.asarray(drawn, dtype=np.float64)


def _around(value: float, low: float, high: float, normal: Floats) -> Floats:
    """Costs whose median is the best guess, and whose 5th and 95th percentiles are `low` and `high`: normal
    on either side, on a scale of ratios, or of differences and not below 0 where an end is 0.
    """
    of_end = normal / NORMAL.inv_cdf(0.95)
    if low > 0:
        return np.asarray(value * np.where(of_end < 0, value / low, high / value) ** of_end)
    return np.maximum(value + of_end * np.where(of_end < 0, value - low, high - value), 0.0)


def _untold(value: float, low: float, high: float, probability: Floats) -> Floats:
    """Beyond the pages that a trace touched: there are no more, or as many as it suggests, either as
    likely.
    """
    drawn = _triangle(value, low, high, np.maximum(2 * probability - 1, 0.0))
    return np.where(probability < 0.5, low, drawn)


def _triangle(top: float, low: float, high: float, probability: Floats) -> Floats:
    share = (top - low) / (high - low)
    rising = low + (high - low) * np.sqrt(share * probability)
    falling = high - (high - low) * np.sqrt((1 - share) * (1 - probability))
    drawn = np.where(probability < share, rising, falling)
    drawn[0] = top
    return np.asarray(drawn, dtype=np.float64)


def _reached(curve: SizeCurve, size: int, knob: Knob) -> None:
    """NotEnoughEvidenceError for a size below those of the curve, or above them where a cost may rise."""
    first, last = int(curve.sizes[0]), int(curve.sizes[-1])
    if size > last and not all(rates.never_rises for rates in curve.rates.values()):
        message = (
            f"{knob.id}: not enough evidence: nothing is known of {size:,}, above the largest size of its "
            f"curve, {last:,}, and it may cost more there; supply {knob.supply or 'a run at a larger size'}"
        )
        raise NotEnoughEvidenceError(message, f"getpage collect --for {knob.product}")
    if size < first:
        message = (
            f"{knob.id}: not enough evidence: nothing is known of {size:,}, below the smallest size of its "
            f"curve, {first:,}; supply {knob.supply or 'a trace of page references (getpage curve)'}"
        )
        raise NotEnoughEvidenceError(message, f"getpage collect --for {knob.product}")


def _beyond(change: SizeRequest, curve: SizeCurve) -> list[str]:
    last = int(curve.sizes[-1])
    return [
        f"{change.knob.id}: {size:,} is beyond the curve's last size, {last:,}: no further gain is counted on"
        for size in (change.knob.size, change.size)
        if size > last
    ]


def _at(curve: SizeCurve, rates: Rates, size: int) -> Rate:
    """The cost at any size: linear between sizes, and between zero and the last beyond the last."""
    last = len(curve.sizes) - 1
    if size > curve.sizes[last]:
        end = rates.at(last)
        return Rate(end.value, 0.0, end.high)
    left, right, part = _neighbours(curve, size)
    before, after = rates.at(left), rates.at(right)
    value, low, high = (
        (1 - part) * first + part * second
        for first, second in ((before.value, after.value), (before.low, after.low), (before.high, after.high))
    )
    if 0 < part < 1:  # it goes from the one to the other, but not in a straight line
        low, high = min(low, after.low), max(high, before.high)
        if not rates.never_rises:
            low, high = min(low, before.low), max(high, after.high)
    return Rate(value, low, high, after.sample_size if part == 1 else None, rates.is_interval)


def _neighbours(curve: SizeCurve, size: int) -> tuple[int, int, float]:
    """Indexes of the sizes on both sides, and the position between them, 0 to 1."""
    last = len(curve.sizes) - 1
    right = min(max(int(np.searchsorted(curve.sizes, size, side="left")), min(1, last)), last)
    left = max(right - 1, 0)
    wide = int(curve.sizes[right]) - int(curve.sizes[left])
    return left, right, min((size - int(curve.sizes[left])) / wide, 1.0) if wide else 1.0
