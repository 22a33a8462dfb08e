"""Everything that the rules of TCP/IP say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.evidence import Evidence
from getpage.contract.namesakes import Namesakes
from getpage.contract.observation import Observation
from getpage.products.common.analysis import Parts, apply_rules
from getpage.products.common.namesakes import refuse, two_identities

from .checks import RULES
from .evidence import unmet
from .knobs import knobs
from .shown import account, tables
from .stack import stacks
from .work import metered, work


def namesakes(evidence: Evidence) -> Iterator[Namesakes]:
    """Systems that are two of one name."""
    yield two_identities(evidence, "tcp_connection", "systems", {"sysplex": "sysplex"})


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every stack in it."""
    refuse(namesakes(evidence))
    every = stacks(evidence)
    parts = Parts("tcpip", every)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=parts.each("The account", account),
        tables=parts.later("Tables", tables),
        missing=parts.missing(unmet),
        unjudged=parts.unjudged,
        metered=parts.later("Measures", metered),
        work=parts.work(work),
        looked=parts.looked(RULES),
        knobs=parts.every("Sizes", knobs),
    )
