"""TCB pool at its limit.

What it does:
    Reports pools of open TCBs that reached their limit, with the time that tasks waited for a TCB.

Why it matters:
    A task that needs an open TCB and finds the pool at its limit waits until another gives one back, before
    its call of Db2 or MQ begins.

Evidence:
    DSGNTCBL, DSGTOTNW, DSGTOTWL, DSGPEANW, DSGMXTCB of the pools in SMF 110 subtype 2, or the page
    "Dispatcher TCB Pools".

What to do:
    See what tasks do with their TCBs: where more than half of their time is one wait, that is the finding and
    the limit stays. Else a higher limit (MAXOPENTCBS, MAXXPTCBS, MAXSSLTCBS), by as many as waited at once;
    where none is coded, CICS takes 2 x MXT + 32 for open TCBs. The limit of the thread pool comes from the
    thread limits of JVM servers. Each TCB takes storage below 16 MB outside CICS's own: see
    what is free there first.

How to verify:
    The same statistics with the same work: no waits at the limit; free storage below 16 MB as before.

References:
    IBM CICS TS 5.4 documentation, "Dispatcher TCB Pools report", MAXOPENTCBS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import dispatcher, holders
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region

ID = "cics-tcb-pool-limit"
TITLE = "TCB pool at its limit"
NO_COMMAND = (
    "The limit is at its maximum, is not in this evidence, or comes from the thread limits of JVM "
    "servers, which their profiles set."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def named(pool: Measure) -> str:
    """How a pool is named as an object."""
    return f"{pool.key[-1]} TCB pool"


def find(region: Region) -> Iterator[Finding]:
    """Every pool that was at its limit."""
    waiting = holders.for_tcbs(region.transactions)
    holder = holders.holder_of(waiting, holders.FOR_TCBS)
    for pool in region.pools_now:
        times, waits = dispatcher.AT_LIMIT.count(pool), dispatcher.WAITS.count(pool)
        row = pool[dispatcher.LONGEST_WAIT]
        if not (times or waits) or row is None:
            continue
        waited = dispatcher.WAITED.in_(pool)
        limit = f" of {dispatcher.POOL_LIMIT.said(pool)} TCBs" if pool[dispatcher.LAST_POOL] else ""
        claim = f"The {named(pool)} of {region.label} reached its limit{limit} {wording.times(times)}"
        if waits:
            claim += f"; {wording.plural(waits, 'request')} waited for a TCB"
            claim += f", {numbers.seconds(waited)} in all" if waited else ""
        cause = holder if waits else None
        reached = f"Limit{limit} reached {wording.times(times)}"
        yield Finding(
            check=ID,
            object=region.within(named(pool)),
            severity=Severity.WARNING if waits else Severity.INFO,
            kind=Kind.SHORTAGE if waits else Kind.NOTE,
            headline=f"{reached}{f': {waits:,} waits for a TCB' if waits else ''}"
            if cause is None
            else cause.headline("the limit"),
            claim=f"{claim}." if cause is None else f"{cause.look} {reached}: tasks keep TCBs too long.",
            cause=None if cause is None else cause.cause,
            no_command="" if cause is None else holders.NO_COMMAND,
            evidence=(
                computed("waits at the limit", waits, "waits"),
                *region.facts(
                    dispatcher.POOLS_TABLE,
                    row,
                    limit="limit of the pool",
                    times_at_limit="times at the limit, worst collection",
                    limit_wait_us="waited at the limit, worst collection",
                    peak_waiting="most that waited at once",
                ),
                *(() if cause is None else cause.facts),
            ),
            delay_seconds=waited,
        )
