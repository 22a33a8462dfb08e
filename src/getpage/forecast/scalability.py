"""What so many servers do together: the universal scalability law, fitted to measured points.

X(N) = X(1) N / (1 + contention (N - 1) + coherency N (N - 1)): contention is the share of the work that only
one server can do at a time, coherency what each pair of servers spends on agreeing with each other. Without
coherency it is Amdahl's law; with it, throughput falls beyond sqrt((1 - contention) / coherency) servers.

Their cube roots are as likely anywhere from 0 to 1 beforehand: coherency is commonly a hundredth of
contention and decides at many servers all the same. What runs differ by is learned from the points, beginning
at what runs are known to differ by, so that few points give a wide answer and not a sure one.

Reference: N. J. Gunther, Guerrilla Capacity Planning, Springer 2007, chapters 4 to 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from .draws import Draws, Floats

# Draws in which no think time comes out keep this share of a response: users who hardly think.
_LEAST_THINK = 0.0


@dataclass(frozen=True, slots=True)
class Users:
    """Number of users and their think time in seconds, as draws; `basis` says where they come from."""

    population: Floats
    think: Floats
    basis: str


def users_of(
    rates: Sequence[Floats],
    responses: Sequence[Floats],
    *,
    population: float | None,
    think: float | None,
    draws: Draws,
) -> Users | None:
    """The users of runs with throughput and response; None where runs do not show them and none are given.

    Runs show them only if throughput rises where response falls: the same users, served faster.
    """
    if population is not None and think is not None:
        return Users(draws.constant(population), draws.constant(think), "as given")
    if not rates:
        return None
    if think is not None:
        n = np.mean([x * (r + think) for x, r in zip(rates, responses, strict=True)], axis=0)
        return Users(n, draws.constant(think), "response time law at the think time given")
    if population is not None:
        z = np.mean([population / x - r for x, r in zip(rates, responses, strict=True)], axis=0)
        return Users(draws.constant(population), np.maximum(z, 0), "response time law at the users given")
    if len(rates) < 2:
        return None
    x, there = np.array(rates), np.array([x * r for x, r in zip(rates, responses, strict=True)])
    mean_x, mean_there = x.mean(axis=0), there.mean(axis=0)
    spread = ((x - mean_x) ** 2).sum(axis=0)
    slope = ((x - mean_x) * (there - mean_there)).sum(axis=0) / np.maximum(spread, 1e-300)
    if not -slope[0] > 0 or _share_without(slope) > 0.25:
        return None
    z = np.maximum(-slope, _LEAST_THINK)
    return Users(mean_there + z * mean_x, z, "response time law over the runs")


def _share_without(slope: Floats) -> float:
    """The share of draws without a think time; where it is large, the runs do not show one."""
    return float((slope[1:] >= 0).mean())


#: As many measured runs as what is known of runs counts for: ours. It is the median of tables that vary.
_KNOWN_RUNS: Final = 4
#: Cells of the grid a side, how often it is drawn closer around where the probability is, and how little of
#: the highest a cell there may have.
_CELLS, _CLOSER, _LITTLE = 120, 4, 1e-6


@dataclass(frozen=True, slots=True)
class Law:
    """The law as draws: `single` is the logarithm of what one server does, `noise` what one more run differs
    by.
    """

    contention: Floats
    coherency: Floats
    single: Floats
    noise: Floats

    def relative(self, servers: float) -> Floats:
        """What so many do, in units of what one does alone."""
        return _relative(servers, self.contention, self.coherency)

    def run(self, servers: float) -> Floats:
        """What a run with so many will show."""
        return np.asarray(np.exp(self.single + self.noise) * self.relative(servers))

    def most(self) -> Floats:
        """The servers beyond which throughput falls; infinite where it never does."""
        with np.errstate(divide="ignore"):
            return np.sqrt((1 - self.contention) / self.coherency)


def fit(servers: Sequence[float], rates: Sequence[float], repeat: float, draws: Draws) -> Law:
    """The law of points with different numbers of servers, 1 or more, and rates above 0; `repeat` is the
    share by which runs of the same are known to differ (standard deviation).
    """
    counts, logs = np.array(servers, dtype=np.float64), np.log(np.array(rates, dtype=np.float64))
    freedom = _KNOWN_RUNS + len(counts) - 1
    low, high = np.zeros(2), np.ones(2)
    for _ in range(_CLOSER):
        roots = low[:, None] + (high - low)[:, None] * (np.arange(_CELLS) + 0.5) / _CELLS
        contention, coherency = np.meshgrid(*roots**3, indexing="ij")
        single, left = _left(counts, logs, contention, coherency)
        chance = -0.5 * freedom * np.log(_KNOWN_RUNS * repeat**2 + left)
        weight = np.exp(chance - chance.max())
        held = weight > _LITTLE * weight.max()
        steps = (high - low) / _CELLS
        for side in range(2):
            at = roots[side][held.any(axis=1 - side)]
            low[side], high[side] = max(at[0] - steps[side], 0.0), min(at[-1] + steps[side], 1.0)
    cumulated = np.cumsum(weight.ravel())
    which = np.searchsorted(cumulated / cumulated[-1], draws.uniform("scalability"))
    which[0] = int(np.argmax(chance))
    contention, coherency = (
        (roots[side][cell] + steps[side] * (draws.uniform(f"scalability {side}") - 0.5)) ** 3
        for side, cell in enumerate(np.unravel_index(which, chance.shape))
    )
    single, left = _left(counts, logs, contention, coherency)
    scale = np.sqrt((_KNOWN_RUNS * repeat**2 + left) / freedom)
    return Law(
        contention,
        coherency,
        single + scale / np.sqrt(len(counts)) * draws.student("scalability of one", freedom),
        scale * draws.student("scalability of a run", freedom),
    )


def _left(counts: Floats, logs: Floats, contention: Floats, coherency: Floats) -> tuple[Floats, Floats]:
    """What one server does by each law (a logarithm), and the squares that the points lie off, added up."""
    off = [
        log - np.log(_relative(count, contention, coherency)) for count, log in zip(counts, logs, strict=True)
    ]
    single = np.mean(off, axis=0)
    return single, np.sum([(each - single) ** 2 for each in off], axis=0)


def _relative(servers: float, contention: Floats, coherency: Floats) -> Floats:
    return servers / (1 + contention * (servers - 1) + coherency * servers * (servers - 1))
