"""How far what a curve saves is off for the hours asked about, as it was measured in hours of its own.

What was counted at the present size is known of the whole window, and so are the getpages; a trace or a
simulation tells which share of the reads another size saves. That share is taken to differ between hours as
reads a unit of work do.

The mean of n intervals of the window has the variance s/n, where neighbours that are alike count as fewer. A
curve of the share t of the window's time, of which the share b lies within the window, is off by
s/n (1 + t - 2 b) / t: nothing where it is of the whole window, more the less of it there is, and more where
it is of other hours than the window's.

Limit: hours that were traced because they were the worst are not like the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, sqrt
from typing import TYPE_CHECKING

from getpage.forecast.intervals import EPOCH

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from getpage.contract.curve import SizeCurve

#: How much hours differ where no intervals tell: ours.
UNKNOWN_HOURS = 0.10
# Reads that a pool of another size saves: work that is faster asks in another order. Ours.
_OTHER_ORDER = 0.01


@dataclass(frozen=True, slots=True)
class Covered:
    """A curve's hours, to the seconds of the window: all of them, and those that lie within it."""

    time: float
    within: float


@dataclass(frozen=True, slots=True)
class HourUncertainty:
    """By how much reads differ, as a share: `interval` from one to another, `mean` is the error of their mean
    over the window, whose intervals are `window`: start in seconds since 1970, local time, and seconds.
    """

    interval: float = UNKNOWN_HOURS
    mean: float = UNKNOWN_HOURS
    window: Sequence[tuple[float, float]] = field(default=(), repr=False)

    def of(self, curve: SizeCurve) -> float:
        """How far the hours of a curve are from those asked about; as far as one interval is where nothing
        tells which they are.
        """
        covered = self.covered(curve)
        if covered is None or not covered.time:
            return hypot(self.interval, _OTHER_ORDER)
        squared = max(1 + covered.time - 2 * covered.within, 0.0) / covered.time
        return hypot(min(self.interval, self.mean * sqrt(squared)), _OTHER_ORDER)

    def covered(self, curve: SizeCurve) -> Covered | None:
        """How much of the window a curve is of; None where that is not told."""
        if curve.covers is not None:
            return Covered(curve.covers, curve.covers)
        seconds = sum(length for _, length in self.window)
        if curve.seen is None or not seconds:
            return None
        spans = _apart([(_seconds(first), _seconds(last)) for first, last in curve.seen])
        within = sum(
            max(0.0, min(last, start + length) - max(first, start))
            for first, last in spans
            for start, length in self.window
        )
        return Covered(sum(last - first for first, last in spans) / seconds, within / seconds)


def _seconds(moment: datetime) -> float:
    return (moment.replace(tzinfo=None) - EPOCH).total_seconds()


def _apart(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans of time without what several of them have in common."""
    made: list[tuple[float, float]] = []
    for first, last in sorted(spans):
        if made and first <= made[-1][1]:
            made[-1] = made[-1][0], max(made[-1][1], last)
        else:
            made.append((first, last))
    return made
