"""One plan: what is given back first, what rules ask for, then the best use of what there is; its one list of
commands, price list and reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from getpage.core.units import GIB
from getpage.ledger import takes
from getpage.plan import commands
from getpage.plan.accounts import cautions, next_gigabyte, used, with_items, with_others
from getpage.plan.budget import guest_images
from getpage.plan.demands import granted, is_unknown
from getpage.plan.fixing import fixed
from getpage.plan.gigabytes import price_list
from getpage.plan.items import asked_for, since, turned, wasted
from getpage.plan.later import held, little, unseen
from getpage.plan.offers import Offer, offer
from getpage.plan.problem import Terms, best, settled
from getpage.plan.raising import raises, without_raised
from getpage.plan.reasons import (
    held_back,
    not_the_cause,
    protected,
    too_little,
    without_cost,
    without_evidence,
)
from getpage.plan.staging import at_once, staged
from getpage.plan.steps import in_order
from getpage.plan.waste import is_wasted, rebased, without
from getpage.plan.worth import total
from getpage.result.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob, Limit
    from getpage.core.names import Image, KnobId
    from getpage.plan.commands import Advised
    from getpage.plan.problem import Growth
    from getpage.plan.worth import Prices, Weights
    from getpage.result import Estimate, Finding
    from getpage.result.plan import Budget, Item, NotDone


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInput:
    """All that a plan is made from.

    `least` is what a byte that is given has to bring, `least_waste` the bytes that have to be wasted before
    giving them back is a command. `spared` are knobs that are never made smaller because that was asked,
    `short` those that a finding calls short. `ruled_out` keep their size, each with the finding that says
    why; `growth` says of the others whether they may grow. `demands` are the sizes that findings ask for, the
    gravest first. `at_most` is what images had free on average, of which no minimum is known; `closed` are
    the images in which nothing may grow, as z/OS is short there; `little` is what work that waits may take
    even there. `advised` is what the list needs beside the sizes.
    """

    knobs: Sequence[Knob]
    spared: frozenset[KnobId]
    weights: Weights
    budgets: Mapping[Image, Budget]
    limits: Sequence[Limit]
    prices: Prices
    least: float
    advised: Advised
    least_waste: int = 1
    ruled_out: Mapping[KnobId, Finding] = field(default_factory=dict)
    growth: Mapping[KnobId, Growth] = field(default_factory=dict)
    short: frozenset[KnobId] = frozenset()
    demands: Mapping[KnobId, int] = field(default_factory=dict)
    closed: frozenset[Image] = frozenset()
    little: Mapping[Image, int] = field(default_factory=dict)
    at_most: Mapping[Image, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """A plan, and whether it was known of any knob what another size brings."""

    plan: Plan
    is_known: bool


def make(given: PlanInput) -> Made:
    """The plan; it may say nothing but what is not known."""
    stepped = {one.id: one for one in given.knobs}
    by_id = {name: at_once(one) for name, one in stepped.items()}
    kept = given.spared | given.short
    too_large = {
        name: one for name, one in by_id.items() if is_wasted(one, given.least_waste) and name not in kept
    }
    small = [one for name, one in by_id.items() if is_wasted(one) and name not in {*kept, *too_large}]
    freed = settled((one, one.largest) for one in too_large.values())
    grown = granted(given.demands, by_id, given.budgets, given.limits, freed, given.closed, given.at_most)
    proviso = {name for name in grown.now if is_unknown(given.budgets[by_id[name].image])}
    freed = settled(
        [
            *((one, one.largest) for one in too_large.values()),
            *((by_id[name], size) for name, size in grown.now.items() if name not in proviso),
        ]
    )
    left = [_settled(one, too_large, grown.now) for one in by_id.values()]
    offers = [found for one in left if (found := offer(one, protected=one.id in kept))]
    terms = Terms(
        prices=given.prices,
        weights=given.weights,
        budgets=given.budgets,
        limits=without_raised(given.limits),
        freed=freed,
        least=given.least,
        closed=given.closed,
        growth=given.growth,
    )
    made, allocated = best(offers, terms)
    sizes = {one.knob.id: size for one, size in zip(offers, made.size_of(allocated.chosen), strict=True)}
    changed = {
        one.knob.id: turned(one, sizes[one.knob.id], given.prices.of(one.knob), given.weights)
        for one in offers
        if sizes[one.knob.id] != one.knob.size
    }
    before = {**too_large, **{name: by_id[name] for name in grown.now}}
    items = [
        *(wasted(one) for name, one in too_large.items() if name not in changed),
        *(
            asked_for(by_id[name], size, given.prices.of(by_id[name]), given.weights, given.least)
            for name, size in grown.now.items()
            if name not in changed
        ),
        *(
            since(item, before.get(name), given.prices.of(by_id[name]), given.weights)
            for name, item in changed.items()
        ),
    ]
    later = held(made, allocated, given, grown.waiting, {one.knob for one in items})
    not_seen = unseen(later, given, made, allocated)
    items += [one for one in later if one.knob in not_seen]
    later = tuple(one for one in later if one.knob not in not_seen)
    few = little(later, given, made, allocated)
    items += [one for one in later if one.knob in few]
    later = tuple(one for one in later if one.knob not in few)
    items = [
        replace(
            one,
            counted_bytes=0
            if one.knob in proviso | not_seen
            else takes.real(stepped[one.knob], one.size_after),
        )
        for one in items
    ]
    stages = staged(
        in_order(items, by_id, given.weights), stepped, given.budgets, given.limits, tuple(grown.now), few
    )
    later = (*later, *stages.waiting)
    planned = {*sizes, *before}
    unknown = [one for one in left if one.id not in planned and one.id not in given.ruled_out]
    not_done = _by_worth(
        (
            *held_back(made, allocated, given.prices, given.weights),
            *(protected(one) for one in left if is_wasted(one) and one.id in given.spared),
            *(too_little(one, given.least_waste) for one in small),
            *(not_the_cause(stepped[name], finding) for name, finding in given.ruled_out.items()),
            *without_evidence(unknown, given.prices, given.weights),
        )
    )
    ordered = stages.now
    raised = raises(given.limits, [*ordered, *later], stepped)
    limits = raised.of(stages.of(used(given.limits, made, allocated, freed)))
    fixing = fixed(ordered, stepped, limits)
    back = {one.knob: stages.after for one in stages.waiting}
    after = {
        one.knob: _joined(back.get(one.knob) or raised.after(one.knob), _gate(given.advised, one))
        for one in (*ordered, *later)
    }
    steps = commands.steps(ordered, later, stepped, fixing.knobs, raised, after, given.advised)
    places = {step.knob: step.number for step in reversed(steps)}
    ordered = tuple(sorted(ordered, key=lambda one: places.get(one.knob, 0)))
    plan = Plan(
        budgets=with_others(with_items(_of_systems(given), ordered), steps, stepped),
        items=ordered,
        later=tuple(sorted(later, key=lambda one: places.get(one.knob, 0))),
        steps=steps,
        gigabytes=price_list(
            _from_present(offers, by_id, grown.now), given.prices, given.weights, {**grown.now, **sizes}
        ),
        not_done=not_done,
        limits=fixing.limits,
        weights=given.weights.said(),
        reads_avoided=_reads_avoided(ordered),
        cpu_saved=total("CPU saved", "s/h", (i.cpu_saved for i in ordered if i.cpu_saved)),
        wait_saved=total("waiting saved", "s/h", (i.wait_saved for i in ordered if i.wait_saved)),
        worth=total("worth", "s/h", (i.worth for i in ordered if i.worth)),
        gap=0.0 if allocated.proven else allocated.gap,
        proven=allocated.proven,
        next_gigabyte=next_gigabyte(made, allocated),
        least=given.least * GIB,
        assumptions=_assumptions(ordered),
        cautions=(
            *given.notes,
            *cautions(ordered, by_id, given.limits),
            *fixing.cautions,
            *without_cost([one for one in unknown if one.id not in given.short]),
        ),
    )
    return Made(plan, bool(offers or small))


def _joined(*conditions: str) -> str:
    """All that has to come first, in words."""
    return ", and ".join(filter(None, conditions))


def _gate(advised: Advised, item: Item) -> str:
    """What has to be known or done before a knob grows, in words; empty where nothing is."""
    wanted = advised.wanted.get(item.knob)
    return wanted.only_after if wanted is not None and item.storage_bytes > 0 else ""


def _of_systems(given: PlanInput) -> dict[Image, Budget]:
    """The budgets of z/OS systems: what a guest has to give or to take is its hypervisor's."""
    guests = guest_images(given.knobs)
    return {image: one for image, one in given.budgets.items() if image not in guests}


