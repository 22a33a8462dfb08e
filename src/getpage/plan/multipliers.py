"""Prices of storage: for each room what its next byte is worth, so that the best choices just fit it.

What: multipliers of the Lagrangian relaxation. With them every consumer chooses for itself, and the sum of
their best choices bounds from above what any plan can bring. Each room in turn gets the price at which those
who use it take no more than there is, the other prices fixed, until none changes: coordinate descent on the
dual, whose coordinates are solved exactly.
Limits: where rooms overlap in ways that only a joint change of two prices would resolve the descent may stop
early. The bound holds then too, and is less tight.
How: at a price, a consumer takes the vertex of its hull where the slope falls below it. All edges of all
hulls in order of slope, the price is the slope of the edge on which the room runs out. Of very many choices a
sample gives the prices roughly, and only what is best near them is looked at closely.

References: H. Everett, "Generalized Lagrange multiplier method", Operations Research 11, 1963; S. Martello
and P. Toth, Knapsack Problems, 1990, 2.2 (break item) and 5 (bounds).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.hull import edges, upper_hulls

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from getpage.plan.choices import Choices, Room

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

#: Rounds over all rooms; prices rarely move after the third.
_ROUNDS = 30
#: A price that moves by less than this share stays.
_SAME = 1e-9
#: Choices from which on a sample goes first, and about how many it has.
_MANY = 300_000
#: How far prices may be off, and how often they are looked at more closely.
_NEAR, _CLOSER = 1.15, 4


def multipliers(choices: Choices) -> Floats:
    """Worth of a byte in each room; 0 where a room does not bind."""
    if len(choices.worth) <= _MANY:
        return descend(choices, np.zeros(len(choices.rooms)))
    prices = descend(choices.only(_sample(choices)), np.zeros(len(choices.rooms)))
    kept = _around(choices, prices)
    for _ in range(_CLOSER):
        prices = descend(choices.only(kept), prices)
        favoured = choices.best(choices.net(prices))
        if bool(np.isin(favoured, kept, assume_unique=True).all()):
            break  # nothing better was left out
        kept = np.unique(np.concatenate((kept, favoured, _around(choices, prices))))
    return prices


def _sample(choices: Choices) -> Ints:
    """Every so-manieth choice, with the first and the last of each consumer."""
    kept = np.zeros(len(choices.worth), dtype=np.bool_)
    kept[:: -(-len(kept) // _MANY)] = True
    kept[choices.offsets[:-1]] = True
    kept[choices.offsets[1:] - 1] = True
    return np.flatnonzero(kept)


def _around(choices: Choices, rough: Floats) -> Ints:
    """What lies between the best choices at prices below and above the rough ones, the least ones as well."""
    ends = [choices.best(choices.net(rough * factor)) for factor in (1 / _NEAR, _NEAR)]
    low, high = np.minimum(*ends), np.maximum(*ends)
    low, high = np.maximum(low - 1, choices.offsets[:-1]), np.minimum(high + 1, choices.offsets[1:] - 1)
    counts = high - low + 1
    starts = np.repeat(low - np.append(0, np.cumsum(counts)[:-1]), counts)
    kept = np.zeros(len(choices.worth), dtype=np.bool_)
    kept[starts + np.arange(counts.sum())] = True
    kept[choices.offsets[:-1]] = True
    return np.flatnonzero(kept)


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
            net[room.at] -= (new - old) * room.taken
        if not moved:
            break
    return prices


class _Members:
    """The choices of all consumers that use a room, with those that take nothing of it."""

    def __init__(self, choices: Choices, room: Room) -> None:
        owners = np.unique(choices.owner[room.at])
        counts = choices.offsets[owners + 1] - choices.offsets[owners]
        starts = np.repeat(choices.offsets[owners] - np.append(0, np.cumsum(counts)[:-1]), counts)
        self.at = starts + np.arange(counts.sum())
        self.owner = choices.owner[self.at]
        self.taken = room.taken_by(self.at)


def price(owner: Ints, taken: Ints, worth: Floats, room: int) -> float:
    """The least price at which the best choices of all owners take no more than `room`; choices by owner."""
    if not len(owner):
        return 0.0
    if bool(((np.diff(taken) <= 0) & (owner[1:] == owner[:-1])).any()):
        order = np.lexsort((-worth, taken, owner))
        owner, taken, worth = owner[order], taken[order], worth[order]
    hull = upper_hulls(owner, taken, worth)
    _, wide, slope = edges(owner, taken, worth, hull)
    firsts = np.append(True, owner[hull[1:]] != owner[hull[:-1]])
    falling = np.argsort(-slope, kind="stable")
    reached = int(taken[hull[firsts]].sum()) + np.cumsum(wide[falling])
    over = int(np.searchsorted(reached, room, side="right"))
    return float(slope[falling[over]]) if over < len(slope) else 0.0
