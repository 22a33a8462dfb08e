"""What is decided of an observation: the one list and the first answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.answers import verdict
from getpage.contract.order import in_order
from getpage.plan import PlanSettings
from getpage.plan.pipeline import decide
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.result import Change


#: Nothing is too small to be given back.
EVERYTHING = PlanSettings(least_waste="0")


def listed(said: Observation) -> tuple[Change, ...]:
    """The one list of commands; a finding that a change names and that is not there is a note."""
    there = {one.id for one in said.findings}
    named = dict.fromkeys(name for one in said.changes for name in one.because if name not in there)
    notes = tuple(
        Finding(check=name.check, object=name.object, severity=Severity.WARNING, kind=Kind.NOTE, claim="")
        for name in named
    )
    return decide(replace(said, findings=(*said.findings, *notes)), EVERYTHING).changes


def ordered(said: Observation) -> tuple[Finding, ...]:
    """The findings with what answers them, in the order in which they are read."""
    return in_order(decide(said).findings)


def checked(said: Observation) -> str:
    """What was checked, in sentences."""
    return " ".join(verdict(said, ordered(said)))
