"""Curves over size: what every size of one knob would bring, with bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from getpage.result import Fact

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

TRACE, SIMULATED = "trace", "simulated pool"
PAST, PAGE_SETS, COUNTERS = "past intervals", "page sets", "counters"

#: Curves of which more than the present size is known.
KNOWN = frozenset({TRACE, SIMULATED, PAST, PAGE_SETS})


@dataclass(frozen=True, slots=True, kw_only=True)
class SizePoint:
    """What one size of a knob costs: reads a second that somebody waits for, best guess and bounds."""

    size: int
    reads: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeCurve:
    """Waited-for reads a second by size. `points` ascend by size; reads never rise; bounds hold the reads.

    `basis`: trace (exact, from page references), simulated pool, past intervals (other sizes that it had),
    page sets (a size that holds all there is), counters (bounds only: only the present size is known).
    Between two points reads lie between theirs; beyond the first and the last nothing is said.
    """

    basis: str
    points: Sequence[SizePoint]
    note: str = ""
    facts: tuple[Fact, ...] = ()


def known(curve: SizeCurve | None) -> bool:
    """Whether a curve says what another size than the present would read."""
    return curve is not None and curve.basis in KNOWN and len(curve.points) > 1


class Points(Sequence[SizePoint]):
    """Sizes ascending, with reads and their bounds."""

    def __init__(self, sizes: Ints, reads: Floats, low: Floats, high: Floats) -> None:
        """Arrays of one length; they are not copied."""
        self.arrays = (sizes, reads, low, high)

    def __len__(self) -> int:
        """How many sizes there are."""
        return len(self.arrays[0])

    @overload
    def __getitem__(self, index: int) -> SizePoint: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[SizePoint]: ...

    def __getitem__(self, index: int | slice) -> SizePoint | Sequence[SizePoint]:
        """One point, or some of them."""
        if isinstance(index, slice):
            return Points(*(array[index] for array in self.arrays))  # type: ignore[arg-type]
        size, reads, low, high = (array[index].item() for array in self.arrays)
        return SizePoint(size=int(size), reads=reads, low=low, high=high)


def monotone(points: Iterable[SizePoint]) -> tuple[SizePoint, ...]:
    """The points in order of size, with reads that never rise; bounds are widened to hold what was measured.

    Reads that rise are pooled with those before them into their mean, as in isotonic regression.
    """
    groups: list[list[SizePoint]] = []
    for point in sorted(points, key=lambda one: one.size):
        groups.append([point])
        while len(groups) > 1 and _mean(groups[-1]) > _mean(groups[-2]):
            last = groups.pop()
            groups[-1] += last
    made = []
    for group in groups:
        mean = _mean(group)
        low = min(mean, *(one.low for one in group)) if len(group) > 1 else min(mean, group[0].low)
        high = max(mean, *(one.high for one in group)) if len(group) > 1 else max(mean, group[0].high)
        made += [replace(one, reads=mean, low=low, high=high) for one in group]
    return tuple(made)


def _mean(group: Sequence[SizePoint]) -> float:
    return sum(one.reads for one in group) / len(group)
