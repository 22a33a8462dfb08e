"""Everything that the rules of sorts say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.evidence import Evidence, Need
from getpage.contract.observation import Observation
from getpage.products.common.analysis import Parts, apply_rules

from . import evidence as needs
from .checks import RULES
from .knobs import knob, limit
from .pictures import pictures
from .shown import account, events, tables
from .sorts import Sorts, all_sorts
from .work import metered, work


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of the sorts of every system in it."""
    systems = all_sorts(evidence)
    parts = Parts("sort", systems)
    return Observation(
        findings=apply_rules(systems, RULES).findings,
        accounts=parts.each("The account", account),
        pictures=parts.later("Pictures", pictures),
        tables=parts.later("Tables", tables),
        events=parts.later("Events", events),
        missing=parts.missing(_unmet),
        unjudged=parts.unjudged,
        limits=parts.each("Limits", limit),
        metered=parts.later("Measures", metered),
        work=parts.work(work),
        looked=parts.looked(RULES),
        knobs=parts.each("Sizes", knob),
    )


def _unmet(sorts: Sorts) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not sorts.rows.height, needs.RUNS
    yield sorts.rows.height > 0 and sorts.large.height > sorts.timed.height, needs.STEPS
    yield sorts.large.height > 0 and sorts.large["said_held"].null_count() > 0, needs.STORAGE
