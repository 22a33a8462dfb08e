"""From a size to reads a second, with the bounds of the curve as the interval.

One probability is drawn for a knob and used at every size: where the true curve lies high at one size it
lies high at the next. Bounds of a curve hold the reads; between them counters say nothing (any place is as
likely), other curves have their best guess at the top of a triangle.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from getpage.core.errors import NotEnoughEvidenceError

if TYPE_CHECKING:
    from getpage.contract.curve import SizeCurve, SizePoint
    from getpage.forecast.change import SizeRequest
    from getpage.forecast.draws import Draws, Floats

COUNTERS = "counters"
#: Curves that were measured in some hours of their own, not over the whole window.
_OF_HOURS = {"trace", "simulated pool"}
#: How much hours differ where no intervals tell: ours.
UNKNOWN_HOURS = 0.10


@dataclass(frozen=True, slots=True)
class Reads:
    """Reads a second before and after; `avoided` is negative where a smaller size adds reads."""

    before: Floats
    after: Floats
    basis: str
    words: tuple[str, ...]

    @property
    def avoided(self) -> Floats:
        """Reads a second that are no longer made."""
        return self.before - self.after


def reads_of(change: SizeRequest, draws: Draws, hours: float = UNKNOWN_HOURS) -> Reads:
    """Reads before and after a change. NotEnoughEvidenceError, with what to supply, where there is no curve.

    `hours` is by how much reads per unit of work differ from interval to interval (standard deviation of the
    logarithm): a trace or a simulation of some hours is of work that much heavier or lighter than usual.
    """
    knob, curve = change.knob, change.knob.curve
    if curve is None or not curve.points:
        supply = knob.supply or "statistics of the pool over some intervals"
        message = f"{knob.id}: not enough evidence for a curve; supply: {supply}"
        raise NotEnoughEvidenceError(message)
    probability = draws.uniform(f"curve {knob.id}")
    words = [_said(change, curve)]
    values = []
    for size in (knob.size, change.size):
        at, beyond = _at(curve, size, str(knob.id), knob.supply)
        values.append(_drawn(at, probability, curve.basis))
        if beyond:
            words.append(beyond)
    if curve.basis in _OF_HOURS:
        lighter = np.exp(hours * draws.normal(f"hours of {knob.id}"))
        values = [value * lighter for value in values]
        words.append(
            f"{knob.id}: the hours of its curve were usual ones, which differ by {100 * hours:.0f} %"
        )
    before, after = values
    after = np.minimum(after, before) if change.size >= knob.size else np.maximum(after, before)
    return Reads(before, after, curve.basis, tuple(words))


def _said(change: SizeRequest, curve: SizeCurve) -> str:
    note = f" ({curve.note})" if curve.note else ""
    if curve.basis == COUNTERS:
        supply = change.knob.supply
        better = f"; for a curve: {supply}" if supply else ""
        return f"{change.knob.id}: bounds only{note}{better}"
    return f"{change.knob.id}: reads by size from {curve.basis}{note}; the work stays as it was then"


def _drawn(at: SizePoint, probability: Floats, basis: str) -> Floats:
    low, high = min(at.low, at.reads), max(at.high, at.reads)
    if basis == COUNTERS or high <= low:
        drawn = low + (high - low) * probability
    else:
        share = (at.reads - low) / (high - low)
        rising = low + (high - low) * np.sqrt(share * probability)
        falling = high - (high - low) * np.sqrt((1 - share) * (1 - probability))
        drawn = np.where(probability < share, rising, falling)
    drawn[0] = at.reads
    return np.asarray(drawn, dtype=np.float64)


def _at(curve: SizeCurve, size: int, name: str, supply: str) -> tuple[SizePoint, str]:
    """Straight between points; beyond the last, reads between none and its own."""
    from getpage.contract.curve import SizePoint

    points = curve.points
    first, last = points[0], points[-1]
    if size < first.size:
        message = (
            f"{name}: not enough evidence: nothing is known of {size:,}, below the smallest size of its "
            f"curve, {first.size:,}; supply: {supply or 'a trace of page references (getpage curve)'}"
        )
        raise NotEnoughEvidenceError(message)
    if size > last.size:
        words = (
            f"{name}: {size:,} is beyond the curve's last size, {last.size:,}: no further gain is counted on"
        )
        return SizePoint(size=size, reads=last.reads, low=0.0, high=last.high), words
    for left, right in pairwise(points):
        if left.size <= size <= right.size:
            part = (size - left.size) / (right.size - left.size) if right.size > left.size else 1.0
            reads, low, high = (
                (1 - part) * getattr(left, what) + part * getattr(right, what)
                for what in ("reads", "low", "high")
            )
            if 0 < part < 1:  # a curve falls, but not in a straight line
                low, high = min(low, right.low), max(high, left.high)
            return SizePoint(size=size, reads=reads, low=low, high=high), ""
    return last, ""
