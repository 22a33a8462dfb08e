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

What to do:
    Define a quarter more threads and look again: no statistics show how many would be enough. If MINTHRD is
    below what is used all the time, threads are built and collapsed over and over.

How to verify:
    The statistics of the next session with the same load: less time at MAXTHRD; DBCTL data of the monitoring
    records shows no longer waits to schedule a PSB.

References:
    IBM CICS TS 5.6 documentation: "DBCTL session termination statistics", "Specifying numbers of threads".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers
from getpage.products.cics import connections
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import DBCTL
from getpage.products.cics.settings import dbctl_threads
from getpage.products.cics.thresholds import AT_MOST_THREADS
from getpage.result import Finding, Kind, Severity

ID = "cics-dbctl-threads"
TITLE = "DBCTL session at its threads"
LOOKS_AT = DBCTL
NO_COMMAND = "MAXTHRD is at the most that CICS takes."
FINDS = (Kind.SHORTAGE, Kind.NOTE)


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
        yield Finding(
            check=ID,
            object=region.within(f"DBCTL {session.key[-1]}"),
            severity=Severity.WARNING if is_short else Severity.INFO,
            kind=Kind.SHORTAGE if is_short else Kind.NOTE,
            headline=f"All {row['most_threads']:,} threads of MAXTHRD in use for {numbers.seconds(full)}",
            claim="A task that schedules a PSB meanwhile is queued. Nothing counts how many were, so raise "
            "MAXTHRD step by step.",
            advice=dbctl_threads(region, session) if is_short else (),
            evidence=(
                computed("time at MAXTHRD", full, "s"),
                computed("times at MAXTHRD", times, "times"),
                computed("time connected", connected, "s"),
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
