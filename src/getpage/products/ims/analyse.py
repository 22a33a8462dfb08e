"""Everything that the rules of IMS say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.lazy import Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.products.common.judged import judge
from getpage.products.common.missing import missing

from . import needs
from .account import account
from .causes import symptoms
from .changes import reconcile
from .checks import RULES
from .ims import systems
from .knobs import knobs
from .looks import LOOKS
from .metered import metered
from .pictures import pictures
from .tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence, Need

    from .ims import Ims


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every IMS in it."""
    found = systems(evidence)
    judged = judge(found, RULES, reconcile)
    return Observation(
        findings=judged.findings,
        changes=judged.changes,
        accounts=tuple(one for one in map(account, found) if one is not None),
        pictures=Later(lambda: pictures(found)),
        tables=Later(lambda: tables(found)),
        symptoms=symptoms(judged.findings),
        missing=missing(found, _unmet),
        metered=Later(lambda: metered(found)),
        looked=tuple(looked("ims", LOOKS, found)),
        knobs=tuple(knobs(found)),
    )


def _unmet(ims: Ims) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not ims.judged, needs.SUBPOOLS
    yield bool(ims.judged) and not any(one.intervals for one in ims.judged), needs.RATES
    yield not ims.definitions.height, needs.MEMBERS
    yield ims.log_buffers is None or not ims.log_buffers.seconds, needs.LOG
