"""Page set that scans a pool which others need.

What it does:
    Finds page sets that prefetch reads (80 % of their pages in every sample, two at least, and never
    changed), that hold 5 % of a pool or more, while the other page sets of the pool read 100 pages per second
    synchronously. It gives the statements that move them to a pool for scans where a simulated pool shows
    that their buffers save the others 10 reads per second and 5 % of their reads, and where that is at least
    twice what prefetch may have to read again. Without a simulation it offers one of just these buffers.

Why it matters:
    A scan brings pages that nobody asks for again soon. As long as they stay under VPSEQT they push out
    pages of random access all the same. In a pool of its own a scan needs no more than the buffers of a few
    prefetch requests, and the others have more buffers without more storage.

Evidence:
    LSTATS of -DISPLAY BUFFERPOOL at least twice (DSNB453I, DSNB455I, DSNB456I), or IFCID 199 as a record
    trace prints it, with getpages and GBP dependence. The catalog extract of `getpage collect` tells the
    names of indexes, and which pools nothing uses. DSNB432I or QBSP: what more buffers would avoid.

What to do:
    Define the pool, move the page sets one by one, and watch both pools. A page set that depends on its group
    buffer pool needs a group buffer pool of the new name first.

How to verify:
    Synchronous reads per second of the pool that they left fall; pages read by prefetch in the new pool rise
    by no more than forecast.

References:
    IBM Db2 documentation, ALTER TABLESPACE, ALTER INDEX, "Choosing buffer pool sizes". R. Catterall, "DB2 for
    z/OS Version 10: Moving objects from one buffer pool to another" (2011). The shares and rates are
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core.names import Object
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.placement.destinations import for_scans
from getpage.products.db2.placement.page_sets import Db2PageSet
from getpage.products.db2.placement.scans import ScannedPool, scanned_pools
from getpage.products.db2.placement.statements import Destination, can_move, moved
from getpage.products.db2.pools import alter
from getpage.products.db2.pools.wanted import can_simulate
from getpage.products.db2.scopes import PAGE_SETS
from getpage.result import Advise, Finding, Kind, Severity

ID = "db2-object-scans"
TITLE = "Page set that scans a pool which others need"
NO_COMMAND = (
    "What its buffers would save the others is not shown, or is less than 10 reads/s and 5 % of their reads."
)
LOOKS_AT = PAGE_SETS
FINDS = (Kind.SHORTAGE,)


def find(member: Member) -> Iterator[Finding]:
    """Every page set that scans a pool which others need."""
    pools = scanned_pools(member)
    targets = for_scans(member, pools)
    for scanned in pools:
        if scanned.gain.is_known and not scanned.is_worth_it:
            continue
        for page_set in scanned.scanned:
            yield _finding(member, scanned, page_set, targets[scanned.pool.page_bytes])


def _finding(
    member: Member, scanned: ScannedPool, page_set: Db2PageSet, target: Destination | None
) -> Finding:
    pool, gain = scanned.pool, scanned.gain
    share = page_set.cached / (pool.size or 1)
    least = scanned.saved_by(page_set)
    reads = wording.rate(scanned.reads)
    if not gain.is_known:
        second = (
            f"What its {page_set.cached:,} buffers would save them is not known: a simulation of as many "
            "shows it, or a trace (getpage curve --move)."
        )
    else:
        second = (
            f"Without it they save {wording.rate(gain.least)} to {wording.rate(gain.most)} reads/s; prefetch "
            f"reads at most {wording.rate(gain.added or 0.0)} I/Os/s more."
        )
    pages = (
        ()
        if page_set.catalog is None
        else (computed("pages in the catalog", page_set.catalog.pages, "pages"),)
    )
    return Finding(
        check=ID,
        object=Object(member.id, page_set.name),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"Scans {pool.name}: holds {wording.percent(share)} of it, others read {reads}/s",
        claim=(
            f"Prefetch reads {wording.rate(page_set.read_ahead)} of its pages per second and random access "
            f"almost none, while others of {pool.name} wait for reads. {second}"
        ),
        evidence=(
            computed("buffers that it holds at least", page_set.cached, "pages"),
            computed("pages read by prefetch", round(page_set.read_ahead, 1), "pages/s"),
            computed("pages read synchronously", round(page_set.sync_rate, 1), "pages/s"),
            computed("synchronous reads of the others", round(scanned.reads, 1), "pages/s"),
            computed("reads that others save at least", round(least, 1), "reads/s"),
            computed("samples", len(page_set.samples), "samples"),
            *pages,
            *member.facts(
                page_set.table,
                page_set.row,
                pages_cached="pages in the pool, last sample",
                async_pages="pages of asynchronous I/O, last sample",
                sync_pages="pages of synchronous I/O, last sample",
                group_dependent="depends on the group buffer pool",
            ),
        ),
        delay_seconds=least * page_set.seconds * (pool.sync_delay or 0.0),
        advice=_advice(member, scanned, page_set, target),
        no_command=_why_not(scanned, page_set, target),
    )


def _advice(
    member: Member, scanned: ScannedPool, page_set: Db2PageSet, target: Destination | None
) -> tuple[Advise, ...]:
    pool = scanned.pool
    if not scanned.gain.is_known:
        simulates = can_simulate(pool) and not pool.is_simulated and not member.short_of_real
        return (alter.simulate(member, pool, scanned.held, 0),) if simulates else ()
    if target is None or not can_move(page_set):
        return ()
    effect = (
        f"Leaves the {page_set.cached:,} buffers that it holds in {pool.name} to others: saves them "
        f"{wording.rate(scanned.saved_by(page_set))} synchronous reads per second at least."
    )
    room = ""
    if pool.size and target.buffers < scanned.held:
        room = (
            f"Without room, take it from {pool.name}, which loses more pages by the move: "
            f"-ALTER BUFFERPOOL({pool.name}) VPSIZE({pool.size - target.buffers})."
        )
    what = "page sets that are scanned"
    return moved(member, pool, page_set, target, what=what, effect=effect, room=room)


def _why_not(scanned: ScannedPool, page_set: Db2PageSet, target: Destination | None) -> str:
    """Why there is no statement, where that is not what all of these findings say."""
    if scanned.gain.is_known and target is None:
        return "Every buffer pool of its page size is in use."
    if scanned.gain.is_known and not can_move(page_set):
        return "Its name as statements need it is not known: the catalog extract of getpage collect has it."
    return ""
