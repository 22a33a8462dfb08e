"""From offers and limits to arrays: the choices among which the allocation is made.

What a rule calls wasted is given back before anything is chosen, and makes room. A change costs something in
itself, so that nothing is changed for a second an hour, and each byte of growth costs what it has to bring at
least: with both a plan that was carried out is the best one, and planning again proposes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from getpage.core.names import Image
from getpage.core.units import GIB
from getpage.ledger import takes
from getpage.plan.asks import Growth
from getpage.plan.filled import Worth, filled
from getpage.plan.optimum.allocate import allocate
from getpage.plan.optimum.choices import Capacity, Choices
from getpage.plan.rooms import taken_from
from getpage.result.plan import LimitUse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.contract.curve import CostMeasure
    from getpage.contract.knob import Knob, Limit
    from getpage.core.names import KnobId
    from getpage.plan.offers import Offer
    from getpage.plan.optimum.allocate import Allocation
    from getpage.plan.rooms import RoomId
    from getpage.plan.worth import Prices, Weights
    from getpage.result.plan import Budget

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

T = TypeVar("T", np.float64, np.int64)


#: What a change has to bring at least, in seconds an hour, to be worth entering: ours.
WORTH_A_CHANGE = 1.0


@dataclass(frozen=True, eq=False)
class Problem:
    """The choices, and the sizes of each offer that they are. `left` is what all rooms have left after what
    is wasted was given back. Worth is beyond `least`, what each byte of growth has to bring. `filled` are the
    sizes of knobs that are given what the choices leave over.
    """

    offers: tuple[Offer, ...]
    choices: Choices
    sizes: tuple[Ints, ...]
    left: Mapping[RoomId, int]
    least: float
    growth: Mapping[KnobId, Growth]
    filled: Mapping[KnobId, int] = field(default_factory=dict)

    def size_of(self, chosen: Ints) -> list[int]:
        """The size that each offer is given."""
        places = (chosen - self.choices.offsets[:-1]).tolist()
        sizes = [int(sizes[place]) for sizes, place in zip(self.sizes, places, strict=True)]
        if not self.filled:
            return sizes
        pairs = zip(self.offers, sizes, strict=True)
        return [self.filled.get(offer.knob.id, size) for offer, size in pairs]

    def used(self, allocation: Allocation) -> dict[RoomId, int]:
        """Bytes of each room that the sizes of an allocation take, net."""
        used = {room.id: self.choices.used(room, allocation.chosen) for room in self.choices.rooms}
        places = (allocation.chosen - self.choices.offsets[:-1]).tolist()
        for number, offer in enumerate(self.offers) if self.filled else ():
            if offer.knob.id in self.filled:
                ends = np.array([int(self.sizes[number][places[number]]), self.filled[offer.knob.id]])
                growth = (ends - offer.knob.size) * offer.knob.unit_bytes
                for room, taken in taken_from(offer.knob, ends, growth).items():
                    if room in used:
                        used[room] += int(taken[1] - taken[0])
        return used

    def places(self, given: Sequence[int]) -> Ints:
        """The choices that are these sizes, one an offer."""
        places = [int(sizes.searchsorted(size)) for sizes, size in zip(self.sizes, given, strict=True)]
        return self.choices.offsets[:-1] + np.array(places, dtype=np.int64)

    def smallest(self, rooms: Collection[RoomId]) -> Ints:
        """The choices that take least of these images; what is present of all others."""
        chosen = self.choices.present.copy()
        for number, offered in enumerate(self.offers):
            if offered.knob.image in rooms:
                chosen[number] = self.choices.offsets[number]
        return chosen

    def restored_by(self, chosen: Ints) -> set[RoomId]:
        """Rooms that were overdrawn, and are not after these choices."""
        rooms = self.choices.rooms
        return {
            room.id
            for room in rooms
            if self.left[room.id] < 0 and self.choices.used(room, chosen) <= self.left[room.id]
        }

    def limits_used(
        self, limits: Sequence[Limit], allocation: Allocation, freed: Mapping[RoomId, int]
    ) -> tuple[LimitUse, ...]:
        """The limits with what an allocation takes of them, beside what was settled before (`freed`)."""
        rooms = self.choices.rooms
        taken = self.used(allocation)
        worth = {room.id: float(price) * GIB for room, price in zip(rooms, allocation.prices, strict=True)}
        return tuple(
            LimitUse(
                id=limit.id,
                label=limit.label,
                room=limit.room,
                taken=taken.get(limit.id, 0) + freed.get(limit.id, 0),
                worth=worth.get(limit.id, 0.0),
                facts=limit.facts,
            )
            for limit in limits
        )

    def next_gigabyte(self, allocation: Allocation) -> float:
        """Worth of a gigabyte more of real storage where it is worth most, in seconds an hour; 0 where no
        real storage binds.
        """
        rooms = zip(allocation.prices, self.choices.rooms, strict=True)
        highest = max((float(price) for price, room in rooms if isinstance(room.id, Image)), default=0.0)
        return (highest + self.least) * GIB if highest else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What sizes are chosen by: what each measure is worth, and what there is of each room.

    `freed` is what was given back before, by room; each byte that is given has to bring `least`; nothing
    grows into what is `closed`. `growth` says of each knob whether it may grow; one without an entry may.
    What is missing in `forced` rooms has to be given back, whatever that loses: storage leaves them.
    """

    prices: Prices
    weights: Weights
    budgets: Mapping[Image, Budget]
    limits: Sequence[Limit]
    freed: Mapping[RoomId, int]
    least: float
    closed: Collection[RoomId] = ()
    growth: Mapping[KnobId, Growth] = field(default_factory=dict)
    forced: Collection[RoomId] = ()


