"""Page set that is read again and again, and would fit as a whole in a pool of its own.

What it does:
    Finds page sets whose pages were each read twice or more, on average, in the time between the samples, at
    10 pages per second or more, although all of them would fit in the pool that they are in, and where a pool
    of their own saves 3.6 seconds of waiting per hour and GiB. It gives the command that defines that pool
    with PGSTEAL(NONE), and the statements that move them.

Why it matters:
    Such a page set loses its pages to others before it needs them again. In an in-memory pool its pages are
    read once, when it is opened, and stay: no curve is needed to know what that saves.

Evidence:
    LSTATS of -DISPLAY BUFFERPOOL at least twice (DSNB453I, DSNB455I), or IFCID 199 as a record trace prints
    it, and the catalog extract of `getpage collect`, which has the pages of each page set.

What to do:
    Define the pool with all of its attributes at once, as they take effect when it is allocated. Add buffers
    as the page sets grow: what does not fit is read again.

How to verify:
    LSTATS of the new pool shows all pages of the page set cached and no synchronous reads; OVERFLOW ALLOC in
    DSNB402I stays 0.

References:
    IBM Db2 documentation, "In-memory buffer pools", -ALTER BUFFERPOOL, ALTER TABLESPACE, ALTER INDEX. How
    often and how much is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core.names import Object
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.placement.destinations import for_residents
from getpage.products.db2.placement.resident import ResidentPageSet, resident
from getpage.products.db2.placement.statements import Destination, can_move, moved
from getpage.products.db2.scopes import PAGE_SETS
from getpage.result import Advise, Finding, Kind, Severity

ID = "db2-object-fits"
TITLE = "Page set that is read again and again, and would fit in a pool of its own"
NO_COMMAND = (
    "Whether it depends on its group buffer pool, whose changes no pool ends, is not in this evidence."
)
LOOKS_AT = PAGE_SETS
FINDS = (Kind.SHORTAGE,)


def find(member: Member) -> Iterator[Finding]:
    """Every page set that is worth a pool that holds all of it."""
    page_sets = resident(member)
    movable = [each for each in page_sets if not each.is_shared and can_move(each.page_set)]
    destinations = for_residents(member, movable)
    for each in page_sets:
        target = destinations.get(each.pool.page_bytes) if each in movable else None
        yield _finding(member, each, target)


def _finding(member: Member, each: ResidentPageSet, target: Destination | None) -> Finding:
    page_set, pool = each.page_set, each.pool
    reads = wording.rate(page_set.sync_rate)
    return Finding(
        check=ID,
        object=Object(member.id, page_set.name),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"Reads its {each.pages:,} pages {wording.rate(each.times)} times per hour in {pool.name}",
        claim=(
            f"{pool.name} steals its pages before they are needed again: {reads} synchronous reads/s. A pool "
            f"of {wording.size(each.pages * pool.page_bytes)} that keeps all of them reads each once."
        ),
        evidence=(
            computed("pages in the catalog", each.pages, "pages"),
            computed("pages read synchronously", round(page_set.sync_rate, 1), "pages/s"),
            computed("buffers that it holds at least", page_set.cached, "pages"),
            computed("samples", len(page_set.samples), "samples"),
            *member.facts(
                page_set.table,
                page_set.row,
                pages_cached="pages in the pool, last sample",
                sync_pages="pages of synchronous I/O, last sample",
                group_dependent="depends on the group buffer pool",
            ),
        ),
        delay_seconds=page_set.sync_rate * page_set.seconds * (pool.sync_delay or 0.0),
        advice=() if target is None else _advice(member, each, target),
        no_command="" if each.is_shared else _why_not(each),
    )


def _advice(member: Member, each: ResidentPageSet, target: Destination) -> tuple[Advise, ...]:
    rate = wording.rate(each.page_set.sync_rate)
    effect = f"Saves its {rate} synchronous reads per second: {target.name} keeps all of its pages."
    return moved(
        member, each.pool, each.page_set, target, what="page sets that stay as a whole", effect=effect
    )


def _why_not(each: ResidentPageSet) -> str:
    if not can_move(each.page_set):
        return "Its name as statements need it is no ordinary identifier."
    return "Every buffer pool of its page size is in use."
