"""Db2 connection at its TCBs while tasks waited.

What it does:
    Reports regions that had as many TCBs connected to Db2 as TCBLIMIT allows while tasks waited for one.

Why it matters:
    A Db2 call needs a connected open TCB. At TCBLIMIT the next task waits for another task's TCB before Db2
    sees its call.

Evidence:
    D2G_TCB_LIMIT, D2G_TCB_HWM, D2G_TCB_READYQ_HWM of SMF 110 subtype 2 (DFHD2GDS).

What to do:
    Allow as many more TCBs as tasks waited at once, if Db2 takes as many threads (CTHREAD) and the region has
    as many open TCBs.

How to verify:
    The same statistics at the same load: no tasks on the ready queue.

References:
    IBM CICS TS 5.5 documentation: CICS Db2 global statistics, DB2CONN attributes, CEMT SET DB2CONN.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import connections
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import DB2_CONNECTION
from getpage.products.cics.settings import db2_tcbs
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

ID = "cics-db2-connection"
TITLE = "Db2 connection at its TCBs while tasks waited"
LOOKS_AT = DB2_CONNECTION
NO_COMMAND = "TCBLIMIT is at the most that CICS takes."
FINDS = (Kind.SHORTAGE,)


def find(region: Region) -> Iterator[Finding]:
    """The connection, where tasks waited for it."""
    row = row_of(region.db2_connection, connections.WORST_DB2)
    if row is None or not row["peak_waiting"] or row["peak_tcbs"] < row["tcb_limit"]:
        return
    yield Finding(
        check=ID,
        object=region.within("Db2 connection"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"All {row['tcb_limit']:,} TCBs of TCBLIMIT in use, "
        f"{wording.plural(row['peak_waiting'], 'task')} waited",
        claim="A task without a connected TCB waits before Db2 sees its call. Raise TCBLIMIT if CTHREAD of "
        "Db2 allows as many threads.",
        advice=db2_tcbs(region),
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
