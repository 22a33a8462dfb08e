"""What is measured of simulated pools: their results, and the size that is simulated now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Latest
from getpage.products.common.fold import OBJECT
from getpage.products.db2.intervals.counter_pass import CounterPass
from getpage.products.db2.intervals.differences import RANK

from .simulated_time import RESULT
from .simulation import COLUMNS, results

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Measures
    from getpage.products.common.fold import Objects
    from getpage.products.common.owners import Owners
    from getpage.products.db2.intervals.counter_pass import Piece

TABLE: Final = "db2_simulated_pool"

_SIZE: Final = Latest(pl.col("size").is_not_null())
_PASS: Final = CounterPass(table=TABLE, columns=COLUMNS, shown=(_SIZE,))


@dataclass(frozen=True)
class SimulatedPools:
    """A row a result, numbered by RESULT, in order of object and time; and what the rows show."""

    results: pl.DataFrame
    shown: Measures

    def size_now(self, *key: object) -> int | None:
        """Buffers that are simulated on top of a pool, as last shown; None where nothing says."""
        one = self.shown.of(*key)
        size = None if one is None else one.latest(_SIZE, "size")
        return None if size is None else int(size)


def simulated_pools(evidence: Evidence, owners: Owners) -> SimulatedPools:
    """All of the window."""
    found: pl.DataFrame | None = None

    def collect(piece: Piece, _: Objects) -> None:
        nonlocal found
        found = results(piece.intervals.filter(pl.col(RANK) == 0), found)

    counted = _PASS.over(evidence, owners, also=collect)
    rows = pl.DataFrame() if found is None else found.drop(OBJECT, RESULT)
    return SimulatedPools(rows.with_row_index(RESULT), counted.shown)
