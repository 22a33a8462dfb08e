"""Everything that the rules of z/OS say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.lazy import Anew, Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.contract.order import in_order
from getpage.contract.work import AllWork
from getpage.products.common import coupling
from getpage.products.common.advice import found, with_changes, worst_first
from getpage.products.common.processors import processors

from . import counters, facilities, io
from .causes import symptoms
from .changes import changes
from .checks import RULES, SYSPLEX_RULES
from .limits import limits
from .looks import LOOKS, SYSPLEX_LOOKS
from .missing import missing
from .namesakes import refuse_namesakes
from .pictures import pictures
from .real import real_by_interval, real_storage
from .system import systems
from .work import work

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every z/OS system in it."""
    refuse_namesakes(evidence)
    every = systems(evidence)
    shared = coupling.facilities(evidence)
    of_systems = [finding for system in every for finding in found(RULES, system)]
    of_sysplexes = found(SYSPLEX_RULES, shared)
    plain = in_order((*of_systems, *of_sysplexes))
    advised = [change for system in every for change in changes(system, plain)]
    findings = tuple(with_changes(finding, advised) for finding in plain)
    return Observation(
        findings=findings,
        changes=worst_first(advised, findings),
        pictures=Later(lambda: pictures(every)),
        missing=missing(every),
        looked=(*looked("zos", LOOKS, every), *looked("zos", SYSPLEX_LOOKS, (shared,))),
        real_storage=tuple(real_storage(every)),
        real_by_interval=Anew(lambda: real_by_interval(every)),
        tables=Later(lambda: (*facilities.tables(shared), *counters.tables(evidence), *io.tables(evidence))),
        limits=(*(limit for system in every for limit in limits(system)), *facilities.limits(shared)),
        work=AllWork.later("zos", lambda: work(evidence)),
        processors=Later(lambda: processors(evidence)),
        symptoms=symptoms(findings),
    )