def best(offers: Sequence[Offer], terms: Terms) -> tuple[Problem, Allocation]:
    """The best allocation.

    Where it restores a room that was overdrawn, growth into that room is looked at too, until no further room
    is restored: what was carried out is then the best that there is.
    """
    restored: set[RoomId] = set(terms.forced)
    posed = problem(offers, terms)
    allocation = allocate(posed.choices, posed.smallest(terms.forced) if terms.forced else None)
    while further := posed.restored_by(allocation.chosen) - restored:
        restored |= further
        sizes = posed.size_of(allocation.chosen)
        posed = problem(offers, terms, restored)
        allocation = allocate(posed.choices, posed.places(sizes))
    sizes, worth = posed.size_of(allocation.chosen), Worth(terms.prices, terms.weights, terms.least)
    more = filled(posed.offers, sizes, posed.choices, allocation.chosen, worth)
    return replace(posed, filled=more), allocation


def taken_by(sizes: Iterable[tuple[Knob, int]]) -> dict[RoomId, int]:
    """By room what these sizes take, in bytes; negative where they give back."""
    total: dict[RoomId, int] = {}
    for knob, size in sizes:
        for room, taken in takes.of_rooms(knob, size).items():
            total[room] = total.get(room, 0) + taken
    return total


def problem(offers: Sequence[Offer], terms: Terms, restored: Collection[RoomId] = ()) -> Problem:
    """The choices of all offers.

    Nobody grows into a room that is overdrawn, unless it is `restored`: then all together have to leave it
    with nothing overdrawn.
    """
    budgets, limits = terms.budgets, terms.limits
    bytes_of: dict[RoomId, int] = {image: budget.available for image, budget in budgets.items()}
    labels: dict[RoomId, str] = {image: f"real storage of {image}" for image in budgets}
    labels |= {limit.id: limit.label for limit in limits}
    bytes_of |= {limit.id: limit.room for limit in limits}
    left = {name: size - terms.freed.get(name, 0) for name, size in bytes_of.items()}
    overdrawn = ({name for name in left if left[name] < 0} - set(restored)) | set(terms.closed)
    forced = {name for name in terms.forced if left.get(name, 0) < 0}
    overdrawn -= forced.difference(terms.closed)
    parts = _Parts()
    for offer in offers:
        each = terms.prices.each(offer.knob, terms.weights)
        parts.add(_offered(offer, each, terms, overdrawn), left)
    rooms = [
        Capacity(name, labels[name], 0 if name in overdrawn - forced else left[name], at, taken)
        for name, at, taken in parts.rooms()
    ]
    choices = Choices(parts.offsets, parts.joined(parts.worth, np.float64), parts.present, tuple(rooms))
    return Problem(tuple(offers), choices, tuple(parts.sizes), left, terms.least, terms.growth)


@dataclass(frozen=True, slots=True, eq=False)
class _Offered:
    """The sizes of an offer that are worth looking at, what each is worth, takes more than now, and takes of
    rooms; `present` is the place of the one that it has.
    """

    sizes: Ints
    worth: Floats
    growth: Ints
    taken: Mapping[RoomId, Ints]
    present: int


