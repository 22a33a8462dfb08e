"""The plan, step by step: what is settled by rules, the best use of what is left, items, commands, reasons.

Every size and every command of every verb is decided here, once.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from getpage.contract.knob import Knob
from getpage.contract.observation import Observation
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.names import Image, KnobId
from getpage.core.progress import Progress
from getpage.core.units import GIB
from getpage.ledger import takes
from getpage.plan import commands, reasons
from getpage.plan.asks import not_before
from getpage.plan.capacity import capacity_peaks
from getpage.plan.held import ONLY_AFTER, below_wanted, held_item
from getpage.plan.inputs import PlanInput, plan_input
from getpage.plan.items import asked_for, in_order, since, turned, wasted
from getpage.plan.limits import fixed, raises, without_raised
from getpage.plan.moves import machines
from getpage.plan.offers import Offer, offer
from getpage.plan.optimum.allocate import Allocation
from getpage.plan.price_list import price_list
from getpage.plan.problem import Problem, Terms, best
from getpage.plan.purchase import Planned, Planner
from getpage.plan.reallocation import reallocated
from getpage.plan.rooms import cautions, guest_images, with_items, with_others
from getpage.plan.settings import PlanSettings
from getpage.plan.settled import Settled, is_wasted, settle
from getpage.plan.storage_commands import gate, is_gated
from getpage.plan.waiting import Staged, little, staged, unseen, waiting
from getpage.plan.worth import total
from getpage.products import registry
from getpage.result import Change, Estimate, Finding
from getpage.result.plan import Budget, Item, NotDone, Plan

#: What a plan is made in, for who watches.
_STEPS: Final = 5


@dataclass(frozen=True, slots=True)
class Decided:
    """The plan with the one list of commands, and the findings with what answers each.

    `lacks` is there where the evidence carries no plan, with what to `supply`; the list then has only what
    rules advise.
    """

    plan: Plan
    findings: tuple[Finding, ...]
    lacks: str = ""
    supply: str = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The commands in their order."""
        return tuple(step.change for step in self.plan.steps)


def plan_of(
    observed: Observation, settings: PlanSettings | None = None, curves: Sequence[str | Path] = ()
) -> Plan:
    """The plan for what was observed.

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`. GetpageError for what cannot
    be asked of it, NotEnoughEvidenceError where nothing can be planned.
    """
    return enough(decide(observed, settings, curves))


def enough(decided: Decided) -> Plan:
    """The plan; NotEnoughEvidenceError where the evidence carries none."""
    if decided.lacks:
        message = f"{decided.lacks}; {decided.supply}"
        raise NotEnoughEvidenceError(message, "getpage collect")
    return decided.plan


def decide(
    observed: Observation,
    settings: PlanSettings | None = None,
    curves: Sequence[str | Path] = (),
    seconds: float = 0.0,
    due: Mapping[Image, int] | None = None,
    progress: Progress | None = None,
) -> Decided:
    """The size of every knob, and every command. `seconds` is the length of the window, 0 where it is not
    known; `due` are bytes that images need within a horizon, which storage that is bought is for first.
    `progress` counts the steps of a plan.
    """
    settings = settings or PlanSettings()

    def input_of(shifts: Mapping[Image, int]) -> PlanInput:
        return plan_input(observed, settings, curves, seconds, shifts)

    def planned(shifts: Mapping[Image, int], without: Mapping[KnobId, int]) -> Planned:
        given = replace(input_of(shifts), without=without)
        with _no_garbage_collection():
            return Planned(given, *build_plan(given, progress))

    def value(shifts: Mapping[Image, int]) -> float:
        given = input_of(shifts)
        return _choose(given, settle(given)).allocation.worth

    result = reallocated(Planner(planned, value), settings, observed, due or {}) or planned({}, {})
    plan = result.plan
    beside = machines(observed.real_storage)
    peaks = tuple(capacity_peaks(observed.processors, observed.work, plan.items, settings.price, beside))
    plan = replace(plan, capacity=peaks)
    # A knob that a finding rules out is answered by that finding.
    is_answered = result.is_known or plan.items or plan.steps or result.given.ruled_out
    lacks = () if is_answered else _missing_evidence(plan.not_done, result.given.knobs)
    return Decided(plan, commands.with_commands(observed.findings, plan), *lacks)


def _nobody(_what: str, _number: int, _total: int) -> None:
    """Nobody watches."""


