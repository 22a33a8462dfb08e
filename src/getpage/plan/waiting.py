"""Sizes that only help after something else: those that a finding asks for and that there is no room for.

Each has the size that it would be given if there were room, so that it has one size in every answer. A knob
that comes down in steps gives back at first only what its first command gives back; what does not fit into
that waits for the rest, and says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from getpage.contract.knob import Knob, Limit
from getpage.core.names import Image, KnobId
from getpage.core.wording import listed
from getpage.ledger import takes
from getpage.plan.asks import Growth
from getpage.plan.inputs import PlanInput
from getpage.plan.items import asked_for, turned
from getpage.plan.limits import without_raised
from getpage.plan.offers import Offer, offer
from getpage.plan.optimum.allocate import Allocation
from getpage.plan.problem import WORTH_A_CHANGE, Problem, may_grow
from getpage.plan.rooms import RoomId, is_unknown
from getpage.result.plan import Budget, Item, LimitUse


def waiting(
    problem: Problem,
    allocation: Allocation,
    given: PlanInput,
    refused: Mapping[KnobId, int],
    changed: Collection[KnobId],
) -> tuple[Item, ...]:
    """The items that wait for room, of knobs that do not change meanwhile."""
    by_id = {knob.id: knob for knob in given.knobs}
    items: dict[KnobId, Item] = {
        name: asked_for(by_id[name], size, given.prices, given.weights, given.least)
        for name, size in refused.items()
        if name not in changed
    }
    for offered, size in zip(problem.offers, problem.size_of(allocation.chosen), strict=True):
        name = offered.knob.id
        if name in changed or name not in given.short or size != offered.knob.size:
            continue
        within = _within_asked(offered, given)
        wanted = max(_best(within, given), refused.get(name, 0))
        if wanted > size and wanted in within.sizes:
            items[name] = turned(within, wanted, given.prices, given.weights)
    return tuple(items.values())


def unseen(items: Iterable[Item], given: PlanInput, problem: Problem, allocation: Allocation) -> set[KnobId]:
    """The knobs of those items against which nothing speaks that is known, where the evidence does not tell
    what was free: they may be given once somebody has looked.
    """
    left = _left(given, problem, allocation)
    by_id = {knob.id: knob for knob in given.knobs}
    return {item.knob for item in items if _fits(item, by_id[item.knob], given, left)}


def little(items: Iterable[Item], given: PlanInput, problem: Problem, allocation: Allocation) -> set[KnobId]:
    """The knobs of those items that take so little that a short reserve for a dump does not stop them, where
    work waits for them. Each counts by itself: with a bound on all together the next plan would grant more.
    """
    limits = _left(given, problem, allocation)
    knobs = {knob.id: knob for knob in given.knobs}
    waited_for = {finding.object for finding in given.findings if finding.delay_seconds > 0}
    chosen: set[KnobId] = set()
    for item in items:
        knob = knobs[item.knob]
        is_little = 0 < takes.real(knob, item.size_after) <= given.little.get(knob.image, 0)
        if is_little and knob.object in waited_for and _within(limits, knob, item.size_after):
            chosen.add(item.knob)
    return chosen


def _left(given: PlanInput, problem: Problem, allocation: Allocation) -> dict[RoomId, int]:
    """What is left of rooms and limits, those that a command raises as wide as they have to be."""
    left: dict[RoomId, int] = {limit.id: limit.room for limit in without_raised(given.limits)}
    used = problem.used(allocation)
    return left | {room.id: room.bytes - used[room.id] for room in problem.choices.rooms}


def _within(left: Mapping[RoomId, int], knob: Knob, size: int) -> bool:
    """Whether the limits that a knob counts against have room for a size."""
    wanted = takes.of_limits(knob)(size)
    return all(count <= max(0, left[limit]) for limit, count in wanted.items() if limit in left and count > 0)


def _fits(item: Item, knob: Knob, given: PlanInput, left: Mapping[RoomId, int]) -> bool:
    if knob.image in given.closed or not is_unknown(given.budgets[knob.image]):
        return False
    if item.counted_bytes > given.free_on_average.get(knob.image, item.counted_bytes):
        return False
    return _within(left, knob, item.size_after)


def _within_asked(offered: Offer, given: PlanInput) -> Offer:
    """The offer; where it is not known what there is room for, up to the size that a finding asks for."""
    knob, wanted = offered.knob, given.wanted.get(offered.knob.id)
    if wanted is None or not knob.size < wanted.size < knob.largest:
        return offered
    if knob.image not in given.budgets or not is_unknown(given.budgets[knob.image]):
        return offered
    return offer(replace(knob, largest=wanted.size), protected=True) or offered


def _best(offered: Offer, given: PlanInput) -> int:
    """The size that saves most beyond the least worth, were there room for all."""
    growth = (offered.sizes - offered.knob.size) * offered.knob.unit_bytes
    each = given.prices.each(offered.knob, given.weights)
    worth = offered.worth(each) - WORTH_A_CHANGE - given.least * growth
    worth[: offered.present + 1] = 0.0
    worth[offered.present + 1 :] *= may_grow(offered, each, given.growth.get(offered.knob.id, Growth.ASKED))
    best = int(worth.argmax())
    return int(offered.sizes[best]) if worth[best] > 0 else offered.knob.size


@dataclass(frozen=True, slots=True)
class Staged:
    """The items of today and those that wait. `later` is by limit what is not given back or taken today of
    what was decided, in bytes; `after` is what those that wait are waiting for, in words.
    """

    now: tuple[Item, ...]
    waiting: tuple[Item, ...] = ()
    later: Mapping[RoomId, int] | None = None
    after: str = ""

    def of(self, uses: Sequence[LimitUse]) -> tuple[LimitUse, ...]:
        """Uses of limits when all was made that was decided, as they are today."""
        later = self.later or {}
        return tuple(replace(use, taken=use.taken - later.get(use.id, 0)) for use in uses)


def staged(
    items: Sequence[Item],
    knobs: Mapping[KnobId, Knob],
    budgets: Mapping[Image, Budget],
    limits: Sequence[Limit],
    urgent: Collection[KnobId],
    few: Collection[KnobId] = (),
) -> Staged:
    """The items in their order, those first that rules ask for (`urgent`, the worst first).

    `few` take so little that they wait for nobody. Only rooms into which somebody comes down in steps can be
    short; in the others all fits that was decided.
    """
    stepped = [item for item in items if takes.now(knobs[item.knob], item.size_after) != item.size_after]
    if not stepped:
        return Staged(tuple(items))
    later: dict[RoomId, int] = {}
    for item in stepped:
        knob = knobs[item.knob]
        _take(later, takes.of_rooms(replace(knob, least_now=0), item.size_after), -1)
        _take(later, takes.of_rooms(knob, item.size_after))
    left: dict[RoomId, int] = {limit.id: limit.room for limit in limits if limit.raised is None}
    left |= {image: budget.available for image, budget in budgets.items() if not is_unknown(budget)}
    tight = {room for room, count in later.items() if count and room in left}
    now: list[Item] = [item for item in items if item.storage_bytes < 0]
    waiting: list[Item] = []
    for item in now:
        _take(left, takes.of_rooms(knobs[item.knob], item.size_after))
    rank = {name: place for place, name in enumerate(urgent)}
    growing = [item for item in items if item.storage_bytes >= 0]
    for item in sorted(growing, key=lambda item: rank.get(item.knob, len(rank))):
        wanted = takes.of_rooms(knobs[item.knob], item.size_after)
        if item.knob in few or all(
            count <= max(0, left[room]) for room, count in wanted.items() if room in tight and count > 0
        ):
            _take(left, wanted)
        else:
            waiting.append(item)
            _take(later, wanted, -1)
    held = {item.knob for item in waiting}
    return Staged(
        now=tuple(item for item in items if item.knob not in held),
        waiting=tuple(item for item in items if item.knob in held),
        later=later,
        after=f"the other steps of {listed([str(item.knob) for item in stepped])} are made" if held else "",
    )


def _take(left: dict[RoomId, int], taken: Mapping[RoomId, int], sign: int = 1) -> None:
    for room, count in taken.items():
        left[room] = left.get(room, 0) - sign * count
