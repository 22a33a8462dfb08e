"""Everything that the rules of CICS say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.lazy import Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.contract.work import AllWork
from getpage.products.common.advice import found as advised
from getpage.products.common.judged import judge
from getpage.products.common.missing import missing

from .account import account
from .causes import symptoms
from .changes.reconcile import reconcile
from .checks import OFFERS, RULES
from .class_times import class_times
from .knobs import knobs
from .looks import LOOKS
from .missing import unmet
from .pictures import pictures
from .region import regions
from .tables import tables
from .work import work

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every region in it."""
    found = regions(evidence)
    judged = judge(found, RULES, reconcile)
    accounts = (account(region) for region in found)
    turned, room = knobs(found, judged.changes)
    return Observation(
        findings=judged.findings,
        changes=judged.changes,
        offers=tuple(offer for region in found for offer in advised(OFFERS, region)),
        accounts=tuple(one for one in accounts if one is not None),
        missing=missing(found, unmet),
        looked=tuple(looked("cics", LOOKS, found)),
        pictures=Later(lambda: pictures(found)),
        tables=Later(lambda: tables(found)),
        class_times=Later(lambda: class_times(found)),
        knobs=turned,
        limits=room,
        symptoms=dict(symptoms(judged.findings, found)),
        work=AllWork.later("cics", lambda: work(found)),
    )
