"""Auxiliary storage that fills.

What it does:
    Reports systems whose local page data sets were 70 % full or more at the peak.

Why it matters:
    At 70 % z/OS declares a shortage (IRA200E) and stops jobs that take slots fast; when it is full, the
    system stops. Pages that went there when storage was short stay until they are used.

Evidence:
    RMF Paging Activity, local page data set slots: available at the minimum, total (SMF71MNU, AVA).

What to do:
    Find who holds the slots (RMF Monitor III STORF, Aux). Add a page data set (PAGEADD) or storage-class
    memory; give real storage so that less is paged out.

How to verify:
    Slots in use under 70 % at the peak; no IRA200E.

References:
    Message IRA200E, z/OS MVS System Messages.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.products.common.subsystem import row_of
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import PAGE_SLOTS
from getpage.products.zos.sorts import limit_sorts
from getpage.products.zos.storage import FULLEST
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import SLOTS
from getpage.result import Criterion, Finding, Harm, Kind, Severity

_TOTAL, _FREE = "slots_total", "slots_available_minimum"

ID = "zos-auxiliary-storage"
TITLE = "Auxiliary storage that fills"
LOOKS_AT = PAGE_SLOTS
NO_COMMAND = "PAGEADD takes a page data set that exists: its name and place are the site's."
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when its page data sets fill."""
    row = row_of(system.storage, FULLEST)
    if row is None:
        return
    used = (int(row[_TOTAL]) - int(row[_FREE])) / int(row[_TOTAL])
    most = system.in_force(SLOTS)
    if used < most:
        return
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL,
        criterion=Criterion("local page slots in use", "percent", 100 * used, 100 * most),
        kind=Kind.SHORTAGE,
        harm=Harm.OUTAGE,
        headline=f"{wording.percent(used)} of the local page slots in use at the peak",
        claim=f"From {wording.percent(most)} on z/OS stops jobs (IRA200E); without slots "
        "the system stops. Add a page data set, or real storage.",
        evidence=system.facts(
            STORAGE, row, slots_total="slots", slots_available_minimum="free slots, lowest"
        ),
        advice=limit_sorts(system),
    )
