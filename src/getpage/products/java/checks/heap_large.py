"""Heap much larger than its live set.

What it does:
    Names heaps of which less than 40 % is live after global collections, where collections take less than
    0.5 % of the time. A heap of which 55 % is live has to cost little more by the curve, and to give back
    1 GiB or more. Heaps of up to 2047 MB are left alone.

Why it matters:
    Each collection touches its pages, so they stay in real storage, which others could use.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: what global collections leave, and how much time
    collections take.

What to do:
    Make the heap smaller in a quiet week, and see what that costs.

How to verify:
    Collections still take less than 0.5 % of the time in the busiest hour.

References:
    IBM SDK, Java Technology Edition, How to do heap sizing: a heap less than 40 % occupied is larger than it
    need be. The 0.5 % and the 1 GiB are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.java.constants import (
    OCCUPIED,
    UNSHIFTED_LIMIT,
    WORTH_A_RESTART,
)
from getpage.products.java.jvm import COLLECTIONS, Jvm, megabytes
from getpage.products.java.scopes import LIVE_SETS
from getpage.products.java.thresholds import AMPLE, LEAST_LIVE
from getpage.result import Ask, Finding, Kind, Severity

ID = "java-heap-large"
TITLE = "Heap much larger than its live set"
LOOKS_AT = LIVE_SETS
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where a smaller one does as well."""
    model, live = jvm.model, jvm.live
    if model is None or live is None or not jvm.is_live_measured or not jvm.committed:
        return
    occupied, stopped = live[2] / jvm.committed, jvm.share()
    size = megabytes(max(live[2] / OCCUPIED / (1 - jvm.nursery_share), model.smallest)) * MIB
    then = model.seconds_a_second(size, "wait")
    saved = jvm.committed - size
    ample = jvm.in_force(AMPLE, jvm.heap)
    if occupied >= jvm.in_force(LEAST_LIVE, jvm.heap) or stopped >= ample or jvm.leak is not None:
        return
    if jvm.committed <= UNSHIFTED_LIMIT or saved < WORTH_A_RESTART:
        return
    if then is None or then[0] >= ample:
        return
    row, held = jvm.alive
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.WARNING,
        kind=Kind.WASTE,
        headline=f"Live set at most {wording.percent(occupied)} of a heap of {wording.size(jvm.committed)}",
        claim=f"{wording.size(size)} keep GC at or below {wording.percent(then[2])} of the time.",
        evidence=(
            *jvm.facts(COLLECTIONS, row, live="most that was live"),
            *jvm.facts(COLLECTIONS, held, heap_committed="heap held"),
            computed("stopped by collections", round(100 * stopped, 3), "percent"),
            computed("stopped with the smaller heap, at most", round(100 * then[2], 3), "percent"),
        ),
        storage_bytes=saved // MIB * MIB,
        asks=(Ask(knob=jvm.knob, size=size // MIB),),
    )
