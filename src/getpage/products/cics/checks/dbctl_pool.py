"""Tasks that waited for space in pools of IMS.

What it does:
    Reports regions whose tasks waited for space in the PSB and DMB pools of the IMS that they are connected
    to, and the transactions that waited most.

Why it matters:
    DBCTL queues the request to schedule a PSB until other programs end and give space back. The task has done
    nothing yet. The pools are small compared with what the wait costs.

Evidence:
    The DBCTL area of performance records (SMF 110 subtype 1): PAPLPOOL. It is there where the monitoring
    control table of the region has the event monitoring points DBCTL.1 and DBCTL.2 (COPY DFH$MCTD). That its
    fields follow each other as they are listed is derived: IMS macro DFSDSTA maps it.

What to do:
    Enlarge the pool that was short: DLIPSB, CSAPSB, PSBW or DMB of DFSPBxx. The Pool Space Failure Summary of
    the IMS Monitor shows which it was: where it is loaded, that pool has one finding with these waits.

How to verify:
    The same records with the same work: no time waited for pool space.

References:
    IBM CICS TS 5.4 documentation, "DBCTL monitoring data returned to CICS"; IBM CICS Customization Guide
    (SC33-1683), "DFHMCT TYPE=EMP entries for DBCTL"; IBM IMS 14 documentation, "DRA thread statistics".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import transactions
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TRANSACTIONS
from getpage.products.common.dbctl import POOL_SPACE
from getpage.result import Finding, Kind, Severity, Shows

ID = "cics-dbctl-pool"
TITLE = "Tasks that waited for space in pools of IMS"
LOOKS_AT = TRANSACTIONS
NO_COMMAND = (
    "The pools belong to IMS: its members and the Pool Space Failure Summary of its Monitor show which was "
    "short."
)
FINDS = (Kind.SHORTAGE,)
_SHOWN = 3


def find(region: Region) -> Iterator[Finding]:
    """The region, where its tasks waited."""
    waited = [task for task in region.transactions if task[transactions.DBCTL_POOL]]
    if not waited:
        return
    waited.sort(key=lambda task: (-float(task[transactions.DBCTL_POOL]), str(task.key[-1])))
    seconds = sum(float(task[transactions.DBCTL_POOL]) for task in waited)
    tasks = wording.plural(len(waited), "transaction")
    yield Finding(
        check=ID,
        object=region.within("DBCTL pool space"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{tasks} waited {numbers.seconds(seconds)} for IMS PSB and DMB pools",
        in_brief=f"{tasks} of {region.label} waited {numbers.seconds(seconds)} for it",
        claim="Their PSBs could not be scheduled before other programs gave space back. Enlarge the pool "
        "that was short.",
        evidence=(
            computed("waited for pool space", seconds, "s"),
            *(
                computed(f"of it {task.key[-1]}", float(task[transactions.DBCTL_POOL]), "s")
                for task in waited[:_SHOWN]
            ),
            *region.facts(
                transactions.TABLE,
                waited[0][transactions.LONGEST_POOL],
                dbctl_pool_wait_us=f"waits for pool space of {waited[0].key[-1]}, worst quarter of an hour",
                dbctl_schedule_us="time to schedule PSBs in it",
                ims_requests="DL/I requests in it",
            ),
        ),
        delay_seconds=seconds,
        shows=Shows(region.pools_of_dbctl, POOL_SPACE, itself=False) if region.pools_of_dbctl else None,
    )
