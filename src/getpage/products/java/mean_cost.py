"""What a collection takes on average, and how well that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

#: Batches of collections that follow each other, whose means tell how alike neighbours are.
_BATCHES: Final = 8
#: Their variance over that of independent ones, at most, 95 %: chi-squared of 7 degrees of freedom, over 7.
_ALIKE: Final = 2.01


@dataclass(frozen=True, slots=True)
class MeanCost:
    """What collections of one kind took, each: seconds on average, and the variance of one of them over the
    square of that, so that the mean of n is known to `variance` / n. `least` is the step in which they are
    printed, in seconds; 0 where they are not rounded. `queued` is the share of it that they took beyond their
    processor time: they waited for a processor, which is what else the machine does.
    """

    mean: float
    variance: float
    least: float = 0.0
    queued: float = 0.0


@dataclass(frozen=True, slots=True)
class CollectionKind:
    """Collections of one kind: how many in the observed time, and what they took in measures of cost."""

    count: int
    wait: MeanCost
    cpu: MeanCost | None


def mean_cost(microseconds: pl.Series, step: float = 0.0) -> MeanCost:
    """Mean and relative variance; of a single value the variance is taken as that of an exponential."""
    values = microseconds.to_numpy().astype(np.float64)
    mean = float(values.mean())
    variance = 1.0 if len(values) == 1 else _variance(values) / mean**2 if mean else 0.0
    return MeanCost(mean / 1e6, variance, step / 1e6)


def _variance(values: NDArray[np.float64]) -> float:
    """Variance of one value; where batch means show that neighbors are alike (5 % level; a busy minute, a
    cache that is still cold), the larger variance that they imply.
    """
    size = len(values) // _BATCHES
    alone = float(values.var(ddof=1))
    if size < 2:
        return alone
    batches = values[len(values) - size * _BATCHES :].reshape(_BATCHES, size).mean(axis=1)
    alike = size * float(batches.var(ddof=1))
    return alike if alike > _ALIKE * alone else alone
