"""Coupling facility structures of shared queues, as a queue manager counts and displays them.

A queue manager counts how often a structure was full, and the most entries and elements in use. How many
there are it only displays: `DISPLAY CFSTATUS TYPE(SUMMARY)`. SMF 74.4 has both, see `zos-structure-full`.

Reference: IBM MQ documentation, "Coupling facility manager data records" and "DISPLAY CFSTATUS".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.measures import Latest, Measure, Measures, Row, Sum, Worst
from getpage.core.names import Object, Subsystem
from getpage.products.common.passes import Pass

from .counters import OWNER, TRACE

TABLE: Final = "mq_coupling_facility"
STATUS_TABLE: Final = "mq_structure_status"

TIMES_FULL: Final = Sum("structure_full_count")
LAST: Final = Latest(pl.col("queue_sharing_group") != "")
MOST_FULL: Final = Worst("structure_full_count", where=pl.col("structure_full_count") > 0)
STRUCTURES: Final = Pass(
    table=TABLE,
    by=(*OWNER, "structure"),
    columns=(
        *("structure_number", "structure_full_count", "entries_high_water", "elements_high_water"),
        "queue_sharing_group",
    ),
    asks=(LAST, TIMES_FULL, MOST_FULL),
    keep=TRACE,
)
MOST_USED: Final = Worst(
    pl.col("entries_used").cast(pl.Float64) / pl.col("entries_most"), where=pl.col("entries_most") > 0
)
STATUS: Final = Pass(
    table=STATUS_TABLE,
    by=(*OWNER, "structure"),
    columns=("status", "size", "entries_most", "entries_used", "offload_used"),
    asks=(MOST_USED,),
    keep=TRACE,
)


@dataclass(frozen=True)
class SharedStructure:
    """One structure: what records count, and what displays show."""

    owner: Subsystem
    name: str
    counted: Measure | None
    shown: Measure | None

    @property
    def object(self) -> Object:
        """How findings name it."""
        return Object(self.owner, f"structure {self.name}")

    @property
    def group(self) -> str:
        """The queue sharing group, as its records name it; empty where none does."""
        row = None if self.counted is None else self.counted[LAST]
        return "" if row is None else str(row["queue_sharing_group"]).strip()

    @property
    def times_full(self) -> int:
        """Times that it was full."""
        return 0 if self.counted is None else int(self.counted[TIMES_FULL] or 0)

    @property
    def most_full(self) -> Row | None:
        """The interval in which it was full most often."""
        return None if self.counted is None else self.counted[MOST_FULL]

    @property
    def most_used(self) -> Row | None:
        """The reply that shows most of its entries in use."""
        return None if self.shown is None else self.shown[MOST_USED]

    @property
    def used_share(self) -> float:
        """The share of its entries in use in that reply; 0 without one."""
        row = self.most_used
        return 0.0 if row is None else int(row["entries_used"] or 0) / int(row["entries_most"])


def structures(
    counted: Measures, shown: Measures, owner: tuple[str | None, str | None], of: Subsystem
) -> tuple[SharedStructure, ...]:
    """The structures of one queue manager, by name."""
    names = {str(measure.key[-1]) for part in (counted, shown) for measure in part.within(owner)}
    return tuple(
        SharedStructure(of, name, counted.of(*owner, name), shown.of(*owner, name)) for name in sorted(names)
    )
