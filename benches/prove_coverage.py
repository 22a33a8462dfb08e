"""How often the intervals of `getpage prove` hold the truth. One command:

    python benches/prove_coverage.py --trials 600 --write benches/results/prove-coverage.json

Two windows of n intervals each of one system that did not change: units of work and the seconds that a unit
takes are each autoregressive of first order with correlation rho. The 95 % interval of the change should hold
zero 95 times in 100. Beside it, on the same data, what libraries offer: intervals taken as independent, Newey
and West's estimator (statsmodels, lags by their rule, Student's t), and the stationary bootstrap (Politis and
Romano 1994, percentile interval, blocks of n^(1/3)). The second number is the half width in % of the measure:
what change can be told from noise. Seeded: every run prints the same.
"""

from __future__ import annotations

import argparse
import time
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


def autoregressive(random: np.random.Generator, n: int, rho: float) -> Floats:
    """A stationary series with variance 1."""
    noise = random.standard_normal(n + 1) * np.sqrt(1 - rho**2)
    series = np.empty(n)
    last = random.standard_normal()
    for t in range(n):
        last = rho * last + noise[t]
        series[t] = last
    return series


def window(random: np.random.Generator, n: int, rho: float) -> tuple[Floats, Floats]:
    """Seconds and units of n intervals."""
    units = np.exp(LOAD_SPREAD * autoregressive(random, n, rho))
    return units * (MEAN + SPREAD * autoregressive(random, n, rho)), units


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


def coverage(
    n: int, rho: float, trials: int, methods: tuple[str, ...] = tuple(METHODS)
) -> dict[str, tuple[float, float, float]]:
    """Of each method: how often nothing wrong is said (its interval holds zero, or it says that
    there is too little to tell), the median half width in %, and the share of too little to tell.
    """
    random = np.random.default_rng([5238, n, round(100 * rho)])
    inside: dict[str, int] = dict.fromkeys(methods, 0)
    halves: dict[str, list[float]] = {name: [] for name in methods}
    for _ in range(trials):
        before, after = window(random, n, rho), window(random, n, rho)
        for name in methods:
            low, high = METHODS[name](before, after, random)
            inside[name] += low <= 0 <= high
            if np.isfinite(high):
                halves[name].append(100 * (high - low) / 2 / MEAN)
    return {
        name: (inside[name] / trials, float(np.median(of or [np.nan])), 1 - len(of) / trials)
        for name, of in halves.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began, counts = time.process_time(), []
    for n in (8, 16, 32, 96):
        for rho in (0.0, 0.3, 0.6, 0.8, 0.9):
            of = {"intervals": str(n), "rho": str(rho)}
            found = coverage(n, rho, options.trials)
            untold = round(found["getpage"][2] * options.trials)
            counts.append(CoverageCount(of | {"method": "too few"}, untold, options.trials))
            counts += [
                CoverageCount(
                    of | {"method": name}, round(share * options.trials), options.trials, half / 100
                )
                for name, (share, half, _) in found.items()
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
