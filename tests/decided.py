"""What is decided of an observation: the one list and the first answers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from getpage.answers import verdict
from getpage.contract.observation import Observation
from getpage.contract.order import in_order
from getpage.plan import PlanSettings
from getpage.plan.pipeline import decide
from getpage.result import Advise, Ask, Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.knob import Knob
    from getpage.core.names import FindingId, KnobId
    from getpage.result import Change


#: Nothing is too small to be given back.
EVERYTHING = PlanSettings(least_waste="0")


def advised(*changes: Change, **more) -> Observation:
    """What was observed where findings ask for just these changes."""
    knobs = {knob.id: knob for knob in more.get("knobs", ())}
    findings = tuple(_asking(change, name, knobs) for change in changes for name in change.because)
    return Observation(**more | {"findings": (*more.get("findings", ()), *findings)})


def _asking(change: Change, name: FindingId, knobs: Mapping[KnobId, Knob]) -> Finding:
    knob = knobs.get(change.knob) if change.knob else None
    if knob is not None and change.total_bytes:
        size = knob.size + change.total_bytes // knob.unit_bytes
        asking = {"asks": (Ask(knob=knob.id, size=size),)}
    else:
        spell = partial(_because_of, change)
        asking = {"advice": (Advise(subsystem=change.subsystem, setting=change.setting, spell=spell),)}
    return Finding(
        check=name.check, object=name.object, severity=Severity.WARNING, kind=Kind.NOTE, claim="", **asking
    )


def _because_of(change: Change, because: tuple[FindingId, ...]) -> Change:
    return replace(change, because=because)


def listed(said: Observation) -> tuple[Change, ...]:
    """The one list of commands."""
    return decide(said, EVERYTHING).changes


def ordered(said: Observation) -> tuple[Finding, ...]:
    """The findings with what answers them, in the order in which they are read."""
    return in_order(decide(said).findings)


def checked(said: Observation) -> str:
    """What was checked, in sentences."""
    return " ".join(verdict(said, ordered(said)))
