"""How sure the mean of a series of intervals is.

Neighbouring intervals are not new evidence each: they count as the number of independent ones that give the
same error, by the integrated autocorrelation time (Geyer 1992, initial positive sequence), with
autocorrelation and variance corrected for being estimated too low from a short series (Kendall 1954; Bayley
and Hammersley 1946). Where there are several days, what differs by the time of day is no error: intervals are
held against the mean of their time of day, and how days differ shows in what is left.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from operator import mul
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

# Intervals that tell how much they differ.
_FEW = 6
#: How sure a mean is of which they do not tell it: ours.
UNKNOWN_ERROR = 0.05
# Independent intervals that a series is taken for at the least.
_LEAST_ALONE = 3.0


@dataclass(frozen=True, slots=True)
class Sureness:
    """How sure a mean is: its standard error as a share of it, and the degrees of freedom of that."""

    error: float
    freedom: float

    @classmethod
    def unknown(cls, many: int) -> Sureness:
        """Of so few intervals that they do not tell it."""
        return cls(UNKNOWN_ERROR, max(many - 1, 2))


def sureness(starts: Sequence[datetime], values: Sequence[float]) -> Sureness | None:
    """How sure the mean of values in order of time is; None where they are too few or add up to nothing."""
    many = len(values)
    centre = fmean(values) if many else 0.0
    if many < _FEW or centre <= 0:
        return None
    away, kept = _away(starts, values)
    total = sum(a * a for a in away)
    if total <= 1e-18 * centre * centre:
        return Sureness(0.0, many - 1)
    alone = max(
        many / _alike([sum(map(mul, away, away[k:])) / total for k in range(many // 3)]), _LEAST_ALONE
    )
    lost = 1 / alone if kept is None else 1 - kept
    variance = total / many / (1 - lost)
    return Sureness(sqrt(variance / alone) / centre, max(alone * (1 - lost), 1.0))


def _away(starts: Sequence[datetime], values: Sequence[float]) -> tuple[list[float], float | None]:
    """What each value is away from the mean of its time of day, and what share of the values that leaves
    free; from the mean of all where there are no days to compare.
    """
    by_time: dict[int, list[float]] = defaultdict(list)
    times = [start.hour * 60 + start.minute for start in starts]
    for time, value in zip(times, values, strict=True):
        by_time[time].append(value)
    if min(map(len, by_time.values())) < 2:
        centre = fmean(values)
        return [value - centre for value in values], None
    means = {time: fmean(of) for time, of in by_time.items()}
    away = [value - means[time] for time, value in zip(times, values, strict=True)]
    return away, 1 - len(by_time) / len(values)


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
