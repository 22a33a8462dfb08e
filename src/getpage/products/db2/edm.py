"""The EDM pools: database descriptors, skeletons of plans and packages, and the cache of dynamic statements.

They stand above the bar in DBM1 and are allocated as they are needed, up to a subsystem parameter each. What
is free, or could be taken from what nobody uses, tells whether more would be used; failures tell that a
statement ended with an error. Since Db2 12 what is free in the first two is no longer shown by monitors: a
pool with no free page at all is taken as not told.

Reference: IBM Db2 documentation, "Designing EDM storage space for performance"; OMEGAMON for Db2, "EDM Pool
Activity" (QISE).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from .frames import Row

TABLE: Final = "db2_edm_pool"
PAGE: Final = 4096  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class EdmPool:
    """One EDM pool: how its columns begin, the parameter that bounds it, and what is asked of it."""

    key: str
    name: str
    parameter: str
    holds: str
    requests: tuple[str, ...]
    loads: tuple[str, ...]
    stealable: bool

    def available(self, row: Row) -> int | None:
        """Pages that are free or that nobody uses; None where the record does not tell, or not soundly."""
        pages, free = row[f"{self.key}_pages"], row[f"{self.key}_free"]
        if not pages or free is None or (self.stealable and not free):
            return None
        found = int(free) + (int(row[f"{self.key}_stealable"] or 0) if self.stealable else 0)
        return found if found <= pages else None

    def held(self, row: Row) -> int | None:
        """Bytes of pages that are not free; None where the record does not tell."""
        if self.available(row) is None:
            return None
        return (int(row[f"{self.key}_pages"]) - int(row[f"{self.key}_free"])) * PAGE

    def failures(self, frame: pl.DataFrame) -> int:
        """Requests of the window that failed because the pool was full."""
        return int(frame[f"{self.key}_failures"].sum())

    def rated(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Intervals with `requests`, `loads` and `load_rate`, loads a second."""
        requests, loads = (pl.sum_horizontal(*names) for names in (self.requests, self.loads))
        rows = frame.filter(pl.col("rate_seconds").is_not_null())
        rows = rows.with_columns(requests.alias("requests"), loads.alias("loads"))
        return rows.with_columns((pl.col("loads") / pl.col("rate_seconds")).alias("load_rate"))


DBD: Final = EdmPool(
    key="dbd",
    name="the DBD pool",
    parameter="EDMDBDC",
    holds="database descriptors",
    requests=("dbd_requests",),
    loads=("dbd_loads",),
    stealable=True,
)
SKELETON: Final = EdmPool(
    key="skeleton",
    name="the skeleton pool",
    parameter="EDM_SKELETON_POOL",
    holds="plans and packages",
    requests=("plan_requests", "package_requests"),
    loads=("plan_loads", "package_loads"),
    stealable=True,
)
STATEMENT: Final = EdmPool(
    key="statement",
    name="the cache of dynamic statements",
    parameter="EDMSTMTC",
    holds="dynamic statements",
    requests=("statement_requests",),
    loads=("statement_inserts",),
    stealable=False,
)
POOLS: Final = (DBD, SKELETON, STATEMENT)