def _settled(knob: Knob, too_large: Mapping[KnobId, Knob], grown: Mapping[KnobId, int]) -> Knob:
    """The knob at the size that was settled before anything is chosen."""
    if knob.id in too_large:
        return without(knob)
    if knob.id in grown:
        size = grown[knob.id]
        return replace(rebased(knob, size), smallest=max(knob.smallest, size))
    return knob


def _from_present(
    offers: Sequence[Offer], by_id: Mapping[KnobId, Knob], grown: Mapping[KnobId, int]
) -> list[Offer]:
    """The offers, those of knobs that a rule asks to grow from their present size: a price list has all."""
    asked = (offer(by_id[name], protected=True) for name in grown)
    return [*(one for one in offers if one.knob.id not in grown), *(one for one in asked if one is not None)]


def _reads_avoided(items: Sequence[Item]) -> Estimate | None:
    """Reads of all items together; None where what changes costs none."""
    reads = [one.reads_avoided for one in items if one.reads_avoided]
    if not reads and any(one.worth for one in items):
        return None
    return total("reads avoided", "/s", reads)


def _by_worth(listed: Iterable[NotDone]) -> tuple[NotDone, ...]:
    return tuple(sorted(listed, key=lambda one: (-one.worth_at_most, str(one.knob))))


def _assumptions(items: Iterable[Item]) -> tuple[str, ...]:
    figures = [one for item in items for one in (item.cpu_saved, item.wait_saved) if one]
    return tuple(dict.fromkeys(word for one in figures for word in one.assumptions))


def not_enough(not_done: Sequence[NotDone]) -> str:
    """What would help where nothing can be planned."""
    supply = list(dict.fromkeys(one.supply for one in not_done if one.supply))[:4]
    would = "; or ".join(supply) or "counters of the pools over an interval"
    return (
        "not enough evidence to plan: nothing is wasted by a rule, and of no knob is it known what "
        f"another size brings. What would tell: {would}; or a curve of a trace of page references (--curve)"
    )
