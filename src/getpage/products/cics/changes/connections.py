"""Limits of what tasks wait for outside CICS's own areas: threads of JVM servers and to DBCTL, and TCBs
connected to Db2.

Each is raised by as many as waited at once: less would still have them wait, and more is not shown to be
needed. How many waited for a thread to DBCTL nothing counts: a quarter more is a size to look at.

References: IBM CICS TS 5.5 documentation, JVMSERVER and DB2CONN attributes, CEMT SET JVMSERVER, CEMT SET
DB2CONN, "Specifying numbers of threads"; IBM IMS 15 documentation, "DRA startup table".
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.core.units import KIB
from getpage.products.cics import connections
from getpage.products.cics.thresholds import MORE_THREADS

from .draft import Draft

if TYPE_CHECKING:
    from getpage.contract.measures import Measure
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region

#: Most that CICS takes.
MOST_THREADS: Final = 256
MOST_DB2_TCBS: Final = 2000
MOST_DBCTL_THREADS: Final = 999
#: What a thread to DBCTL takes of LSQA below 16 MB, about.
DBCTL_THREAD_BYTES: Final = 9 * KIB


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


def dbctl_threads(region: Region, one: Measure, because: tuple[FindingId, ...]) -> Draft | None:
    """MAXTHRD of the DRA by a quarter."""
    row = one[connections.LAST_DBCTL]
    if row is None:
        return None
    name, old = str(one.key[-1]), int(row["most_threads"])
    new = min(ceil(old * MORE_THREADS), MOST_DBCTL_THREADS)
    if new <= old:
        return None
    more = (new - old) * DBCTL_THREAD_BYTES
    return Draft(
        setting=f"DBCTL {name} MAXTHRD",
        command=f"MAXTHRD={new}",
        undo=f"MAXTHRD={old}",
        place="the DFSPRP macro of the region's DRA startup table DFSPZPxx, assembled and linked again; it "
        "is read when the region connects to DBCTL (CDBC)",
        after="the next session with the same load, its peak included",
        verify="The DBCTL session termination statistics show less time at MAXTHRD.",
        effect=f"Lets {new:,} tasks of {region.label} have a PSB scheduled in {name} at a time instead of "
        f"{old:,}. A size to look at: how many were queued nothing counts.",
        because=because,
        bytes=more,
        caution=f"Each thread is a TCB with about 9 KB of LSQA below 16 MB, {wording.size(more)} more: see "
        "what is free there first. On the worst day all of them have a PSB scheduled: the PSB pools of "
        f"{name} have to hold them, MAXREGN (at most 999) its threads of all regions, and with Fast Path "
        "CNBA the buffers of each, (FPBUF + FPBOF) x MAXTHRD. Disconnecting ends DL/I work of the region "
        "until it is connected again: with its next start.",
    )
