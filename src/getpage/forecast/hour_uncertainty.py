"""The error of what a curve saves when it was measured in other hours than those asked about.

Counts at the present size, and getpages, are known for the whole window. A trace or a simulation shows which
share of the reads another size saves, in its own hours. That share is taken to differ between hours as reads
per unit of work do.

The mean of n intervals of the window has the variance s/n, where neighbors that resemble each other count as
fewer. A curve that covers the share t of the window's time, of which the share b lies within the window, has
the squared error s/n (1 + t - 2 b) / t: zero where it covers the whole window, more the less it covers, and
more where it is of other hours than the window's.

Limit: hours that were traced because they were the worst are not like the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import hypot, sqrt

from getpage.contract.curve import SizeCurve
from getpage.forecast.intervals import EPOCH

#: How much hours differ, as a share, where no intervals show it: ours.
UNKNOWN_HOURS = 0.10
# Error of the reads that another size saves, as a share: faster work asks for pages in another order. Ours.
_OTHER_ORDER = 0.01


@dataclass(frozen=True, slots=True)
class Covered:
    """A curve's hours as shares of the window's: all of them, and those that lie within it."""

    time: float
    within: float


@dataclass(frozen=True, slots=True)
class HourUncertainty:
    """How much reads per unit differ, as shares: `interval` from one interval to another, `mean` is the error
    of their mean over the window. `window` has its intervals: start in seconds since 1970, local time, and
    length in seconds.
    """

    interval: float = UNKNOWN_HOURS
    mean: float = UNKNOWN_HOURS
    window: Sequence[tuple[float, float]] = field(default=(), repr=False)

    def of(self, curve: SizeCurve) -> float:
        """The error of what a curve saves in the hours asked about, as a share. Where the hours of the curve
        are not known it is that of a single interval.
        """
        covered = self.covered(curve)
        if covered is None or not covered.time:
            return hypot(self.interval, _OTHER_ORDER)
        squared = max(1 + covered.time - 2 * covered.within, 0.0) / covered.time
        return hypot(min(self.interval, self.mean * sqrt(squared)), _OTHER_ORDER)

    def covered(self, curve: SizeCurve) -> Covered | None:
        """The curve's hours as shares of the window's; None where they are not known."""
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
    """Spans of time, with overlapping ones merged."""
    merged: list[tuple[float, float]] = []
    for first, last in sorted(spans):
        if merged and first <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return merged