def _offered(
    offer: Offer, each: Mapping[CostMeasure, float], terms: Terms, overdrawn: Collection[RoomId]
) -> _Offered:
    """What is offered at so much for each measure: nothing that grows into what is overdrawn, and, of a knob
    that takes more of everything the larger it is, nothing that brings no more than a smaller size offered.
    """
    sizes, present, knob = offer.sizes, offer.present, offer.knob
    growth = (sizes - knob.size) * knob.unit_bytes
    permission = terms.growth.get(knob.id, Growth.ASKED)
    # Gains count with the least, losses with the most that they may be: what two changes save one after the
    # other, one saves too, so that nothing is left to propose once a plan was carried out.
    worth = offer.least_worth(each) - WORTH_A_CHANGE
    if permission is Growth.REACHED:
        worth[present + 1 :] = offer.worth(each)[present + 1 :] - WORTH_A_CHANGE
    worth[present] = 0.0
    worth[present + 1 :] -= terms.least * growth[present + 1 :]
    taken = taken_from(knob, sizes, growth)
    kept = np.ones(len(sizes), dtype=np.bool_)
    kept[present + 1 :] = may_grow(offer, each, permission)
    for name in taken.keys() & overdrawn:
        kept &= taken[name] <= 0
    kept[present] = True
    if knob.takes is None:
        # Only beside what may be chosen: a smaller size whose effect is not established is no alternative.
        allowed = np.flatnonzero(kept)
        kept[allowed[1:]] = worth[allowed[1:]] > worth[allowed[:-1]]
        kept[present + 1 :] &= worth[present + 1 :] > 0
    kept[present] = True
    if kept.all():
        return _Offered(sizes, worth, growth, taken, present)
    at = np.flatnonzero(kept)
    fewer = growth[at]
    of = {name: fewer if bytes_ is growth else bytes_[at] for name, bytes_ in taken.items()}
    return _Offered(sizes[at], worth[at], fewer, of, int(at.searchsorted(present)))


def may_grow(offer: Offer, each: Mapping[CostMeasure, float], growth: Growth) -> NDArray[np.bool_]:
    """Which of the larger sizes of an offer may be chosen at all."""
    larger = offer.least_worth(each)[offer.present + 1 :]
    if growth is Growth.NONE:
        return np.zeros(len(larger), dtype=np.bool_)
    return larger >= 0 if growth is Growth.REACHED else larger > 0


class _Parts:
    """Offers joined to arrays. A room of which all take just what they grow by shares the array of that."""

    def __init__(self) -> None:
        self.sizes: list[Ints] = []
        self.worth: list[Floats] = []
        self._growth: list[Ints] = []
        self._starts = [0]
        self._present: list[int] = []
        self._taken: dict[RoomId, list[tuple[int, Ints | None]]] = {}

    def add(self, offered: _Offered, rooms: Collection[RoomId]) -> None:
        """One offer more; only what it takes of these rooms counts."""
        number = len(self.sizes)
        self.sizes.append(offered.sizes)
        self.worth.append(offered.worth)
        self._growth.append(offered.growth)
        self._present.append(self._starts[-1] + offered.present)
        self._starts.append(self._starts[-1] + len(offered.sizes))
        for name, taken in offered.taken.items():
            if name in rooms:
                self._taken.setdefault(name, []).append((number, None if taken is offered.growth else taken))

    @property
    def offsets(self) -> Ints:
        """Where the choices of each offer begin, and where the last end."""
        return np.array(self._starts, dtype=np.int64)

    @property
    def present(self) -> Ints:
        """The choice of each offer that leaves it as it is."""
        return np.array(self._present, dtype=np.int64)

    @staticmethod
    def joined(parts: Sequence[NDArray[T]], kind: type[T]) -> NDArray[T]:
        """Arrays behind each other."""
        return np.concatenate(parts) if parts else np.zeros(0, dtype=kind)

    def rooms(self) -> Iterator[tuple[RoomId, Ints | range, Ints]]:
        """Each room with the choices that take of it, and what they take."""
        growth = self.joined(self._growth, np.int64)
        for name, parts in self._taken.items():
            spans = [(self._starts[number], self._starts[number + 1]) for number, _ in parts]
            plain = all(taken is None for _, taken in parts)
            if plain and len(parts) == parts[-1][0] - parts[0][0] + 1:
                start, end = spans[0][0], spans[-1][1]
                yield name, range(start, end), growth[start:end]
                continue
            at = [np.arange(start, end) for start, end in spans]
            taken = [
                growth[start:end] if mine is None else mine
                for (start, end), (_, mine) in zip(spans, parts, strict=True)
            ]
            yield name, np.concatenate(at), np.concatenate(taken)
