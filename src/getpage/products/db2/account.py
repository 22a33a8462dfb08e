"""The account of one member: its pools by size, what else of its storage the evidence shows, and its dump.

Pools count with all their buffers. DBM1 as a statistics report shows it holds the pools; what is left of it
is a line of its own. MAXSPACE is what a dump takes, not what is held: it stands among the limits.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.core.units import KIB
from getpage.result import Account, Line, Place

from . import spaces, wording
from .intervals.counter_pass import LAST
from .pools.pool import SAYING
from .pools.simulation import simulation_bytes
from .storage.address_spaces import LAST_REAL, backed
from .storage.edm_pools import POOLS, TABLE
from .storage.real_storage import log_buffers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .member import Member
    from .pools.pool import Pool

_OTHERS = {
    "DIST": "DIST",
    "MSTR": "MSTR",
    "IRLM": "IRLM",
    "COMMON": "common storage",
    "SHARED": "shared storage of threads and system",
    "STACK": "shared stack",
}


def account(member: Member) -> Account | None:
    """The account; None where there is neither a pool nor any storage evidence."""
    lines = (*_pools(member), *_others(member), *_dump(member))
    if not lines:
        return None
    return Account(
        of=member.id,
        lines=lines,
        note=(
            "Pools count with all their buffers, as last seen; what else Db2 holds is as a statistics report "
            "or IFCID 225 shows it."
        ),
    )


def _pools(member: Member) -> Iterator[Line]:
    for pool in member.pools:
        if not pool.bytes:
            continue
        column = "buffers" if pool.latest("buffers") is not None else "size_defined"
        row, label = pool.measure[SAYING[column]], f"buffers of {pool.page_bytes // KIB} KB"
        yield Line(
            holder=pool.name,
            bytes=pool.bytes,
            place=Place.ABOVE_BAR,
            fixed=pool.latest("page_fixed") is True,
            note=_frames(pool),
            fact=None if row is None else member.fact("db2_buffer_pool", column, row, label),
        )
        if pool.simulated_size:
            yield Line(
                holder=f"{pool.name}, simulation",
                bytes=simulation_bytes(pool.simulated_size, pool.page_bytes),
                place=Place.ABOVE_BAR,
                note=(
                    f"2 % of {pool.simulated_size:,} simulated buffers, 1 % where pages are larger than 4 KB"
                ),
            )


def _frames(pool: Pool) -> str:
    columns = (("4 KB", "buffers_in_4k"), ("1 MB", "buffers_in_1m"), ("2 GB", "buffers_in_2g"))
    used = [f"{count:,} in {size} frames" for size, name in columns if (count := pool.whole(name))]
    unknown = "" if pool.latest("page_fixed") is not None else "PGFIX not in the evidence"
    return "; ".join(part for part in (", ".join(used), unknown) if part)


def _others(member: Member) -> Iterator[Line]:
    latest = {space: row for space, one in member.spaces.items() if (row := one[LAST_REAL])}
    edm = _edm(member)
    if "DBM1" in latest:
        row = latest["DBM1"]
        real = backed(row)
        rest = int(row["real"]) - (member.pool_bytes if real is None else real)
        inside = edm is not None and 0 <= (edm.bytes or 0) <= rest
        if edm is not None and inside:
            yield replace(edm, place=Place.REAL)
            rest -= edm.bytes or 0
        note = f"threads, {'' if inside else 'EDM, '}statements and the like"
        if real is not None and real < member.pool_bytes:
            note += f"; of the pools {wording.size(real)} are in real storage"
        yield Line(
            holder=spaces.DBM1,
            bytes=rest if rest >= 0 else None,
            place=Place.REAL,
            note=note if rest >= 0 else "less than the pools: not all are backed",
            fact=member.fact("db2_storage", "real", row, "real storage of DBM1"),
        )
    elif member.pools:
        if edm is not None:
            yield edm
        yield Line(
            holder="other storage of Db2",
            bytes=None,
            place=Place.REAL,
            note="needs a statistics report or IFCID 225",
        )
    for space, holder in _OTHERS.items():
        if space in latest:
            row = latest[space]
            yield Line(
                holder=holder,
                bytes=int(row["real"]),
                place=Place.REAL,
                fact=member.fact("db2_storage", "real", row, f"real storage of {space}"),
            )
    yield from _log(member)


def _edm(member: Member) -> Line | None:
    """What the EDM pools hold, as last seen; None where no record tells it."""
    row = member.row(member.measured.edm_pools, LAST)
    if row is None:
        return None
    held = {pool: size for pool in POOLS if (size := pool.held(row)) is not None}
    if not any(held.values()):
        return None
    largest = max(held, key=lambda pool: held[pool])
    parts = ", ".join(f"{wording.size(size)} {pool.holds}" for pool, size in held.items())
    unknown = [pool.holds for pool in POOLS if pool not in held]
    return Line(
        holder=spaces.EDM,
        bytes=sum(held.values()),
        place=Place.ABOVE_BAR,
        note=parts + (f"; what {wording.listed(unknown)} take is not told" if unknown else ""),
        fact=member.fact(TABLE, f"{largest.key}_pages", row, f"pages of {largest.name}, of 4 KB"),
    )


def _log(member: Member) -> Iterator[Line]:
    """Log buffers and their control structures, which are in MSTR, as last seen."""
    row = log_buffers(member)
    if row is None:
        return
    for column, holder in (
        ("log_write_real", spaces.LOG_BUFFERS),
        ("log_control_real", spaces.LOG_CONTROL),
    ):
        if row[column]:
            yield Line(
                holder=holder,
                bytes=int(row[column]),
                place=Place.REAL,
                fact=member.fact("db2_real_storage", column, row, f"real storage of the {holder}"),
            )


def _dump(member: Member) -> Iterator[Line]:
    dump = member.dump
    if dump is None:
        return
    absent = f"at least: {wording.listed(dump.absent)} not in Db2's own records; " if dump.absent else ""
    yield Line(
        holder="MAXSPACE for a dump",
        bytes=dump.bytes,
        place=Place.LIMIT,
        note=(
            f"{absent}what has to stay free for a dump of this Db2, DBM1 + MSTR + IRLM + DIST + common - "
            f"pools: {dump.told}"
        ),
        fact=None
        if dump.row is None
        else member.fact("db2_storage", "real", dump.row, "real storage of DBM1"),
    )
