"""Invalidated pages that the group buffer pool no longer has.

What it does:
    Of the reads of a member for pages that another member changed, works out the share that the group buffer
    pool answered with data. Under 60 % is a note, under 50 % a warning, from 1000 reads on. Reads of pages
    that a directory reclaim invalidated are counted with them and cannot find data; as many as there were of
    those are left out, and are what db2-group-pool-directory is about.

Why it matters:
    A read from the group buffer pool took 3.6 µs in IBM's measurement, one from disk cache 600 µs, one from
    disk 7 ms. What was cast out and stolen before the other member wanted it comes from disk.

Evidence:
    DSNB773I of MDETAIL: DUE TO BUFFER INVALIDATION, data returned and not returned; QBGLXD, QBGLXR. DSNB788I
    of GDETAIL or SMF 74 subtype 4: invalidations due to directory reclaims.

What to do:
    More data pages: a larger structure, or a lower RATIO where directory entries are never reclaimed.

How to verify:
    The share of the same load rises over 60 %.

References:
    IBM REDP-5238, 2.3.1 and table 2-3. The 60 % and 50 % are those of monitors in the field; 1000 reads is
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.constants import INVALIDATED_READS
from getpage.products.db2.group_pools.group_pool import Misses
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import GROUP_POOLS
from getpage.products.db2.thresholds import INVALIDATED_FOUND, INVALIDATED_FOUND_LOW
from getpage.result import Finding, Kind, Severity

ID = "db2-group-pool-invalidation"
TITLE = "Invalidated pages that the group buffer pool no longer has"
NO_COMMAND = (
    "Writes of other members invalidate pages, which are read from disk when the group buffer pool no "
    "longer has them: see the findings on its directory and size."
)
LOOKS_AT = GROUP_POOLS
FINDS = (Kind.SHORTAGE, Kind.NOTE)
SHOWS = "directory entries"


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool that answers fewer than 60 % of such reads with data."""
    for pool in member.group_pools:
        misses = pool.misses
        returned, lost = pool.total("invalidated_returned"), misses.by_writes
        reads = returned + lost
        if reads < INVALIDATED_READS:
            continue
        share = returned / reads
        if share >= member.in_force(INVALIDATED_FOUND, pool.object):
            continue
        low = share < member.in_force(INVALIDATED_FOUND_LOW, pool.object)
        row = pool.worst("invalidated_not_returned")
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING if low else Severity.INFO,
            kind=Kind.SHORTAGE if low else Kind.NOTE,
            headline=f"{wording.percent(share)} of {wording.plural(reads, 'read')} of invalidated pages "
            "found them",
            claim=f"The other {wording.plural(lost, 'read')} went to disk. {_which(misses)}",
            in_brief=f"{wording.percent(share)} of the invalidated pages found there" if low else "",
            evidence=(
                computed("reads that found the page", round(100 * share, 1), "percent", row),
                *member.facts(
                    "db2_group_buffer_pool",
                    row,
                    invalidated_returned="reads of invalidated pages, found",
                    invalidated_not_returned="reads of invalidated pages, not found",
                    data_pages="data pages",
                    data_reclaims="data pages reclaimed",
                ),
            ),
        )


def _which(misses: Misses) -> str:
    if misses.by_reclaims is None:
        return "Other members or directory reclaims invalidated the pages; no display tells which."
    return "Other members had changed the pages: more data pages would keep them."
