"""The pools that take page sets: one that is made for such already, else a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from getpage.products.db2.constants import MOSTLY
from getpage.products.db2.member import Member

from .resident import ResidentPageSet, buffers_that_hold, has_room
from .scans import OWN_DATABASES, ScannedPool, buffers_for, scanned_pools
from .statements import Destination, new_target


def for_scans(member: Member, pools: Sequence[ScannedPool]) -> Mapping[int, Destination | None]:
    """By bytes of a page where page sets that are scanned go: a pool that is only scanned, else a new one."""
    return {size: _for_scans(member, size, pools) for size in {scanned.pool.page_bytes for scanned in pools}}


def _for_scans(member: Member, size: int, pools: Sequence[ScannedPool]) -> Destination | None:
    moved = [page_set for scanned in pools if scanned.pool.page_bytes == size for page_set in scanned.scanned]
    sources = {scanned.pool.number for scanned in pools}
    for pool in member.pools:
        inside = member.page_sets[pool.number]
        only_scanned = inside and all(
            page_set.scans(MOSTLY) and page_set.database not in OWN_DATABASES for page_set in inside
        )
        enough = (pool.size or 0) >= buffers_for(size, [*inside, *moved])
        if pool.page_bytes == size and pool.number not in sources and only_scanned and enough:
            return Destination(name=pool.name, number=pool.number, page_bytes=size, is_free=True)
    fixed = all(scanned.pool.fixed is True for scanned in pools)
    attributes = ["VPSEQT(99)", *(["PGFIX(YES)"] if fixed else [])]
    return new_target(member, size, buffers_for(size, moved), attributes)


def for_residents(member: Member, page_sets: Sequence[ResidentPageSet]) -> Mapping[int, Destination | None]:
    """By bytes of a page where page sets go that are held as a whole: an in-memory pool that has room, else a
    new one, page-fixed and in 1 MB frames in the command that defines it where all their pools are.
    """
    taken = {
        target.number for target in for_scans(member, scanned_pools(member)).values() if target is not None
    }
    destinations: dict[int, Destination | None] = {}
    for size in sorted({resident.pool.page_bytes for resident in page_sets}):
        mine = [resident for resident in page_sets if resident.pool.page_bytes == size]
        pages = sum(resident.pages for resident in mine)
        destinations[size] = next(
            (
                Destination(name=pool.name, number=pool.number, page_bytes=size, is_free=True)
                for pool in member.pools
                if pool.page_bytes == size
                and pool.steal == "NONE"
                and has_room(pool, member.page_sets[pool.number], pages)
            ),
            None,
        ) or new_target(member, size, buffers_that_hold(pages), _attributes(mine), besides=taken)
    return destinations


def _attributes(page_sets: Sequence[ResidentPageSet]) -> list[str]:
    fixed = all(resident.pool.fixed is True for resident in page_sets)
    large = all(resident.pool.latest("frame_size") == "1M" for resident in page_sets)
    return [
        "PGSTEAL(NONE)",
        *(["PGFIX(YES)"] if fixed else []),
        *(["FRAMESIZE(1M)"] if fixed and large else []),
    ]
