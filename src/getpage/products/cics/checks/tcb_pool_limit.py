"""TCB pool at its limit.

What it does:
    Reports pools of open TCBs that reached their limit, and the time that tasks waited for a TCB.

Why it matters:
    A task that needs an open TCB while the pool is at its limit waits for another task's TCB before its call
    of Db2 or MQ begins.

Evidence:
    DSGNTCBL, DSGTOTNW, DSGTOTWL, DSGPEANW, DSGMXTCB of the pools in SMF 110 subtype 2, or the page
    "Dispatcher TCB Pools".

What to do:
    See what tasks do with their TCBs. Where more than half of their time is one wait, that wait is the
    finding and the limit stays. Otherwise raise the limit (MAXOPENTCBS, MAXXPTCBS, MAXSSLTCBS) by as many as
    waited at once. Where none is coded, CICS uses 2 x MXT + 32 for open TCBs. The limit of the thread pool
    follows from the thread limits of JVM servers. Each TCB takes storage below 16 MB outside the areas of
    CICS: see what is free there first.

How to verify:
    The same statistics with the same work: no waits at the limit; free storage below 16 MB as before.

References:
    IBM CICS TS 5.4 documentation, "Dispatcher TCB Pools report", MAXOPENTCBS.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import dispatcher, holders
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TCB_POOLS
from getpage.products.cics.settings import tcb_pool
from getpage.result import Finding, Kind, Severity

ID = "cics-tcb-pool-limit"
TITLE = "TCB pool at its limit"
LOOKS_AT = TCB_POOLS
NO_COMMAND = (
    "The limit is at its maximum, is not in this evidence, or follows from the thread limits of JVM servers, "
    "which their profiles set."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(region: Region) -> Iterator[Finding]:
    """Every pool that was at its limit."""
    inside = region.inside_tcb_pools
    for pool in region.pools_now:
        times, waits = dispatcher.AT_LIMIT.count(pool), dispatcher.WAITS.count(pool)
        row = pool[dispatcher.LONGEST_WAIT]
        if not (times or waits) or row is None:
            continue
        limit = f" of {dispatcher.POOL_LIMIT.label(pool)} TCBs" if pool[dispatcher.LAST_POOL] else ""
        cause = inside.cause if waits else None
        claim = (
            "A task waits for a TCB before its call of Db2 or MQ begins. See what is free below 16 MB first."
        )
        if cause is not None:
            claim = f"Tasks keep TCBs too long. {cause.look}"
        elif inside.mostly and waits:
            claim = f"A task waits for a TCB before its call of Db2 or MQ begins. {inside.mostly}."
        yield Finding(
            check=ID,
            object=region.within(f"{pool.key[-1]} TCB pool"),
            severity=Severity.WARNING if waits else Severity.INFO,
            kind=Kind.SHORTAGE if waits else Kind.NOTE,
            headline=_headline(limit, times, waits) if cause is None else cause.headline("the limit"),
            claim=claim,
            cause=None if cause is None else cause.cause,
            no_command="" if cause is None else holders.NO_COMMAND,
            advice=tcb_pool(region, pool) if waits and cause is None else (),
            evidence=(
                computed("waits at the limit", waits, "waits"),
                computed("times at the limit", times, "times"),
                *region.facts(
                    dispatcher.POOLS_TABLE,
                    row,
                    limit="limit of the pool",
                    times_at_limit="times at the limit, worst statistics interval",
                    limit_wait_us="waited at the limit, worst statistics interval",
                    peak_waiting="most that waited at once",
                ),
                *(inside.facts if waits else ()),
            ),
            delay_seconds=dispatcher.WAITED.in_(pool),
        )


def _headline(limit: str, times: int, waits: int) -> str:
    if waits:
        return f"{wording.plural(waits, 'request')} waited for a TCB at the limit{limit}"
    return f"Limit{limit} reached {wording.times(times)}"
