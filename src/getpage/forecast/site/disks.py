"""How much longer a read waits where more are made, from a site's intervals.

The line of 1 / wait over reads per second tells it, where work arrives anyhow. Users who wait for their
reads ask less while reads are slow, for whatever reason: then slow intervals have few reads, and the line
lies too low, by all of it where only the speed of disks varied. How much less they ask is known: with a
cycle of which the share s is waits for reads, s % where reads take 1 % longer (response time law). What is
left of the reads once that is taken out is what was asked for at any speed of the disks, and serves as the
instrument of the same line (Wright 1928; two-stage least squares). Without such variation it tells little,
and its standard error says so.

Of 120 simulated closed loads the plain line missed what another size did to the wait by 1.6 standard errors
in the middle and by 8.6 for one in twenty, always too low; with the instrument by -0.1 and 1.9.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from getpage.core.memoized import memoized
from getpage.forecast.draws import Draws, Floats
from getpage.forecast.intervals import Intervals
from getpage.forecast.regression import FEWEST, inflation, slope

#: Disks busier than this answer so late that somebody would have moved their data: ours.
MOST_BUSY = 0.7
# Waits are not taken for shorter or longer than by these factors of what was measured.
_LEAST, _MOST = 0.2, 5.0
_GRID = 60
# Shares of a cycle that differ less than this have one line.
_SHARES = 20
# What another size does to waits of users differs by so much more than the error of the line: as on 120
# closed loads that were simulated.
_MODEL_ERROR = 1.3
# Rounds of Huber's weights, and from how many scales on a residual counts by its size.
_ROUNDS, _TUNING, _NORMAL = 10, 1.345, 0.6745


@memoized(4)
def elasticity(work: Intervals, draws: Draws, who: str, waits: bytes | None) -> tuple[Floats, str]:
    """By how much the wait of a read rises with reads per second, as draws, and the basis in words.

    `waits` are numbers, one a draw: the share of a user's cycle that is waits for reads, zero where work
    arrives anyhow. None where it does so in all draws.
    """
    values, weights = _possible()
    uniform = draws.uniform(f"{who} disks")
    line = _line(work)
    if line is None:
        words = (
            f"disks of {who} may be busy up to {100 * MOST_BUSY:.0f} %: intervals with other read rates "
            "would show how the wait of a read depends on them"
        )
        return _drawn(values, weights, uniform), words
    drawn, shown = _drawn(line.felt, weights * line.likely(values), uniform), line
    if waits is not None:
        shares = np.frombuffer(waits, np.float64)
        rounded = shares if np.ptp(shares) == 0 else np.ceil(shares * _SHARES) / _SHARES
        for share in np.unique(rounded[rounded > 0]).tolist():
            corrected, of_it = _corrected(work, line, share), rounded == share
            drawn[of_it] = _drawn(line.felt, weights * corrected.likely(values), uniform[of_it])
            shown = corrected if of_it[0] else shown
    words = (
        f"the wait per read follows the read rate as in {shown.intervals} intervals of {who}: with 1 % "
        f"more reads it changes by {round(shown.elasticity, 2) + 0.0:+.2f} % "
        f"(standard error {shown.error:.2f})"
    )
    return (
        drawn,
        words if waits is None else f"{words}; users ask less while they wait, which is corrected for",
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """The elasticity by a regression over intervals with its standard error, and each possible one as these
    intervals would feel it.
    """

    elasticity: float
    error: float
    freedom: int
    intervals: int
    felt: Floats

    def likely(self, values: Floats) -> Floats:
        """How likely each elasticity is: the density of Student's t."""
        away = (values - self.elasticity) / self.error
        return np.asarray((1 + away**2 / self.freedom) ** (-0.5 * (self.freedom + 1)))


@memoized()
def _line(work: Intervals) -> _Line | None:
    """What the intervals tell of disks where work arrives anyhow; None where they tell nothing."""
    rows = _told(work)
    if not len(rows):
        return None
    rate, wait = rows["reads"] / rows["seconds"], rows["read_seconds"] / rows["reads"]
    fit = slope(1 / wait, rate)
    if fit is None:
        return None
    scale = -float(rate.mean() / (1 / wait).mean())
    felt = _over(rows, rate / rate.mean(), _possible()[0])
    return _Line(fit.high * scale, abs(fit.error * scale), fit.freedom, fit.intervals, felt)


def _told(work: Intervals) -> Intervals:
    return work.where((work["reads"] > 0) & (work["read_seconds"] > 0) & (work["seconds"] > 0))


def _corrected(work: Intervals, line: _Line, share: float) -> _Line:
    """The line where users wait for reads that are this share of their cycle."""
    rows = _told(work)
    speed, rate = rows["reads"] / rows["read_seconds"], rows["reads"] / rows["seconds"]
    speed, rate = speed / speed.mean() - 1, rate / rate.mean() - 1
    demand = rate - share * speed
    value = _by_instrument(speed, rate, demand, np.ones_like(rate))
    for _ in range(_ROUNDS):
        residuals = speed + value * rate
        scale = float(np.median(np.abs(residuals - np.median(residuals)))) / _NORMAL
        weights = _TUNING * scale / np.maximum(np.abs(residuals), _TUNING * scale + 1e-300)
        value = _by_instrument(speed, rate, demand, weights)
    residuals, freedom = speed + value * rate, max(len(rate) - 2, FEWEST - 2)
    strength = abs(float(rate @ demand)) / float(np.sqrt(demand @ demand) + 1e-300)
    error = (
        float(np.sqrt(residuals @ residuals / freedom)) * inflation(residuals, demand) / max(strength, 1e-12)
    )
    return _Line(value, _MODEL_ERROR * max(error, line.error), freedom, line.intervals, line.felt)


def _by_instrument(speed: Floats, rate: Floats, demand: Floats, weights: Floats) -> float:
    """By how much speed falls with the rate, both as far as they go with what was asked for."""
    moved = weights * (demand - np.average(demand, weights=weights))
    with_rate = float(moved @ rate)
    return -float(moved @ speed) / with_rate if with_rate else 0.0


def _drawn(values: Floats, weights: Floats, uniform: Floats) -> Floats:
    if not weights.sum() > 0:
        weights = np.ones_like(values)
    return np.asarray(np.interp(uniform, np.cumsum(weights) / weights.sum(), values))


def _over(rows: Intervals, busier: Floats, values: Floats) -> Floats:
    """Elasticities at the mean rate, averaged over intervals as busy as they were."""
    waited = rows["read_seconds"] / rows["read_seconds"].sum()
    there = values[:, None] * busier / np.maximum(1 - values[:, None] * (busier - 1), _LEAST)
    return np.asarray(there @ waited)


def slower(elastic: Floats, more: Floats) -> Floats:
    """The wait of a read to what it was, with this share of reads per second more (negative: fewer)."""
    return np.clip(1 / np.maximum(1 - elastic * more, 1e-9), _LEAST, _MOST)


def _possible() -> tuple[Floats, Floats]:
    """Elasticities in order with their weights, where any busy share and any part of it is as likely."""
    busy = (np.arange(_GRID) + 0.5) / _GRID * MOST_BUSY
    part = (np.arange(_GRID) + 0.5) / _GRID
    values = np.sort((part[:, None] * (busy / (1 - busy))[None, :]).ravel())
    return values, np.full(len(values), 1.0)
