"""DBCTL session at its threads.

What it does:
    Reports DBCTL sessions that had all threads of MAXTHRD in use: how often, how long, and how many PSBs are
    scheduled in such a time at the rate of the session.

Why it matters:
    A task that schedules a PSB while all threads are in use is queued in the region, before IMS sees its
    call. Larger buffers of IMS do not shorten that.

Evidence:
    STAMATHD, STANOMATHD, STAELMAX, STAPSBSU of SMF 110 subtype 2 (DFHDBUDS), which a region writes when it
    disconnects. Tasks that were queued are not counted: what is reported is the time in which one would be.
    What threads wait for is in log records X'56FA' of IMS (TPDBT, TPTDBPL, TPTDBIO), else in the DBCTL area
    of SMF 110 subtype 1 (PAPLTLOC, PAPLTIMO, PAPLPOOL).

What to do:
    First see what the tasks wait for while they have a thread. If that is locks, database I/O or space for
    PSBs for half of the time, more threads would wait for the same. Otherwise define a quarter more and look
    again: no statistics show how many would be enough. If MINTHRD is below what is used all the time, threads
    are built and collapsed over and over.

How to verify:
    The statistics of the next session with the same load: less time at MAXTHRD; DBCTL data of the monitoring
    records shows no longer waits to schedule a PSB.

References:
    IBM CICS TS 5.6 documentation: "DBCTL session termination statistics", "Specifying numbers of threads".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import connections
from getpage.products.cics.dbctl import DATABASE, LOCKS, POOL_WAITS, ThreadTime, thread_time
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import DBCTL
from getpage.products.cics.settings import dbctl_threads
from getpage.products.cics.thresholds import AT_MOST_THREADS
from getpage.products.common.dbctl import POOL_SPACE
from getpage.result import Cause, Fact, Finding, Kind, Severity, Shows

ID = "cics-dbctl-threads"
TITLE = "DBCTL session at its threads"
LOOKS_AT = DBCTL
NO_COMMAND = "MAXTHRD is at the most that CICS takes."
FINDS = (Kind.SHORTAGE, Kind.NOTE)

#: What threads wait for where no size ends it, and what to do first; a pool of IMS has a size.
_CAUSES = {LOCKS: Cause.LOCK, DATABASE: Cause.ELSEWHERE}
_NEXT = {
    LOCKS: "See who holds the locks",
    DATABASE: "See the subpools and disks of its databases",
    POOL_WAITS: "See which pool of IMS had no space",
}


def find(region: Region) -> Iterator[Finding]:
    """Every DBCTL to which the region had no more threads."""
    for session in region.dbctl:
        times, row = connections.AT_MOST.count(session), session[connections.WORST_DBCTL]
        if not times or row is None:
            continue
        full, connected = connections.FULL.in_(session), connections.CONNECTED.in_(session)
        share = full / connected if connected else 0.0
        scheduled = round(share * connections.SCHEDULES.count(session))
        is_short = share >= region.in_force(AT_MOST_THREADS)
        inside = thread_time(region, str(session.key[-1]), row)
        waits_for = inside.mostly if inside is not None and is_short else None
        pools = region.pools_of_dbctl if waits_for == POOL_WAITS else ()
        yield Finding(
            check=ID,
            object=region.within(f"DBCTL {session.key[-1]}"),
            severity=Severity.WARNING if is_short else Severity.INFO,
            kind=Kind.SHORTAGE if is_short else Kind.NOTE,
            headline=f"All {row['most_threads']:,} threads of MAXTHRD in use for {numbers.seconds(full)}",
            in_brief=f"all {row['most_threads']:,} threads of {region.label} in use for "
            f"{numbers.seconds(full)}",
            claim=_claim(inside),
            cause=_CAUSES.get(waits_for or ""),
            next_step=_NEXT.get(waits_for or "", ""),
            no_command="More threads would wait for the same." if waits_for else "",
            shows=Shows(pools, POOL_SPACE, itself=False) if pools else None,
            advice=dbctl_threads(region, session, is_known=inside is not None)
            if is_short and waits_for is None
            else (),
            evidence=(
                computed("time at MAXTHRD", full, "s"),
                computed("times at MAXTHRD", times, "times"),
                computed("time connected", connected, "s"),
                *_inside(inside),
                computed("PSBs scheduled in such a time, at the session's rate", scheduled, "PSBs"),
                *region.facts(
                    connections.DBCTL_TABLE,
                    row,
                    most_threads="MAXTHRD",
                    least_threads="MINTHRD",
                    times_at_most="times at MAXTHRD, worst session",
                    at_most_us="time at MAXTHRD, worst session",
                    times_at_least="times collapsed to MINTHRD",
                    peak_threads="most thread TCBs",
                    schedules="PSBs scheduled",
                ),
            ),
        )


def _claim(inside: ThreadTime | None) -> str:
    if inside is not None and inside.mostly is not None:
        share = wording.percent(inside.share(inside.mostly))
        return f"{share} of the time of its threads is {inside.mostly}: more threads would wait for the same."
    return (
        "A task that schedules a PSB meanwhile is queued. Nothing counts how many were, so raise MAXTHRD "
        "step by step."
    )


def _inside(inside: ThreadTime | None) -> Iterator[Fact]:
    if inside is None:
        return
    source = "log records X'56FA' of IMS" if inside.by_ims else "tasks that waited for IMS"
    yield computed(f"time of threads, by {source}", inside.seconds, "s")
    for name, seconds in inside.waits.items():
        yield computed(f"of it {name}", seconds, "s")
    if inside.most is not None:
        yield computed("threads of all regions in use, mean of the busiest interval", inside.most, "threads")
