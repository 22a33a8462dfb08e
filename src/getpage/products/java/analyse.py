"""Everything that the rules of Java say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.evidence import Evidence, Need
from getpage.contract.observation import Observation
from getpage.products.common.analysis import Parts, apply_rules

from . import evidence as needs
from .checks import RULES
from .gc_pictures import pictures
from .jvm import BESIDE, Jvm
from .knobs import knobs, limits
from .machines import jvms
from .shown import account, demands, tables
from .work import metered


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every Java virtual machine in it."""
    machines = jvms(evidence)
    parts = Parts("java", machines)
    return Observation(
        findings=apply_rules(machines, RULES).findings,
        accounts=parts.each("The account", account),
        pictures=parts.later("Pictures", pictures),
        tables=parts.later("Tables", tables),
        missing=parts.missing(_unmet),
        unjudged=parts.unjudged,
        limits=parts.of("Limits", limits),
        metered=parts.later("Measures", metered),
        looked=parts.looked(RULES),
        knobs=parts.of("Sizes", knobs),
        demands=parts.of("Demands", demands),
    )


def _unmet(jvm: Jvm) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not jvm.judged, needs.COLLECTIONS
    is_beside = jvm.setting("collector") in BESIDE
    yield is_beside, needs.BESIDE
    yield not jvm.is_live_measured and not is_beside, needs.LIVE
    yield not jvm.heaps.height or jvm.setting("heap_max") is None, needs.SETTINGS
    yield jvm.judged and jvm.cpu_share is None, needs.PROCESSOR
