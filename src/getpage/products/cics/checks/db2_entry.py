"""DB2ENTRY that ran out of threads.

What it does:
    Reports DB2ENTRYs whose tasks waited for a thread, or used one of the pool, more than ten times in a
    statistics interval. Monitoring shows which of the two happened.

Why it matters:
    At THREADLIMIT of its entry the next task waits for a thread (THREADWAIT(YES)), uses one of the pool
    (POOL) or abends (NO). Threads of the pool are not protected: they are created and ended again, and shared
    with all that have no entry.

Evidence:
    D2R_THREAD_WAIT_OR_OVERFL, D2R_THREAD_REUSE, D2R_THREAD_TERM of SMF 110 subtype 2 (DFHD2RDS); DB2RDYQW of
    subtype 1. The count does not tell a wait from a thread of the pool; monitoring does.

What to do:
    Look at THREADLIMIT and THREADWAIT (CEMT INQUIRE DB2ENTRY). Where tasks waited, raise the limit as far as
    TCBLIMIT of the DB2CONN and CTHREAD of Db2 allow. An entry that is meant to use the pool needs nothing.

How to verify:
    The same statistics at the same load: no waits or overflows, and no DB2RDYQW.

References:
    IBM CICS TS 5.4 data area DFHD2RKS; IBM CICS TS documentation: DB2ENTRY attributes, "Overview: How threads
    work". From ten in a statistics interval on, as CICS Performance Analyzer has it of other waits.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import connections, transactions
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import DB2_ENTRIES
from getpage.products.cics.thresholds import ENTRY_WAITS
from getpage.result import Fact, Finding, Kind, Severity

ID = "cics-db2-entry"
TITLE = "DB2ENTRY that ran out of threads"
LOOKS_AT = DB2_ENTRIES
NO_COMMAND = (
    "No record shows THREADLIMIT at a public offset: CEMT INQUIRE DB2ENTRY does, and CEMT SET "
    "DB2ENTRY(name) THREADLIMIT(n) changes it while CICS runs."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(region: Region) -> Iterator[Finding]:
    """Every entry that ran out of threads."""
    waited = sum(float(task[transactions.DB2_THREAD_WAIT] or 0) for task in region.transactions)
    for entry in region.db2_entries:
        row = entry[connections.WORST_ENTRY]
        if row is None or (row["thread_waits"] or 0) <= region.in_force(ENTRY_WAITS):
            continue
        times = connections.ENTRY_WAITS.count(entry)
        yield Finding(
            check=ID,
            object=region.within(f"DB2ENTRY {entry.key[-1]}"),
            severity=Severity.WARNING if waited else Severity.INFO,
            kind=Kind.SHORTAGE if waited else Kind.NOTE,
            headline=f"No thread left {wording.times(times)}",
            claim=_claim(region, waited),
            evidence=(
                computed("waits or overflows to the pool", times, "times"),
                *((computed("waited for Db2 threads, all tasks", waited, "s"),) if waited else ()),
                *region.facts(
                    connections.ENTRY_TABLE,
                    row,
                    thread_waits="waits or overflows, worst statistics interval",
                    thread_reuses="threads reused then",
                    thread_ends="threads that ended then",
                ),
                *_longest_waits(region),
            ),
        )


def _claim(region: Region, waited: float) -> str:
    """What became of the tasks, as far as monitoring shows."""
    if waited:
        return "Tasks waited for Db2 threads. Raise THREADLIMIT as far as TCBLIMIT and CTHREAD allow."
    if region.transactions:
        return "Its tasks used threads of the pool: no task waited for a Db2 thread."
    return "Its tasks waited or used threads of the pool. SMF 110 subtype 1 shows which (DB2RDYQW)."


def _longest_waits(region: Region) -> Iterator[Fact]:
    """The transaction that waited longest for threads in a quarter of an hour."""
    waiting = [task for task in region.transactions if task[transactions.DB2_THREAD_WAIT]]
    if waiting:
        worst = max(waiting, key=lambda task: float(task[transactions.DB2_THREAD_WAIT]))
        yield from region.facts(
            transactions.TABLE,
            worst[transactions.LONGEST_DB2_THREAD],
            db2_thread_wait_us=f"waits for Db2 threads of {worst.key[-1]}, longest quarter of an hour",
        )
