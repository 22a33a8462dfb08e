"""Dumps that could fill auxiliary storage, or that it refuses.

What it does:
    Compares MAXSPACE with what captured dumps can take at the tightest moment: free real storage, and
    auxiliary storage. It is a risk if that is less and AUXMGMT is OFF, because nothing ends such a capture.
    It is also a risk if half of auxiliary storage is in use, because with AUXMGMT=ON no dump is then taken,
    or so much that a dump of MAXSPACE would be ended at 68 %.

Why it matters:
    With auxiliary storage full the system stops. With AUXMGMT=ON it does not stop, but the dump of the worst
    day is partial or is not taken.

Evidence:
    MAXSPACE and AUXMGMT (CHNGDUMP, D DUMP,OPTIONS); SMF 71: available frames, slots and storage-class memory.

What to do:
    AUXMGMT=ON. Add page data sets or storage-class memory, or real storage above the peak.

How to verify:
    D D,O; D ASM; SMF 71: the share of slots in use at its highest.

References:
    IBM z/OS MVS System Commands, CHNGDUMP (AUXMGMT); message IRA200E. That dumps are refused from 50 % on and
    ended at 68 % is general knowledge: no public page of IBM's was found that says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.dumps.constants import REFUSED_FROM, STOPPED_AT
from getpage.products.dumps.dumps import Dumps
from getpage.products.dumps.scopes import SPACE
from getpage.products.dumps.spelling import manage
from getpage.result import Advise, Criterion, Finding, Harm, Kind, Severity

ID = "dumps-fill-auxiliary"
TITLE = "Dumps that could fill auxiliary storage, or that it refuses"
LOOKS_AT = SPACE
NO_COMMAND = (
    "PAGEADD takes a page data set that exists: its name and place are the site's, as is storage-class "
    "memory."
)
FINDS = (Kind.RISK,)


def find(dumps: Dumps) -> Iterator[Finding]:
    """The system, if a dump of MAXSPACE would fill auxiliary storage or not be taken."""
    if dumps.maxspace is None or dumps.slots is None or dumps.lowest is None:
        return
    total, left, slot_facts = dumps.slots
    used = 1 - left / total
    paged = max(0, dumps.maxspace - dumps.lowest[0])
    filled = used + paged / total
    outcome = _outcome(dumps, used, filled)
    if outcome is None:
        return
    headline, why = outcome
    lack = max(0, round((filled - STOPPED_AT) * total))
    slots = more_slots(total, total - left, paged)
    facts = (
        *dumps.maxspace_facts,
        dumps.lowest[1],
        *slot_facts,
        computed("missing for a dump of MAXSPACE", lack, "bytes"),
        computed("auxiliary storage to add for it", slots, "bytes"),
    )
    stops = dumps.managed is False and filled >= 1
    switch = Advise(subsystem=dumps.id, setting="AUXMGMT", spell=partial(manage, dumps, facts))
    yield Finding(
        check=ID,
        object=dumps.space,
        severity=Severity.CRITICAL if stops else Severity.WARNING,
        criterion=None
        if dumps.managed is not False
        else Criterion("auxiliary storage in use with a dump of MAXSPACE", "percent", 100 * filled, 100.0),
        harm=Harm.OUTAGE if stops else Harm.LOST,
        kind=Kind.RISK,
        headline=headline,
        claim=f"{why} Add {wording.size(slots)} of page data sets or of storage-class memory.",
        evidence=facts,
        storage_bytes=lack,
        advice=(switch,) if dumps.managed is False and dumps.is_placed else (),
    )


def more_slots(total: int, used: int, paged: int) -> int:
    """Bytes of auxiliary storage to add to `total`, so that a dump that pages out so much is neither refused
    nor ended.
    """
    return max(0, ceil(max(used / REFUSED_FROM, (used + paged) / STOPPED_AT) - total))


def _outcome(dumps: Dumps, used: float, filled: float) -> tuple[str, str] | None:
    """What happens to a dump of MAXSPACE: the headline and why; None if it fits."""
    if dumps.managed is False:
        why = "AUXMGMT is OFF: nothing ends a capture that fills auxiliary storage."
        if filled >= 1:
            size = wording.size(dumps.maxspace or 0)
            return f"A dump of MAXSPACE ({size}) fills auxiliary storage and stops z/OS", why
        if filled >= STOPPED_AT:
            return f"A dump of MAXSPACE fills auxiliary storage to {wording.percent(filled)}", why
        return None
    on = "With AUXMGMT=ON" if dumps.managed else "With AUXMGMT=ON, the default,"
    if used >= REFUSED_FROM:
        why = f"{on} no new dump is taken from {wording.percent(REFUSED_FROM)} on."
        return f"No dump is taken: {wording.percent(used)} of auxiliary storage is in use", why
    if filled >= STOPPED_AT:
        why = f"{on} its capture ends at {wording.percent(STOPPED_AT)}: the dump is partial."
        return f"A dump of MAXSPACE fills auxiliary storage to {wording.percent(filled)}", why
    return None
