"""Everything that the rules of TCP/IP say of the evidence, in one deterministic order."""

from __future__ import annotations

from getpage.contract.checks import checked
from getpage.contract.evidence import Evidence
from getpage.contract.observation import Observation
from getpage.contract.work import AllWork
from getpage.products.common.missing import missing
from getpage.products.common.parts import Parts
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
    parts = Parts("tcpip", every)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=parts.each("The account", account),
        tables=parts.later("Tables", tables),
        missing=parts.of("What is missing", lambda some: missing(some, unmet)),
        unjudged=parts.unjudged,
        metered=parts.later("Measures", metered),
        work=AllWork.later("tcpip", lambda: parts.of("Work", work)),
        looked=parts.of("What was checked", lambda some: checked("tcpip", RULES, some)),
        knobs=parts.every("Sizes", knobs),
    )
