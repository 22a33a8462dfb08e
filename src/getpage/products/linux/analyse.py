"""Everything that the rules of Linux guests say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.lazy import Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.products.common.judged import judge
from getpage.products.common.missing import missing

from . import needs
from .account import account
from .changes import reconcile
from .checks import RULES
from .guest import guests
from .knobs import knob
from .looks import LOOKS
from .metered import metered
from .tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence, Need

    from .guest import Guest


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every Linux guest in it."""
    found = guests(evidence)
    judged = judge(found, RULES, reconcile)
    return Observation(
        findings=judged.findings,
        changes=judged.changes,
        accounts=tuple(one for one in map(account, found) if one is not None),
        tables=Later(lambda: tables(found)),
        missing=missing(found, _unmet),
        metered=Later(lambda: metered(found)),
        looked=tuple(looked("linux", LOOKS, found)),
        knobs=tuple(one for one in map(knob, found) if one is not None),
    )


def _unmet(guest: Guest) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not guest.memory.height, needs.MEMORY
    yield not guest.lines.height, needs.PAGING
    yield not guest.processes.height, needs.PROCESSES
    yield not guest.control_program, needs.HOST
    yield True, needs.BACKING
