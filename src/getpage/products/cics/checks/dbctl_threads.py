"""DBCTL session at its threads.

What it does:
    Reports sessions with DBCTL (IMS) that had all threads in use that MAXTHRD allows: how often, how long,
    and how many PSBs are scheduled in such a time at the session's own rate.

Why it matters:
    A task whose program schedules a PSB while all threads are in use is queued in the region, before IMS sees
    anything of it: no buffer of IMS, however large, shortens that.

Evidence:
    STAMATHD, STANOMATHD, STAELMAX, STAPSBSU of SMF 110 subtype 2 (DFHDBUDS), which a region writes when it
    disconnects. Tasks that were queued are not counted: what is told is the time in which one would be.

What to do:
    A quarter more threads, and look again: how many would have been enough no statistics tell. Fewer
    MINTHRD than are used all the time have threads built and collapsed over and over.

How to verify:
    The statistics of the next session with the same load: less time at MAXTHRD; DBCTL data of the monitoring
    records shows no longer waits to schedule a PSB.

References:
    IBM CICS TS 5.6 documentation: "DBCTL session termination statistics", "Specifying numbers of threads".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import connections
from getpage.products.cics.thresholds import AT_MOST_THREADS
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region

ID = "cics-dbctl-threads"
TITLE = "DBCTL session at its threads"
NO_COMMAND = "MAXTHRD is at the most that CICS takes."
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def named(one: Measure) -> str:
    """The session as findings name it."""
    return f"DBCTL {one.key[-1]}"


def find(region: Region) -> Iterator[Finding]:
    """Every DBCTL to which the region had no more threads."""
    for one in region.dbctl:
        times, row = connections.AT_MOST.count(one), one[connections.WORST_DBCTL]
        if not times or row is None:
            continue
        full, connected = connections.FULL.in_(one), connections.CONNECTED.in_(one)
        share = full / connected if connected else 0.0
        came = round(share * connections.SCHEDULES.count(one))
        claim = f"{region.label} had all {row['most_threads']:,} threads of MAXTHRD to {named(one)} in use "
        claim += f"{wording.times(times)}, {numbers.seconds(full)} in all"
        claim += f" of {numbers.seconds(connected)} connected" if connected else ""
        claim += (
            f"; at the rate of the whole session {wording.plural(came, 'PSB falls', 'PSBs fall')} into that "
            "time, and whoever schedules one then is queued"
            if came
            else ""
        )
        yield Finding(
            check=ID,
            object=region.within(named(one)),
            severity=Severity.WARNING if share >= AT_MOST_THREADS else Severity.INFO,
            kind=Kind.SHORTAGE if share >= AT_MOST_THREADS else Kind.NOTE,
            claim=f"{claim}.",
            evidence=(
                computed("time at MAXTHRD", full, "s"),
                computed("PSBs scheduled in such a time, at the session's rate", came, "PSBs"),
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
