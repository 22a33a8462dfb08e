"""Everything that the rules of TCP/IP say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.checks import checked
from getpage.contract.lazy import Later
from getpage.contract.observation import Observation
from getpage.contract.work import AllWork
from getpage.products.common.missing import missing
from getpage.products.common.rules import apply_rules

from . import needs
from .account import account
from .checks import RULES
from .knobs import knobs
from .stack import stacks
from .tables import tables
from .work import metered, work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence, Need

    from .stack import Stack


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every stack in it."""
    every = stacks(evidence)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=tuple(shown for shown in map(account, every) if shown is not None),
        tables=Later(lambda: tables(every)),
        missing=missing(every, _unmet),
        metered=Later(lambda: metered(every)),
        work=AllWork.later("tcpip", lambda: work(every)),
        looked=tuple(checked("tcpip", RULES, every)),
        knobs=tuple(knob for stack in every for knob in knobs(stack)),
    )


def _unmet(stack: Stack) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not stack.kinds, needs.CONNECTIONS
    yield stack.buffer("in") is None, needs.CONFIGURATION
    yield stack.connections is None, needs.COUNT
    yield not stack.storage.height, needs.STORAGE
