"""Prices of storage: for each room what its next byte is worth, so that the best choices just fit it.

What: multipliers of the Lagrangian relaxation. With them every knob chooses for itself, and the sum of
their best choices bounds from above what any plan can bring. Each room in turn gets the price at which those
who use it take no more than there is, the other prices fixed, until none changes: coordinate descent on the
dual, whose coordinates are solved exactly.
Limits: where rooms overlap in ways that only a joint change of two prices would resolve the descent may stop
early. The bound holds then too, and is less tight.
How: at a price, a knob takes the vertex of its hull where the slope falls below it, and the price is the
slope of the edge on which the room runs out. Of very many choices a sample gives the prices roughly, and only
what is best near them is looked at closely.

References: H. Everett, "Generalized Lagrange multiplier method", Operations Research 11, 1963; S. Martello
and P. Toth, Knapsack Problems, 1990, 2.2 (break item) and 5 (bounds).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage import _native

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from getpage.plan.optimum.choices import Capacity, Choices

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


#: Rounds over all rooms; prices rarely move after the third.
_ROUNDS = 30
#: A price that moves by less than this share stays.
_SAME = 1e-9
#: Choices from which on a sample goes first, and about how many it has.
_MANY = 150_000
#: How far prices may be off when they are looked at more closely, in turn.
_NEAR = (1.25, 1.02, 1.01, 1.01)
#: Share of the worth that what is not looked at closely may bring.
_LEFT_OUT = 1e-6
#: Sizes on either side of the best one that are looked at as well, to make an allocation fit.
_BESIDE = 4


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Worth of a byte in each room, 0 where a room does not bind; the best choices at these prices, and what
    each is worth beyond them. `close` are the choices among which the prices were found, with those and
    what is present.
    """

    prices: Floats
    best: Ints
    worth: Floats
    close: Ints


def multipliers(choices: Choices) -> Multipliers:
    """The prices at which the best choices just fit."""
    none = np.zeros(len(choices.rooms))
    if len(choices.worth) <= _MANY:
        prices = descend(choices, none)
        return Multipliers(prices, *choices.best(prices), np.arange(len(choices.worth)))
    prices = descend(choices.only(_sample(choices)), none)
    kept = np.zeros(len(choices.worth), dtype=np.bool_)
    for near in _NEAR:
        _keep_around(kept, choices, prices, near)
        close = np.flatnonzero(kept)
        few = choices.only(close)
        prices = descend(few, prices)
        best, worth = choices.best(prices)
        kept[best] = True
        if worth.sum() - few.best(prices)[1].sum() <= _LEFT_OUT * abs(worth.sum()):
            break
    kept[choices.present] = True
    for step in range(-_BESIDE, _BESIDE + 1):
        kept[np.clip(best + step, choices.offsets[:-1], choices.offsets[1:] - 1)] = True
    return Multipliers(prices, best, worth, np.flatnonzero(kept))


def _sample(choices: Choices) -> Ints:
    """Every so-manieth choice, with the first and the last of each knob."""
    kept = np.zeros(len(choices.worth), dtype=np.bool_)
    kept[:: -(-len(kept) // _MANY)] = True
    kept[choices.offsets[:-1]] = True
    kept[choices.offsets[1:] - 1] = True
    return np.flatnonzero(kept)


def _keep_around(kept: NDArray[np.bool_], choices: Choices, prices: Floats, near: float) -> None:
    """Keep what lies between the best choices at prices below and above these, and the least ones."""
    ends = [choices.best(prices * factor)[0] for factor in (1 / near, near)]
    low, high = np.minimum(*ends), np.maximum(*ends)
    low, high = np.maximum(low - 1, choices.offsets[:-1]), np.minimum(high + 1, choices.offsets[1:] - 1)
    counts = high - low + 1
    starts = np.repeat(low - np.append(0, np.cumsum(counts)[:-1]), counts)
    kept[starts + np.arange(counts.sum())] = True
    kept[choices.offsets[:-1]] = True


def descend(choices: Choices, prices: Floats) -> Floats:
    """Coordinate descent from these prices."""
    prices = prices.copy()
    members = [_Members(choices, room) for room in choices.rooms]
    net = choices.net(prices)
    for _ in range(_ROUNDS if len(prices) > 1 else 1):
        moved = False
        for index, room in enumerate(choices.rooms):
            old, mine = float(prices[index]), members[index]
            new = price(mine.owner, mine.taken, net[mine.at] + old * mine.taken, room.bytes)
            if abs(new - old) <= _SAME * max(new, old):
                continue
            moved = True
            prices[index] = new
            net[room.places] -= (new - old) * room.taken
        if not moved:
            break
    return prices


class _Members:
    """The choices of all knobs that use a room, with those that take nothing of it."""

    def __init__(self, choices: Choices, room: Capacity) -> None:
        uses = np.zeros(choices.knobs, dtype=np.bool_)
        uses[choices.owner[room.places]] = True
        owners = np.flatnonzero(uses)
        counts = choices.offsets[owners + 1] - choices.offsets[owners]
        starts = np.repeat(choices.offsets[owners] - np.append(0, np.cumsum(counts)[:-1]), counts)
        self.at = starts + np.arange(counts.sum())
        self.owner = choices.owner[self.at]
        self.taken = room.taken_by(self.at)


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
