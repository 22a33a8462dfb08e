"""One plan, from knobs with their prices to items, commands, price list and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.errors import NotEnoughEvidenceError
from getpage.plan.accounts import cautions, next_gigabyte, used, with_items
from getpage.plan.fixing import fixed
from getpage.plan.gigabytes import GIB, price_list
from getpage.plan.items import since, turned, wasted
from getpage.plan.offers import offer
from getpage.plan.problem import best, given_back
from getpage.plan.reasons import held_back, protected, without_cost, without_evidence
from getpage.plan.steps import in_order, steps
from getpage.plan.waste import is_wasted, without
from getpage.plan.worth import total
from getpage.result.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob, Limit
    from getpage.core.names import Image, KnobId
    from getpage.plan.worth import Prices, Weights
    from getpage.result import Estimate
    from getpage.result.plan import Budget, Item, NotDone


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInput:
    """All that a plan is made from. `least` is what a byte that is given has to bring; `spared` are knobs
    that are never made smaller.
    """

    knobs: Sequence[Knob]
    spared: frozenset[KnobId]
    weights: Weights
    budgets: Mapping[Image, Budget]
    limits: Sequence[Limit]
    prices: Prices
    least: float
    notes: tuple[str, ...] = ()


def make(given: PlanInput) -> Plan:
    """The plan. NotEnoughEvidenceError where nothing is wasted and nothing is known of any other size."""
    too_large = {one.id: one for one in given.knobs if is_wasted(one) and one.id not in given.spared}
    left = [without(one) if one.id in too_large else one for one in given.knobs]
    offers = [found for one in left if (found := offer(one, protected=one.id in given.spared))]
    freed = given_back([(one, one.largest) for one in too_large.values()])
    made, allocated = best(
        offers, given.prices, given.weights, given.budgets, given.limits, freed, given.least
    )
    sizes = {one.knob.id: size for one, size in zip(offers, made.size_of(allocated.chosen), strict=True)}
    changed = {
        one.knob.id: turned(one, sizes[one.knob.id], given.prices.of(one.knob), given.weights)
        for one in offers
        if sizes[one.knob.id] != one.knob.size
    }
    kept = [wasted(one) for name, one in too_large.items() if name not in changed]
    items = [*kept, *(since(item, too_large.get(name)) for name, item in changed.items())]
    planned = {*sizes, *too_large}
    unknown = [one for one in left if one.id not in planned]
    not_done = _by_worth(
        (
            *held_back(made, allocated, given.prices, given.weights),
            *(protected(one) for one in left if is_wasted(one)),
            *without_evidence(unknown, given.prices, given.weights),
        )
    )
    if not items and not offers:
        raise NotEnoughEvidenceError(_not_enough(not_done))
    by_id = {one.id: one for one in given.knobs}
    ordered = in_order(items, by_id, given.weights)
    fixing = fixed(ordered, by_id, used(given.limits, made, allocated, freed))
    return Plan(
        budgets=with_items(given.budgets, ordered),
        items=ordered,
        steps=steps(ordered, by_id, fixing.knobs),
        gigabytes=price_list(offers, given.prices, given.weights, sizes),
        not_done=not_done,
        limits=fixing.limits,
        weights=given.weights.said(),
        reads_avoided=_reads_avoided(items),
        cpu_saved=total("CPU saved", "s/h", (i.cpu_saved for i in items if i.cpu_saved)),
        wait_saved=total("waiting saved", "s/h", (i.wait_saved for i in items if i.wait_saved)),
        worth=total("worth", "s/h", (i.worth for i in items if i.worth)),
        gap=0.0 if allocated.proven else allocated.gap,
        proven=allocated.proven,
        next_gigabyte=next_gigabyte(made, allocated),
        least=given.least * GIB,
        assumptions=_assumptions(ordered),
        cautions=(
            *given.notes,
            *cautions(ordered, by_id, given.limits),
            *fixing.cautions,
            *without_cost(unknown),
        ),
    )


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


def _not_enough(not_done: Sequence[NotDone]) -> str:
    supply = list(dict.fromkeys(one.supply for one in not_done if one.supply))[:4]
    would = "; or ".join(supply) or "counters of the pools over an interval"
    return (
        "not enough evidence to plan: nothing is wasted by a rule, and of no knob is it known what "
        f"another size brings. What would tell: {would}; or a curve of a trace of page references (--curve)"
    )
