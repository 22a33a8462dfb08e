"""Upper hulls of many curves at once: of each, the sizes that are best at some price of a byte.

What: points (bytes taken, worth) of many owners go in; of each owner the vertices of the smallest concave
curve above its points come out. Between two vertices every size is worth less than the straight line: a
storage that fits neither vertex is better given to somebody else. A curve that stays flat and then falls has
one long edge there: a cliff, of which no part is worth its price. The work is done in `crates/plan`.

Reference: P. Sinha and A. Zoltners, "The multiple-choice knapsack problem", Operations Research 27, 1979
(dominance and LP-dominance, which this is).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage import _native

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


def upper_hulls(owner: Ints, taken: Ints, worth: Floats) -> Ints:
    """Indices of the vertices, in the order given: by owner, then by bytes taken, which rise within an owner.

    The first point of an owner is always kept; a later one only where it is worth more than all before it.
    """
    return np.asarray(_native.upper_hulls(owner, taken, worth), dtype=np.int64)


def price(owner: Ints, taken: Ints, worth: Floats, room: int) -> float:
    """The least price of a byte at which the best points of all owners take no more than `room` bytes; 0
    where all of it fits. Points are in order of owners, in any order within one.
    """
    if bool(((taken[1:] <= taken[:-1]) & (owner[1:] == owner[:-1])).any()):
        order = np.lexsort((-worth, taken, owner))
        owner, taken, worth = owner[order], taken[order], worth[order]
    return _native.price(owner, taken, worth, room)
