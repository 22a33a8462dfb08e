"""What a subsystem does a second and a unit over its intervals: rates that a forecast starts from."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from operator import mul
from statistics import fmean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.work import Work
    from getpage.core.names import Subsystem

# Intervals that tell how much they differ.
_FEW = 6
#: How sure a mean is of which they do not tell it: ours.
UNKNOWN_ERROR = 0.05


@dataclass(frozen=True, slots=True)
class Volume:
    """Means over intervals of one subsystem; None is what they do not tell. Times are seconds a unit."""

    subsystem: Subsystem
    unit: str
    rate: float  # units per s
    seconds: float
    reads: float | None
    cpu: float | None
    response: float | None
    wait: float | None  # for reads
    work: tuple[Work, ...]

    @property
    def hours(self) -> float | None:
        """By how much reads per unit differ between intervals; None where fewer than a few tell."""
        each = [one.reads / one.units for one in self.work if one.reads]
        return stdev(map(log, each)) if len(each) >= _FEW else None


def volume_of(work: Sequence[Work]) -> Volume | None:
    """The volume of the intervals of one subsystem; None without a unit of work."""
    done = [one for one in work if one.units > 0 and one.seconds > 0]
    if not done:
        return None
    first = done[0]
    return Volume(
        subsystem=first.subsystem,
        unit=first.unit,
        rate=sum(one.units for one in done) / sum(one.seconds for one in done),
        seconds=sum(one.seconds for one in done),
        reads=_each(done, "reads"),
        cpu=_each(done, "cpu_seconds"),
        response=_each(done, "elapsed_seconds"),
        wait=_each(done, "read_seconds"),
        work=tuple(done),
    )


def _each(work: Sequence[Work], column: str) -> float | None:
    """Total over total, of the intervals that have it."""
    have = [one for one in work if getattr(one, column) is not None]
    units = sum(one.units for one in have)
    return sum(getattr(one, column) for one in have) / units if units > 0 else None


@dataclass(frozen=True, slots=True)
class Sureness:
    """How sure a mean is: its standard error as a share of it, and the degrees of freedom of that."""

    error: float
    freedom: float


def sureness(work: Sequence[Work], column: str) -> Sureness:
    """How sure the mean a unit is. Neighbouring intervals are not new evidence each: they count as the number
    of independent ones that give the same error, by the integrated autocorrelation time (Geyer 1992, initial
    positive sequence), with autocorrelation and variance corrected for being estimated too low from a short
    series (Kendall 1954; Bayley and Hammersley 1946).
    """
    each = [getattr(one, column) / one.units for one in work if getattr(one, column)]
    many = len(each)
    if many < _FEW:
        return Sureness(UNKNOWN_ERROR, max(many - 1, 2))
    centre = fmean(each)
    away = [value - centre for value in each]
    total = sum(a * a for a in away)
    if total <= 1e-18 * centre * centre:
        return Sureness(0.0, many - 1)
    alone = max(many / _alike([sum(map(mul, away, away[k:])) / total for k in range(many // 3)]), 3.0)
    variance = total / many / (1 - 1 / alone)
    return Sureness(sqrt(variance / alone) / centre, alone - 1)


def _alike(correlations: Sequence[float]) -> float:
    """How many intervals count as one, from the autocorrelations at lags 0, 1, ...; at least 1."""
    time, lag, many = -1.0, 0, 3 * len(correlations)
    while lag + 1 < len(correlations):
        pair = correlations[lag] + correlations[lag + 1] + (2 if lag else 1) / many
        if pair <= 0:
            break
        time += 2 * pair
        lag += 2
    return max(time, 1.0)
