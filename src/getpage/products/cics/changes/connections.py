"""Limits of what tasks wait for outside CICS's own areas: threads of JVM servers, TCBs connected to Db2.

Each is raised by as many as waited at once: less would still have them wait, and more is not shown to be
needed.

References: IBM CICS TS 5.5 documentation, JVMSERVER and DB2CONN attributes, CEMT SET JVMSERVER, CEMT SET
DB2CONN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.products.cics import connections

from .draft import Draft

if TYPE_CHECKING:
    from getpage.contract.measures import Measure
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region

#: Most that CICS takes.
MOST_THREADS: Final = 256
MOST_DB2_TCBS: Final = 2000


def jvm_threads(region: Region, one: Measure, because: tuple[FindingId, ...]) -> Draft | None:
    """THREADLIMIT of a JVM server by as many as waited at once."""
    row, waiting = one[connections.LAST_JVM], int(one[connections.MOST_FOR_THREADS] or 0)
    if row is None or not row["thread_limit"] or not waiting:
        return None
    name, old = str(one.key[-1]), int(row["thread_limit"])
    new = min(old + waiting, MOST_THREADS)
    if new <= old:
        return None
    return Draft(
        setting=f"JVMSERVER {name} THREADLIMIT",
        command=f"CEMT SET JVMSERVER({name}) THREADLIMIT({new})",
        undo=f"CEMT SET JVMSERVER({name}) THREADLIMIT({old})",
        verify="The statistics of the JVM server have no waits for threads, and its log no more time in "
        "collections.",
        effect=f"Lets {new:,} tasks run in JVM server {name} of {region.label} at a time instead of {old:,}.",
        because=because,
        caution="Each thread has a T8 TCB, a stack and what its task has alive in the heap: see its log of "
        "collections first. It holds until the JVM server is installed again: CEDA ALTER "
        f"JVMSERVER({name}) GROUP(group) THREADLIMIT({new}) as well.",
    )


def db2_tcbs(region: Region, because: tuple[FindingId, ...]) -> Draft | None:
    """TCBLIMIT by as many as waited at once."""
    one = region.db2_connection
    row = None if one is None else one[connections.LAST_DB2]
    waiting = 0 if one is None else int(one[connections.MOST_FOR_DB2] or 0)
    if row is None or not row["tcb_limit"] or not waiting:
        return None
    old = int(row["tcb_limit"])
    new = min(old + waiting, MOST_DB2_TCBS)
    if new <= old:
        return None
    return Draft(
        setting="DB2CONN TCBLIMIT",
        command=f"CEMT SET DB2CONN TCBLIMIT({new})",
        undo=f"CEMT SET DB2CONN TCBLIMIT({old})",
        verify="The Db2 connection statistics have no tasks on the ready queue.",
        effect=f"Lets {new:,} tasks of {region.label} be connected to Db2 at a time instead of {old:,}.",
        because=because,
        caution="Each TCB is a thread of Db2: CTHREAD of its parameters has to hold those of all regions, "
        "and each takes storage below 16 MB of the region. It holds until the DB2CONN is installed again: "
        f"CEDA ALTER DB2CONN({row['db2_connection']}) GROUP(group) TCBLIMIT({new}) as well.",
    )
