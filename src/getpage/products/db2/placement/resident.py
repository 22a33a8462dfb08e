"""Page sets that would fit as a whole in a pool of their own and are read again and again.

A page set that reads each of its pages twice or more between two samples loses them to others of its pool.
With PGSTEAL(NONE) its pages are read once, when it is opened, and never stolen: what it reads now is what the
pool saves. That is known without a curve. Where the page set may depend on a group buffer pool it may also
read pages that other members changed, which no pool ends.

Reference: IBM Db2 documentation, "In-memory buffer pools": an overflow area of a tenth of the pool, at least
50 and at most 6,400 buffers, is part of VPSIZE.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from getpage.contract.storage import LEAST_PER_GIB
from getpage.core.units import GIB
from getpage.products.db2.member import Member
from getpage.products.db2.pools.pool import OVERFLOW_LEAST, OVERFLOW_MOST, Db2Pool, overflow

from .page_sets import Db2PageSet
from .scans import GAIN_LEAST, OWN_DATABASES

#: How often each page has to be read: ours.
READ_AGAIN: Final = 2
#: Room to grow, as a pool that overflows steals again.
_ROOM_PERCENT: Final = 10
_HOUR: Final = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidentPageSet:
    """A page set that is worth a pool that holds all of it; `pages` are those of the catalog."""

    pool: Db2Pool
    page_set: Db2PageSet
    pages: int
    is_shared: bool

    @property
    def times(self) -> float:
        """How often each of its pages is read in an hour."""
        return self.page_set.sync_rate * _HOUR / self.pages


def resident(member: Member) -> tuple[ResidentPageSet, ...]:
    """Every such page set; none while the member is short of real storage."""
    if member.short_of_real:
        return ()
    shared = {group.number for group in member.group_pools}
    return tuple(
        ResidentPageSet(
            pool=pool,
            page_set=page_set,
            pages=page_set.catalog.pages,
            is_shared=page_set.group_dependent is not False and pool.number in shared,
        )
        for pool in member.pools
        for page_set in member.page_sets[pool.number]
        if page_set.catalog is not None and _is_worth_it(pool, page_set, page_set.catalog.pages)
    )


def _is_worth_it(pool: Db2Pool, page_set: Db2PageSet, pages: int) -> bool:
    if not page_set.is_sampled or not pages or page_set.database in OWN_DATABASES or pool.steal == "NONE":
        return False
    if pages > (pool.size or 0):
        return False  # the size of its pool is the cause, not who else is in it
    read_again = page_set.sync_rate * page_set.seconds >= READ_AGAIN * pages
    waited = page_set.sync_rate * (pool.sync_delay or 0.0) * _HOUR
    storage = buffers_that_hold(pages) * pool.page_bytes / GIB
    return read_again and page_set.sync_rate >= GAIN_LEAST and waited >= LEAST_PER_GIB * storage


def buffers_that_hold(pages: int) -> int:
    """Buffers of a pool with PGSTEAL(NONE) that holds so many pages, with room to grow and overflow area."""
    held = -(-pages * (100 + _ROOM_PERCENT) // 100)
    size = held + min(max(held // 9, OVERFLOW_LEAST), OVERFLOW_MOST)
    while size - overflow(size) < held:
        size += 1
    return size


def has_room(pool: Db2Pool, inside: Iterable[Db2PageSet], pages: int) -> bool:
    """Whether an in-memory pool holds so many pages beside those in it; not where these are unknown."""
    there = [page_set.catalog.pages if page_set.catalog else None for page_set in inside]
    known = [count for count in there if count is not None]
    size = pool.size or 0
    return len(known) == len(there) and sum(known) + pages <= size - overflow(size)
