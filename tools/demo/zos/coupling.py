"""SMF 74 subtype 4: two coupling facilities, with the structures of the data sharing group in the first.

Sizes, directories and counters are those that the displays of Db2 show. Storage and counters of caches are
written by one system of the sysplex, requests by each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.units import GIB, MIB

from ..db2.estate import DBP1, MEMBERS
from ..db2.group import castouts, counted, directory_reclaims
from ..mq.estate import RETURNS
from .record import rmf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..db2.definitions import GroupPoolSpec
    from ..db2.group import GroupInterval
    from ..spec import Row, Spec
    from .model import SystemInterval

GROUP = "DSNPG"
FIRST, SECOND = "CF01", "CF02"
STORAGE = 16 * GIB
DUMP_SPACE = GIB // 4
COLLECTOR = "SYSA"
"""The system that collects what is told once in the sysplex."""

_LOCK, _LIST, _CACHE = "lock", "list", "cache"
_SYNC_US, _ASYNC_US = 9, 60
_REQUESTS = 40_000
"""Requests of a system for a structure that is not a group buffer pool, in an interval."""


@dataclass(frozen=True, slots=True)
class StructureSpec:
    """A structure; `pool` is the group buffer pool that it is of; `most` what its policy lets it have, where
    that is more.
    """

    name: str
    facility: str
    kind: str
    size: int
    pool: GroupPoolSpec | None = None
    most: int = 0

    @property
    def version(self) -> str:
        """Version of the structure: when it was allocated."""
        return f"DF{sum(self.name.encode()):06X}00000000"


STRUCTURES = (
    *(
        StructureSpec(f"{GROUP}_{pool.name}", FIRST, _CACHE, pool.size_kb * 1024, pool)
        for pool in DBP1.group_pools
    ),
    StructureSpec(f"{GROUP}_LOCK1", FIRST, _LOCK, 256 * MIB),
    StructureSpec(f"{GROUP}_SCA", FIRST, _LIST, 64 * MIB),
    StructureSpec("IXCSTR1", SECOND, _LIST, 64 * MIB),
    StructureSpec("SYSTEM_LOGGER", SECOND, _LIST, 512 * MIB),
    StructureSpec("QSGPRETEVT", SECOND, _LIST, 100 * MIB, most=200 * MIB),
)


def activity(done: SystemInterval) -> Iterator[Spec]:
    """Give the record of each coupling facility."""
    for facility in (FIRST, SECOND):
        held = [structure for structure in STRUCTURES if structure.facility == facility]
        sections: dict[str, list[Row]] = {
            "R744QSDS": [_structure(structure) for structure in held],
            "R744SREQ": [_requests(structure, done) for structure in held],
        }
        if done.spec.name == COLLECTOR:
            sections["R744GSRG"] = [_storage(held)]
            caches = [(place, structure.pool) for place, structure in enumerate(held) if structure.pool]
            if caches:
                sections["R744CACH"] = [_cache(pool, place, done.end) for place, pool in caches]
        yield rmf(done, (74, 4), sections, {"coupling_facility": facility})


def _storage(held: list[StructureSpec]) -> Row:
    free = STORAGE - DUMP_SPACE - sum(structure.size for structure in held)
    return {
        "storage": STORAGE,
        "storage_free": free,
        "control_storage": STORAGE,
        "control_storage_free": free,
        "dump_space": DUMP_SPACE,
        "dump_space_free": DUMP_SPACE,
    }


def _structure(structure: StructureSpec) -> Row:
    return {
        "structure": structure.name,
        "policy_size": max(structure.most, structure.size),
        "structure_version": structure.version,
        "active": True,
    }


def _requests(structure: StructureSpec, done: SystemInterval) -> Row:
    row: Row = {
        "structure": structure.name,
        "structure_version": structure.version,
        "structure_type": structure.kind,
        "connected": True,
        "size": structure.size,
        "size_minimum": structure.size // 8192 * 4096,
        "size_maximum": max(structure.most, structure.size),
    }
    if structure.pool:
        own = [member for member in MEMBERS if member.system == done.spec.name]
        asked = counted(structure.pool, (done.end,), own)
        requests = asked.invalidated + asked.changed
        row |= {"directory_entries": structure.pool.entries, "data_elements": structure.pool.data_pages}
    else:
        requests = _REQUESTS
        row |= _in_use(structure, done.end)
    late = requests // 20
    return row | {
        "requests": float(requests),
        "sync_requests": float(requests - late),
        "sync_us": (requests - late) * _SYNC_US,
        "async_requests": float(late),
        "async_us": late * _ASYNC_US,
    }


def _in_use(structure: StructureSpec, end: int) -> Row:
    """Entries of a list or lock structure, a quarter of them in use; nearly all while a burst fills it."""
    entries = structure.size // 4096
    burst = RETURNS.burst
    filled = burst is not None and structure.name.endswith(burst.structure) and end - 1 in burst.burst
    used = burst.depth if burst is not None and filled else entries // 4
    if structure.kind == _LOCK:
        return {
            "lock_entries_limit": entries * 512,
            "lock_entries": entries * 8,
            "list_entries_limit": entries,
            "list_entries": entries // 4,
            "lock_contentions": 120.0,
            "lock_contentions_false": 15.0,
        }
    return {
        "list_headers": 64,
        "list_entries_limit": entries,
        "list_entries": used,
        "list_elements_limit": 4 * entries,
        "list_elements": 4 * used,
    }


def _cache(pool: GroupPoolSpec, place: int, end: int) -> Row:
    done = counted(pool, (end,))
    by_write = done.invalidated - done.reclaimed
    return {
        "parent": place,
        "read_hits": float(by_write),
        "read_misses_entry": float(done.reclaimed // 50),
        "read_misses_assigned": float(done.reclaimed),
        "writes_changed": float(done.changed),
        "directory_reclaims": float(directory_reclaims(done.reclaimed)),
        "invalidations_by_reclaim": float(done.reclaimed),
        "invalidations_by_write": float(by_write),
        "castouts": float(castouts(done.changed)),
        "directory_entries_used": _entries_used(pool, done),
        "data_elements_used": pool.data_pages * 9 // 10,
        "changed": pool.data_pages // 40,
    }


def _entries_used(pool: GroupPoolSpec, done: GroupInterval) -> int:
    """All of them where entries are reclaimed."""
    return pool.entries if done.reclaimed else pool.entries * 4 // 5
