"""Everything that the rules of IMS say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.checks import checked
from getpage.contract.lazy import Later
from getpage.contract.observation import Observation
from getpage.products.common.missing import missing
from getpage.products.common.rules import apply_rules

from .checks import RULES
from .evidence import unmet
from .ims import systems
from .knobs import knobs
from .metered import metered
from .shown import account, pictures, tables

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every IMS in it."""
    every = systems(evidence)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=tuple(shown for shown in map(account, every) if shown is not None),
        pictures=Later(lambda: pictures(every)),
        tables=Later(lambda: tables(every)),
        missing=missing(every, unmet),
        metered=Later(lambda: metered(every)),
        looked=tuple(checked("ims", RULES, every)),
        knobs=tuple(knobs(every)),
    )
