"""A plan of what was observed: what is asked for, checked against what there is."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.contract.asked import knob_called
from getpage.contract.order import is_short
from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.units import GIB
from getpage.curve.saved import read_curves, with_curves
from getpage.ledger.site import Site
from getpage.ledger.takes import on_image
from getpage.plan.added import parse_added
from getpage.plan.answered import answered
from getpage.plan.asks import (
    bounded,
    growth_of,
    ruled_out,
    spelled_advice,
    wanted_sizes,
    with_asks_of_changes,
)
from getpage.plan.budget import budgets
from getpage.plan.commands import Advised
from getpage.plan.demands import demands
from getpage.plan.planner import Made, PlanInput, make, not_enough
from getpage.plan.rooms import with_added
from getpage.plan.settings import LEAST, PlanSettings
from getpage.plan.worth import Prices, make_weights
from getpage.products import registry
from getpage.result import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.core.names import FindingId, KnobId
    from getpage.ledger.room import FreeStorage
    from getpage.result import Change, Finding
    from getpage.result.plan import Budget, Plan


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided: the plan with the one list, and the findings with what answers each.

    `lacks` says what would help where the evidence carries no plan; the list then has only what rules advise.
    """

    plan: Plan
    findings: tuple[Finding, ...]
    lacks: str = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The commands in their order."""
        return tuple(step.change for step in self.plan.steps)


def plan_of(
    observed: Observation, asked: PlanSettings | None = None, curves: Sequence[str | Path] = ()
) -> Plan:
    """The plan for what was observed.

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`. GetpageError for what cannot
    be asked of it, NotEnoughEvidenceError where nothing can be planned.
    """
    return enough(decide(observed, asked, curves))


def enough(decided: Decided) -> Plan:
    """The plan; NotEnoughEvidenceError where the evidence carries none."""
    if decided.lacks:
        raise NotEnoughEvidenceError(decided.lacks)
    return decided.plan


def decide(
    observed: Observation,
    asked: PlanSettings | None = None,
    curves: Sequence[str | Path] = (),
    seconds: float = 0.0,
) -> Decided:
    """The size of every knob, and every command: the one place where that is decided. `seconds` is the length
    of the window, 0 where it is not known.
    """
    asked = asked or PlanSettings()
    real = observed.real_storage
    images = {entry.image for entry in real}
    knobs: Sequence[Knob] = [on_image(one, images) for one in observed.knobs]
    knobs, notes = with_curves(knobs, read_curves(curves))
    asking = with_asks_of_changes(observed, knobs)
    wanted, kept = wanted_sizes(asking, knobs), ruled_out(asking)
    knobs = [bounded(knob, wanted, kept) for knob in knobs]
    wanted = {name: asked for name, asked in wanted.items() if name not in kept}
    weights = make_weights(asked.weights, knobs)
    added = parse_added(asked.add)
    given = budgets(real, knobs, added, ledger=asked.within_ledger)
    site = Site(observed)
    beside = {image: _beside(one, site.room.of(image)) for image, one in given.items()}
    short = {one.object for one in observed.findings if is_short(one)}
    everything = PlanInput(
        knobs=knobs,
        spared=_protected(asked, knobs),
        weights=weights,
        budgets=given,
        limits=with_added(observed.limits, given),
        prices=Prices(observed.work, asked.machine),
        least=_least(asked.least) / GIB,
        least_waste=max(1, bytes_of(asked.least_waste)),
        notes=(*notes, *(f"{lost.question}: {lost.supply}" for lost in observed.unjudged)),
        ruled_out={knob.id: kept[knob.id] for knob in knobs if knob.id in kept},
        growth=growth_of(
            knobs, wanted, short, [image for image in given if None in added or str(image) in added]
        ),
        short=frozenset(one.id for one in knobs if one.object in short),
        demands=demands(knobs, wanted, _critical(observed.findings)),
        closed=frozenset(image for image, one in given.items() if site.of(image).is_short and not one.added),
        little={image: room.little for image in given if (room := site.room.of(image)).is_minimum},
        at_most={
            image: max(0, room.beyond)
            for image in given
            if (room := site.room.of(image)).beyond is not None and not room.is_minimum
        },
        advised=Advised(
            findings=observed.findings,
            changes=(*observed.changes, *spelled_advice(observed.findings)),
            wanted=wanted,
            repeats=observed.repeats,
            seconds=seconds,
            least=_least(asked.least) / GIB,
            site=lambda: Site(observed, beside),
        ),
    )
    with _no_collection():
        made = make(everything)
    findings = tuple(answered(observed.findings, made.plan))
    return Decided(made.plan, findings, _lacks(made, knobs))


def _beside(budget: Budget, storage: FreeStorage) -> int:
    """What a budget has beside what is free at the minimum beyond the reserve: added, or not to be given."""
    if storage.beyond is None or not storage.is_minimum:
        return budget.added
    return budget.available - storage.beyond


def _lacks(made: Made, knobs: Sequence[Knob]) -> str:
    if made.is_known or made.plan.items or made.plan.steps:
        return ""
    return not_enough(made.plan.not_done) if knobs else _nothing_to_turn()


def _critical(findings: Sequence[Finding]) -> frozenset[FindingId]:
    return frozenset(one.id for one in findings if one.severity is Severity.CRITICAL)


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for cycles meanwhile: of the many small objects of a large plan none is in one, all live on,
    and looking through them again and again takes a third of its time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _protected(asked: PlanSettings, knobs: Sequence[Knob]) -> frozenset[KnobId]:
    return frozenset(knob_called(name, knobs, "--protect").id for name in asked.protect)


def _least(given: float) -> float:
    if not 0 <= given < 1e9:
        message = f"least worth {given:g}: expected seconds an hour from 0, such as {LEAST}"
        raise GetpageError(message)
    return given


def _nothing_to_turn() -> str:
    return (
        "not enough evidence: nothing in it whose size is known and can be changed. What would help: "
        f"{registry.what_gives_sizes()}"
    )
