"""Work that waits for locks rather than for pages.

What it does:
    Adds up class 3 of accounting: where waits for locks, latches and global contention take half of the class
    2 elapsed time or more, and more than waits for reads, it names the plan that waits longest. Pools that
    are only asked to grow for their reads then keep their size.

Why it matters:
    A page that is found saves a read. A thread that waits for a lock waits as long, whatever the pool holds,
    and more buffers let more threads reach the same lock.

Evidence:
    QWACAWTL, QWACAWLH, QWACAWTP and the global contention waits of IFCID 3 (SMF 101, class 3).

What to do:
    Find who holds the locks: IFCID 196 (timeouts), 172 (deadlocks) and 44/45, or -DISPLAY DATABASE LOCKS.
    Commit more often, touch tables in one order, use row locks or ISOLATION(CS) with CURRENTDATA(NO) where
    that is right. Size pools afterwards.

How to verify:
    The share of lock and latch waits in class 2 elapsed time falls in the same load.

References:
    IBM Db2 documentation, "Accounting class 3 suspension times"; IBM REDP-5238, 2.2.2. Half is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core.names import KnobId
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools.idle_pools import idle
from getpage.products.db2.pools.wanted import gains, lacked_buffers
from getpage.products.db2.scopes import ACCOUNTED
from getpage.products.db2.thresholds import LOCKS
from getpage.result import Cause, Finding, Kind, Severity

ID = "db2-lock-waits"
TITLE = "Work that waits for locks rather than for pages"
NO_COMMAND = (
    "No size ends waits for locks: find who holds them (IFCID 44 and 45, 172, 196) and commit more often."
)
LOOKS_AT = ACCOUNTED
FINDS = (Kind.RISK,)


def find(member: Member) -> Iterator[Finding]:
    """A member whose threads wait for locks half of the time that they are in Db2, or longer."""
    waits = member.waits
    if waits is None or waits.lock_share < member.in_force(LOCKS) or waits.locks <= waits.reads:
        return
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"{wording.percent(waits.lock_share)} of class 2 elapsed time is waits for locks",
        claim=(
            f"Plan {waits.plan or 'without a name'} waited {wording.seconds(waits.plan_locks)} of it. More "
            "buffers "
            "do not end that: find who holds the locks."
        ),
        evidence=(
            computed("class 2 elapsed time", round(waits.elapsed, 3), "s"),
            computed("waits for locks, latches and global contention", round(waits.locks, 3), "s"),
            computed("waits for reads", round(waits.reads, 3), "s"),
        ),
        delay_seconds=waits.locks,
        cause=Cause.LOCK,
        rules_out=tuple(
            KnobId(member.id, pool.name)
            for pool in member.pools
            if not (idle(pool) or gains(pool) or lacked_buffers(pool))
        ),
    )
