"""Everything that the rules of TCP/IP say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.lazy import Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.contract.work import AllWork
from getpage.products.common.judged import judge
from getpage.products.common.missing import missing

from . import needs
from .account import account
from .changes import reconcile
from .checks import RULES
from .knobs import knobs
from .looks import LOOKS
from .stack import stacks
from .tables import tables
from .work import metered, work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence, Need

    from .stack import Stack


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every stack in it."""
    found = stacks(evidence)
    judged = judge(found, RULES, reconcile)
    return Observation(
        findings=judged.findings,
        changes=judged.changes,
        accounts=tuple(one for one in map(account, found) if one is not None),
        tables=Later(lambda: tables(found)),
        missing=missing(found, _unmet),
        metered=Later(lambda: metered(found)),
        work=AllWork.later("tcpip", lambda: work(found)),
        looked=tuple(looked("tcpip", LOOKS, found)),
        knobs=tuple(one for stack in found for one in knobs(stack)),
    )


def _unmet(stack: Stack) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not stack.kinds, needs.CONNECTIONS
    yield stack.buffer("in") is None, needs.CONFIGURATION
    yield stack.connections is None, needs.COUNT
    yield not stack.storage.height, needs.STORAGE
