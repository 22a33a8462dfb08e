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
    ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.products.db2 import wording
from getpage.products.db2.group_pools import structures
from getpage.products.db2.thresholds import INVALIDATED_FOUND_LOOK, INVALIDATED_FOUND_LOW, INVALIDATED_READS
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.group_pools.structures import Misses
    from getpage.products.db2.member import Member

_FOUND = "reads that found the page"

ID = "db2-group-pool-invalidation"
TITLE = "Invalidated pages that the group buffer pool no longer has"
NO_COMMAND = (
    "Pages are invalidated by writes of others and come from disk where the group buffer pool lost "
    "them: what is said of its directory and size answers it."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(member: Member) -> Iterator[Finding]:
    """Every group buffer pool that answers fewer than 60 % of such reads with data."""
    for pool in member.group_pools:
        misses = structures.misses(member, pool)
        found, lost = pool.total("invalidated_returned"), misses.by_writes
        if found + lost < INVALIDATED_READS or found >= INVALIDATED_FOUND_LOOK * (found + lost):
            continue
        share = found / (found + lost)
        low = share < INVALIDATED_FOUND_LOW
        row = pool.worst("invalidated_not_returned")
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING if low else Severity.INFO,
            kind=Kind.SHORTAGE if low else Kind.NOTE,
            claim=(
                f"{pool.name} had the page in {wording.percent(share)} of the {found + lost:,} reads that "
                f"{member.label} made for {_which(misses)}; {lost:,} went to disk."
            ),
            evidence=(
                computed(_FOUND, round(100 * share, 1), "percent", row),
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
        return (
            "invalidated pages (by writes of other members or by directory reclaims: no display tells which)"
        )
    return "pages another member had changed"


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    found = wording.percent(value_of(finding, _FOUND) / 100)
    return f"reads of invalidated pages, of which {found} found the page there"
