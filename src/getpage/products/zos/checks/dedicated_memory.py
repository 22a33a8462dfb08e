"""Dedicated memory that nobody has, or that is asked for in vain.

What it does:
    Compares the dedicated memory that is online with what was assigned to address spaces at most, and
    with what they asked for at most.

Why it matters:
    Dedicated memory (z/OS 3.1) is set apart at IPL and only for those that SMFLIMxx gives it to. What
    nobody has is lost to everything else; who asks for more than there is gets less, or does not start.

Evidence:
    RMF Paging Activity (SMF 71) of z/OS 3.1 or later: dedicated memory online, assigned and requested.
    The reply to F AXR,IAXDMEM DMEM (IAR049I) is not read: its text is not public.

What to do:
    Set less apart in IARPRMxx, or give it in SMFLIMxx to whoever would use it. It changes at an IPL only.

How to verify:
    F AXR,IAXDMEM DMEM after the IPL and at the peak: assigned is what is online.

References:
    IBM z/OS MVS Initialization and Tuning Guide, Dedicated Memory; Displaying real storage memory statistics.
    docs/models/paging.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.products.common.subsystem import row_of
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import DEDICATED
from getpage.products.zos.storage import MOST_ASSIGNED, MOST_REQUESTED
from getpage.products.zos.system import ZosSystem
from getpage.result import Finding, Kind, Severity

ID = "zos-dedicated-memory"
TITLE = "Dedicated memory that nobody has, or that is asked for in vain"
LOOKS_AT = DEDICATED
NO_COMMAND = (
    "IARPRMxx and SMFLIMxx say who has dedicated memory, at the next IPL: neither is in this evidence."
)
FINDS = (Kind.WASTE, Kind.RISK)

_LABELS = {
    "dedicated_online": "dedicated memory online",
    "dedicated_assigned": "assigned, highest",
    "dedicated_requested": "asked for, highest",
}


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system's dedicated memory."""
    assigned, requested = row_of(system.storage, MOST_ASSIGNED), row_of(system.storage, MOST_REQUESTED)
    name = system.within_itself("dedicated memory")
    if assigned is not None and assigned["dedicated_online"] > assigned["dedicated_assigned"]:
        online = int(assigned["dedicated_online"])
        spare = online - int(assigned["dedicated_assigned"])
        yield Finding(
            check=ID,
            object=name,
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            headline=f"{wording.size(spare)} of {wording.size(online)} never assigned",
            claim="It is set apart at IPL, and nothing else can use it. Set less apart, or give it to more "
            "address spaces.",
            evidence=system.facts(STORAGE, assigned, **_LABELS),
        )
    elif requested is not None and (requested["dedicated_requested"] or 0) > requested["dedicated_online"]:
        short = int(requested["dedicated_requested"]) - int(requested["dedicated_online"])
        yield Finding(
            check=ID,
            object=name,
            severity=Severity.WARNING,
            kind=Kind.RISK,
            headline=f"{wording.size(short)} more asked for than there is",
            claim="Whoever asked last got less, or did not start. Set more apart at the next IPL, or ask "
            "for less in SMFLIMxx.",
            evidence=system.facts(STORAGE, requested, **_LABELS),
        )
