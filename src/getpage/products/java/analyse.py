"""Everything that the rules of Java say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.checks import checked
from getpage.contract.evidence import Evidence, Need
from getpage.contract.lazy import LazySequence
from getpage.contract.observation import Observation
from getpage.products.common.missing import missing
from getpage.products.common.rules import apply_rules

from . import evidence as needs
from .checks import RULES
from .demands import demands
from .jvm import Jvm, jvms
from .knobs import knobs, limits
from .metered import metered
from .shown import account, tables


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every Java virtual machine in it."""
    machines = jvms(evidence)
    return Observation(
        findings=apply_rules(machines, RULES).findings,
        accounts=tuple(filter(None, map(account, machines))),
        tables=LazySequence(lambda: tables(machines)),
        missing=missing(machines, _unmet),
        limits=tuple(limits(machines)),
        metered=LazySequence(lambda: metered(machines)),
        looked=tuple(checked("java", RULES, machines)),
        demands=tuple(demands(machines)),
        knobs=tuple(knobs(machines)),
    )


def _unmet(jvm: Jvm) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not jvm.judged, needs.COLLECTIONS
    yield not jvm.is_live_measured, needs.LIVE
    yield not jvm.heaps.height or jvm.setting("heap_max") is None, needs.SETTINGS
    yield jvm.judged and jvm.cpu_share is None, needs.PROCESSOR
