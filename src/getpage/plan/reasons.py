"""What a plan leaves as it is, and why: a limit, storage that brings more elsewhere, or evidence that is
missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.curve import BOUNDS, CostMeasure, Rate
from getpage.core import numbers as units
from getpage.core import wording as words
from getpage.core.names import Image
from getpage.core.units import GIB
from getpage.plan.asks import Growth
from getpage.plan.problem import WORTH_A_CHANGE, may_grow
from getpage.plan.rooms import is_unknown, taken_from
from getpage.plan.worth import HOUR, gain
from getpage.products import registry
from getpage.result.plan import Budget, NotDone, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.contract.curve import SizeCurve
    from getpage.contract.knob import Knob
    from getpage.plan.offers import Offer
    from getpage.plan.optimum.allocate import Allocation
    from getpage.plan.optimum.choices import Capacity, Choices
    from getpage.plan.problem import Problem
    from getpage.plan.worth import Prices, Weights
    from getpage.result import Finding

    Ints = NDArray[np.int64]

#: Names in a sentence, before the rest is counted.
MOST_NAMED = 4


def held_back(
    problem: Problem,
    allocation: Allocation,
    prices: Prices,
    weights: Weights,
    budgets: Mapping[Image, Budget],
) -> Iterator[NotDone]:
    """Knobs that would gain from a larger size, and what stopped them."""
    choices = problem.choices
    given = problem.size_of(allocation.chosen)
    left = [room.bytes - choices.used(room, allocation.chosen) for room in choices.rooms]
    users = _users(choices)
    offsets = choices.offsets.tolist()
    for j, (offer, chosen) in enumerate(zip(problem.offers, allocation.chosen.tolist(), strict=True)):
        mine = choices.worth[chosen : offsets[j + 1]]
        better = chosen + np.flatnonzero(mine > mine[0])
        each = prices.each(offer.knob, weights)
        if not len(better):
            yield from _not_grown(problem, offer, given[j], each)
            continue
        stops = [
            choices.rooms[room]
            for room in users[j]
            if _none_fits(choices.rooms[room], left[room], better, chosen, offer.knob)
        ]
        knob, sizes = offer.knob, problem.sizes[j]
        best = int(better[-1])
        size, now = int(sizes[best - offsets[j]]), given[j]
        more = float(np.subtract(*np.interp((size, now), offer.sizes, offer.worth(each))))
        storage = units.storage((size - now) * knob.unit_bytes)
        gains = f"{storage} more, {size:,} {knob.unit} in all, would save {units.estimated(more)} s/h"
        limits = [room.label for room in stops if not isinstance(room.id, Image)]
        if limits:
            why = f"{gains}, but nothing more of it fits into {words.listed(limits)}"
            yield _not_done(knob, Reason.LIMIT, why, more)
        else:
            why = f"{gains}; {_for_room(knob.image, budgets)}"
            yield _not_done(knob, Reason.STORAGE, why, more)


def _for_room(image: Image, budgets: Mapping[Image, Budget]) -> str:
    """Why no storage goes there, where no limit is in the way."""
    if image in budgets and is_unknown(budgets[image]):
        return f"how much storage {image or 'its system'} has free is not known"
    return "the storage saves more elsewhere, or is used up"


def _not_grown(
    problem: Problem, offer: Offer, size: int, each: Mapping[CostMeasure, float]
) -> Iterator[NotDone]:
    """What growth would bring that was not looked at: where a room is overdrawn, or too little."""
    place, worth = int(offer.sizes.searchsorted(size, side="right")) - 1, offer.worth(each)
    gains = worth[place + 1 :] - np.interp(size, offer.sizes, worth)
    if not len(gains) or gains.max() <= WORTH_A_CHANGE:
        return
    growth = (offer.sizes[place + 1 :] - size) * offer.knob.unit_bytes
    beyond = gains - WORTH_A_CHANGE - problem.least * growth
    permission = problem.growth.get(offer.knob.id, Growth.ASKED)
    if permission is Growth.NONE:
        return
    if not (may_grow(offer, each, permission) & (worth[offer.present + 1 :] > 0)).any():
        yield _unproven(offer, place + 1 + int(gains.argmax()), each)
        return
    if (beyond > 0).any():
        yield from _overdrawn(problem, offer, place + 1 + int(beyond.argmax()), float(gains[beyond.argmax()]))
        return
    rate = gains / growth
    pays = np.where(gains > WORTH_A_CHANGE, rate, 0.0)
    best = int(np.flatnonzero(pays >= pays.max() * (1 - 1e-9))[-1])  # on a straight edge all of it
    knob, to, more = offer.knob, int(offer.sizes[place + 1 + best]), float(gains[best])
    storage = units.storage((to - size) * knob.unit_bytes)
    why = (
        f"{storage} more, {to:,} {knob.unit} in all, would save "
        f"{units.estimated(more)} s/h, {units.estimated(float(rate[best]) * GIB)} s/h per GiB: below the "
        f"minimum of {problem.least * GIB:,.3g} (--least)"
    )
    yield _not_done(knob, Reason.LEAST, why, more)


def _unproven(offer: Offer, place: int, each: Mapping[CostMeasure, float]) -> NotDone:
    """A knob whose best size may bring nothing: its interval contains zero."""
    value, least = float(offer.worth(each)[place]), float(offer.least_worth(each)[place])
    why = (
        f"effect not established: {int(offer.sizes[place]):,} {offer.knob.unit} would save "
        f"{units.estimated(value)} s/h ({units.estimated(least)} at worst)"
    )
    return _not_done(offer.knob, Reason.UNPROVEN, why, value)


def _overdrawn(problem: Problem, offer: Offer, place: int, more: float) -> Iterator[NotDone]:
    """What a size would bring, were it not for rooms that have less than nothing left."""
    knob, to = offer.knob, int(offer.sizes[place])
    growth = (to - knob.size) * knob.unit_bytes
    taken = taken_from(knob, np.array([to]), np.array([growth]))
    labels = {room.id: room.label for room in problem.choices.rooms}
    short = {name: -problem.left[name] for name, by in taken.items() if by[0] > 0 > problem.left.get(name, 0)}
    if not short:
        return
    rooms = words.listed(
        [f"{labels.get(name, name)} by {units.storage(size)}" for name, size in short.items()]
    )
    storage = units.storage(growth)
    why = (
        f"{storage} more, {to:,} {knob.unit} in all, would save "
        f"{units.estimated(more)} s/h, but the limits are exceeded already: {rooms}"
    )
    is_real = all(isinstance(name, Image) for name in short)
    yield _not_done(knob, Reason.STORAGE if is_real else Reason.LIMIT, why, more)


def _users(choices: Choices) -> list[list[int]]:
    """By knob the rooms that it takes of, by their numbers."""
    users: list[list[int]] = [[] for _ in range(choices.knobs)]
    for number, room in enumerate(choices.rooms):
        if room.span:
            first, last = choices.owner_of(np.array([room.span[0], room.span[-1]])).tolist()
            of = range(first, last + 1)
        else:
            of = np.unique(choices.owner_of(room.array)).tolist()
        for knob in of:
            users[knob].append(number)
    return users


def _none_fits(room: Capacity, left: int, better: Ints, chosen: int, knob: Knob) -> bool:
    """Whether every better choice takes more of a room than is left of it."""
    if knob.takes is None and room.span:  # the smallest takes least
        first = room.span.start
        return int(room.taken[better[0] - first]) - int(room.taken[chosen - first]) > left
    now = room.taken_by(np.array([chosen]))
    return bool((room.taken_by(better) - now > left).all())


def without_evidence(knobs: Sequence[Knob], prices: Prices, weights: Weights) -> Iterator[NotDone]:
    """Knobs of which nothing but the present size is known, and what would settle it."""
    for knob in knobs:
        curve = knob.curve
        if curve is None:
            costs = "costs" if registry.named(knob.product).read_price is None else "reads"
            why = knob.unpriced or f"the evidence does not show what it {costs} at any size"
            yield _not_done(knob, Reason.EVIDENCE, why, 0.0, knob.supply)
            continue
        now = _now(curve, knob.size)
        if curve.basis not in BOUNDS and curve.sizes[0] > knob.size:
            why = f"its curve begins at {curve.sizes[0]:,} {knob.unit}, above its present size"
            yield _not_done(knob, Reason.EVIDENCE, why, 0.0, "a curve that holds the present size")
            continue
        if not any(now.values()):
            if knob.references == 0:
                yield _unused(knob)
            continue
        all_of_it = {measure: Rate(value, 0.0, value) for measure, value in now.items()}
        most = gain(all_of_it, prices.of(knob), weights, weights.factor(knob), curve.basis).worth.value
        why = (
            f"only its present size was measured: growth saves none to all of {_spelled(now)}, at most "
            f"{units.estimated(most)} s/h"
        )
        yield _not_done(knob, Reason.EVIDENCE, why, most, knob.supply)


def _now(curve: SizeCurve, size: int) -> dict[CostMeasure, float]:
    """What the present size costs a second, or the next smaller one that is known."""
    place = max(int(np.searchsorted(curve.sizes, size, side="right")) - 1, 0)
    return {measure: rates.at(place).value for measure, rates in curve.rates.items()}


def _spelled(now: Mapping[CostMeasure, float]) -> str:
    """Costs in words; seconds by the hour."""
    parts = {
        CostMeasure.READS: lambda value: f"{units.estimated(value)} reads per second",
        CostMeasure.CPU: lambda value: f"{units.estimated(value * HOUR)} CPU seconds per hour",
        CostMeasure.WAIT: lambda value: f"{units.estimated(value * HOUR)} s of waiting per hour",
    }
    return words.listed([parts[measure](value) for measure, value in now.items() if value])


def _unused(knob: Knob) -> NotDone:
    storage = units.storage(knob.size * knob.unit_bytes)
    why = f"nothing used its {storage} in this window, which is too short to call them wasted"
    supply = "a window that includes month-end and batch"
    return _not_done(knob, Reason.EVIDENCE, why, 0.0, supply)


def without_cost(knobs: Sequence[Knob]) -> Iterator[str]:
    """Those that are used and cost nothing, in a sentence: growth brings nothing, and no evidence tells how
    small they may be.
    """
    quiet = [
        knob
        for knob in knobs
        if knob.curve and knob.references != 0 and not any(_now(knob.curve, knob.size).values())
    ]
    read = [knob for knob in quiet if knob.curve and set(knob.curve.rates) == {CostMeasure.READS}]
    others = [knob for knob in quiet if knob.curve and set(knob.curve.rates) != {CostMeasure.READS}]
    for why, group in (
        ("nothing is read into them", read),
        ("at their size they cost neither CPU nor waits", others),
    ):
        if group:
            storage = units.storage(sum(knob.size * knob.unit_bytes for knob in group))
            named = [str(knob.id) for knob in group[:MOST_NAMED]]
            more = [f"{len(group) - len(named)} more"] if len(group) > len(named) else []
            yield (
                f"Left as they are, because {why}: {words.listed([*named, *more])}. Growth saves nothing "
                f"there; how much of their {storage} they could give back is not known"
            )


def protected(knob: Knob) -> NotDone:
    """A knob that is wasted by a rule, and was asked not to be made smaller."""
    spare = units.storage((knob.size - knob.largest) * knob.unit_bytes)
    why = f"{spare} of it are wasted ({knob.largest_because}), but it is protected"
    return _not_done(knob, Reason.PROTECTED, why, 0.0)


def too_little(knob: Knob, least: int) -> NotDone:
    """A knob that is wasted by less than is worth a command."""
    spare = units.storage((knob.size - knob.largest) * knob.unit_bytes)
    why = f"{spare} wasted: below the minimum of {units.storage(least)} (--least-waste)"
    return _not_done(knob, Reason.WASTE, why, 0.0)


def not_the_cause(knob: Knob, finding: Finding) -> NotDone:
    """A knob that keeps its size because a finding measured a cause that no size ends."""
    return _not_done(knob, Reason.CAUSE, finding.headline or finding.claim, 0.0)


def _not_done(knob: Knob, reason: Reason, why: str, worth: float, supply: str = "") -> NotDone:
    return NotDone(
        knob=knob.id,
        object=knob.object,
        reason=reason,
        why=why,
        supply=supply,
        worth_at_most=worth,
    )
