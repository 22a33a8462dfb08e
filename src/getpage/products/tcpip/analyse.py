"""Everything that the rules of TCP/IP say of the evidence, in one deterministic order."""

from __future__ import annotations

from getpage.contract.checks import checked
from getpage.contract.evidence import Evidence
from getpage.contract.lazy import LazySequence
from getpage.contract.observation import Observation
from getpage.contract.work import AllWork
from getpage.products.common.missing import missing
from getpage.products.common.rules import apply_rules

from .checks import RULES
from .evidence import unmet
from .knobs import knobs
from .shown import account, tables
from .stack import stacks
from .work import metered, work


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every stack in it."""
    every = stacks(evidence)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=tuple(shown for shown in map(account, every) if shown is not None),
        tables=LazySequence(lambda: tables(every)),
        missing=missing(every, unmet),
        metered=LazySequence(lambda: metered(every)),
        work=AllWork.later("tcpip", lambda: work(every)),
        looked=tuple(checked("tcpip", RULES, every)),
        knobs=tuple(knob for stack in every for knob in knobs(stack)),
    )
