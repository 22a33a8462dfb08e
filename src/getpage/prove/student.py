"""Student's t for the mean of a few runs, with the rounding of what was printed as the least scatter."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from getpage.core.student import t_below, t_quantile
from getpage.result import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence


def mean_of(
    values: Sequence[float], rounding: float, level: float, *, label: str, unit: str, basis: str
) -> Estimate:
    """The mean of two values or more, taken as independent, with its interval.

    `rounding` is the variance that the rounding of a value alone gives it (the width of its span squared,
    over 12): values that happen to be printed alike are not without scatter.
    """
    n = len(values)
    middle = math.fsum(values) / n
    variance = max(math.fsum((v - middle) ** 2 for v in values) / (n - 1), rounding)
    half = t_quantile(n - 1, 0.5 + level / 2) * math.sqrt(variance / n)
    return Estimate(
        label=label, unit=unit, value=middle, low=middle - half, high=middle + half, level=level, basis=basis
    )


def chance_of(values: Sequence[float], rounding: float) -> float:
    """The probability that scatter alone takes the mean of these at least so far from zero, either way."""
    n = len(values)
    middle = math.fsum(values) / n
    variance = max(math.fsum((v - middle) ** 2 for v in values) / (n - 1), rounding)
    if variance == 0:
        return 1.0 if middle == 0 else 0.0
    return 2 * t_below(n - 1, -abs(middle) / math.sqrt(variance / n))
