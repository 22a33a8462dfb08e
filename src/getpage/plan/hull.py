"""Upper hulls of many curves at once: of each, the sizes that are best at some price of a byte.

What: points (bytes taken, worth) of many owners go in; of each owner the vertices of the smallest concave
curve above its points come out. Between two vertices every size is worth less than the straight line: a
storage that fits neither vertex is better given to somebody else. A curve that stays flat and then falls has
one long edge there: a cliff, of which no part is worth its price.
How: a point on or below the line between two points beside it is not a vertex, whichever others there are, so
that all such points of all owners go at once, until none is left. The common curves need a few passes.

Reference: R. L. Graham 1972 (convex hulls); P. Sinha and A. Zoltners, "The multiple-choice knapsack problem",
Operations Research 27, 1979 (dominance and LP-dominance, which this is).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


def upper_hulls(owner: Ints, taken: Ints, worth: Floats) -> Ints:
    """Indices of the vertices, in the order given: by owner, then by bytes taken, which rise within an owner.

    The first point of an owner is always kept; a later one only where it is worth more than all before it.
    """
    left = np.arange(len(owner))
    while len(left) > 1:
        kept = _pass(owner[left], taken[left], worth[left])
        if kept.all():
            break
        left = left[kept]
    return left


def _pass(owner: Ints, taken: Ints, worth: Floats) -> NDArray[np.bool_]:
    """Which points stay: those worth more than the one before and above the line between their neighbours."""
    same = owner[1:] == owner[:-1]
    slope = np.diff(worth) / np.maximum(np.diff(taken), 1)
    kept = np.ones(len(owner), dtype=np.bool_)
    kept[1:] &= ~(same & (slope <= 0))
    inner = same[1:] & same[:-1]
    kept[1:-1] &= ~(inner & (slope[:-1] <= slope[1:]))
    return kept


def edges(owner: Ints, taken: Ints, worth: Floats, hull: Ints) -> tuple[Ints, Ints, Floats]:
    """The edges between vertices of one owner: where each ends (a place in `hull`), bytes and slope."""
    ends = np.flatnonzero(owner[hull[1:]] == owner[hull[:-1]]) + 1
    wide = taken[hull[ends]] - taken[hull[ends - 1]]
    return ends, wide, (worth[hull[ends]] - worth[hull[ends - 1]]) / wide
