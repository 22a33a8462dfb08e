"""Curves over size: what every size of one knob would cost, with bounds.

A cost is a second of the window: reads that somebody waits for, processor seconds, and seconds that somebody
waits. A product says which of them it knows of a knob: a buffer pool its reads, which are priced in CPU and
waits; a heap the CPU and the pauses of its collector. A knob need not have reads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from getpage.result import SizeCosts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from getpage.result import Fact

    #: Arrays where a curve has thousands of sizes.
    Series = Sequence[float] | NDArray[np.float64]
    Sizes = Sequence[int] | NDArray[np.int64]

TRACE, SIMULATED = "trace", "simulated pool"
PAST, PAGE_SETS, COUNTERS = "past intervals", "page sets", "counters"

#: Curves of which no more than the present size is known: the others are bounded by it.
BOUNDS = frozenset({COUNTERS})


class CostMeasure(StrEnum):
    """What a size costs, each a second of the window."""

    READS = "reads"  # that somebody waits for
    CPU = "CPU"  # processor seconds
    WAIT = "wait"  # seconds that somebody waits


@dataclass(frozen=True, slots=True)
class Rate:
    """One measure at one size: best guess, lower and upper bound, and the number of observations behind the
    guess; None where it rests on none. `is_interval` says that the bounds are the ends of a 90 % interval and
    the cost may lie beyond them.
    """

    value: float
    low: float
    high: float
    sample_size: float | None = None
    is_interval: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rates:
    """One measure at the sizes of a curve: best guess, at least and at most, which hold it, or in 90 % of all
    cases where `is_interval` is true.

    `never_rises` is what the product states of it: a larger pool never reads more, but a larger heap may
    pause longer. Where it may rise nothing but the bounds says what a larger size costs. `sample_size` is the
    number of observations behind each best guess; None where it rests on none.
    """

    value: Series
    low: Series
    high: Series
    never_rises: bool = True
    sample_size: Sequence[float | None] | None = None
    is_interval: bool = False

    def __eq__(self, other: object) -> bool:
        """The same figures, whether in tuples or in arrays."""
        if not isinstance(other, Rates):
            return NotImplemented
        if (self.never_rises, self.is_interval) != (other.never_rises, other.is_interval):
            return False
        pairs = ((self.value, other.value), (self.low, other.low), (self.high, other.high))
        return all(list(mine) == list(theirs) for mine, theirs in pairs)

    def __hash__(self) -> int:
        """Of what is cheap to look at."""
        return hash((len(self.value), self.never_rises))

    def at(self, place: int) -> Rate:
        """At the size of this place."""
        sample_size = None if self.sample_size is None else self.sample_size[place]
        value, low, high = (float(series[place]) for series in (self.value, self.low, self.high))
        return Rate(value, low, high, sample_size, self.is_interval)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SizeCurve:
    """What each of `sizes`, which ascend, costs a second of the window; None is a measure that is not known.

    `only_after` is what has to be known, and is not in the evidence, before a larger size may be said to save
    anything (`Ask.only_after`): until then its command waits, and one forecast in ten has no gain.

    `basis` says how it is known: trace (page references, bounded by what the pool may have held
    before them), simulated pool, past intervals (other sizes that it had), page sets (a size that holds all
    there is), counters (bounds only: only the present size is known), or what a product calls its own.
    Between two sizes a measure that never rises lies between theirs; beyond the first and the last nothing is
    said. ValueError where no measure is known, or not at every size. `covers` is the share of the window's
    time in which it was seen, `seen` the local times between which it was, whether in the window or not;
    None where that is not told.
    """

    basis: str
    sizes: Sizes
    reads: Rates | None = None
    cpu: Rates | None = None
    wait: Rates | None = None
    note: str = ""
    facts: tuple[Fact, ...] = ()
    covers: float | None = None
    seen: tuple[tuple[datetime, datetime], ...] | None = None
    only_after: str = ""

    def __post_init__(self) -> None:
        """See the class."""
        lengths = {
            len(series) for rate in self.rates.values() for series in (rate.value, rate.low, rate.high)
        }
        if lengths != {len(self.sizes)}:
            message = f"a curve of {len(self.sizes)} sizes has measures of {sorted(lengths)}"
            raise ValueError(message)

    def __eq__(self, other: object) -> bool:
        """The same sizes at the same costs, known in the same way."""
        if not isinstance(other, SizeCurve):
            return NotImplemented
        own = (self.basis, list(self.sizes), self.rates, self.note, self.facts)
        return own == (other.basis, list(other.sizes), other.rates, other.note, other.facts)

    def __hash__(self) -> int:
        """Of what is cheap to look at."""
        return hash((self.basis, len(self.sizes), self.note))

    @property
    def rates(self) -> dict[CostMeasure, Rates]:
        """The measures that are known."""
        every = {CostMeasure.READS: self.reads, CostMeasure.CPU: self.cpu, CostMeasure.WAIT: self.wait}
        return {measure: rates for measure, rates in every.items() if rates is not None}

    @property
    def read_points(self) -> tuple[SizePoint, ...]:
        """Its reads, size by size; empty where they are not known."""
        reads = self.reads
        return tuple(SizePoint(*point) for point in points(self.sizes, reads)) if reads else ()

    def place_of(self, size: int) -> int | None:
        """The place of a size; None where it is not one of its sizes."""
        return next((place for place, candidate in enumerate(self.sizes) if candidate == size), None)


def known(curve: SizeCurve | None) -> bool:
    """Whether a curve says what another size than the present would cost."""
    return curve is not None and curve.basis not in BOUNDS and len(curve.sizes) > 1


def points(sizes: Sizes, rates: Rates) -> tuple[tuple[int, float, float, float], ...]:
    """One measure as (size, best guess, at least, at most), ascending by size."""
    columns = (rates.value, rates.low, rates.high)
    return tuple(zip(map(int, sizes), *(map(float, column) for column in columns), strict=True))


def size_costs(curve: SizeCurve) -> SizeCosts:
    """A curve as a result says it."""
    by_measure = {measure: points(curve.sizes, rates) for measure, rates in curve.rates.items()}
    return SizeCosts(
        reads=by_measure.get(CostMeasure.READS),
        cpu_seconds=by_measure.get(CostMeasure.CPU),
        waited_seconds=by_measure.get(CostMeasure.WAIT),
    )


@dataclass(frozen=True, slots=True)
class SizePoint:
    """Synchronous reads per second at one size, best guess and bounds; `sample_size` as in `Rates`."""

    size: int
    reads: float
    low: float
    high: float
    sample_size: float | None = None


def reads_curve(
    *,
    basis: str,
    points: Iterable[SizePoint],
    note: str = "",
    facts: tuple[Fact, ...] = (),
    covers: float | None = None,
    seen: tuple[tuple[datetime, datetime], ...] | None = None,
) -> SizeCurve:
    """A curve of a knob of which reads are known, and of them all that it costs. `points` ascend by size;
    reads never rise; bounds hold them.
    """
    every = tuple(points)
    reads = Rates(
        tuple(point.reads for point in every),
        tuple(point.low for point in every),
        tuple(point.high for point in every),
        sample_size=tuple(point.sample_size for point in every),
    )
    sizes = tuple(point.size for point in every)
    return SizeCurve(basis=basis, sizes=sizes, reads=reads, note=note, facts=facts, covers=covers, seen=seen)


def monotone(points: Iterable[SizePoint]) -> tuple[SizePoint, ...]:
    """The points in order of size, with reads that never rise; bounds are widened to hold what was measured.

    Reads that rise are pooled with those before them into their mean, as in isotonic regression.
    """
    groups: list[list[SizePoint]] = []
    for point in sorted(points, key=lambda point: point.size):
        groups.append([point])
        while len(groups) > 1 and _mean(groups[-1]) > _mean(groups[-2]):
            last = groups.pop()
            groups[-1] += last
    pooled = []
    for group in groups:
        mean = _mean(group)
        low = min(mean, *(point.low for point in group)) if len(group) > 1 else min(mean, group[0].low)
        high = max(mean, *(point.high for point in group)) if len(group) > 1 else max(mean, group[0].high)
        pooled += [replace(point, reads=mean, low=low, high=high) for point in group]
    return tuple(pooled)


def _mean(group: Sequence[SizePoint]) -> float:
    return sum(point.reads for point in group) / len(group)
