"""Everything that the rules of IMS say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.evidence import Evidence, Need
from getpage.contract.observation import Observation
from getpage.products.common.analysis import Parts, apply_rules

from .checks import RULES
from .evidence import LOG, MEMBERS, QUEUES, RATES, SUBPOOLS
from .ims import Ims, systems
from .knobs import knobs
from .shown import account, pictures, tables
from .waits_shown import pictures as pictures_of_waits
from .waits_shown import tables as tables_of_waits
from .work import metered


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every IMS in it."""
    every = systems(evidence)
    parts = Parts("ims", every)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=parts.each("The account", account),
        pictures=parts.later("Pictures", lambda of: (*pictures(of), *pictures_of_waits(of))),
        tables=parts.later("Tables", lambda of: (*tables(of), *tables_of_waits(of))),
        missing=parts.missing(_unmet),
        unjudged=parts.unjudged,
        metered=parts.later("Measures", metered),
        looked=parts.looked(RULES),
        knobs=parts.of("Sizes", knobs),
    )


def _unmet(ims: Ims) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    if ims.tracks is not None:  # an FDBR region runs nothing
        return
    yield not ims.judged, SUBPOOLS
    yield bool(ims.judged) and not any(subpool.intervals for subpool in ims.judged), RATES
    yield not ims.definitions.height, MEMBERS
    yield not any(group.queues for group in ims.region_groups), QUEUES
    yield ims.log_buffers is None or not ims.log_buffers.seconds, LOG
