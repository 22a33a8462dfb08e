"""Everything that the rules of z/OS say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.contract.order import in_order
from getpage.products.common import coupling
from getpage.products.common.advice import with_changes, worst_first

from . import counters, facilities, io
from .changes import changes
from .checks import RULES, SYSPLEX_RULES, page_in_service_class
from .limits import limits
from .looks import LOOKS, SYSPLEX_LOOKS
from .missing import missing
from .pictures import pictures
from .processors import processors
from .real import real_storage
from .system import systems
from .work import work

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every z/OS system in it."""
    found = systems(evidence)
    shared = coupling.facilities(evidence)
    of_systems = [finding for system in found for rule in RULES for finding in rule.find(system)]
    of_sysplexes = [finding for rule in SYSPLEX_RULES for finding in rule.find(shared)]
    plain = in_order((*of_systems, *of_sysplexes))
    advised = [change for system in found for change in changes(system, plain)]
    findings = tuple(with_changes(finding, advised) for finding in plain)
    return Observation(
        findings=findings,
        changes=worst_first(advised, findings),
        pictures=tuple(picture for system in found for picture in pictures(system)),
        missing=missing(found),
        looked=(*looked("zos", LOOKS, found), *looked("zos", SYSPLEX_LOOKS, (shared,))),
        real_storage=tuple(entry for system in found for entry in real_storage(system)),
        tables=(*facilities.tables(shared), *counters.tables(evidence), *io.tables(evidence)),
        limits=(*(limit for system in found for limit in limits(system)), *facilities.limits(shared)),
        work=tuple(work(evidence)),
        processors=tuple(processors(evidence)),
        repeats=page_in_service_class.named_by_region(findings),
    )
