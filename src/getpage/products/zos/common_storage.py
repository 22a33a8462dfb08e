"""Common virtual storage of a system over a window: how full CSA and SQA are on either side of 16 MB, and
what is common or shared above 2 GB; who grows.

What is allocated of CSA is known by storage key, which tells whose it is in part: z/OS programs run in
key 0, the scheduler and JES in 1, data management in 5, VTAM in 6, IMS, Db2 and MQ in 7, user programs in
8 to 15. Which address space owns it is in no SMF record: common storage tracking knows (DIAGxx VSM
TRACK), and IPCS prints it of a dump. Of memory objects above 2 GB IPCS prints the owner and when each was
allocated (RSMDATA). What the system allocates in the first hour of an IPL stays as it is, so that the
owner of a leak is who owns most of what came later.

The size of HVCOMMON and HVSHARE stays from IPL to IPL. A row that tells only what is used is taken with the
size that another one tells, the latest.

References: IBM z/OS MVS Initialization and Tuning Guide, CSA and SQA; SMF record type 78 subtype 2; z/OS
MVS Programming: Authorized Assembler Services Guide, storage protection keys; MVS Diagnosis: Reference,
VSMDATA OWNCOMM, RSMDATA HVCOMMON and HVSHRDATA; IEASYSxx HVCOMMON and HVSHARE.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.products.common.owners import SYSTEM

from .growth import UseGrowth, growth_of, growth_of_days
from .measured import ZosMeasures
from .records.drawn import ORIGIN
from .rows import COMMON, HIGH, OBJECTS, OWNERS, PARAMETERS

#: The areas, and how people write them.
AREAS: Final = {"ecsa": "ECSA", "csa": "CSA", "esqa": "ESQA", "sqa": "SQA"}
#: Those above 2 GB.
HIGH_AREAS: Final = {"hvcommon": "HVCOMMON", "hvshare": "HVSHARE"}
_KEYS: Final = range(9)
#: Who allocates in a storage key.
USERS: Final = {
    0: "z/OS and its components",
    1: "the scheduler and JES",
    5: "data management",
    6: "VTAM",
    7: "IMS, Db2 and MQ",
    8: "user programs",
}
#: A key is named that grows by at least this share of what the area grows: ours.
_MOST_OF_IT: Final = 0.5
#: How long after the first memory object of an IPL the system still allocates what it keeps: ours.
_SETTLED: Final = timedelta(hours=1)
#: Who owns less of an area than this is not named: ours.
_LEAST_OWNED: Final = 0.1


@dataclass(frozen=True, slots=True)
class Owner:
    """Who owns most of an area; `job` is None of address spaces that ended. `row` tells of it, or of the last
    of its `objects` that was allocated.
    """

    job: str | None
    bytes: int
    table: str
    column: str
    row: Row
    objects: int = 0

    @property
    def whose(self) -> str:
        """How sentences name it."""
        return self.job or "address spaces that ended"


@dataclass(frozen=True, slots=True)
class Area:
    """One area at its fullest: bytes in use at most, its size, and the rows that tell them."""

    name: str
    used: int
    size: int
    row: Row
    size_row: Row

    @property
    def label(self) -> str:
        """`ECSA`."""
        return AREAS.get(self.name) or HIGH_AREAS[self.name]

    @property
    def is_high(self) -> bool:
        """Whether it is above 2 GB."""
        return self.name in HIGH_AREAS

    @property
    def table(self) -> str:
        """The table of its rows."""
        return HIGH if self.is_high else COMMON

    @property
    def share(self) -> float:
        """The share in use; over 1 where SQA overflowed."""
        return self.used / self.size

    @property
    def largest_free(self) -> int | None:
        """Bytes of its largest free block at the least."""
        free = self.row.get(f"{self.name}_largest_free")
        return None if free is None else int(free)


class CommonStorage:
    """Common storage of one system."""

    def __init__(self, measured: ZosMeasures, system: str | None) -> None:
        """Nothing is read yet."""
        self._measured, self._system = measured, system

    @cached_property
    def rows(self) -> pl.DataFrame:
        """All rows of CSA and SQA, in order of time."""
        rows = self._ordered(self._measured.common)
        if rows["end"].is_unique().all():
            return rows
        # XML has the sizes and the use of an interval in parts.
        together = rows.group_by("end", maintain_order=True).agg(pl.all().drop_nulls().first())
        return together.select(rows.columns)

    @cached_property
    def high_rows(self) -> pl.DataFrame:
        """All rows of what is above 2 GB, in order of time."""
        return self._ordered(self._measured.high)

    def _ordered(self, frame: pl.DataFrame) -> pl.DataFrame:
        own = pl.col(SYSTEM).eq_missing(pl.lit(self._system, pl.String))
        return frame.filter(own).sort("end", "file", "record", maintain_order=True)

    def rows_of(self, area: Area) -> pl.DataFrame:
        """All rows that an area may stand in, in order of time."""
        return self.high_rows if area.is_high else self.rows

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """Each area at its fullest, those of which the evidence tells size and use."""
        low = (self._area(name) for name in AREAS)
        return tuple(area for area in (*low, *map(self._high_area, HIGH_AREAS)) if area is not None)

    def _area(self, name: str) -> Area | None:
        size, used = f"{name}_size", f"{name}_used_maximum"
        known = self.rows.filter(pl.col(size) > 0, pl.col(used).is_not_null())
        share = pl.col(used).cast(pl.Float64) / pl.col(size)
        row = next(known.sort(share, descending=True, maintain_order=True).iter_rows(named=True), None)
        return None if row is None else Area(name, int(row[used]), int(row[size]), row, row)

    def _high_area(self, name: str) -> Area | None:
        size, used = f"{name}_size", f"{name}_used_maximum"
        sized = self.high_rows.filter(pl.col(size) > 0).tail(1)
        fullest = self.high_rows.filter(pl.col(used) > 0).sort(used, descending=True, maintain_order=True)
        if not sized.height or not fullest.height:
            return None
        row, of_size = fullest.row(0, named=True), sized.row(0, named=True)
        return Area(name, int(row[used]), int(of_size[size]), row, of_size)

    def growth(self, area: Area) -> UseGrowth | None:
        """How what is allocated of an area grows until it is full; of SQA until it overflows.

        Of shared storage records have the most since the IPL, which never falls: only replies show growth.
        """
        rows = self.rows_of(area)
        if area.name == "hvshare":
            rows = rows.filter(pl.col(ORIGIN).is_null())
        return self._growth_of(rows, f"{area.name}_used_maximum", float(area.size))

    def _growth_of(self, rows: pl.DataFrame, column: str, size: float) -> UseGrowth | None:
        known = rows.drop_nulls((column, "end"))
        times, used = known["end"].to_list(), known[column].to_list()
        return growth_of(times, used, size, size) or growth_of_days(times, used, size, size)

    def growing_key(self, area: Area, growth: UseGrowth) -> tuple[int, UseGrowth] | None:
        """The storage key that most of the growth of CSA is in; None where none is, or it is not known."""
        if area.name not in ("csa", "ecsa"):
            return None
        of_keys = (
            (key, self._growth_of(self.rows, f"{area.name}_key_{key}", float(area.size))) for key in _KEYS
        )
        grown = [(key, of_key) for key, of_key in of_keys if of_key is not None]
        most = max(grown, key=lambda entry: entry[1].of.value, default=None)
        return most if most and most[1].of.value >= _MOST_OF_IT * growth.of.value else None

    def owner(self, area: Area) -> Owner | None:
        """Who owns most of an area by what a dump tells: an address space, or those that ended; None where
        neither owns a tenth of it.
        """
        owner = self._owner_of_objects(area) if area.is_high else self._owner(area)
        return owner if owner and owner.bytes >= _LEAST_OWNED * area.used else None

    def _owner(self, area: Area) -> Owner | None:
        rows = self._of_system(OWNERS).filter(pl.col("owner").is_in(["JOB", "GONE"]))
        row = next(rows.sort(area.name, descending=True, nulls_last=True).iter_rows(named=True), None)
        return None if row is None else Owner(row["job"], int(row[area.name] or 0), OWNERS, area.name, row)

    def _owner_of_objects(self, area: Area) -> Owner | None:
        objects = self._of_system(OBJECTS).filter(pl.col("area") == area.name).drop_nulls("created")
        late = objects.filter(pl.col("created") > pl.col("created").min() + _SETTLED)
        whose = pl.when(pl.col("unowned").is_null()).then("job")
        held = late.group_by(whose.alias("whose"), maintain_order=True).agg(pl.col("bytes").sum(), pl.len())
        if not held.height:
            return None
        job, size, count = held.sort("bytes", descending=True, maintain_order=True).row(0)
        its = late.filter(whose.eq_missing(pl.lit(job, pl.String)))
        last = its.sort("created", maintain_order=True).row(-1, named=True)
        return Owner(job, int(size), OBJECTS, "bytes", last, count)

    def parameter(self, name: str) -> tuple[Row, str, str] | None:
        """CSA or SQA as the IPL took it, `(3000,400M)`: the row and both parts; None where not known."""
        rows = self._of_system(PARAMETERS).filter(pl.col("parameter") == name)
        row = next(rows.sort("end", descending=True, nulls_last=True).iter_rows(named=True), None)
        parts = row["value"].strip("()").split(",") if row and row["value"] else []
        return (row, *parts) if row and len(parts) == 2 and all(parts) else None

    def _of_system(self, table: str) -> pl.DataFrame:
        own = pl.col(SYSTEM).eq_missing(pl.lit(self._system, pl.String))
        return self._measured.rows(table, list(self._measured.evidence.schema(table))).filter(own)
