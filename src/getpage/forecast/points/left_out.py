"""How far a straight line is off in a table: each calibration row from the others, inner and end rows apart.

Rows that are left out say by how much the relation is no line. What is more than runs differ by from one to
the next widens the interval, by Student's t with as many degrees of freedom as there are rows that were
left out (few: the interval is wide). A line that was out by a factor of two or more at an end of the rows
is not drawn beyond them. Limits: leaving a row out doubles the gap, so between rows this says too much
rather than too little; two rows say nothing of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.forecast.points.runs import REPEAT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.forecast.draws import Draws, Floats

#: Rows from which one can be left out and a line still be drawn.
FEWEST: Final = 3
#: A line that was out by this share of a row at an end is not drawn beyond the rows.
_REFUSED: Final = 0.5
_LEAST: Final = 1e-300
#: A row, and the line between two others half way, each differ as runs do.
_RUNS: Final = 1.5
#: The largest logarithm of a factor that is still a figure.
_MOST: Final = 20.0


@dataclass(frozen=True, slots=True)
class Off:
    """Logarithms of what rows measured over what the line through the others gave; infinite where it gave
    none."""

    inner: tuple[float, ...] = ()
    ends: tuple[float, ...] = ()
    misses: tuple[tuple[float, float], ...] = ()
    places: tuple[float, ...] = ()

    def refused(self, at: float) -> bool:
        """Whether the line is not to be drawn to `at`, which lies beyond the rows.

        A line that was drawn further beyond its last two rows than it is to be drawn now was further out for
        it: its miss counts by as much less.
        """
        if not self.misses:
            return False
        low = at < self.places[0]
        end, before = (self.places[0], self.places[1]) if low else (self.places[-1], self.places[-2])
        miss, reach = self.misses[0 if low else 1]
        return miss * min(1.0, abs(at - end) / abs(end - before) / reach) >= _REFUSED

    def factor(self, of: str, draws: Draws, *, beyond: bool) -> Floats:
        """By how much a figure may be off, as draws; 1 where rows do not tell."""
        errors = [one for one in (self.ends if beyond else self.inner) if math.isfinite(one)]
        if not errors:
            return draws.constant(1.0)
        excess = math.fsum(one**2 for one in errors) / len(errors) - _RUNS * REPEAT**2
        if excess <= 0:
            return draws.constant(1.0)
        far = math.sqrt(excess) * draws.student(f"off the line {of}", len(errors))
        return np.exp(np.clip(far, -_MOST, _MOST))


def off(places: Sequence[float], values: Sequence[float]) -> Off:
    """How far each row is from the straight line through the others; nothing of fewer than three rows."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    xs, ys = [places[i] for i in order], [values[i] for i in order]
    if len(xs) < FEWEST:
        return Off()
    inner = [_error(xs, ys, i, i - 1, i + 1) for i in range(1, len(xs) - 1)]
    parts = (0, 1, 2), (-1, -2, -3)
    return Off(
        tuple(inner),
        tuple(_error(xs, ys, *part) for part in parts),
        tuple(
            (
                abs(_given(xs, ys, *part) - ys[part[0]]) / max(abs(ys[part[0]]), _LEAST),
                abs((xs[part[0]] - xs[part[1]]) / (xs[part[1]] - xs[part[2]])),
            )
            for part in parts
        ),
        tuple(xs),
    )


def _given(xs: Sequence[float], ys: Sequence[float], of: int, first: int, second: int) -> float:
    slope = (ys[second] - ys[first]) / (xs[second] - xs[first])
    return ys[first] + slope * (xs[of] - xs[first])


def _error(xs: Sequence[float], ys: Sequence[float], of: int, first: int, second: int) -> float:
    given = _given(xs, ys, of, first, second)
    if given <= 0 or ys[of] <= 0:
        return 0.0 if given == ys[of] else math.inf
    return math.log(ys[of] / given)
