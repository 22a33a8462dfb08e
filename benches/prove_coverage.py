"""How often the intervals of `getpage prove` hold the truth. One command:

    python benches/prove_coverage.py --trials 600 --write benches/results/prove-coverage.json

Two windows of n intervals each of one system that did not change: units of work and the seconds that a unit
takes are each autoregressive of first order with correlation rho, or, sharing nothing with the method, states
of exponential (skewed) levels that last 4 or 10 intervals on average, with Gaussian noise within them. Of the
proofs that tell anything, the 95 % interval of the change should hold zero 95 times in 100. Beside it, on the
same data, what libraries offer: intervals taken as independent, Newey and West's estimator (statsmodels, lags
by their rule, Student's t), and the stationary bootstrap (Politis and Romano 1994, percentile interval,
blocks of n^(1/3)). The second number is half the width in % of the measure: what change can be told from
noise. The power is the share of all proofs that show a change of -5 and -10 %. Seeded: every run is the same.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import statsmodels.api as sm
from numpy.typing import NDArray
from scipy import stats

from getpage.docs.coverage import CoverageCount, CoverageStudy, machine
from getpage.prove.change import unpaired
from getpage.prove.noise import ratio_of

if TYPE_CHECKING:
    from collections.abc import Callable

Floats = NDArray[np.float64]
LEVEL = 0.95
MEAN, SPREAD, LOAD_SPREAD = 10.0, 1.0, 0.3
RESAMPLES = 200
LAST_CORRELATION = 0.9
NOISES = {f"rho {rho:g}": rho for rho in (0.0, 0.3, 0.6, 0.9)} | {"states of 4": 4.0, "states of 10": 10.0}
CHANGES = (0.95, 0.9)


def autoregressive(random: np.random.Generator, n: int, rho: float) -> Floats:
    """A stationary series with variance 1."""
    noise = random.standard_normal(n + 1) * np.sqrt(1 - rho**2)
    series = np.empty(n)
    last = random.standard_normal()
    for t in range(n):
        last = rho * last + noise[t]
        series[t] = last
    return series


def states(random: np.random.Generator, n: int, lasting: float) -> Floats:
    """A series of levels that change at random moments, with noise about them; variance 1, mean 0."""
    changes = random.random(n) < 1 / lasting
    levels = random.exponential(1.0, n + 1) - 1
    return np.sqrt(0.85) * levels[np.cumsum(changes)] + np.sqrt(0.15) * random.standard_normal(n)


def window(random: np.random.Generator, n: int, noise: float) -> tuple[Floats, Floats]:
    """Seconds and units of n intervals; `noise` is a correlation, or how long states last (above 1)."""
    kind = autoregressive if noise < 1 else states
    units = np.exp(LOAD_SPREAD * autoregressive(random, n, min(noise, LAST_CORRELATION)))
    return units * (MEAN + SPREAD * kind(random, n, noise)), units


Interval = tuple[float, float]
Window = tuple[Floats, Floats]


def ours(before: Window, after: Window, _: np.random.Generator) -> Interval:
    old, new = ratio_of(*before), ratio_of(*after)
    assert old is not None
    assert new is not None
    found = unpaired(old, new).difference(LEVEL, "")
    return (found.low, found.high) if found.level else (-np.inf, np.inf)


def _linear(of: Window) -> tuple[float, Floats]:
    seconds, units = of
    value = seconds.sum() / units.sum()
    return value, (seconds - value * units) / units.mean()


def independent(before: Window, after: Window, _: np.random.Generator) -> Interval:
    (a, x), (b, y) = _linear(before), _linear(after)
    error = np.sqrt(x.var(ddof=1) / len(x) + y.var(ddof=1) / len(y))
    half = stats.t.ppf(0.5 + LEVEL / 2, len(x) + len(y) - 2) * error
    return b - a - half, b - a + half


def newey_west(before: Window, after: Window, _: np.random.Generator) -> Interval:
    errors = []
    for of in (before, after):
        _, x = _linear(of)
        lags = int(4 * (len(x) / 100) ** (2 / 9))
        fit = sm.OLS(x, np.ones_like(x)).fit(
            cov_type="HAC", cov_kwds={"maxlags": lags, "use_correction": True}
        )
        errors.append(fit.bse[0])
    apart = _linear(after)[0] - _linear(before)[0]
    half = stats.t.ppf(0.5 + LEVEL / 2, 2 * len(before[0]) - 2) * np.hypot(*errors)
    return apart - half, apart + half


def bootstrap(before: Window, after: Window, random: np.random.Generator) -> Interval:
    drawn = []
    for seconds, units in (before, after):
        n = len(units)
        index = np.empty((RESAMPLES, n), dtype=int)
        index[:, 0] = random.integers(0, n, RESAMPLES)
        fresh = random.random((RESAMPLES, n)) < n ** (-1 / 3)
        jump = random.integers(0, n, (RESAMPLES, n))
        for t in range(1, n):
            index[:, t] = np.where(fresh[:, t], jump[:, t], (index[:, t - 1] + 1) % n)
        drawn.append(seconds[index].sum(axis=1) / units[index].sum(axis=1))
    low, high = np.quantile(drawn[1] - drawn[0], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


METHODS: dict[str, Callable[[Window, Window, np.random.Generator], Interval]] = {
    "getpage": ours,
    "independent": independent,
    "Newey-West": newey_west,
    "bootstrap": bootstrap,
}


@dataclass(frozen=True)
class Coverage:
    """Of so many trials: how many told anything, how many of these held zero, half the median width in %, and
    how many showed each change of `CHANGES`.
    """

    trials: int
    told: int
    held: int
    half: float
    shown: tuple[int, ...]

    @property
    def right(self) -> float:
        """The share that says nothing wrong: the interval holds zero, or there is too little to tell."""
        return 1 - (self.told - self.held) / self.trials


def coverage(
    n: int, noise: float, trials: int, methods: tuple[str, ...] = tuple(METHODS)
) -> dict[str, Coverage]:
    """What each method tells of pairs of windows."""
    random = np.random.default_rng([5238, n, round(100 * noise)])
    ends: dict[str, list[Interval]] = {name: [] for name in methods}
    shown = [0] * len(CHANGES)
    for _ in range(trials):
        before, after = window(random, n, noise), window(random, n, noise)
        for name in methods:
            ends[name].append(METHODS[name](before, after, random))
        for i, price in enumerate(CHANGES):
            shown[i] += bool(ours(before, (price * after[0], after[1]), random)[1] < 0)
    return {name: _counted(trials, of, tuple(shown)) for name, of in ends.items()}


def _counted(trials: int, ends: list[Interval], shown: tuple[int, ...]) -> Coverage:
    told = [(float(low), float(high)) for low, high in ends if np.isfinite(high)]
    half = float(np.median([100 * (high - low) / 2 / MEAN for low, high in told] or [np.nan]))
    return Coverage(trials, len(told), sum(low <= 0 <= high for low, high in told), half, shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began, counts = time.process_time(), []
    for n in (8, 16, 32, 96):
        for noise, value in NOISES.items():
            of = {"intervals": str(n), "noise": noise}
            found = coverage(n, value, options.trials)
            ours = found["getpage"]
            counts.append(CoverageCount(of | {"method": "too few"}, ours.trials - ours.told, ours.trials))
            counts += [
                CoverageCount(of | {"method": name}, each.held, max(each.told, 1), each.half / 100)
                for name, each in found.items()
            ]
            counts += [
                CoverageCount(of | {"method": f"{round(100 * price - 100)} % shown"}, shown, ours.trials)
                for price, shown in zip(CHANGES, ours.shown, strict=True)
            ]
    command = f"python benches/prove_coverage.py --trials {options.trials}"
    seconds = time.process_time() - began
    results = CoverageStudy(
        command, LEVEL, "pairs of windows", tuple(counts), seconds, machine(), across="method"
    )
    print(results.as_table(), end="")
    if options.write:
        results.write(options.write)


if __name__ == "__main__":
    main()
