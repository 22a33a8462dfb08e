"""Everything that the rules of sorts say of the evidence, in one deterministic order."""

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
from .events import events
from .knobs import knob, limit
from .looks import LOOKS
from .sorts import sorts
from .tables import tables
from .work import metered, work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence, Need

    from .sorts import Sorts


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of the sorts of every system in it."""
    found = sorts(evidence)
    judged = judge(found, RULES, reconcile)
    return Observation(
        findings=judged.findings,
        changes=judged.changes,
        accounts=tuple(one for one in map(account, found) if one is not None),
        tables=Later(lambda: tables(found)),
        events=Later(lambda: events(found)),
        missing=missing(found, _unmet),
        limits=tuple(one for one in map(limit, found) if one is not None),
        metered=Later(lambda: metered(found)),
        work=AllWork.later("sort", lambda: work(found)),
        looked=tuple(looked("sort", LOOKS, found)),
        knobs=tuple(one for one in map(knob, found) if one is not None),
    )


def _unmet(one: Sorts) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not one.rows.height, needs.RUNS
    yield one.rows.height > 0 and one.large.height > one.timed.height, needs.STEPS
    yield one.large.height > 0 and one.large["said_held"].null_count() > 0, needs.STORAGE
