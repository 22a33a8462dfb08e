"""A plan of what was observed: what is asked for, checked against what there is."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

from getpage.contract.asked import knob_called
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.curve.saved import read_curves, with_curves
from getpage.ledger.takes import on_image
from getpage.plan.added import parse_added
from getpage.plan.budget import budgets
from getpage.plan.gigabytes import GIB
from getpage.plan.planner import PlanInput, make
from getpage.plan.rooms import with_added
from getpage.plan.settings import LEAST, PlanSettings
from getpage.plan.worth import Prices, make_weights
from getpage.products import registry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.core.names import KnobId
    from getpage.result.plan import Plan


def plan_of(
    observed: Observation, asked: PlanSettings | None = None, curves: Sequence[str | Path] = ()
) -> Plan:
    """The plan for what was observed.

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`. GetpageError for what cannot
    be asked of it, NotEnoughEvidenceError where nothing can be planned.
    """
    asked = asked or PlanSettings()
    real = observed.real_storage
    images = {entry.image for entry in real}
    knobs: Sequence[Knob] = [on_image(one, images) for one in observed.knobs]
    if not knobs:
        raise NotEnoughEvidenceError(_nothing_to_turn())
    knobs, notes = with_curves(knobs, read_curves(curves))
    weights = make_weights(asked.weights, knobs)
    given = budgets(real, knobs, parse_added(asked.add), ledger=asked.within_ledger)
    limits = with_added(observed.limits, given)
    prices = Prices(observed.work, asked.machine)
    everything = PlanInput(
        knobs=knobs,
        spared=_protected(asked, knobs),
        weights=weights,
        budgets=given,
        limits=limits,
        prices=prices,
        least=_least(asked.least) / GIB,
        notes=notes,
    )
    with _no_collection():
        return make(everything)


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
