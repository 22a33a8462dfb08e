"""The curve of a trace through what was counted at the present size: best guess and bounds at every size.

A trace bounds reads, as its first touches may have found their page (`warm.py`). What the pool itself counted
tells how many of them did, at the one size that it has. From there,

- a larger pool reads those of the counted reads whose page it has lost too: as many of them as the trace has
  references beyond the larger size among those beyond the present one;
- a smaller pool reads the counted ones and, of the references that found their page, as many as the trace has
  between the two sizes among all that find it.

So does the best guess. The bounds take nothing of the kind: a larger pool surely finds what the trace finds
between the sizes, and surely reads what the trace reads whatever the pool held; a smaller one surely reads
more by what the trace finds between the sizes, and no more than if it had been empty.

Where what was counted lies outside the bounds of the trace, the counts are of another load: what they differ
by is added to the bounds, and they are multiplied by it, whichever is wider.

Where between the bounds the truth lies is told by references: those that are reads for certain say what share
of the open ones are, and the open ones are only so many. What was counted shows how well they tell it: where
it is farther off the estimate than so many references would be, as many fewer tell (`Share.sample_size`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True, order=True)
class Share:
    """Synchronous reads to a getpage at one size: estimated, at least and at most.

    `sample_size` is the effective number of independent references behind the estimate of how many of the
    uncertain ones are reads; None if unknown.
    """

    size: int
    value: float
    low: float
    high: float
    sample_size: float | None = None


def share_at(points: Sequence[Share], size: int) -> Share | None:
    """At a size, on the lines between its neighbors; beyond the last as at the last, None before the first.

    `points` ascend by size.
    """
    before = [point for point in points if point.size <= size]
    after = [point for point in points if point.size >= size]
    if not before:
        return None
    left = before[-1]
    if not after or after[0].size == left.size:
        return Share(size, left.value, left.low, left.high, left.sample_size)
    right = after[0]
    part = (size - left.size) / (right.size - left.size)

    def between(before: float, after: float) -> float:
        return before + part * (after - before)

    sample_size = (
        None
        if left.sample_size is None or right.sample_size is None
        else between(left.sample_size, right.sample_size)
    )
    return Share(
        size,
        between(left.value, right.value),
        between(left.low, right.low),
        between(left.high, right.high),
        sample_size,
    )


def anchored(points: Iterable[Share], at: Share, counted: float) -> Iterator[Share]:
    """The points of a trace as they are where `counted` reads to a getpage were counted at the size of `at`,
    which is the trace there. All are shares of getpages, from 0 to 1.
    """
    agreed = min(max(counted, at.low), at.high)
    most_sample = _references_for(at, counted)
    for point in points:
        value = _value(point, at, counted)
        if point.size == at.size:
            yield Share(point.size, value, value, value)
            continue
        if point.size > at.size:
            low, high = min(point.low, agreed), agreed - (at.high - point.high)
            least, most = 0.0, counted
        else:
            low, high = max(point.low, agreed - (at.high - point.high)), point.high
            least, most = counted, 1.0
        ends = [end for bound in (low, high) for end in _of_load(bound, agreed, counted)]
        low, high = (min(max(end, least), most) for end in (min(ends), max(ends)))
        sample_size = (
            None if most_sample is None or point.sample_size is None else min(point.sample_size, most_sample)
        )
        yield Share(point.size, value, min(low, value), max(high, value), sample_size)


def _references_for(at: Share, counted: float) -> float | None:
    """As many independent references as would be off by as much as the estimate at the present size is off
    the count; None where the count lies outside the bounds.
    """
    wide = at.high - at.low
    if not at.low <= counted <= at.high:
        return None
    if wide <= 0:
        return inf
    share = (at.value - at.low) / wide
    squared = ((counted - at.low) / wide - share) ** 2
    return share * (1 - share) / squared if squared else inf


def _value(point: Share, at: Share, counted: float) -> float:
    if point.size >= at.size:
        return counted * min(1.0, point.value / at.value) if at.value > 0 else counted
    if at.value >= 1:
        return counted
    return counted + (1 - counted) * max(0.0, point.value - at.value) / (1 - at.value)


def _of_load(bound: float, agreed: float, counted: float) -> tuple[float, float]:
    """A bound of the trace at another load: moved by the difference of the two, and multiplied by it."""
    return bound + counted - agreed, bound * counted / agreed if agreed > 0 else bound + counted - agreed
