"""Huber's M-estimator of a linear relation by iteratively reweighted least squares.

Huber (1964), tuned to 95 % efficiency on normal errors; the scale is the median absolute residual over 0.6745
(Hampel 1974). The covariance is Huber and Ronchetti, Robust Statistics (2009), (7.81), the H1 that
statsmodels takes too: tests hold this to statsmodels' `RLM`, which takes longer to import than a whole report
takes to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats

# Beyond this many scales a residual counts by its size and no longer by its square.
_TUNING = 1.345
# The median absolute deviation of a standard normal.
_NORMAL = 0.6744897501960817
_ROUNDS = 100
_SETTLED = 1e-10


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients and their standard errors, a column of the design each, and the residuals of the rows."""

    coefficients: Floats
    errors: Floats
    residuals: Floats


def fit(y: Floats, design: Floats) -> Fit | None:
    """`y` (rows) on `design` (rows x columns, the intercept a column of ones); None where there is no scale,
    as when more than half of the rows lie exactly on one plane.
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
    return Fit(coefficients, errors, residuals)


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
    return float(np.median(np.abs(residuals))) / _NORMAL
