"""The best allocation: one size of each knob, within every room, worth most together.

What: a multiple-choice knapsack problem with several constraints. Prices of storage bound it from above;
the best choices at these prices, repaired where they overstep a room and filled up where one has space
left, bound it from below. A size that loses more at these prices than lies between the two bounds is in no
better plan: what is left is the core, mostly a few sizes of the few knobs at the margin, and it is
solved exactly. Limits: curves need not be concave. Where the core is too large, or the exact search ends
early, the result says how much more any plan could bring at most.

References: P. Sinha and A. Zoltners 1979; E. Balas and E. Zemel, "An algorithm for large zero-one knapsack
problems", Operations Research 28, 1980 (core); D. Pisinger, "A minimal algorithm for the multiple-choice
knapsack problem", European Journal of Operational Research 83, 1995.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.optimum.core import Core, solve
from getpage.plan.optimum.prices import multipliers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from getpage.plan.optimum.choices import Capacity, Choices
    from getpage.plan.optimum.prices import Multipliers

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

#: Choices in the core up to which it is solved exactly.
_MOST_CORE = 4_000
#: Choices looked at to fill an allocation up.
_MOST_FILLED = 6_000
#: Beyond so many choices in all, a gap of this share of the worth is near enough.
_MANY, _NEAR_ENOUGH = 1_000_000, 1e-5
_EXACT = 1e-12
#: Passes over the knobs of a room that is overstepped.
_PASSES = 50


@dataclass(frozen=True, eq=False)
class Allocation:
    """One choice a knob. No plan is worth more than `bound`; `prices` are the worth of a byte by room."""

    chosen: Ints
    worth: float
    bound: float
    prices: Floats

    @property
    def gap(self) -> float:
        """How much more another plan may be worth, at most."""
        return max(0.0, self.bound - self.worth)

    @property
    def proven(self) -> bool:
        """Whether no other plan is worth more."""
        return self.gap <= 1e-9 * max(1.0, abs(self.worth))


def allocate(choices: Choices, fitting: Ints | None = None) -> Allocation:
    """The best choices. `fitting` are choices that fit the rooms, what is present where none are given."""
    fitting = choices.present if fitting is None else fitting
    if choices.knobs == 0:
        return Allocation(fitting, 0.0, 0.0, np.zeros(len(choices.rooms)))
    at = multipliers(choices)
    bound = float(at.worth.sum()) + sum(
        float(price) * room.bytes for price, room in zip(at.prices, choices.rooms, strict=True)
    )
    chosen = _repaired(choices, at)
    if chosen is None or choices.worth_of(chosen) < choices.worth_of(fitting):
        chosen = fitting
    chosen = Core.of(choices, _cheapest(choices, at), chosen).fill(chosen, at.prices)
    gap = bound - choices.worth_of(chosen)
    if gap > (_NEAR_ENOUGH if len(choices.worth) > _MANY else _EXACT) * max(1.0, abs(bound)):
        core = choices.near(at.prices, at.worth, gap + _slack(bound), _MOST_CORE)
        if core is not None:
            chosen, bound = solve(Core.of(choices, core, chosen), chosen, bound)
    return Allocation(chosen, choices.worth_of(chosen), bound, at.prices)


def _cheapest(choices: Choices, at: Multipliers) -> Ints:
    """Of the choices among which the prices were found those that lose least at them, so many at most."""
    if len(at.close) <= _MOST_FILLED:
        return at.close
    few = choices.only(at.close)
    loss = np.repeat(at.worth, np.diff(few.offsets)) - few.net(at.prices)
    return np.sort(at.close[np.argpartition(loss, _MOST_FILLED)[:_MOST_FILLED]])


def _slack(bound: float) -> float:
    """What sums of many worths may be off by rounding."""
    return 1e-9 * max(1.0, abs(bound))


def _repaired(choices: Choices, at: Multipliers) -> Ints | None:
    """The best choices at the prices; those that overstep a room are moved, at the least loss a byte."""
    if choices.fits(at.best):
        return at.best
    few = choices.only(at.close)
    chosen = np.searchsorted(at.close, at.best)
    for _ in range(8):
        over = [room for room in few.rooms if few.used(room, chosen) > room.bytes]
        if not over:
            return at.close[chosen]
        for room in over:
            _relieve(few, room, chosen)
    return None


def _relieve(choices: Choices, room: Capacity, chosen: Ints) -> None:
    """Move knobs of one room to choices that take less of it, until it suffices or none is left.

    In each pass every knob has its cheapest move by loss a byte; the cheapest of these are made.
    """
    owner = choices.owner[room.places]
    starts = np.flatnonzero(np.append(True, owner[1:] != owner[:-1])) if len(owner) else owner
    for _ in range(_PASSES):
        excess = choices.used(room, chosen) - room.bytes
        now = chosen[owner]
        relief = room.taken_by(now) - room.taken
        useful = relief > 0
        if excess <= 0 or not useful.any():
            return
        cost = choices.worth[now] - choices.worth[room.places]
        rate = np.where(useful, cost / np.minimum(np.maximum(relief, 1), excess), np.inf)
        least = np.minimum.reduceat(rate, starts)
        hits = np.flatnonzero((rate == np.repeat(least, np.diff(np.append(starts, len(rate))))) & useful)
        firsts = hits[np.flatnonzero(np.append(True, owner[hits[1:]] != owner[hits[:-1]]))]
        order = firsts[np.argsort(rate[firsts], kind="stable")]
        enough = int(np.searchsorted(np.cumsum(relief[order]), excess)) + 1
        moved = order[:enough]
        chosen[owner[moved]] = room.array[moved]
