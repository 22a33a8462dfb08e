"""What is shown of the limits of storage: a table of them for each member, and its RID lists over time that
found no storage or passed a limit of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import KIB
from getpage.products.common.by_day import Held
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.series import FEWEST_INTERVALS, Series, SeriesFold
from getpage.products.db2.intervals.differences import RANK
from getpage.products.db2.intervals.joined import gathered
from getpage.products.db2.intervals.pieces import Piece
from getpage.products.db2.measured import Db2Measures
from getpage.products.db2.member import Member
from getpage.result import Curve, Picture, Table

from . import rid_pool, sql
from .edm_pools import POOLS
from .parameters import parameter
from .sql import HIGHEST_MOST, LACKED, LIMITED, NO_STORAGE, OVER_LIMIT, SQL

#: Limits that a job shows and no record counts against, by their column.
_ALSO: Final = {"SRTPOOL": "srtpool", "MAXSORT_IN_MEMORY": "maxsort_in_memory"}
_COLUMNS: Final = ("limit", "of", "size", "left at the least", "requests", "loads", "refused")


def tables(member: Member) -> Iterator[Table]:
    """The limits of a member of which records count what came to them."""
    rows = tuple(_edm(member)) + tuple(_others(member))
    if not any(row[4] is not None or row[6] is not None for row in rows):
        return
    yield Table(
        title=f"Limits of storage beside the buffer pools, {member.label}",
        columns=_COLUMNS,
        rows=rows,
        note=(
            "Loads of EDMSTMTC are full prepares; what one costs is in no record. Refused are requests that "
            "failed, or RID lists without storage. Db2 12 and later do not count what is left of descriptors "
            "and skeletons."
        ),
    )


_Row = tuple[str | int | float | None, ...]


def _edm(member: Member) -> Iterator[_Row]:
    measured = member.measured.edm_pools
    for pool in POOLS:
        last, least = member.row(measured, pool.last), member.row(measured, pool.tightest)
        if last is None:
            continue
        left = None if least is None else pool.share_left(least)
        yield (
            pool.parameter,
            pool.holds,
            wording.size(int(last[f"{pool.key}_pages"]) * 4 * KIB),
            None if left is None else f"{100 * left:.1f} %",
            member.total(measured, pool.requested_all),
            member.total(measured, pool.loaded_all),
            member.total(measured, pool.failed),
        )


def _others(member: Member) -> Iterator[_Row]:
    size, counted = rid_pool.size_of(member), member.measured.sql.of(*member.key)
    if size is not None or counted is not None:
        lacked = None if counted is None else member.total(member.measured.sql, LACKED)
        known = None if size is None else wording.size(size * KIB)
        most = rid_pool.allocated(member.row(member.measured.sql, HIGHEST_MOST))
        left = f"{100 * (1 - most / size):.1f} %" if size and most is not None and most <= size else None
        yield (rid_pool.NAME, "RID lists", known, left, None, None, lacked)
    for name, column in _ALSO.items():
        row = parameter(member, column)
        if row is not None:
            yield (name, "each sort", wording.size(int(row[column]) * KIB), None, None, None, None)


#: Lists a second, and the counters that they are of.
_LINES: Final = {"no storage": NO_STORAGE, "at a limit of their own": OVER_LIMIT}
_VALUES: Final = tuple(_LINES)


def pictures(members: Sequence[Member]) -> Iterator[Picture]:
    """What came to the limits a second, of every member with a RID list that lacked, or that passed one."""
    shown = [
        member
        for member in members
        if any(member.total(member.measured.sql, ask) for ask in (LACKED, LIMITED))
    ]
    if not shown:
        return
    lines, note = _lines(shown[0].measured)
    for member in shown:
        frame = lines.get(member.key)
        if frame is None or frame.height < FEWEST_INTERVALS:
            continue
        curves = (Curve(label=name, values=tuple(frame[name].round(3).to_list())) for name in _VALUES)
        size = rid_pool.size_of(member)
        limit = "" if size is None else f"MAXRBLK is {size:,} KB."
        yield Picture(
            id=f"db2-{str(member.id).replace(' ', '-').lower()}-rid-lists",
            title=f"RID lists of {member.label} that were given up or went on in work files",
            object=Object(member.id, rid_pool.NAME),
            unit="lists/s",
            times=tuple(frame["end"].to_list()),
            curves=tuple(curves),
            note=f"{limit}{note}".strip(),
            least_top=1.0,
        )


def _lines(measured: Db2Measures) -> tuple[Mapping[Key, pl.DataFrame], str]:
    """What came to the limits a second, of all members by key; and what has to be said of it."""
    evidence = measured.evidence
    best = [ways[0] for ways in measured.sql.ways.values()]
    series = Series.of(_VALUES, best, rows=sql.RATED, ends=(sql.FIRST_END, sql.LAST_END))

    def new(objects: Objects, part: Evidence) -> _Lines:
        return _Lines(SeriesFold(series if part is evidence else series.of_day, objects))

    lines = gathered(evidence, sql.TABLE, SQL.columns, measured.owners, new, name=series.name).points
    return lines.by_object(), series.note_of()


@dataclass(frozen=True, slots=True)
class _Lines:
    """RID lists of all members."""

    points: SeriesFold

    def add(self, piece: Piece) -> None:
        rated = pl.col("rate_seconds").is_not_null() & pl.col("end").is_not_null()
        rows = piece.intervals.filter((pl.col(RANK) == 0) & rated)
        rows = rows.with_columns(
            (pl.sum_horizontal(*columns) / pl.col("rate_seconds")).alias(name)
            for name, columns in _LINES.items()
        )
        self.points.add(rows.select(OBJECT, "start", "end", "file", "record", *_VALUES))

    def held(self) -> dict[str, pl.DataFrame]:
        return self.points.held()

    def take(self, every: Sequence[Held]) -> None:
        self.points.take(every)
