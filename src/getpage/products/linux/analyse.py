"""Everything that the rules of Linux guests say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.evidence import Evidence, Need
from getpage.contract.observation import Observation
from getpage.products.common.analysis import Parts, apply_rules

from . import evidence as needs
from .checks import RULES
from .guest import Guest, guests
from .knobs import knob
from .shown import account, demands, tables
from .work import metered


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every Linux guest in it."""
    every = guests(evidence)
    parts = Parts("linux", every)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=parts.each("The account", account),
        tables=parts.later("Tables", tables),
        missing=parts.missing(_needs),
        unjudged=parts.unjudged,
        metered=parts.later("Measures", metered),
        looked=parts.looked(RULES),
        knobs=parts.each("Sizes", knob),
        demands=parts.every("Demands", demands),
    )


def _needs(guest: Guest) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not guest.memory.height, needs.MEMORY
    yield not guest.lines.height, needs.PAGING
    yield not guest.processes.height, needs.PROCESSES
    yield not guest.control_program, needs.HOST
    yield True, needs.BACKING
