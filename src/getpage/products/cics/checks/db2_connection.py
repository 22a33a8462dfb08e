"""Db2 connection at its TCBs while tasks waited.

What it does:
    Reports regions that had all TCBs that TCBLIMIT allows connected to Db2 while tasks waited for one.

Why it matters:
    A call of Db2 needs an open TCB that is connected; at TCBLIMIT the next task waits until another gives
    one back, before Db2 sees anything of it.

Evidence:
    D2G_TCB_LIMIT, D2G_TCB_HWM, D2G_TCB_READYQ_HWM of SMF 110 subtype 2 (DFHD2GDS).

What to do:
    As many more TCBs as tasks waited at once, where Db2 takes as many threads (CTHREAD) and the region has
    as many open TCBs.

How to verify:
    The same statistics at the same load: no tasks on the ready queue.

References:
    IBM CICS TS 5.5 documentation: CICS Db2 global statistics, DB2CONN attributes, CEMT SET DB2CONN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.cics import connections
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-db2-connection"
TITLE = "Db2 connection at its TCBs while tasks waited"
NO_COMMAND = "TCBLIMIT is at the most that CICS takes."
FINDS = (Kind.SHORTAGE,)
#: What is found, as an object.
OBJECT = "Db2 connection"


def find(region: Region) -> Iterator[Finding]:
    """The connection, where tasks waited for it."""
    one = region.db2_connection
    row = None if one is None else one[connections.WORST_DB2]
    if row is None or not row["peak_waiting"] or row["peak_tcbs"] < row["tcb_limit"]:
        return
    yield Finding(
        check=ID,
        object=region.within(OBJECT),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{region.label} had all {row['tcb_limit']:,} TCBs of TCBLIMIT connected to Db2, and up to "
        f"{row['peak_waiting']:,} tasks waited for one at a time.",
        evidence=(
            computed("tasks that waited at a time", row["peak_waiting"], "tasks"),
            *region.facts(
                connections.DB2_TABLE,
                row,
                tcb_limit="TCBLIMIT",
                peak_tcbs="most TCBs connected",
                peak_waiting="most tasks that waited",
            ),
        ),
    )
