"""CPU per read from a site's intervals: a robust regression, and how far a mix of work may mislead it.

CPU and reads are normalised per unit of work (commit, message), so that busy and quiet intervals count alike.
Huber's M-estimator (Huber 1964) keeps a batch hour or a restart from deciding. Neighbouring intervals
resemble each other, so the standard error is widened by the variance inflation of two autocorrelated series
(Bartlett 1946).

A heavier mix of work has more of everything, and its CPU is then put down to its reads: the plain slope is
too high, by how much nothing tells. A second regression holds getpages fixed; it errs to the other side, as
reads are a part of what getpages bring. The truth is taken to lie between the two. Without getpages the plain
slope is an upper end and no more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from getpage.forecast.draws import Floats

#: Fewer intervals than this say nothing of a slope and its error.
FEWEST = 12
# Reads per unit must vary by this much (coefficient of variation) to carry a slope.
_LEAST_VARIATION = 0.02
# Getpages and reads that are more alike than this cannot be told apart.
_SAME = 0.999
# Beyond this many scales a residual counts by its size and no longer by its square.
_TUNING = 1.345
# The median absolute deviation of a standard normal.
_NORMAL = 0.6744897501960817
_ROUNDS = 100
_SETTLED = 1e-10


@dataclass(frozen=True, slots=True)
class RegressionSlope:
    """The slope lies between `low` and `high`, each with the standard error `error`, which follows Student's
    t. `low` is None where nothing bounds it from below.
    """

    low: float | None
    high: float
    error: float
    freedom: int
    intervals: int


def slope(y: Floats, x: Floats, getpages: Floats | None = None) -> RegressionSlope | None:
    """The slope of `y` on `x`; None where the intervals are too few or vary too little."""
    usable = np.isfinite(y) & np.isfinite(x)
    if getpages is not None and np.isfinite(getpages).sum() >= max(FEWEST, usable.sum() // 2):
        usable &= np.isfinite(getpages)
    else:
        getpages = None
    y, x = y[usable], x[usable]
    if len(y) < FEWEST or x.mean() <= 0 or x.std() < _LEAST_VARIATION * x.mean() or y.std() == 0:
        return None
    alone, held = _fit(y, [x]), None
    if alone is None:
        return None
    if getpages is not None:
        g = getpages[usable]
        if g.mean() > 0 and g.std() > 1e-6 * g.mean() and abs(np.corrcoef(g, x)[0, 1]) < _SAME:
            held = _fit(y, [x, g])
    fits = [alone] if held is None else [alone, held]
    return RegressionSlope(
        low=None if held is None else min(value for value, _ in fits),
        high=max(value for value, _ in fits),
        error=max(error for _, error in fits),
        freedom=len(y) - 1 - len(fits),
        intervals=len(y),
    )


def _fit(y: Floats, regressors: list[Floats]) -> tuple[float, float] | None:
    """The slope on the first regressor and its standard error, with an intercept."""
    design = np.column_stack([np.ones_like(y), *(x / x.mean() for x in regressors)])
    fit = huber_fit(y / y.mean(), design)
    if fit is None:
        return None
    error = float(fit.errors[1]) * inflation(fit.residuals, regressors[0])
    scale = float(y.mean() / regressors[0].mean())
    return (float(fit.coefficients[1]) * scale, error * scale) if np.isfinite(error) and error > 0 else None


def inflation(residuals: Floats, x: Floats) -> float:
    """How much larger the standard error is than with independent intervals; at least 1."""
    rho = max(0.0, _lag_one(residuals)) * max(0.0, _lag_one(x))
    rho = min(rho, 0.95)
    return float(np.sqrt((1 + rho) / (1 - rho)))


def _lag_one(values: Floats) -> float:
    centered = values - values.mean()
    total = float(centered @ centered)
    return float(centered[1:] @ centered[:-1]) / total if total > 0 else 0.0


@dataclass(frozen=True, slots=True)
class HuberFit:
    """Coefficients and their standard errors, a column of the design each, and the residuals of the rows."""

    coefficients: Floats
    errors: Floats
    residuals: Floats


def huber_fit(y: Floats, design: Floats) -> HuberFit | None:
    """`y` (rows) on `design` (rows x columns, the intercept a column of ones); None where there is no scale,
    as when more than half of the rows lie exactly on one plane.

    Huber's M-estimator (1964) by iteratively reweighted least squares, tuned to 95 % efficiency on normal
    errors; the scale is the median absolute residual over 0.6745 (Hampel 1974). The covariance is Huber and
    Ronchetti, Robust Statistics (2009), (7.81), the H1 of statsmodels; tests compare with its `RLM`, which
    takes longer to import than a report takes to make.
    """
    coefficients = _least_squares(design, y)
    for _ in range(_ROUNDS):
        residuals = y - design @ coefficients
        scale = _scale(residuals)
        if not scale > 0:
            return None
        weights = _TUNING * scale / np.maximum(np.abs(residuals), _TUNING * scale)
        before = coefficients
        coefficients = _weighted(design, y, weights)
        if np.abs(coefficients - before).max() <= _SETTLED * max(1.0, np.abs(before).max()):
            break
    residuals = y - design @ coefficients
    scale = _scale(residuals)
    if not scale > 0:
        return None
    errors = np.sqrt(
        np.diag(np.linalg.pinv(design.T @ design)) * _variance(residuals, scale, design.shape[1])
    )
    return HuberFit(coefficients, errors, residuals)


def _weighted(design: Floats, y: Floats, weights: Floats) -> Floats:
    """Weighted least squares by the normal equations: columns are few and of one scale, rounds are many."""
    weighted = design.T * weights
    try:
        return np.asarray(np.linalg.solve(weighted @ design, weighted @ y), np.float64)
    except np.linalg.LinAlgError:  # columns that are one another's multiples
        root = np.sqrt(weights)
        return _least_squares(design * root[:, None], y * root)


def _least_squares(design: Floats, y: Floats) -> Floats:
    return np.asarray(np.linalg.lstsq(design, y, rcond=None)[0], np.float64)


def _variance(residuals: Floats, scale: float, columns: int) -> float:
    """The factor of (X'X)^-1 in the covariance of the coefficients."""
    rows = len(residuals)
    slope = (np.abs(residuals) <= _TUNING * scale).astype(float)
    bent = np.clip(residuals / scale, -_TUNING, _TUNING)
    correction = 1 + columns / rows * slope.var() / slope.mean() ** 2
    spread = float(bent @ bent) / (rows - columns) * scale**2
    return float(correction**2 * spread / slope.mean() ** 2)


def _scale(residuals: Floats) -> float:
    """The median without the care that NumPy's takes of axes and masks, which costs more than it does."""
    half = len(residuals) // 2
    places = [half] if len(residuals) % 2 else [half - 1, half]
    return float(np.partition(np.abs(residuals), places)[places].mean()) / _NORMAL
