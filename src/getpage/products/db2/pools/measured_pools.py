"""What is measured of all buffer pools of the window, in one pass over their intervals, and of simulated
pools: their results, and the size that is simulated now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Key, Latest, Measure, Measures, Row
from getpage.products.common.entries import Entries
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.passes import filtered
from getpage.products.common.resized import Resized
from getpage.products.common.sizes import Interval, SizeFold
from getpage.products.db2.intervals import readings
from getpage.products.db2.intervals.counter_pass import Counted, CounterPass, Piece, every_interval
from getpage.products.db2.intervals.differences import RANK
from getpage.products.db2.intervals.readings import Gaps
from getpage.products.db2.rows import OWNER, partitioned

from .pool import DISPLAYED, RECORDED, of_sizes, pools_pass
from .simulation import COLUMNS, RESULT, PoolMeanwhile, added_up, meanwhile, results

TABLE: Final = "db2_simulated_pool"

_SIZE: Final = Latest(pl.col("size").is_not_null())
_RECORDED: Final = Latest(pl.col("size").is_null())
_PASS: Final = CounterPass(table=TABLE, columns=COLUMNS, shown=(_SIZE, _RECORDED))


@dataclass(frozen=True)
class SimulatedPools:
    """A row a result, numbered by RESULT, in order of object and time; and what the rows show."""

    results: pl.DataFrame
    shown: Measures

    def size_now(self, pool: Measure) -> int | None:
        """Buffers that are simulated on top of a pool, as last shown; 0 where later rows of the pool show no
        simulation any more, None where nothing says how many.

        A display with counters shows the simulation beside them, and so does a record.
        """
        measure = self.shown.of(*pool.key)
        if measure is None:
            return None
        printed, recorded = measure[_SIZE], measure[_RECORDED]
        runs = [not _later(pool[DISPLAYED], printed)] if printed else []
        runs += [not _later(pool[RECORDED], recorded)] if recorded else []
        if not any(runs):
            return 0
        return None if printed is None else int(printed["size"])


def _later(row: Row | None, than: Row) -> bool:
    """Whether a row was made after another."""
    return row is not None and _place(row) > _place(than)


def _place(row: Row) -> tuple[datetime, int, int]:
    return row["written"] or datetime.min.replace(tzinfo=UTC), row["file"], row["record"]


def simulated_pools(evidence: Evidence, owners: Owners, resized: Resized | None) -> SimulatedPools:
    """All of the window; `resized` are the pools that had several sizes."""
    latest: pl.DataFrame | None = None

    def begin(_: Objects) -> Callable[[Piece], None]:
        nonlocal latest
        latest = None
        return collect

    def collect(piece: Piece) -> None:
        nonlocal latest
        latest = results(piece.intervals.filter(pl.col(RANK) == 0), latest, resized)

    counted = _PASS.over(evidence, owners, also=begin)
    rows = pl.DataFrame() if latest is None else latest.drop(OBJECT, RESULT)
    return SimulatedPools(rows.with_row_index(RESULT), counted.shown)


_POOL: Final = [*OWNER, "buffer_pool"]
_KEY: Final = ("start", "end")
_WORK: Final = ("getpages", "sync_reads")
#: Displays have the parts alone.
_COUNTED: Final = [
    pl.coalesce(name, pl.col(f"{name}_random") + pl.col(f"{name}_sequential")).alias(name) for name in _WORK
]
#: All pools of a member at a moment stand together in its records.
_RUN_OF: Final = "run"
_RUN: Final = (
    pl.any_horizontal(pl.col(name).ne_missing(pl.col(name).shift(1)) for name in (*OWNER, *_KEY))
    .cum_sum()
    .alias(_RUN_OF)
)
_NO_WORK: Final[dict[str, pl.DataType | type[pl.DataType]]] = {
    **dict.fromkeys(OWNER, pl.String),
    **dict.fromkeys(_KEY, pl.Datetime("us")),
    **dict.fromkeys(_WORK, pl.Int64),
    "seconds": pl.Float64,
}


def work_of(intervals: pl.DataFrame) -> pl.DataFrame:
    """Reads and getpages of all pools by member and interval, of a piece of their intervals."""
    rows = (
        filtered(intervals, pl.col("difference"))
        .select(*OWNER, *_KEY, "seconds", *_COUNTED)
        .drop_nulls("seconds")
    )
    return _together(_together(rows.with_columns(_RUN), [_RUN_OF]))  # runs first: one number is found faster


def no_work_yet() -> Entries:
    """What `work_of` says, added up by what a long window needs; none so far."""
    entries = Entries(OWNER, (*_WORK, "seconds"), spans=True)
    entries.add(pl.DataFrame(schema=_NO_WORK))
    return entries


def _together(rows: pl.DataFrame, by: Sequence[str] = (*OWNER, *_KEY)) -> pl.DataFrame:
    names = [name for name in (*OWNER, *_KEY, "seconds") if name not in by]
    sums = [pl.col(name).sum() for name in _WORK]
    return rows.group_by(by, maintain_order=True).agg(pl.col(names).first(), *sums)


def read_work_of_pools(evidence: Evidence, owners: Owners) -> Entries:
    """Reads and getpages of all pools in every interval, read for this alone."""
    columns = [f"{name}{part}" for name in _WORK for part in ("", "_random", "_sequential")]
    entries = no_work_yet()
    for rows in every_interval(evidence, owners, "db2_buffer_pool", columns):
        entries.add(work_of(rows))
    return entries


@dataclass(frozen=True, kw_only=True)
class MeasuredPools:
    """Pools by member and number; intervals that restarts took, and gaps, by member; what pools did in the
    time of each result of a simulation; what all did in every interval (`work`), None where some of these
    were taken together. Pools that had several sizes are `apart`, with their intervals of
    as many buffers as now or more.
    """

    counted: Counted
    sizes: Mapping[Key, Sequence[Interval]]
    dropped: Mapping[Owner, pl.DataFrame]
    gaps: Mapping[Owner, Gaps]
    meanwhile: Mapping[int, PoolMeanwhile]
    work: Entries | None


def measured_pools(
    evidence: Evidence,
    owners: Owners,
    results: pl.DataFrame,
    asks: Sequence[Aggregate[Any]],
    resized: Resized | None = None,
) -> MeasuredPools:
    """All of the window; `results` are those of simulated pools, `asks` those of single rules, and `resized`
    the pools that had several sizes.
    """
    every: list[_Beside] = []

    def begin(objects: Objects) -> Callable[[Piece], None]:
        every.append(_Beside(results, objects, SizeFold(objects)))
        return every[-1].add

    counted = pools_pass(*asks).over(evidence, owners, also=begin, since=resized)
    beside = every[-1]
    return MeasuredPools(
        counted=counted,
        sizes=beside.sizes.done(),
        dropped=partitioned(_in_time(pl.concat(beside.dropped))) if beside.dropped else {},
        gaps=readings.gaps(pl.concat(beside.moments)) if beside.moments else {},
        meanwhile=added_up(pl.concat(beside.meanwhile)) if beside.meanwhile else {},
        work=beside.work if beside.every else None,
    )


@dataclass
class _Beside:
    """What is gathered beside the measures."""

    results: pl.DataFrame
    objects: Objects
    sizes: SizeFold
    dropped: list[pl.DataFrame] = field(default_factory=list)
    moments: list[pl.DataFrame] = field(default_factory=list)
    meanwhile: list[pl.DataFrame] = field(default_factory=list)
    work: Entries = field(default_factory=no_work_yet)
    every: bool = True

    def add(self, piece: Piece) -> None:
        rows = piece.intervals
        if rows[RANK].max():  # some objects were measured in several ways
            rows = rows.filter(pl.col(RANK) == 0)
        self.sizes.add(of_sizes(rows))
        self.every &= piece.every
        if self.every:
            self.work.add(work_of(rows))
        self.dropped.append(piece.dropped.select(*_POOL, "start", "end"))
        self.moments.append(readings.moments(piece.shown))
        if self.results.height and self.objects.known is not None:
            known = self.results.select(RESULT, *_POOL, "start", "end").join(
                self.objects.known, on=_POOL, how="inner", nulls_equal=True, maintain_order="left"
            )
            self.meanwhile.append(meanwhile(rows, known))


def _in_time(dropped: pl.DataFrame) -> pl.DataFrame:
    return dropped.sort(*_POOL, "start", nulls_last=False, maintain_order=True)
