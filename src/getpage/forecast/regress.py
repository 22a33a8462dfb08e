"""Robust regression of one interval series: CPU per unit on reads per unit, and how sure the slope is.

Both sides are normalised per unit of work (commit, message), so that busy and quiet intervals count alike.
Where getpages are known they are the second regressor: a heavier mix of work has more of everything, and
without them its CPU would be put down to its reads. Huber's M-estimator (Huber 1964) keeps a batch hour or a
restart from deciding. Neighbouring intervals resemble each other, so the standard error is widened by the
variance inflation of two autocorrelated series (Bartlett 1946).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats

#: Fewer intervals than this say nothing of a slope and its error.
FEWEST = 12
# Reads per unit must vary by this much (coefficient of variation) to carry a slope.
_LEAST_VARIATION = 0.02


@dataclass(frozen=True, slots=True)
class Slope:
    """The slope, its standard error and the degrees of freedom of Student's t that it follows."""

    value: float
    error: float
    freedom: int
    intervals: int
    with_getpages: bool


def slope(y: Floats, x: Floats, getpages: Floats | None = None) -> Slope | None:
    """The robust slope of `y` on `x`; None where the intervals are too few or too alike to carry one."""
    import statsmodels.api as sm

    usable = np.isfinite(y) & np.isfinite(x)
    if getpages is not None and np.isfinite(getpages).sum() >= max(FEWEST, usable.sum() // 2):
        usable &= np.isfinite(getpages)
    else:
        getpages = None
    y, x = y[usable], x[usable]
    if len(y) < FEWEST or x.mean() <= 0 or x.std() < _LEAST_VARIATION * x.mean() or y.std() == 0:
        return None
    columns = [np.ones_like(x), x / x.mean()]
    if getpages is not None:
        g = getpages[usable]
        if g.mean() > 0 and g.std() > 1e-6 * g.mean() and abs(np.corrcoef(g, x)[0, 1]) < 0.999:
            columns.append(g / g.mean())
    design = np.column_stack(columns)
    scale = y.mean()
    fit = sm.RLM(y / scale, design, M=sm.robust.norms.HuberT()).fit()
    error = float(fit.bse[1])
    if not np.isfinite(error) or error <= 0:
        return None
    widen = _inflation(np.asarray(fit.resid), x)
    to_slope = scale / x.mean()
    return Slope(
        value=float(fit.params[1]) * to_slope,
        error=error * widen * to_slope,
        freedom=len(y) - design.shape[1],
        intervals=len(y),
        with_getpages=len(columns) == 3,
    )


def _inflation(residuals: Floats, x: Floats) -> float:
    """How much larger the standard error is than with independent intervals; at least 1."""
    rho = max(0.0, _lag_one(residuals)) * max(0.0, _lag_one(x))
    rho = min(rho, 0.95)
    return float(np.sqrt((1 + rho) / (1 - rho)))


def _lag_one(values: Floats) -> float:
    centred = values - values.mean()
    total = float(centred @ centred)
    return float(centred[1:] @ centred[:-1]) / total if total > 0 else 0.0
