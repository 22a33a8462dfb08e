"""The ends of a triangle that has a given 90 % interval.

What is not waited for lies between nothing and all of it (`disk_time.py`), and a forecast draws it from a
triangle with its top at the best guess. The model knows the 5th and the 95th percentile of that; the ends of
the triangle, which the curve states, lie farther out.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

_TAIL: Final = 0.05
#: Each step brings what is missing to under a half: these to less than a billionth of the width.
_STEPS: Final = 40


def ends(value: float, low: float, high: float) -> tuple[float, float]:
    """Least and most of a triangle with its top at `value`, whose 5th and 95th percentiles are `low` and
    `high`, on either side of it; none is below 0.
    """
    below, above = max(0.0, value - low), max(0.0, high - value)
    left, right = below, above
    for _ in range(_STEPS):
        wide = left + right
        left, right = below + sqrt(_TAIL * wide * left), above + sqrt(_TAIL * wide * right)
    return max(0.0, value - left), value + right
