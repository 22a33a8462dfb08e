"""What is measured of simulated pools: their results, and the size that is simulated now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Latest, Measure, Measures, Row
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.owners import Owners
from getpage.products.common.resized import Resized

from ..intervals.counter_pass import CounterPass, Piece
from ..intervals.differences import RANK
from .pool import DISPLAYED, RECORDED
from .simulation import COLUMNS, RESULT, results

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
