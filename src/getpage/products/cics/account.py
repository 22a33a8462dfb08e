"""The account of a region's storage: its dynamic storage areas, LSR pools, heaps of JVM servers, and what is
left to its limits.

Sizes are virtual storage that CICS has allocated; of what lies above the bar CICS also counts the frames that
back it. What no evidence tells is a line without bytes, never a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core.units import MIB, PAGE
from getpage.products.common.subsystem import row_of
from getpage.result import Account, Line, Place

from . import connections, facilities, storage, tasks
from .changes.task_limits import task_bytes
from .checks.jvm_threads import named
from .lsr import buffers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .region import Region

#: By how CICS calls them.
_PLACES: Final = {
    "below 16 MB": Place.BELOW_LINE,
    "above 16 MB": Place.BELOW_BAR,
    "above the bar": Place.ABOVE_BAR,
}


def account(region: Region) -> Account | None:
    """The account; None where nothing tells of its storage."""
    lines = (*_areas(region), *_pools(region), *_heaps(region), *_real(region), *_limits(region))
    if not lines:
        return None
    return Account(
        of=region.id,
        lines=lines,
        free_at_minimum=tuple(_free(region)),
        note="Storage areas as last seen, with what CICS has allocated; LSR pools and heaps lie outside of "
        "them; free is what was left to each limit at the peak.",
    )


def _areas(region: Region) -> Iterator[Line]:
    for area in region.dsas:
        row = area[storage.LAST_DSA]
        if row is None or not row["size"]:
            continue
        unit = MIB if row["location"] == "above the bar" else 1
        yield Line(
            holder=str(area.key[-1]),
            bytes=int(row["size"]) * unit,
            place=_PLACES.get(str(row["location"]), Place.BELOW_BAR),
            fact=region.fact(storage.DSA_TABLE, "size", row, "size"),
        )


def _pools(region: Region) -> Iterator[Line]:
    for one in buffers_of(region):
        yield Line(
            holder=one.name,
            bytes=one.buffers * one.bytes,
            place=Place.BELOW_BAR,
            fact=one.facts[0] if one.facts else None,
        )


def _heaps(region: Region) -> Iterator[Line]:
    for server in region.jvm_servers:
        row = server[connections.LAST_JVM]
        if row is not None and row["heap"]:
            yield Line(
                holder=f"heap of {named(server)}",
                bytes=int(row["heap"]),
                place=Place.ABOVE_BAR,
                fact=region.fact(connections.JVM_TABLE, "heap", row, "heap"),
            )


def _real(region: Region) -> Iterator[Line]:
    row = None if region.storage is None else region.storage[storage.LAST_REAL]
    if row is None:
        return
    column = "peak_real_frames" if row["peak_real_frames"] is not None else "real_frames"
    yield Line(
        holder="frames behind storage above the bar",
        bytes=int(row[column]) * PAGE,
        place=Place.REAL,
        note="at their most",
        fact=region.fact(storage.STORAGE_TABLE, column, row, "real frames"),
    )


def _limits(region: Region) -> Iterator[Line]:
    row = region.limits
    for holder, column, unit in (
        ("DSALIM", "dsa_limit", 1),
        ("EDSALIM", "edsa_limit", 1),
        ("MEMLIMIT", "memlimit_mb", MIB),
    ):
        if row is not None and row[column]:
            fact = region.fact(storage.STORAGE_TABLE, column, row, holder)
            if column == storage.MEMLIMIT.limit and storage.is_unlimited(row):
                yield Line(holder=holder, bytes=None, place=Place.LIMIT, note="NOLIMIT", fact=fact)
                continue
            yield Line(holder=holder, bytes=int(row[column]) * unit, place=Place.LIMIT, fact=fact)
    row = region.task_limit
    if row is not None and row["mxt"]:
        count = int(row["mxt"])
        fact = region.fact(tasks.MANAGER_TABLE, "mxt", row, "MXT")
        yield Line(
            holder="MXT",
            bytes=count * task_bytes(region),
            place=Place.LIMIT,
            note=f"what CICS has under EDSALIM for {count:,} tasks at once",
            fact=fact,
        )
    row = row_of(region.temporary, facilities.LAST_MAIN)
    if row is not None and row["main_limit"]:
        fact = region.fact(facilities.TS_TABLE, "main_limit", row, "TSMAINLIMIT")
        yield Line(holder="TSMAINLIMIT", bytes=int(row["main_limit"]), place=Place.LIMIT, fact=fact)


def _free(region: Region) -> Iterator[Line]:
    for limit in storage.LIMITS:
        use = storage.use(region.storage, limit)
        if use is None:
            continue
        fact = region.fact(storage.STORAGE_TABLE, limit.peak, use.peak, "peak")
        yield Line(
            holder="left to the limit",
            bytes=max(use.limit - use.used, 0),
            place=_PLACES[limit.where],
            note="at the peak",
            fact=fact,
        )
