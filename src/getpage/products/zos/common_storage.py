"""Common virtual storage of a system over a window: how full CSA and SQA are on either side of 16 MB, and
who grows.

What is allocated of CSA is known by storage key, which tells whose it is in part: z/OS programs run in
key 0, the scheduler and JES in 1, data management in 5, VTAM in 6, IMS, Db2 and MQ in 7, user programs in
8 to 15. Which address space owns it is in no SMF record: common storage tracking knows (DIAGxx VSM
TRACK), and IPCS prints it of a dump.

References: IBM z/OS MVS Initialization and Tuning Guide, CSA and SQA; SMF record type 78 subtype 2; z/OS
MVS Programming: Authorized Assembler Services Guide, storage protection keys; MVS Diagnosis: Reference,
VSMDATA OWNCOMM.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.products.common.owners import SYSTEM

from .growth import UseGrowth, growth_of
from .measured import ZosMeasures
from .rows import OWNERS, PARAMETERS

#: The areas, and how people write them.
AREAS: Final = {"ecsa": "ECSA", "csa": "CSA", "esqa": "ESQA", "sqa": "SQA"}
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


@dataclass(frozen=True, slots=True)
class Area:
    """One area at its fullest: bytes in use at most, its size, and the row that tells them."""

    name: str
    used: int
    size: int
    row: Row

    @property
    def label(self) -> str:
        """`ECSA`."""
        return AREAS[self.name]

    @property
    def share(self) -> float:
        """The share in use; over 1 where SQA overflowed."""
        return self.used / self.size

    @property
    def largest_free(self) -> int | None:
        """Bytes of its largest free block at the least."""
        free = self.row[f"{self.name}_largest_free"]
        return None if free is None else int(free)


class CommonStorage:
    """Common storage of one system."""

    def __init__(self, measured: ZosMeasures, system: str | None) -> None:
        """Nothing is read yet."""
        self._measured, self._system = measured, system

    @cached_property
    def rows(self) -> pl.DataFrame:
        """All its rows, in order of time."""
        own = pl.col(SYSTEM).eq_missing(pl.lit(self._system, pl.String))
        rows = self._measured.common.filter(own).sort("end", "file", "record", maintain_order=True)
        if rows["end"].is_unique().all():
            return rows
        # XML has the sizes and the use of an interval in parts.
        together = rows.group_by("end", maintain_order=True).agg(pl.all().drop_nulls().first())
        return together.select(rows.columns)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """Each area at its fullest, those of which the evidence tells size and use."""
        areas = []
        for name in AREAS:
            size, used = f"{name}_size", f"{name}_used_maximum"
            known = self.rows.filter(pl.col(size) > 0, pl.col(used).is_not_null())
            share = pl.col(used).cast(pl.Float64) / pl.col(size)
            row = next(known.sort(share, descending=True, maintain_order=True).iter_rows(named=True), None)
            if row is not None:
                areas.append(Area(name, int(row[used]), int(row[size]), row))
        return tuple(areas)

    def growth(self, area: Area) -> UseGrowth | None:
        """How what is allocated of an area grows until it is full; of SQA until it overflows."""
        return self._growth_of(f"{area.name}_used_maximum", float(area.size))

    def _growth_of(self, column: str, size: float) -> UseGrowth | None:
        known = self.rows.drop_nulls((column, "end"))
        return (
            growth_of(known["end"].to_list(), known[column].to_list(), size, size) if known.height else None
        )

    def growing_key(self, area: Area, growth: UseGrowth) -> tuple[int, UseGrowth] | None:
        """The storage key that most of the growth of CSA is in; None where none is, or it is not known."""
        if area.name not in ("csa", "ecsa"):
            return None
        of_keys = ((key, self._growth_of(f"{area.name}_key_{key}", float(area.size))) for key in _KEYS)
        grown = [(key, of_key) for key, of_key in of_keys if of_key is not None]
        most = max(grown, key=lambda entry: entry[1].of.value, default=None)
        return most if most and most[1].of.value >= _MOST_OF_IT * growth.of.value else None

    def owner(self, area: Area) -> Row | None:
        """Who owns most of an area by what a dump tells: an address space, or those that ended; None where
        neither owns a tenth of it.
        """
        rows = self._of_system(OWNERS).filter(pl.col("owner").is_in(["JOB", "GONE"]))
        largest = next(rows.sort(area.name, descending=True, nulls_last=True).iter_rows(named=True), None)
        return largest if largest and (largest[area.name] or 0) >= 0.1 * area.used else None

    def parameter(self, name: str) -> tuple[Row, str, str] | None:
        """CSA or SQA as the IPL took it, `(3000,400M)`: the row and both parts; None where not known."""
        rows = self._of_system(PARAMETERS).filter(pl.col("parameter") == name)
        row = next(rows.sort("end", descending=True, nulls_last=True).iter_rows(named=True), None)
        parts = row["value"].strip("()").split(",") if row and row["value"] else []
        return (row, *parts) if row and len(parts) == 2 and all(parts) else None

    def _of_system(self, table: str) -> pl.DataFrame:
        own = pl.col(SYSTEM).eq_missing(pl.lit(self._system, pl.String))
        return self._measured.rows(table, list(self._measured.evidence.schema(table))).filter(own)