def build_plan(given: PlanInput, progress: Progress | None = None) -> tuple[Plan, bool, Mapping[KnobId, int]]:
    """The plan, whether it is known of any knob what another size brings, and the sizes that change once all
    steps are made, without those that wait for room that nobody gives back.
    """
    report = progress or _nobody
    knobs = {knob.id: knob for knob in given.knobs}
    report("what rules settle", 0, _STEPS)
    settled = settle(given)
    report("sizes", 1, _STEPS)
    chosen = _choose(given, settled)
    report("what changes", 2, _STEPS)
    items, no_room, few = _items(given, settled, chosen)
    ordered = in_order(items, settled.knobs, given.weights)
    stages = staged(ordered, knobs, given.budgets, given.limits, settled.granted, few)
    now, later = stages.now, (*no_room, *stages.waiting)

    raised = raises(given.limits, [*now, *later], knobs)
    taken = chosen.problem.limits_used(given.limits, chosen.allocation, settled.freed)
    fixing = fixed(now, knobs, raised.of(stages.of(taken)))
    gated = gate(given, now)
    after = {
        item.knob: _after(item, knobs[item.knob], stages, raised.after(item.knob), given, gated)
        for item in (*now, *later)
    }
    report("commands", 3, _STEPS)
    steps = commands.steps(now, later, fixing.knobs, raised, after, given, gated)
    places = {step.knob: step.number for step in reversed(steps)}
    now, later = (tuple(sorted(items, key=lambda item: places.get(item.knob, 0))) for items in (now, later))
    decided = {*chosen.sizes, *settled.before, *given.ruled_out}
    unknown = [knob for knob in chosen.left if knob.id not in decided]
    allocation = chosen.allocation
    report("price list", 4, _STEPS)
    plan = Plan(
        budgets=with_others(with_items(_of_systems(given), now), steps, knobs),
        items=now,
        later=later,
        steps=steps,
        gigabytes=price_list(
            chosen.from_present(settled), given.prices, given.weights, {**settled.granted, **chosen.sizes}
        ),
        not_done=_not_done(given, settled, chosen, unknown, few),
        limits=fixing.limits,
        weights=given.weights.listed(),
        reads_avoided=_reads_avoided(now),
        cpu_saved=total("CPU saved", "s/h", (item.cpu_saved for item in now if item.cpu_saved)),
        wait_saved=total("waiting saved", "s/h", (item.wait_saved for item in now if item.wait_saved)),
        worth=total("worth", "s/h", (item.worth for item in now if item.worth)),
        gap=0.0 if allocation.proven else allocation.gap,
        proven=allocation.proven,
        next_gigabyte=chosen.problem.next_gigabyte(allocation),
        least=given.least * GIB,
        held=given.asked_held,
        assumptions=_assumptions(now),
        cautions=(
            *given.notes,
            *(f"{lost.question}: {lost.supply}" for lost in given.unjudged),
            *cautions(now, settled.knobs, given.limits),
            *fixing.cautions,
            *reasons.without_cost([knob for knob in unknown if knob.id not in given.short]),
        ),
    )
    is_known = bool(chosen.offers or settled.too_little)
    return plan, is_known, {item.knob: item.size_after for item in ordered}


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The best use of what is left after what was settled. `sizes` is what each offer is given; `left` are
    the knobs at the sizes that were settled.
    """

    left: Sequence[Knob]
    offers: Sequence[Offer]
    problem: Problem
    allocation: Allocation
    sizes: Mapping[KnobId, int]

    def from_present(self, settled: Settled) -> list[Offer]:
        """The offers, those of knobs that a rule asks to grow from their present size: a price list has
        all.
        """
        granted = (offer(settled.knobs[name], protected=True) for name in settled.granted)
        others = (offered for offered in self.offers if offered.knob.id not in settled.granted)
        return [*others, *filter(None, granted)]


def _choose(given: PlanInput, settled: Settled) -> _Chosen:
    """The best sizes of all knobs that offer some."""
    kept = given.protected | given.short
    left = settled.left()
    offers = [offered for knob in left if (offered := offer(knob, protected=knob.id in kept))]
    terms = Terms(
        prices=given.prices,
        weights=given.weights,
        budgets=given.budgets,
        limits=without_raised(given.limits),
        freed=settled.freed,
        least=given.least,
        closed=given.closed,
        growth=given.growth,
        forced=given.forced,
    )
    problem, allocation = best(offers, terms)
    chosen = zip(offers, problem.size_of(allocation.chosen), strict=True)
    return _Chosen(left, offers, problem, allocation, {offered.knob.id: size for offered, size in chosen})


def _items(
    given: PlanInput, settled: Settled, chosen: _Chosen
) -> tuple[list[Item], tuple[Item, ...], set[KnobId]]:
    """The knobs whose size changes now, those that wait for room, and those that take too little to wait."""
    prices, weights, knobs, before = given.prices, given.weights, settled.knobs, settled.before
    changed = {
        offered.knob.id: turned(offered, size, prices, weights)
        for offered in chosen.offers
        if (size := chosen.sizes[offered.knob.id]) != offered.knob.size
    }
    back = [wasted(knob) for name, knob in settled.wasted.items() if name not in changed]
    granted = [
        held_item(knobs[name], size, prices, weights)
        if name in given.held
        else asked_for(knobs[name], size, prices, weights, given.least)
        for name, size in settled.granted.items()
        if name not in changed
    ]
    best_use = [since(item, before.get(name), prices, weights) for name, item in changed.items()]
    now = [*back, *granted, *best_use]
    later = waiting(chosen.problem, chosen.allocation, given, settled.refused, {item.knob for item in now})
    unknown = unseen(later, given, chosen.problem, chosen.allocation)
    few = little(
        (item for item in later if item.knob not in unknown), given, chosen.problem, chosen.allocation
    )
    now += [item for item in later if item.knob in unknown]
    now += [item for item in later if item.knob in few]
    not_counted, present = settled.unseen | unknown, {knob.id: knob for knob in given.knobs}
    now = [
        replace(
            item,
            counted_bytes=0 if item.knob in not_counted else takes.real(present[item.knob], item.size_after),
        )
        for item in now
    ]
    return now, tuple(item for item in later if item.knob not in unknown | few), few


def _not_done(
    given: PlanInput, settled: Settled, chosen: _Chosen, unknown: Sequence[Knob], few: Collection[KnobId]
) -> tuple[NotDone, ...]:
    """What stays as it is, and why, most worth first; `few` have their size although a room is overdrawn."""
    knobs = {knob.id: knob for knob in given.knobs}
    held_back = reasons.held_back(
        chosen.problem, chosen.allocation, given.prices, given.weights, given.budgets
    )
    listed = (
        *(reason for reason in held_back if reason.knob not in few),
        *(reasons.protected(knob) for knob in chosen.left if is_wasted(knob) and knob.id in given.protected),
        *(reasons.too_little(knob, given.least_waste) for knob in settled.too_little),
        *(reasons.not_the_cause(knobs[name], finding) for name, finding in given.ruled_out.items()),
        *reasons.without_evidence(unknown, given.prices, given.weights),
        *below_wanted(given.held, {name: wanted.size for name, wanted in given.wanted.items()}, knobs),
    )
    return tuple(sorted(listed, key=lambda reason: (-reason.worth_at_most, str(reason.knob))))


def _after(item: Item, knob: Knob, stages: Staged, limit: str, given: PlanInput, gated: str) -> str:
    """All that has to come before an item, in words; empty where nothing has to. `gated` is what storage
    waits for that enters its image.
    """
    waits = any(item.knob == other.knob for other in stages.waiting)
    steps = stages.after if waits else ""
    known = _known_first(item, knob, given)
    days = ONLY_AFTER if item.knob in given.other_days and item.storage_bytes > 0 else ""
    enters = gated if is_gated(item, given) else ""
    return ", and ".join(filter(None, (steps or limit, known, days, enters)))


def _known_first(item: Item, knob: Knob, given: PlanInput) -> str:
    """What has to be done or known before a knob may have its size: always something where that may save
    nothing, unless it is held, asked for by whoever knows.
    """
    first = not_before(knob, item.size_after, given.wanted.get(item.knob))
    if first or item.knob in given.held or item.size_after <= knob.size:
        return first
    is_sure = item.worth is None or not item.worth.low <= 0 < item.worth.value
    if is_sure or knob.change(item.size_after)[0].only_after:
        return ""
    return f"you know that it saves more than it costs: supply {knob.supply or 'a run at that size'}"


def _of_systems(given: PlanInput) -> dict[Image, Budget]:
    """The budgets of z/OS systems: what a guest has to give or to take is its hypervisor's."""
    guests = guest_images(given.knobs)
    return {image: budget for image, budget in given.budgets.items() if image not in guests}


