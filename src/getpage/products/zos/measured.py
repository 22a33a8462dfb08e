"""All that is measured of z/OS systems: a pass over each table, each when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.measures import Count, First, Largest, Latest, Smallest
from getpage.products.common.fold import Fold
from getpage.products.common.owners import SYSTEM

from . import free, limits, rows
from .checks import (
    auxiliary_storage,
    demand_paging,
    fixed_storage,
    page_in_address_space,
    page_in_service_class,
    unreferenced_interval,
)
from .online import OF_PARTITION, OF_STORAGE, of_partition, of_storage
from .records import Records
from .spaces import Spaces, spaces, spans_of
from .tightest import ASKS, tightest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Aggregate, Measures, Row
    from getpage.products.common.owners import Owners

    from .online import Online

#: Rows with an end, and when the first and the last of them end.
TIMED: Final = Count(pl.col("end").is_not_null())
FIRST_END: Final = Smallest("end")
LAST_END: Final = Largest("end")
#: What was told first, for what a picture says of its fields.
FIRST_TOLD: Final = {name: First(pl.col(name).is_not_null()) for name in (free.AVERAGE, free.MINIMUM)}
FAULTS: Final = Count(pl.max_horizontal("demand_page_rate", "page_fault_rate") > 0)

LAST: Final = Latest()

#: Records that name the program of a step, and the names of DFSORT (IBM z/OS DFSORT Application Programming
#: Guide, "Invoking DFSORT").
PROGRAMS: Final = "smf30_storage"
SORT_PROGRAMS: Final = ("SORT", "ICEMAN", "ICETOOL", "IERRCO00", "IGHRCO00")

_OF_STORAGE: Final[tuple[Aggregate[Any], ...]] = (
    *free.ASKS,
    *ASKS,
    *demand_paging.ASKS,
    auxiliary_storage.FULLEST,
    fixed_storage.MOST,
    unreferenced_interval.LOWEST,
    limits.LEAST_TO_FIX,
    *(TIMED, FIRST_END, LAST_END, OF_STORAGE, *FIRST_TOLD.values(), FAULTS),
)
_OF_CLASSES: Final = (
    page_in_address_space.PEAK,
    page_in_service_class.OF_ONE_REGION,
    page_in_address_space.PAGE_INS,
)
_CLASS: Final = (SYSTEM, "kind", "class_name", "period")
_OF_A_CLASS: Final = ("resident", "frames_each", "frames", "page_in_rate", *_CLASS)


@dataclass(frozen=True)
class Measured:
    """What the window holds of all systems."""

    evidence: Evidence

    @cached_property
    def records(self) -> Records:
        """The rows, printed and recorded."""
        return Records(self.evidence)

    @cached_property
    def owners(self) -> Owners:
        """Every system of the evidence."""
        return rows.owners(self.records)

    def rows(
        self, table: str, columns: Sequence[str] | None = None, *, where: pl.Expr | None = None
    ) -> Iterator[pl.DataFrame]:
        """Rows of a table piece by piece, see `rows`."""
        return rows.ready(self.records, self.owners, table, columns, where=where)

    @cached_property
    def storage(self) -> Measures:
        """Real storage, by system."""
        fold = Fold((SYSTEM,), _OF_STORAGE)
        for piece in self.rows(rows.STORAGE):
            fold.add(piece.with_columns(limits.room_to_fix()))
        return fold.done()

    @cached_property
    def large(self) -> Measures:
        """Large frames, by system."""
        return self._by_system(rows.LARGE, LAST)

    @cached_property
    def partitions(self) -> Measures:
        """Storage of partitions, by the system that runs there."""
        return self._by_system(rows.PARTITIONS, OF_PARTITION, by="operating_system")

    @cached_property
    def classes(self) -> Measures:
        """By system, kind, class and period."""
        fold = Fold(_CLASS, _OF_CLASSES)
        for piece in self.rows(rows.CLASSES, _OF_A_CLASS):
            fold.add(piece)
        return fold.done()

    @cached_property
    def sorts(self) -> frozenset[tuple[str | None, str]]:
        """Jobs of which a step ran a sort program, with their systems."""
        rows = self.evidence.scan(PROGRAMS).filter(pl.col("program").is_in(SORT_PROGRAMS))
        found = rows.select(SYSTEM, "job").unique().collect(engine="streaming")
        return frozenset(found.iter_rows())

    @cached_property
    def spaces(self) -> Spaces:
        """Address spaces; of who held storage the moment counts in which least was free on each system."""
        return spaces(self, spans_of([(name, self.tightest(name)) for name, _ in self.owners.owners]))

    def online(self, system: str | None) -> Online | None:
        """Real storage online, the least of the window; None where nothing tells."""
        found = of_storage(self.storage.of(system))
        return found or (of_partition(self.partitions.of(system)) if system else None)

    def tightest(self, system: str | None) -> Row | None:
        """The interval with least free, as the ledger takes it; None where none tells what was free."""
        measure, there = self.storage.of(system), self.online(system)
        return None if measure is None else tightest(measure, there and there[0])

    def _by_system(self, table: str, ask: Aggregate[Any], *, by: str = SYSTEM) -> Measures:
        fold = Fold((by,), (ask,))
        for piece in self.rows(table):
            fold.add(piece)
        return fold.done()
