"""What a subsystem does a second and a unit over its intervals: rates that a forecast starts from."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from operator import mul
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.intervals import added

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.core.names import Subsystem
    from getpage.forecast.intervals import Intervals

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
    work: Intervals

    @property
    def hours(self) -> float | None:
        """By how much reads per unit differ between intervals; None where fewer than a few tell."""
        each = _a_unit(self.work, "reads")
        return stdev(map(log, each)) if len(each) >= _FEW else None


def volume_of(work: Intervals) -> Volume | None:
    """The volume of the intervals of one subsystem; None without a unit of work."""
    done = work.where((work["units"] > 0) & (work["seconds"] > 0))
    if done.subsystem is None or not len(done):
        return None
    seconds = added(done["seconds"])
    return Volume(
        subsystem=done.subsystem,
        unit=done.unit,
        rate=added(done["units"]) / seconds,
        seconds=seconds,
        reads=_each(done, "reads"),
        cpu=_each(done, "cpu_seconds"),
        response=_each(done, "elapsed_seconds"),
        wait=_each(done, "read_seconds"),
        work=done,
    )


def _each(work: Intervals, column: str) -> float | None:
    """Total over total, of the intervals that have it."""
    have = work.where(~np.isnan(work[column]))
    units = added(have["units"])
    return added(have[column]) / units if units > 0 else None


def _a_unit(work: Intervals, column: str) -> list[float]:
    """What a unit took in each interval in which it took any."""
    have = work.where(~np.isnan(work[column]) & (work[column] != 0))
    each: list[float] = (have[column] / have["units"]).tolist()
    return each


@dataclass(frozen=True, slots=True)
class Sureness:
    """How sure a mean is: its standard error as a share of it, and the degrees of freedom of that."""

    error: float
    freedom: float


def sureness(work: Intervals, column: str) -> Sureness:
    """How sure the mean a unit is. Neighbouring intervals are not new evidence each: they count as the number
    of independent ones that give the same error, by the integrated autocorrelation time (Geyer 1992, initial
    positive sequence), with autocorrelation and variance corrected for being estimated too low from a short
    series (Kendall 1954; Bayley and Hammersley 1946).
    """
    each = _a_unit(work, column)
    many = len(each)
    if many < _FEW:
        return Sureness(UNKNOWN_ERROR, max(many - 1, 2))
    centre = fmean(each)
    away = [value - centre for value in each]
    total = sum(a * a for a in away)
    if total <= 1e-18 * centre * centre:
        return Sureness(0.0, many - 1)
    alone = max(many / _alike(lambda lag: sum(map(mul, away, away[lag:])) / total, many // 3), 3.0)
    variance = total / many / (1 - 1 / alone)
    return Sureness(sqrt(variance / alone) / centre, alone - 1)


def _alike(correlation: Callable[[int], float], lags: int) -> float:
    """How many intervals count as one, from the autocorrelations at lags 0, 1, ...; at least 1."""
    time, lag, many = -1.0, 0, 3 * lags
    while lag + 1 < lags:
        pair = correlation(lag) + correlation(lag + 1) + (2 if lag else 1) / many
        if pair <= 0:
            break
        time += 2 * pair
        lag += 2
    return max(time, 1.0)
