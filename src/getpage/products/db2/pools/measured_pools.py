"""What is measured of all buffer pools of the window, in one pass over their intervals, and of simulated
pools: their results, and the size that is simulated now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Key, Latest, Measure, Measures, Row
from getpage.products.common.by_day import Held, of_part, stacked, under
from getpage.products.common.collected import collected
from getpage.products.common.entries import Entries
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.passes import filtered
from getpage.products.common.resized import Resized
from getpage.products.common.sizes import Interval, SizeFold
from getpage.products.db2.intervals import readings
from getpage.products.db2.intervals.counter_pass import Counted, CounterPass
from getpage.products.db2.intervals.joined import every_interval
from getpage.products.db2.intervals.pieces import Piece, of_best_way
from getpage.products.db2.intervals.readings import Gaps
from getpage.products.db2.rows import OWNER, owned, partitioned

from .pool import DISPLAYED, RECORDED, of_sizes, pools_pass
from .simulation import COLUMNS, MEANWHILE, RESULT, PoolMeanwhile, added_up, joined, meanwhile, results

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
    # Whether results follow each other depends on the sizes of now, which no day tells.
    name = "" if resized else TABLE
    counted = _PASS.over(evidence, owners, name=name, also=lambda objects, _: _Results(objects, resized))
    assert isinstance(counted.also, _Results)
    return SimulatedPools(counted.also.done().with_row_index(RESULT), counted.shown)


class _Results:
    """The results of all pieces so far."""

    def __init__(self, objects: Objects, resized: Resized | None) -> None:
        self._objects, self._resized = objects, resized
        self._latest: pl.DataFrame | None = None
        self._of_days: list[pl.DataFrame] = []

    def add(self, piece: Piece) -> None:
        if self._of_days or piece.places is not None:
            self._of_days.append(results(of_best_way(piece)).drop(RESULT))
        else:
            self._latest = results(of_best_way(piece), self._latest, self._resized)

    def held(self) -> dict[str, pl.DataFrame]:
        if self._of_days:
            return {"results": pl.concat(self._of_days, how="diagonal_relaxed").drop(OBJECT)}
        return {} if self._latest is None else {"results": self._latest.drop(OBJECT, RESULT)}

    def take(self, every: Sequence[Held]) -> None:
        if of_days := [held["results"] for held in every if held]:
            self._of_days.append(self._objects.numbered(stacked(of_days)))

    def done(self) -> pl.DataFrame:
        if self._of_days:
            in_time = pl.concat(self._of_days, how="diagonal_relaxed").sort("end", maintain_order=True)
            self._latest = joined(in_time)
        return pl.DataFrame() if self._latest is None else self._latest.drop(OBJECT, RESULT)


_POOL: Final = [*OWNER, "buffer_pool"]
_KEY: Final = ("start", "end")
#: Intervals of pools that are simulated, which are held.
_MOST_SIMULATED: Final = 1 << 17
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
    return every_interval(evidence, owners, "db2_buffer_pool", columns, no_work_yet, _add_work)


def _add_work(entries: Entries, rows: pl.DataFrame) -> None:
    entries.add(work_of(rows))


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

    def begin(objects: Objects, part: Evidence) -> _Beside:
        if part is not evidence:  # what is kept of a day holds whatever the results of the window are
            return _Beside(objects, None, _simulated_in(part, owners))
        return _Beside(objects, results, results.select(_POOL).unique() if results.height else results)

    counted = pools_pass(*asks).over(evidence, owners, name="pools", also=begin, since=resized)
    beside = counted.also
    assert isinstance(beside, _Beside)
    return MeasuredPools(
        counted=counted,
        sizes=beside.sizes.done(),
        dropped=partitioned(_in_time(pl.concat(beside.dropped))) if beside.dropped else {},
        gaps=readings.gaps(pl.concat(beside.moments)) if beside.moments else {},
        meanwhile=beside.meanwhile(),
        work=beside.work if beside.every else None,
    )


def _simulated_in(evidence: Evidence, owners: Owners) -> pl.DataFrame:
    """The pools that are simulated in some row."""
    names = pl.DataFrame(schema={**dict.fromkeys(OWNER, pl.String), "buffer_pool": pl.UInt64})
    if rows := evidence.most_rows(TABLE):
        names = owned(collected(evidence.scan(TABLE).select(_POOL).unique(), rows), owners).unique()
    return names


class _Beside:
    """What is gathered beside the measures."""

    def __init__(self, objects: Objects, results: pl.DataFrame | None, simulated: pl.DataFrame) -> None:
        """`simulated` are the pools whose intervals are looked at in the time of `results`; where these are
        not known, as of a day, they are kept, with those of what is taken.
        """
        self._objects, self._results, self._pools = objects, results, simulated
        self.sizes, self.work = SizeFold(objects), no_work_yet()
        self.dropped: list[pl.DataFrame] = []
        self.moments: list[pl.DataFrame] = []
        self.every = True
        self._simulated: list[pl.DataFrame] = []
        self._meanwhile: list[pl.DataFrame] = []

    def add(self, piece: Piece) -> None:
        """One more piece."""
        rows = of_best_way(piece)
        self.sizes.add(of_sizes(rows))
        self.every &= piece.every
        if self.every:
            self.work.add(work_of(rows))
        self.dropped.append(piece.dropped.select(*_POOL, "start", "end"))
        self.moments.append(readings.moments(piece.shown))
        if self._pools.height:
            mine = rows.select(*_POOL, *MEANWHILE).join(self._pools, on=_POOL, how="semi", nulls_equal=True)
            self._simulate(mine)

    def _simulate(self, rows: pl.DataFrame) -> None:
        self._simulated.append(rows)
        if sum(part.height for part in self._simulated) > _MOST_SIMULATED:
            self._look_at_simulated()

    def _look_at_simulated(self) -> None:
        known = self._objects.known
        if self._simulated and self._results is not None and known is not None:
            results = self._results.select(RESULT, *_POOL, "start", "end")
            rows, spans = (
                frame.join(known, on=_POOL, how="inner", nulls_equal=True, maintain_order="left")
                for frame in (pl.concat(self._simulated), results)
            )
            self._meanwhile.append(meanwhile(rows, spans))
            self._simulated = []

    def meanwhile(self) -> Mapping[int, PoolMeanwhile]:
        """What pools did in the time of each result."""
        self._look_at_simulated()
        return added_up(pl.concat(self._meanwhile)) if self._meanwhile else {}

    def held(self) -> dict[str, pl.DataFrame]:
        """All of it."""
        return {
            **under("size", self.sizes.held()),
            **under("work", self.work.held() if self.every else {}),
            "every": pl.DataFrame({"every": [self.every]}),
            "pools": self._pools,
            "dropped": pl.concat(self.dropped),
            "moments": pl.concat(self.moments).unique(),
            "simulated": pl.concat(self._simulated) if self._simulated else pl.DataFrame(),
        }

    def take(self, every: Sequence[Held]) -> None:
        """Take what was gathered of days."""
        every = [held for held in every if held]
        self.sizes.take(of_part("size", every))
        self.work.take(of_part("work", every))
        for held in every:
            self.every &= held["every"].item()
            if self._results is None:
                self._pools = stacked([self._pools, held["pools"]]).unique()
            self.dropped.append(held["dropped"])
            self.moments.append(held["moments"])
            if held["simulated"].height:
                self._simulate(held["simulated"])


def _in_time(dropped: pl.DataFrame) -> pl.DataFrame:
    return dropped.sort(*_POOL, "start", nulls_last=False, maintain_order=True)
