"""What is shown of a member beside findings: its account, and pictures of its pools over time.

The account has its pools by size, what else of its storage the evidence shows, and its dump. Pools count with
all their buffers. DBM1 as a statistics report shows it holds the pools; the rest of it is a line of its own.
MAXSPACE is what a dump takes, not what is held: it stands among the limits. The pictures are of pools with
several intervals: reads per second, and how long random pages stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key
from getpage.core.names import Object
from getpage.core.units import KIB
from getpage.products.common.by_day import Held
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.series import FEWEST_INTERVALS, Series, SeriesFold
from getpage.result import Account, Curve, Line, Picture, Place, Threshold
from getpage.result.day import Demand

from . import wording
from .intervals.counter_pass import LAST
from .intervals.differences import RANK
from .intervals.joined import gathered
from .intervals.pieces import Piece
from .measured import Db2Measures
from .member import Member
from .placement.shown import pictures as page_set_pictures
from .pools.pool import FIRST_END, LAST_END, RATED, SAYING, TABLE, Db2Pool, pools_pass
from .pools.pool_rows import worked_out
from .pools.simulation import simulation_bytes
from .storage.address_spaces import LAST_REAL, LEAST_31, backed
from .storage.address_spaces import TABLE as STORAGE_TABLE
from .storage.edm_pools import DBD, POOLS, SKELETON
from .storage.edm_pools import TABLE as EDM_TABLE
from .storage.real_storage import log_buffers
from .storage.shown import pictures as storage_pictures
from .thresholds import READS, RESIDENCY, RESIDENCY_SHORT

DBM1: Final = "DBM1 without pools"
EDM: Final = "DBM1 EDM pools"
LOG_BUFFERS: Final = "MSTR log buffers"
LOG_CONTROL: Final = "MSTR log control"

_OF: Final = {
    **dict.fromkeys((DBM1, EDM), "DBM1"),
    **dict.fromkeys(("MSTR", LOG_BUFFERS, LOG_CONTROL), "MSTR"),
    **{space: space for space in ("DIST", "IRLM")},
}


def measured_in(holder: str) -> tuple[str, ...]:
    """What the names of address spaces that hold this add to that of the member; where evidence has all of a
    member under its own name, it is that one.
    """
    return (_OF[holder], "") if holder in _OF else ("",)


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
            "Pools count with all their buffers, as last seen; other storage of Db2 is as a "
            "statistics report or IFCID 225 shows it."
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


def _frames(pool: Db2Pool) -> str:
    columns = (("4 KB", "buffers_in_4k"), ("1 MB", "buffers_in_1m"), ("2 GB", "buffers_in_2g"))
    used = [f"{count:,} in {size} frames" for size, name in columns if (count := pool.whole(name))]
    unknown = "" if pool.latest("page_fixed") is not None else "PGFIX not in the evidence"
    return "; ".join(part for part in (", ".join(used), unknown) if part)


def _others(member: Member) -> Iterator[Line]:
    latest = {space: row for space, measure in member.spaces.items() if (row := measure[LAST_REAL])}
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
            holder=DBM1,
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
        holder=EDM,
        bytes=sum(held.values()),
        place=Place.ABOVE_BAR,
        note=parts + (f"; what {wording.listed(unknown)} take is not known" if unknown else ""),
        fact=member.fact(EDM_TABLE, f"{largest.key}_pages", row, f"pages of {largest.name}, of 4 KB"),
    )


def _log(member: Member) -> Iterator[Line]:
    """Log buffers and their control structures, which are in MSTR, as last seen."""
    row = log_buffers(member)
    if row is None:
        return
    for column, holder in (
        ("log_write_real", LOG_BUFFERS),
        ("log_control_real", LOG_CONTROL),
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
            f"pools: {dump.formula}"
        ),
        fact=None
        if dump.row is None
        else member.fact("db2_storage", "real", dump.row, "real storage of DBM1"),
    )


_VALUES: Final = ("sync_rate", "read_rate", "random_residency")


def pictures(members: Sequence[Member]) -> Iterator[Picture]:
    """Two pictures of every pool with reads in two intervals or more."""
    if not members:
        return
    yield from storage_pictures(members)
    lines, note = _lines(members[0].measured)
    for member in members:
        yield from page_set_pictures(member)
        for pool in member.pools:
            frame = lines.get((*member.key, pool.number))
            if frame is None or frame.height < FEWEST_INTERVALS:
                continue
            if not frame["sync_rate"].drop_nulls().sum():
                continue
            times = tuple(frame["end"].to_list())
            name = str(pool.object).replace(" ", "-").lower()
            yield Picture(
                id=f"db2-{name}-reads",
                title=f"Reads of {pool.name} of {member.label}",
                object=pool.object,
                unit="reads/s",
                times=times,
                curves=(
                    _curve(frame, "synchronous reads", "sync_rate"),
                    _curve(frame, "all reads", "read_rate"),
                ),
                thresholds=(Threshold(label="many", value=member.in_force(READS, pool.object)),),
                note=f"The pool has {pool.buffers or 0:,} buffers now.{note}",
                least_top=1.0,
            )
            if frame["random_residency"].drop_nulls().len() >= FEWEST_INTERVALS:
                yield Picture(
                    id=f"db2-{name}-residency",
                    title=f"How long a page of random access stays in {pool.name} of {member.label}",
                    object=pool.object,
                    unit="s",
                    times=times,
                    curves=(_curve(frame, "residency", "random_residency"),),
                    thresholds=(
                        Threshold(label="worth a look", value=member.in_force(RESIDENCY, pool.object)),
                        Threshold(label="too short", value=member.in_force(RESIDENCY_SHORT, pool.object)),
                    ),
                    note=note.strip(),
                )


def _lines(measured: Db2Measures) -> tuple[Mapping[Key, pl.DataFrame], str]:
    """Rates and residency of all pools over time, by key; and what has to be said of them."""
    evidence = measured.evidence
    best = [ways[0] for ways in measured.pools.counted.ways.values()]
    series = Series.of(_VALUES, best, rows=RATED, ends=(FIRST_END, LAST_END))

    def new(objects: Objects, part: Evidence) -> _Lines:
        return _Lines(SeriesFold(series if part is evidence else series.of_day, objects))

    lines = gathered(evidence, TABLE, pools_pass().columns, measured.owners, new, name=series.name).points
    return lines.by_object(), series.note_of()


@dataclass(frozen=True, slots=True)
class _Lines:
    """Rates and residency of all pools."""

    points: SeriesFold

    def add(self, piece: Piece) -> None:
        rated = pl.col("rate_seconds").is_not_null() & pl.col("end").is_not_null()
        rows = worked_out(piece.intervals.filter((pl.col(RANK) == 0) & rated))
        self.points.add(rows.select(OBJECT, "start", "end", "file", "record", *_VALUES))

    def held(self) -> dict[str, pl.DataFrame]:
        return self.points.held()

    def take(self, every: Sequence[Held]) -> None:
        self.points.take(every)


def _curve(frame: pl.DataFrame, label: str, column: str) -> Curve:
    return Curve(label=label, values=tuple(frame[column].round(3).to_list()))


def demands(member: Member) -> Iterator[Demand]:
    """Pages in use of the pools of descriptors and of plans and packages, and what is available of 31-bit
    storage of DBM1 and DIST. The cache of statements fills by design: how full it is tells nothing.
    """
    measured = member.measured.edm_pools
    for pool in (DBD, SKELETON):
        row, last = member.row(measured, pool.fullest), member.row(measured, pool.last)
        if row is None or last is None:
            continue
        pages = f"{pool.key}_pages"
        yield Demand(
            object=Object(member.id, pool.parameter),
            measure="pages in use at the peak",
            unit="pages",
            value=int(row[pages]) - (pool.available(row) or 0),
            limit=int(last[pages]),
            fact=member.fact(EDM_TABLE, f"{pool.key}_free", row, "free pages"),
        )
    for space, measure in member.spaces.items():
        row = measure[LEAST_31]
        if row is not None:
            yield Demand(
                object=Object(member.id, f"{space} 31-bit storage"),
                measure="31-bit storage available at the minimum",
                unit="bytes",
                value=int(row["available_31bit"]),
                limit=int(row["storage_cushion"] or 0),
                falls=True,
                fact=member.fact(STORAGE_TABLE, "available_31bit", row, "31-bit storage available"),
            )
