"""Everything that the rules of SVC dumps say of the evidence, in one deterministic order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from getpage.contract.dump_space import DumpSpace
from getpage.contract.lazy import Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.contract.stop import Stop
from getpage.products.common.judged import judge
from getpage.products.common.missing import missing
from getpage.products.common.rules import apply_rules

from . import needs
from .account import account
from .changes import reconcile
from .checks import NEEDED, RULES
from .dumps import every
from .knobs import knob
from .looks import LOOKS
from .pictures import pictures
from .tables import tables
from .work import metered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.dump_space import DumpNeed
    from getpage.contract.evidence import Evidence, Need
    from getpage.result import Finding

    from .dumps import Dumps


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of the dumps of every system in it."""
    found = every(evidence)
    judged = judge(found, RULES, reconcile)
    return Observation(
        findings=judged.findings,
        changes=judged.changes,
        accounts=tuple(one for one in map(account, found) if one is not None),
        pictures=Later(lambda: pictures(found)),
        tables=Later(lambda: tables(found)),
        missing=missing(found, _unmet),
        metered=Later(lambda: metered(found)),
        looked=tuple(looked("dumps", LOOKS, found)),
        knobs=tuple(one for one in map(knob, found) if one is not None),
        stops=tuple(stop for one in found for stop in _stops(one)),
        dump_spaces=tuple(
            DumpSpace(image=one.id.image, judged=partial(_beside, one))
            for one in found
            if one.maxspace and one.is_placed
        ),
    )


def _stops(dumps: Dumps) -> Iterator[Stop]:
    """When the address spaces of its dumps did no work."""
    for one in dumps.all:
        if one.seconds is not None and one.begun is not None and one.jobs:
            what = "capture of a dump"
            yield Stop(image=dumps.id.image, jobs=one.jobs, what=what, start=one.begun, seconds=one.seconds)


def _beside(dumps: Dumps, need: DumpNeed) -> tuple[Finding, ...]:
    """What the rules find where it is known what the largest subsystem needs."""
    return apply_rules([replace(dumps, needed=need)], NEEDED).findings


def _unmet(one: Dumps) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield bool(one.all) and not any(dump.seconds for dump in one.all), needs.MESSAGES
    yield any(dump.bytes is None for dump in one.captured), needs.SIZES
