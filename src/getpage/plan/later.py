"""Sizes that only help after something else: those that a finding asks for and that there is no room for.

Each has the size that it would be given if there were room, so that it has one size in every answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.ledger import takes
from getpage.plan.demands import is_unknown
from getpage.plan.items import asked_for, turned
from getpage.plan.problem import WORTH_A_CHANGE, Growth, may_grow
from getpage.plan.raising import without_raised

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from getpage.contract.knob import Knob
    from getpage.core.names import KnobId
    from getpage.plan.allocate import Allocation
    from getpage.plan.offers import Offer
    from getpage.plan.planner import PlanInput
    from getpage.plan.problem import Problem
    from getpage.plan.rooms import RoomId
    from getpage.result.plan import Item


def held(
    made: Problem,
    found: Allocation,
    given: PlanInput,
    waiting: Mapping[KnobId, int],
    changed: Collection[KnobId],
) -> tuple[Item, ...]:
    """The items that wait for room, of knobs that do not change meanwhile."""
    by_id = {one.id: one for one in given.knobs}
    items: dict[KnobId, Item] = {
        name: asked_for(by_id[name], size, given.prices.of(by_id[name]), given.weights, given.least)
        for name, size in waiting.items()
        if name not in changed
    }
    for one, size in zip(made.offers, made.size_of(found.chosen), strict=True):
        name = one.knob.id
        if name in changed or name not in given.short or size != one.knob.size:
            continue
        wanted = max(_best(one, given), waiting.get(name, 0))
        if wanted > size and wanted in one.sizes:
            items[name] = turned(one, wanted, given.prices.of(one.knob), given.weights)
    return tuple(items.values())


def unseen(items: Iterable[Item], given: PlanInput, made: Problem, found: Allocation) -> set[KnobId]:
    """The knobs of those items against which nothing speaks that is known, where the evidence does not tell
    what was free: they may be given once somebody has looked.
    """
    left = _left(given, made, found)
    by_id = {one.id: one for one in given.knobs}
    return {item.knob for item in items if _fits(item, by_id[item.knob], given, left)}


def little(items: Iterable[Item], given: PlanInput, made: Problem, found: Allocation) -> set[KnobId]:
    """The knobs of those items that take so little that a short reserve for a dump does not stop them: work
    waits for each, and all of an image together take no more.
    """
    limits, rest = _left(given, made, found), dict(given.little)
    by_id = {one.id: one for one in given.knobs}
    chosen: set[KnobId] = set()
    for item in items:
        knob = by_id[item.knob]
        count = takes.real(knob, item.size_after)
        if 0 < count <= rest.get(knob.image, 0) and _within(limits, knob, item.size_after):
            rest[knob.image] -= count
            chosen.add(item.knob)
    return chosen


def _left(given: PlanInput, made: Problem, found: Allocation) -> dict[RoomId, int]:
    """What is left of rooms and limits, those that a command raises as wide as they have to be."""
    left: dict[RoomId, int] = {one.id: one.room for one in without_raised(given.limits)}
    return left | {room.id: room.bytes - made.choices.used(room, found.chosen) for room in made.choices.rooms}


def _within(left: Mapping[RoomId, int], knob: Knob, size: int) -> bool:
    """Whether the limits that a knob counts against have room for a size."""
    wanted = takes.of_limits(knob)(size)
    return all(count <= max(0, left[limit]) for limit, count in wanted.items() if limit in left and count > 0)


def _fits(item: Item, knob: Knob, given: PlanInput, left: Mapping[RoomId, int]) -> bool:
    if knob.image in given.closed or not is_unknown(given.budgets[knob.image]):
        return False
    if item.counted_bytes > given.at_most.get(knob.image, item.counted_bytes):
        return False
    return _within(left, knob, item.size_after)


def _best(one: Offer, given: PlanInput) -> int:
    """The size that brings most beyond the least worth, were there room for all."""
    growth = (one.sizes - one.knob.size) * one.knob.unit_bytes
    each = given.prices.each(one.knob, given.weights)
    worth = one.worth(each) - WORTH_A_CHANGE - given.least * growth
    worth[: one.present + 1] = 0.0
    worth[one.present + 1 :] *= may_grow(one, each, given.growth.get(one.knob.id, Growth.ASKED))
    best = int(worth.argmax())
    return int(one.sizes[best]) if worth[best] > 0 else one.knob.size
