"""Everything that the rules of Java say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.lazy import Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.products.common.judged import judge
from getpage.products.common.missing import missing

from . import needs
from .account import account
from .changes import reconcile
from .checks import RULES
from .jvm import jvms
from .knobs import knob
from .looks import LOOKS
from .metered import metered
from .room import limits, with_frames
from .spaces_table import spaces_table
from .tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence, Need

    from .jvm import Jvm


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every Java virtual machine in it."""
    found = jvms(evidence)
    judged = judge(found, RULES, reconcile)
    changes, findings = with_frames(found, judged.changes, judged.findings)
    return Observation(
        findings=findings,
        changes=changes,
        accounts=tuple(made for jvm in found if (made := account(jvm)) is not None),
        tables=Later(lambda: (*tables(found), *spaces_table(found))),
        missing=missing(found, _unmet),
        limits=tuple(limits(found)),
        metered=Later(lambda: metered(found)),
        looked=tuple(looked("java", LOOKS, found)),
        knobs=tuple(one for jvm in found if (one := knob(jvm)) is not None),
    )


def _unmet(jvm: Jvm) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not jvm.judged, needs.COLLECTIONS
    yield not jvm.is_live_measured, needs.LIVE
    yield not jvm.heaps.height or jvm.setting("heap_max") is None, needs.SETTINGS
    yield jvm.judged and jvm.cpu_share is None, needs.PROCESSOR
