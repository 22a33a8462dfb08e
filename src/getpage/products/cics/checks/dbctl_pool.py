"""Tasks that waited for space in pools of IMS.

What it does:
    Reports regions whose tasks waited for space in the pools of PSBs and DMBs of the IMS that they are
    connected to, with the transactions that waited most.

Why it matters:
    DBCTL puts the request to schedule a PSB on a queue until other programs end and give space back; the
    task has done nothing yet. The pools are small beside what the wait costs.

Evidence:
    The DBCTL area of performance records (SMF 110 subtype 1): PAPLPOOL. It is there where the monitoring
    control table of the region has the event monitoring points DBCTL.1 and DBCTL.2 (COPY DFH$MCTD). That its
    fields follow each other as they are listed is derived: IMS macro DFSDSTA maps it.

What to do:
    More space in the pool that was short: DLIPSB, CSAPSB, PSBW or DMB of DFSPBxx. Which it was, the Pool
    Space Failure Summary of the IMS Monitor says.

How to verify:
    The same records with the same work: no time waited for pool space.

References:
    IBM CICS TS 5.4 documentation, "DBCTL monitoring data returned to CICS"; IBM CICS Customization Guide
    (SC33-1683), "DFHMCT TYPE=EMP entries for DBCTL"; IBM IMS 14 documentation, "DRA thread statistics".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import transactions
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-dbctl-pool"
TITLE = "Tasks that waited for space in pools of IMS"
NO_COMMAND = (
    "The pools are those of IMS: its members and the Pool Space Failure Summary of its Monitor say "
    "which was short."
)
FINDS = (Kind.SHORTAGE,)
#: What is found, as an object.
OBJECT = "DBCTL pool space"
_NAMED = 3


def find(region: Region) -> Iterator[Finding]:
    """The region, where its tasks waited."""
    waited = [one for one in region.transactions if one[transactions.DBCTL_POOL]]
    if not waited:
        return
    waited.sort(key=lambda one: (-float(one[transactions.DBCTL_POOL]), str(one.key[-1])))
    seconds = sum(float(one[transactions.DBCTL_POOL]) for one in waited)
    most = [
        f"{one.key[-1]} ({numbers.seconds(float(one[transactions.DBCTL_POOL]))})" for one in waited[:_NAMED]
    ]
    yield Finding(
        check=ID,
        object=region.within(OBJECT),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"Tasks of {wording.plural(len(waited), 'transaction')} of {region.label} waited "
        f"{numbers.seconds(seconds)} in all for space in pools of PSBs and DMBs of IMS before their PSB was "
        f"scheduled; most: {wording.listed(most)}.",
        evidence=(
            computed("waited for pool space", seconds, "s"),
            *region.facts(
                transactions.TABLE,
                waited[0][transactions.LONGEST_POOL],
                dbctl_pool_wait_us=f"waits for pool space of {waited[0].key[-1]}, worst quarter of an hour",
                dbctl_schedule_us="time to schedule PSBs in it",
                ims_requests="DL/I requests in it",
            ),
        ),
        delay_seconds=seconds,
    )
