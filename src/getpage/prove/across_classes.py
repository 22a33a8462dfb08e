"""The change of an average from the changes of its classes: what slow noise hides in time, classes show.

The intervals of one window know little of noise that lasts for hours. Classes of work (plans, queues) that
run at the same time are as many observations of the whole window. The slow noise of each is in its own
change, and the scatter of these changes is the noise of their mean, whatever the memory of the noise (t
statistic of clusters; Ibragimov and Mueller 2010). Classes share some noise, that of the machine. How much is
in the correlation of their intervals, and it is added: c / (1 - c) of the noise of one class, times how much
longer the shared noise lasts than that of classes. Where it may be twice the noise of all classes together,
classes tell nothing beyond the intervals.

Volume is held equal among classes, too: by a line through their changes over their own changes of volume, or
with the change of the whole volume as allowance, whichever is narrower.

`benches/prove_classes.py` measures it, docs/models/proof.md has the result. Limits: fewer than 5 classes; a
cost of which much does not grow with the work of its class; shared noise that lasts ten times as long as that
of classes, of which one window shows too little.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.prove.change import TIME, VOLUME, RatioChange
from getpage.prove.noise import Noise, correlation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Fewer classes, or classes of which fewer count alike (Kish 1965), show no scatter.
FEWEST_CLASSES: Final = 5
_FEWEST_ALIKE: Final = 3.0
#: From this ratio of shared noise to that of all classes together on, classes tell nothing.
_MOST_SHARED: Final = 2.0
_HIGHEST_SHARE: Final = 0.95
_LEAST_RESIDUAL: Final = 0.1


@dataclass(frozen=True, slots=True)
class ClassSeries:
    """One class on both sides, pair by pair: what each pair adds to the average, and the units in all."""

    before: Floats
    after: Floats
    units_before: float
    units_after: float


def across_classes(classes: Sequence[ClassSeries]) -> RatioChange | None:
    """The change of the sum of the classes; None where there are too few, or they share too much noise."""
    used = [each for each in classes if each.before.mean() > 0 and each.after.mean() > 0]
    if len(used) < FEWEST_CLASSES:
        return None
    old = np.array([each.before.mean() for each in used])
    new = np.array([each.after.mean() for each in used])
    weights = np.sqrt(old * new)
    weights = weights / weights.sum()
    changes = np.log(new / old)
    volumes = np.array([math.log(each.units_after / each.units_before) for each in used])
    shared = _shared_noise(used, weights)
    total = math.log(sum(each.units_after for each in used) / sum(each.units_before for each in used))
    estimates = [_mean(changes, weights), _at_no_change(changes, volumes, weights)]
    candidates = []
    for estimate, slack, held in zip(estimates, (abs(total), 0.0), ((TIME,), (TIME, VOLUME)), strict=True):
        if estimate is None:
            continue
        value, noise, alike = estimate
        if alike < _FEWEST_ALIKE or alike * shared > _MOST_SHARED:
            continue
        noise = Noise(noise.variance * (1 + alike * shared), noise.freedom)
        candidates.append(RatioChange(float(old.sum()), value, noise, True, held, slack))
    return min(candidates, key=lambda change: change.width, default=None)


def _mean(changes: Floats, weights: Floats) -> tuple[float, Noise, float] | None:
    """The weighted mean of the changes, its noise, and how many classes count alike."""
    value = float(weights @ changes)
    return _scattered(value, changes - value, weights, weights, 1)


def _at_no_change(changes: Floats, volumes: Floats, weights: Floats) -> tuple[float, Noise, float] | None:
    """The same at an equal volume of every class, by a line; None where volumes do not differ."""
    columns = np.column_stack([np.ones_like(volumes), volumes])
    weighted = columns.T * weights
    system = weighted @ columns
    if np.linalg.cond(system) > 1e8:
        return None
    inverse = np.linalg.solve(system, weighted)
    fitted = inverse @ changes
    residuals = changes - columns @ fitted
    leverage = np.einsum("kp,pk->k", columns, inverse)
    return _scattered(float(fitted[0]), residuals, inverse[0], leverage, 2)


def _scattered(
    value: float, residuals: Floats, shares: Floats, leverage: Floats, fitted: int
) -> tuple[float, Noise, float] | None:
    """A weighted sum of changes with the variance of its residuals (HC2; MacKinnon and White 1985)."""
    spread = shares**2 * residuals**2 / np.maximum(1 - leverage, _LEAST_RESIDUAL)
    alike = float(shares.sum() ** 2 / (shares @ shares))
    freedom = max(min(float(len(shares)), alike) - fitted, 1.0)
    return value, Noise(float(spread.sum()), freedom), alike


def _shared_noise(classes: Sequence[ClassSeries], weights: Floats) -> float:
    """Variance of the noise that classes share, over that of the noise of one class alone, at the mean of the
    window: by the mean correlation of their intervals, one standard error up (leaving out class by class).
    """
    deviations = np.array([_deviations(each) for each in classes])
    spread = np.sqrt(np.maximum((deviations**2).mean(axis=1), 1e-300))
    pairs = np.triu_indices(len(classes), 1)
    products = deviations / spread[:, None]
    correlations = (products @ products.T / products.shape[1])[pairs]
    both = np.outer(weights, weights)[pairs]
    without = [
        np.average(correlations[kept], weights=both[kept])
        for kept in ((pairs[0] != k) & (pairs[1] != k) for k in range(len(classes)))
    ]
    error = math.sqrt((len(without) - 1) * float(np.var(without)))
    share = min(max(float(np.average(correlations, weights=both)) + error, 0.0), _HIGHEST_SHARE)
    common = weights @ deviations
    n = deviations.shape[1]
    own = float(np.mean([correlation(series) for series in deviations - common]))
    lasting = correlation(common)
    lasting += math.sqrt(max(1 - lasting**2, 0.0) / n)
    return share / (1 - share) * max(1.0, _inflation(lasting, n) / _inflation(own, n))


def _deviations(each: ClassSeries) -> Floats:
    """How far the change of each pair is from that of the class; 0 where a pair has none of it."""
    worked = (each.before > 0) & (each.after > 0)
    logs = np.log(np.where(worked, each.after, 1.0) / np.where(worked, each.before, 1.0))
    mean = float(logs[worked].mean()) if worked.any() else 0.0
    return np.where(worked, logs - mean, 0.0)


def _inflation(rho: float, n: int) -> float:
    """By how much a correlation of neighbors enlarges the variance of a mean of `n`."""
    return min((1 + rho) / max(1 - rho, 1e-9), float(n))
