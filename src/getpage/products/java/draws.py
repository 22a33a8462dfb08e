"""What one log does not tell of another heap, drawn: the same draws for every size and every heap.

A forecast of another size is wrong for reasons that have bounds, and for reasons that have a scatter. A bound
is all that is known of the first, so that everything between is taken as equally likely; but of what is
copied, what is of one kind lives on together, so that nothing or all of it is likelier than half. The second
are known from the log itself, but for what differs from one run to the next.

Limits: draws are as many as make ends of a 90 % interval good to about a hundredth of its width.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_DRAWS: Final = 2000
_SEED: Final = 20260312
#: Relative standard deviation of what collections take from one run to the next of the same program in the
#: same heap, beyond what the scatter within a run explains: where memory lies, and what else the machine
#: does. Ours: two programs that are not those of the laboratory, twice each in eight heaps.
BETWEEN_RUNS: Final = 0.17


@dataclass(frozen=True, slots=True)
class HeapDraws:
    """One draw a place, shape (draws,) each: from 0 to 1 where between its bounds something is, and where in
    its cycle a log begins or ends; `busy` is exponential, and the others are standard normal.
    """

    lasts: Floats  # how much of what is copied lives on: nothing or all is likelier than half (Jeffreys)
    swept: Floats  # of the cost of a global collection
    alive: Floats
    phases: tuple[Floats, ...]
    seen: tuple[Floats, ...]
    coming: tuple[Floats, ...]
    run: Floats
    padded: Floats  # how much more than is tenured on average has to be free, 0 to 1
    busy: Floats  # what collections wait for a processor, over what they did: exponential, mean 1


@cache
def draws() -> HeapDraws:
    """The draws."""
    generator = np.random.default_rng(_SEED)
    u = [(generator.permutation(_DRAWS) + generator.random(_DRAWS)) / _DRAWS for _ in range(16)]
    inverse = NormalDist().inv_cdf
    normal = [np.array([inverse(p) for p in uniform]) for uniform in u[7:14]]
    return HeapDraws(
        lasts=np.sin(np.pi / 2 * u[0]) ** 2,
        swept=u[2],
        alive=u[3],
        phases=tuple(u[4:7]),
        seen=tuple(normal[:3]),
        coming=tuple(normal[3:6]),
        run=normal[6],
        padded=u[15],
        busy=-np.log1p(-u[14]),
    )


def scatter(relative_variance: float | Floats, normal: Floats) -> Floats:
    """Factors with mean 1 and this variance, none below 0 (lognormal)."""
    spread = np.log1p(relative_variance)
    factors: Floats = np.exp(np.sqrt(spread) * normal - spread / 2)
    return factors
