"""What is settled before anything is chosen: waste is given back, and what findings ask for and no curve
decides is granted.

A rule that calls storage wasted (a pool that is larger than its page sets can fill, a pool that is idle) says
that it saves nothing, so that giving it back is no choice. A pool whose writes are waited for, that reached a
threshold or ran out of buffers needs more than it has, and what that saves is in no curve of reads: such a
size is a floor. What there is goes to floors first, the worst first; where storage leaves an image, what all
others there could give back is there for them too. Where that is less than storage has to save at least, the
item and its command say so and why it is given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from getpage.contract.knob import Knob
from getpage.core.names import KnobId, LimitId
from getpage.ledger import takes
from getpage.plan.inputs import PlanInput
from getpage.plan.offers import offer
from getpage.plan.problem import taken_by
from getpage.plan.rooms import RoomId, is_unknown


@dataclass(frozen=True, slots=True)
class Settled:
    """What rules settle.

    `knobs` are as if each could come down in one command. `wasted` are those that give back what is of no
    use; `too_little` waste less than is worth a command. `granted` are larger sizes that there is room for,
    `refused` those that wait for room; `unseen` are granted on images of which nobody knows what is free.
    `freed` is by room what all that takes, in bytes; negative where it gives back. `held` are sizes that
    the user sets, which are granted too where they are not the present ones.
    """

    knobs: Mapping[KnobId, Knob]
    wasted: Mapping[KnobId, Knob]
    too_little: tuple[Knob, ...]
    granted: Mapping[KnobId, int]
    refused: Mapping[KnobId, int]
    unseen: frozenset[KnobId]
    freed: Mapping[RoomId, int]
    held: Mapping[KnobId, int]

    @property
    def before(self) -> dict[KnobId, Knob]:
        """The knobs with another size than the evidence has, as they were."""
        return {**self.wasted, **{name: self.knobs[name] for name in self.granted}}

    def left(self) -> list[Knob]:
        """All knobs at the sizes that are settled; a granted size is its least."""
        return [self._at_its_size(knob) for knob in self.knobs.values()]

    def _at_its_size(self, knob: Knob) -> Knob:
        if knob.id in self.held:
            size = self.held[knob.id]
            return replace(rebased(knob, size), smallest=size, largest=size)
        if knob.id in self.wasted:
            return rebased(knob, knob.largest)
        if knob.id in self.granted:
            size = self.granted[knob.id]
            return replace(rebased(knob, size), smallest=max(knob.smallest, size))
        return knob


def settle(given: PlanInput) -> Settled:
    """What rules settle of a plan."""
    knobs = {knob.id: replace(knob, least_now=0) if knob.least_now else knob for knob in given.knobs}
    kept = given.protected | given.short | given.held.keys()
    of_no_use = {name: knob for name, knob in knobs.items() if name not in kept and is_wasted(knob)}
    wasted = {name: knob for name, knob in of_no_use.items() if is_wasted(knob, given.least_waste)}
    back = [(knob, knob.largest) for knob in wasted.values()]
    freed = taken_by(back)
    others = [knob for name, knob in knobs.items() if name not in wasted]
    for room, count in at_most_given_back(others, kept, given.forced).items():
        freed[room] = freed.get(room, 0) - count
    granted, refused = _granted(given, knobs, freed)
    unseen = frozenset(name for name in granted if is_unknown(given.budgets[knobs[name].image]))
    counted = [(knobs[name], size) for name, size in granted.items() if name not in unseen]
    return Settled(
        knobs=knobs,
        wasted=wasted,
        too_little=tuple(knob for name, knob in of_no_use.items() if name not in wasted),
        granted=granted,
        refused=refused,
        unseen=unseen,
        freed=taken_by([*back, *counted]),
        held=given.held,
    )


def at_most_given_back(
    knobs: Iterable[Knob], kept: Collection[KnobId], rooms: Collection[RoomId]
) -> dict[RoomId, int]:
    """By room the bytes that knobs give back at the smallest sizes that their curves know."""
    back: dict[RoomId, int] = dict.fromkeys(rooms, 0)
    for knob in knobs:
        if knob.image in back and (offered := offer(knob, protected=knob.id in kept)) is not None:
            for room, count in takes.of_rooms(knob, int(offered.sizes[0])).items():
                if room in back:
                    back[room] += max(0, -count)
    return back


def is_wasted(knob: Knob, least: int = 1) -> bool:
    """Whether it is larger than product and evidence have use for, by `least` bytes."""
    return (knob.size - knob.largest) * knob.unit_bytes >= least


def rebased(knob: Knob, size: int) -> Knob:
    """The knob at another size, with what it takes of limits counted from there."""
    takes = knob.takes

    def from_there(new: int) -> Mapping[LimitId, int]:
        assert takes is not None
        before, after = takes(size), takes(new)
        return {name: after.get(name, 0) - before.get(name, 0) for name in {*before, *after}}

    return replace(knob, size=size, takes=from_there if takes else None)


def _granted(
    given: PlanInput, knobs: Mapping[KnobId, Knob], freed: Mapping[RoomId, int]
) -> tuple[dict[KnobId, int], dict[KnobId, int]]:
    """The sizes that there is room for, one after the other, and those that wait for room.

    Those that make room come first. Of an image of which nobody knows what is free nothing is refused but
    what is more than was free on average; a limit that a command raises refuses nothing either.
    """
    left: dict[RoomId, int] = {limit.id: limit.room for limit in given.limits if limit.raised is None}
    left |= {image: budget.available for image, budget in given.budgets.items() if not is_unknown(budget)}
    left |= {image: count for image, count in given.free_on_average.items() if image not in left}
    left = {name: count - freed.get(name, 0) for name, count in left.items()}
    granted: dict[KnobId, int] = {}
    refused: dict[KnobId, int] = {}
    held = {name: size for name, size in given.held.items() if size != knobs[name].size}
    demands = sorted(given.demands.items(), key=lambda pair: not _makes_room(knobs[pair[0]], pair[1]))
    for name, size in (*held.items(), *demands):
        knob = knobs[name]
        needed = takes.of_rooms(knob, size)
        fits = name in held or all(
            count <= max(0, left[room]) for room, count in needed.items() if room in left and count > 0
        )
        if not fits or (name not in held and knob.image in given.closed and needed[knob.image] > 0):
            refused[name] = size
            continue
        granted[name] = size
        for room, count in needed.items():
            if room in left:
                left[room] -= count
    return granted, refused


def _makes_room(knob: Knob, size: int) -> bool:
    """Whether a size makes room under a limit for others: it comes before them, however grave they are."""
    return min(takes.of_limits(knob)(size).values(), default=0) < 0
