"""Dumps that could fill auxiliary storage, or that it refuses.

What it does:
    Compares MAXSPACE with what captured dumps can take at the tightest moment: real storage that is free, and
    auxiliary storage. It is a risk where that is less and AUXMGMT is OFF: nothing ends such a capture. It is
    one too where half of auxiliary storage is in use, as no dump is taken then with AUXMGMT=ON, or so much
    that a dump of MAXSPACE would be ended at 68 %.

Why it matters:
    With auxiliary storage full the system stops. With AUXMGMT=ON it does not, and the dump of the worst day
    is partial or is not taken.

Evidence:
    MAXSPACE and AUXMGMT (CHNGDUMP, D DUMP,OPTIONS); SMF 71: available frames, slots and storage-class memory.

What to do:
    AUXMGMT=ON. More page data sets or storage-class memory, or more real storage above the peak.

How to verify:
    D D,O; D ASM; SMF 71: the share of slots in use at its highest.

References:
    IBM z/OS MVS System Commands, CHNGDUMP (AUXMGMT); message IRA200E. That dumps are refused from 50 % on and
    ended at 68 % is general knowledge: no public page of IBM's was found that says it.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.dumps.changes import UNMANAGED
from getpage.products.dumps.thresholds import REFUSED_FROM, STOPPED_AT
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.dumps.dumps import Dumps

ID = "dumps-fill-auxiliary"
TITLE = "Dumps that could fill auxiliary storage, or that it refuses"
NO_COMMAND = (
    "PAGEADD takes a page data set that is there: its name and place are the site's, as is "
    "storage-class memory."
)
FINDS = (Kind.RISK,)
_LACK: Final = "missing for a dump of MAXSPACE"
_SLOTS: Final = "auxiliary storage to add for it"


def find(dumps: Dumps) -> Iterator[Finding]:
    """The system, where a dump of MAXSPACE would fill auxiliary storage or not be taken."""
    if dumps.maxspace is None or dumps.slots is None or dumps.lowest is None:
        return
    total, left, facts = dumps.slots
    used = 1 - left / total
    paged = max(0, dumps.maxspace - dumps.lowest[0])
    then = used + paged / total
    said = _said(dumps, used, then)
    if not said:
        return
    slots = more_slots(total, total - left, paged)
    grave = dumps.managed is False and then >= 1
    yield Finding(
        check=UNMANAGED,
        object=dumps.space,
        severity=Severity.CRITICAL if grave else Severity.WARNING,
        kind=Kind.RISK,
        claim=f"A dump on {dumps.place} may take {wording.size(dumps.maxspace)} (MAXSPACE), "
        f"{wording.size(dumps.lowest[0])} of real storage were free at the lowest, and "
        f"{wording.percent(used)} of {wording.size(total)} auxiliary storage was in use: {said}. "
        f"{wording.size(slots)} more of page data sets or of storage-class memory keep it whole.",
        evidence=(
            *dumps.maxspace_facts,
            dumps.lowest[1],
            *facts,
            computed(_LACK, max(0, round((then - STOPPED_AT) * total)), "bytes"),
            computed(_SLOTS, slots, "bytes"),
        ),
        storage_bytes=max(0, round((then - STOPPED_AT) * total)),
    )


def more_slots(total: int, used: int, paged: int) -> int:
    """Bytes of auxiliary storage to add to `total`, so that a dump that pages out so much beside what is in
    use is neither refused nor ended.
    """
    return max(0, ceil(max(used / REFUSED_FROM, (used + paged) / STOPPED_AT) - total))


def _said(dumps: Dumps, used: float, then: float) -> str:
    """What becomes of such a dump; nothing where it fits."""
    if dumps.managed is False:
        if then >= 1:
            return "it would fill it and stop the system, as AUXMGMT is OFF"
        if then >= STOPPED_AT:
            return f"it would be {wording.percent(then)} full, and nothing ends that, as AUXMGMT is OFF"
        return ""
    on = "AUXMGMT=ON" if dumps.managed else "AUXMGMT=ON, as it is unless it was switched off: D D,O tells"
    if used >= REFUSED_FROM:
        return f"from {wording.percent(REFUSED_FROM)} on no new dump is taken ({on})"
    if then >= STOPPED_AT:
        return f"its capture would end at {wording.percent(STOPPED_AT)}, as a partial dump ({on})"
    return ""