def _reads_avoided(items: Sequence[Item]) -> Estimate | None:
    """Reads of all items together; None where what changes costs none."""
    reads = [item.reads_avoided for item in items if item.reads_avoided]
    if not reads and any(item.worth for item in items):
        return None
    return total("reads avoided", "/s", reads)


def _assumptions(items: Iterable[Item]) -> tuple[str, ...]:
    figures = [figure for item in items for figure in (item.cpu_saved, item.wait_saved) if figure]
    return tuple(dict.fromkeys(word for figure in figures for word in figure.assumptions))


def _missing_evidence(not_done: Sequence[NotDone], knobs: Sequence[Knob]) -> tuple[str, str]:
    """Why nothing can be planned, and what to supply."""
    if not knobs:
        lacks = "not enough evidence: nothing in it whose size is known and can be changed"
        return lacks, f"supply {registry.what_gives_sizes()}"
    supply = list(dict.fromkeys(reason.supply for reason in not_done if reason.supply))[:4]
    would = "; or ".join(supply) or "counters of the pools over an interval"
    lacks = (
        "not enough evidence to plan: nothing is wasted, and of no knob is it known what another size saves"
    )
    return lacks, f"supply {would}; or a curve of a trace of page references (--curve)"


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """No search for cycles meanwhile: none of the many small objects of a large plan is in one, all live on,
    and looking through them again and again takes a third of its time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
