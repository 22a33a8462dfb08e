"""What a plan takes of every budget and every limit, so that anybody can add it up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.contract.knob import REAL_STORAGE
from getpage.core.names import Image
from getpage.core.units import GIB
from getpage.core.wording import listed
from getpage.result.plan import Action, LimitUse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from getpage.contract.knob import Knob, Limit
    from getpage.core.names import KnobId, LimitId
    from getpage.plan.allocate import Allocation
    from getpage.plan.problem import Problem
    from getpage.plan.rooms import RoomId
    from getpage.result.plan import Budget, Item, Step


def with_items(budgets: Mapping[Image, Budget], items: Sequence[Item]) -> tuple[Budget, ...]:
    """The budgets with what the items give back and take."""
    made = []
    for image, budget in budgets.items():
        mine = [item.counted_bytes for item in items if item.image == image and item.storage == REAL_STORAGE]
        given_back = -sum(count for count in mine if count < 0)
        made.append(replace(budget, given_back=given_back, taken=sum(count for count in mine if count > 0)))
    return tuple(made)


def with_others(
    budgets: Sequence[Budget], steps: Iterable[Step], knobs: Mapping[KnobId, Knob]
) -> tuple[Budget, ...]:
    """The budgets with what the commands that set no size of a knob take of real storage, such as
    simulations.
    """
    more: dict[Image, int] = {}
    for step in steps:
        change = step.change
        if change.knob not in knobs and not change.only_after and change.storage_bytes > 0:
            image = change.subsystem.image
            more[image] = more.get(image, 0) + change.storage_bytes
    return tuple(
        replace(one, taken=one.taken + more[one.image]) if one.image in more and one.free is not None else one
        for one in budgets
    )


def used(
    limits: Sequence[Limit], made: Problem, found: Allocation, freed: Mapping[RoomId, int]
) -> tuple[LimitUse, ...]:
    """The limits with what the allocation takes of them, after what was wasted was given back."""
    taken = {room.id: made.choices.used(room, found.chosen) for room in made.choices.rooms}
    price = {room.id: float(each) * GIB for room, each in zip(made.choices.rooms, found.prices, strict=True)}
    return tuple(
        LimitUse(
            id=one.id,
            label=one.label,
            room=one.room,
            taken=taken.get(one.id, 0) + freed.get(one.id, 0),
            worth=price.get(one.id, 0.0),
            facts=one.facts,
        )
        for one in limits
    )


def next_gigabyte(made: Problem, found: Allocation) -> float:
    """Worth of a gigabyte more of real storage, where it is worth most; 0 where no real storage binds."""
    rooms = zip(found.prices, made.choices.rooms, strict=True)
    highest = max((float(price) for price, room in rooms if isinstance(room.id, Image)), default=0.0)
    return (highest + made.least) * GIB if highest else 0.0


def cautions(items: Sequence[Item], knobs: Mapping[KnobId, Knob], limits: Sequence[Limit]) -> Iterator[str]:
    """What has to be looked at, because the evidence does not tell it."""
    known = {limit.id for limit in limits}
    unknown: dict[LimitId, list[KnobId]] = {}
    for item in items:
        if item.action is Action.GROW:
            for limit in knobs[item.knob].limits:
                if limit not in known:
                    unknown.setdefault(limit, []).append(item.knob)
    for limit, who in unknown.items():
        counts = "counts" if len(who) == 1 else "count"
        yield f"No evidence of {limit}, which {listed(who)} {counts} against: see first that it has room"
    promised = [str(item.knob) for item in items if item.storage_bytes < 0 and not item.counted_bytes]
    if promised:
        yield (
            f"Not counted is what is given back by {', '.join(promised)}: pageable and never full, it may "
            "never have been in real storage. What is free at the minimum afterwards is for the next plan"
        )
