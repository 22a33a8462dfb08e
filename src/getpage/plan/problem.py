"""From offers and limits to arrays: the choices among which the allocation is made.

What a rule calls wasted is given back before anything is chosen, and makes room. A change costs something in
itself, so that nothing is changed for a second an hour: with it a plan that was carried out is the best one,
and planning again proposes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.allocate import allocate
from getpage.plan.choices import Choices, Room
from getpage.plan.offers import counted
from getpage.plan.rooms import REAL, growth_into, taken_from, takes_of
from getpage.plan.worth import per_read
from getpage.systems.limits import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.plan.allocate import Allocation
    from getpage.plan.offers import Offer
    from getpage.plan.worth import Weights
    from getpage.result.forecast import Price
    from getpage.result.plan import Budget
    from getpage.systems.interface import Consumer, Limit

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

#: What a change has to bring at least, in seconds an hour, to be worth entering: ours.
WORTH_A_CHANGE = 1.0


@dataclass(frozen=True, eq=False)
class Problem:
    """The choices, and for each which size of which offer it is. `rooms` are all, with what they have left
    after what is wasted was given back.
    """

    offers: tuple[Offer, ...]
    choices: Choices
    sizes: Ints
    left: Mapping[str, int]

    def size_of(self, chosen: Ints) -> list[int]:
        """The size that each offer is given."""
        return [int(size) for size in self.sizes[chosen]]

    def places(self, sizes: Sequence[int]) -> Ints:
        """The choices that are these sizes, one an offer."""
        spans = zip(pairwise(self.choices.offsets.tolist()), sizes, strict=True)
        places = [start + int(np.searchsorted(self.sizes[start:end], size)) for (start, end), size in spans]
        return np.array(places, dtype=np.int64)

    def restored_by(self, chosen: Ints) -> set[str]:
        """Rooms that were overdrawn, and are not after these choices."""
        rooms = self.choices.rooms
        return {
            one.id
            for one in rooms
            if self.left[one.id] < 0 and self.choices.used(one, chosen) <= self.left[one.id]
        }


def best(
    offers: Sequence[Offer],
    prices: Mapping[str, Price],
    weights: Weights,
    budgets: Mapping[str, Budget],
    limits: Sequence[Limit],
    freed: Mapping[str, int],
) -> tuple[Problem, Allocation]:
    """The best allocation.

    Where it restores a room that was overdrawn, growth into that room is looked at too, until no further room
    is restored: what was carried out is then the best that there is.
    """
    restored: set[str] = set()
    made = problem(offers, prices, weights, budgets, limits, freed)
    found = allocate(made.choices)
    while more := made.restored_by(found.chosen) - restored:
        restored |= more
        sizes = made.size_of(found.chosen)
        made = problem(offers, prices, weights, budgets, limits, freed, restored)
        found = allocate(made.choices, made.places(sizes))
    return made, found


def given_back(wasted: Sequence[tuple[Consumer, int]]) -> dict[str, int]:
    """By room what giving back what is wasted takes: negative."""
    made: dict[str, int] = {}
    for consumer, size in wasted:
        real = int(counted(consumer, np.array([size]))[0])
        for name, taken in {f"{REAL}{consumer.zos or UNKNOWN}": real, **takes_of(consumer)(size)}.items():
            made[name] = made.get(name, 0) + taken
    return made


def problem(
    offers: Sequence[Offer],
    prices: Mapping[str, Price],
    weights: Weights,
    budgets: Mapping[str, Budget],
    limits: Sequence[Limit],
    freed: Mapping[str, int],
    restored: Collection[str] = (),
) -> Problem:
    """The choices of all offers. `freed` is what was given back before, by room.

    Nobody grows into a room that is overdrawn, unless it is `restored`: then all together have to leave it
    with nothing overdrawn.
    """
    bytes_of = {f"{REAL}{name}": one.available for name, one in budgets.items()}
    labels = {f"{REAL}{name}": f"{REAL}{name}" for name in budgets}
    for one in limits:
        bytes_of[one.id], labels[one.id] = one.room, one.label
    left = {name: size - freed.get(name, 0) for name, size in bytes_of.items()}
    counts = np.array([len(one.sizes) for one in offers], dtype=np.int64)
    offsets = np.append(0, np.cumsum(counts))
    worth = _worth(offers, prices, weights)
    sizes = np.concatenate([one.sizes for one in offers]) if len(offers) else np.zeros(0, dtype=np.int64)
    present = offsets[:-1] + np.array([one.present for one in offers], dtype=np.int64)
    taken = taken_from([one.consumer for one in offers], [one.sizes for one in offers])
    overdrawn = {name for name in left if left[name] < 0} - set(restored)
    rooms = [
        Room(name, labels[name], 0 if name in overdrawn else left[name], at, each)
        for name, (at, each) in taken.items()
        if name in left
    ]
    ordinary = np.repeat([one.consumer.takes is None for one in offers], counts)
    kept = _kept(worth, offsets, present, rooms, overdrawn, ordinary)
    choices = Choices(offsets, worth, present, tuple(rooms)).only(kept)
    choices = Choices(choices.offsets, choices.worth, np.searchsorted(kept, present), choices.rooms)
    return Problem(tuple(offers), choices, sizes[kept], left)


def _worth(offers: Sequence[Offer], prices: Mapping[str, Price], weights: Weights) -> Floats:
    if not len(offers):
        return np.zeros(0)
    parts = []
    for one in offers:
        each = per_read(prices[one.consumer.id], weights, weights.factor(one.consumer))
        worth = one.avoided * each - WORTH_A_CHANGE
        worth[one.present] = 0.0
        parts.append(worth)
    return np.concatenate(parts)


def _kept(
    worth: Floats,
    offsets: Ints,
    present: Ints,
    rooms: Sequence[Room],
    overdrawn: set[str],
    ordinary: NDArray[np.bool_],
) -> Ints:
    """Choices that are worth looking at: none that grows into what is overdrawn, and, of a consumer that
    takes more of everything the larger it is, none that brings no more than a smaller size.
    """
    if not len(worth):
        return np.zeros(0, dtype=np.int64)
    more = np.append(True, worth[1:] > worth[:-1])
    owner = np.repeat(np.arange(len(present)), np.diff(offsets))
    more &= (np.arange(len(worth)) <= present[owner]) | (worth > 0)
    more[offsets[:-1]] = True
    kept = more | ~ordinary
    kept[growth_into(one for one in rooms if one.id in overdrawn)] = False
    kept[present] = True
    return np.flatnonzero(kept)
