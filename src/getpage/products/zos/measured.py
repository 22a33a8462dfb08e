"""All that is measured of z/OS systems: a pass over each table, each when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Count, First, Largest, Latest, Measures, Row, Smallest
from getpage.products.common.by_day import Distinct, Gathered, Held, M, by_day, days_between, spelled
from getpage.products.common.every_row import every_row
from getpage.products.common.fold import Fold
from getpage.products.common.owners import SYSTEM, Owners
from getpage.products.common.processors import sums_by_interval

from . import rows, storage
from . import spaces as address_spaces
from .records import Records, read_for
from .spaces import Spaces, times_of, written_in
from .storage import Online, online, tightest

#: Rows with an end, and when the first and the last of them end.
TIMED: Final = Count(pl.col("end").is_not_null())
FIRST_END: Final = Smallest("end")
LAST_END: Final = Largest("end")
#: The first row that has a figure, for what a picture says of its field.
FIRST_WITH: Final = {name: First(pl.col(name).is_not_null()) for name in (storage.AVERAGE, storage.MINIMUM)}
LAST: Final = Latest()

#: Records that name the program of a step, and the names of DFSORT (IBM z/OS DFSORT Application Programming
#: Guide, "Invoking DFSORT").
PROGRAMS: Final = "smf30_storage"
SORT_PROGRAMS: Final = ("SORT", "ICEMAN", "ICETOOL", "IERRCO00", "IGHRCO00")
#: Messages of sorts, which show the options in effect (ICE236I).
SORT_OPTIONS: Final = "sort_run"

_OF_STORAGE: Final[tuple[Aggregate[Any], ...]] = (
    *storage.ASKS,
    *(TIMED, FIRST_END, LAST_END, *FIRST_WITH.values()),
)
_CLASS: Final = (*rows.PLACE, "kind", "class_name", "period")
_OF_A_CLASS: Final = ("resident", "frames_each", "frames", "page_in_rate", "kind", "class_name", "period")


@dataclass(frozen=True)
class ZosMeasures:
    """What the window holds of all systems. `of_rules` is what single rules ask of rows of real storage."""

    evidence: Evidence
    of_rules: tuple[Aggregate[Any], ...] = ()

    @cached_property
    def owners(self) -> Owners:
        """Every system of the evidence."""
        return rows.owners(Records(self.evidence))

    @cached_property
    def sysplexes(self) -> tuple[str, ...]:
        """Sysplexes that a report covers as a whole, by name."""
        return rows.sysplexes(Records(self.evidence))

    def rows(self, table: str, columns: Sequence[str]) -> pl.DataFrame:
        """Columns of all rows of a table, see `rows`."""
        name, add = self._kept_rows(table, columns)
        nothing = Gathered(rows.none(self.evidence, table, columns).schema)
        return by_day(self.evidence, read_for(table), name, Gathered, add, nothing).done()

    def rows_near(
        self, table: str, columns: Sequence[str], times: Sequence[tuple[datetime, datetime]] | None
    ) -> Iterator[pl.DataFrame]:
        """The same piece by piece, as many as there are, of the days that have rows of these times; None are
        all.
        """
        days = self.evidence.days(read_for(table))
        if not days:
            where = None if times is None else written_in(times)
            yield from rows.ready(self._records, self.owners, table, columns, where=where)
        name, add = self._kept_rows(table, columns)

        def of_day(part: Evidence) -> Held:
            add(part, gathered := Gathered())
            return gathered.held()

        for day in days_between(days, times):
            yield from day.kept(name, of_day).values()

    def _kept_rows(
        self, table: str, columns: Sequence[str]
    ) -> tuple[str, Callable[[Evidence, Gathered], None]]:
        """The name of what is kept of a day, and what gathers it."""

        def add(part: Evidence, to: Gathered) -> None:
            for piece in self.rows_of(part, table, columns):
                to.add(piece)

        return spelled("rows of z/OS", table, columns, self.owners.context), add

    def rows_of(self, part: Evidence, table: str, columns: Sequence[str] | None) -> Iterator[pl.DataFrame]:
        """The rows of a part of the window, worked out anew; None are all columns."""
        return rows.ready(Records(part), self.owners, table, columns)

    @cached_property
    def _records(self) -> Records:
        """The rows of the window, and what those of address spaces take of all of it: the ledger asks for one
        stretch of it after the other.
        """
        return Records(self.evidence)

    def holding(self, times: Sequence[tuple[datetime, datetime]] | None = None) -> Iterator[pl.DataFrame]:
        """Rows of address spaces with frames, as `rows_near` has them; one piece at least."""
        nothing = rows.none(self.evidence, rows.SPACES, address_spaces.HELD)
        pieces = self.rows_near(rows.SPACES, address_spaces.HELD, times)
        return map(address_spaces.holding, chain((nothing,), pieces))

    def meeting(self, spans: pl.DataFrame, longest: timedelta | None) -> pl.DataFrame:
        """The rows of address spaces with frames that meet one of these spans (SPANS), of rows that cover no
        more time than `longest`.
        """
        held = self.holding(times_of(spans, longest))
        return pl.concat([address_spaces.meeting(piece, spans) for piece in held])

    def _over(
        self,
        table: str,
        new: Callable[[], M],
        asks: Sequence[Any],
        add: Callable[[pl.DataFrame, M], None],
        columns: Sequence[str] | None = None,
    ) -> M:
        """A `new` one to which all rows of a table were added, day by day where the window has days."""

        def add_part(part: Evidence, to: M) -> None:
            if not any(map(part.most_rows, read_for(table))):
                return  # most sites lack some, and each step over nothing takes as long as over a few rows
            for piece in self.rows_of(part, table, columns):
                add(piece, to)

        name = spelled("zos", table, columns, *asks, self.owners.context)
        return by_day(self.evidence, read_for(table), name, new, add_part)

    @cached_property
    def storage(self) -> Measures:
        """Real storage, by system."""
        asks = (*_OF_STORAGE, *self.of_rules)

        def add(piece: pl.DataFrame, fold: Fold) -> None:
            fold.add(storage.with_room_to_fix(storage.with_limits(piece, self.evidence.thresholds)))

        return self._over(rows.STORAGE, lambda: Fold((SYSTEM,), asks), asks, add).done()

    @cached_property
    def large(self) -> Measures:
        """Large frames, by system."""
        return self._by_system(rows.LARGE, LAST)

    @cached_property
    def online_storage(self) -> Measures:
        """What of storage can go offline, by system."""
        return self._by_system(rows.ONLINE, LAST)

    @cached_property
    def partitions(self) -> Measures:
        """Storage of partitions, by the system that runs there."""
        return self._by_system(rows.PARTITIONS, storage.ONLINE_OF_PARTITION, by="operating_system")

    def partitions_beside(self, system: str | None) -> frozenset[str]:
        """The systems of all partitions of the machine, by what one of them recorded; nothing where that does
        not name the system itself, as names of another kind cannot be compared.
        """
        listed = frozenset(other for by, other in self._partitions_seen if by == system and other is not None)
        return listed if system in listed else frozenset()

    @cached_property
    def _partitions_seen(self) -> frozenset[tuple[str | None, str | None]]:
        """Systems, and those of the partitions that each of them recorded."""
        columns = {SYSTEM: pl.String(), "operating_system": pl.String()}
        seen = self._over(
            rows.PARTITIONS,
            lambda: Distinct(columns),
            tuple(columns),
            lambda piece, to: to.add(piece),
            tuple(columns),
        )
        return frozenset(seen.done().iter_rows())

    @cached_property
    def classes(self) -> Measures:
        """By system or sysplex, kind, class and period."""
        asks = address_spaces.OF_CLASSES
        fold = self._over(rows.CLASSES, lambda: Fold(_CLASS, asks), asks, _add, _OF_A_CLASS)
        return fold.done()

    @cached_property
    def sorts(self) -> frozenset[tuple[str | None, str]]:
        """Jobs with a step that ran a sort program, with their systems."""
        jobs = by_day(
            self.evidence,
            (PROGRAMS,),
            spelled("sorts", SORT_PROGRAMS),
            lambda: Distinct({SYSTEM: pl.String(), "job": pl.String()}),
            _add_sorts,
        )
        return frozenset(jobs.done().iter_rows())

    def sort_options(self, system: str | None) -> Row | None:
        """EXPMAX, EXPOLD and EXPRES as the last sort of a system showed them; None where none did."""
        its = pl.col(SYSTEM).eq_missing(pl.lit(system, pl.String))
        if self.owners.only == system:  # the output of a job names no system
            its |= pl.col(SYSTEM).is_null()
        elsewhere = {job for other, job in self.sorts if other != system}
        here = [job for other, job in self.sorts if other == system and job not in elsewhere]
        its |= pl.col(SYSTEM).is_null() & pl.col("job").is_in(here)
        known = every_row(self.evidence, SORT_OPTIONS, where=pl.col("expmax").is_not_null())
        return next(known.filter(its).tail(1).iter_rows(named=True), None)

    @cached_property
    def spaces(self) -> Spaces:
        """Address spaces; of who held storage the moment counts in which least was free on each system."""
        nothing = address_spaces.holding(rows.none(self.evidence, rows.SPACES, address_spaces.READ))
        spans = address_spaces.spans_of([(name, self.tightest(name)) for name, _ in self.owners.owners])
        counted = self._over(
            rows.SPACES,
            lambda: address_spaces.SpacesFold(nothing),
            address_spaces.ASKED,
            lambda piece, fold: fold.add(piece),
            address_spaces.READ,
        )
        return counted.done(lambda longest: self.meeting(spans, longest))

    @cached_property
    def processors(self) -> pl.DataFrame:
        """How busy the general processors of each system were, by interval."""
        return sums_by_interval(self.evidence)

    @cached_property
    def page_sets(self) -> pl.DataFrame:
        """All rows of page data sets: one a data set and interval, and few of each system."""
        return self.rows(rows.PAGE_SETS, rows.PAGE_SET_COLUMNS)

    @cached_property
    def slots(self) -> pl.DataFrame:
        """Slots of all systems by paging activity, which knows no data sets."""
        totals = ("slots_total", "slots_available_minimum")
        return self.rows(rows.STORAGE, totals).drop_nulls((*totals, "end")).sort("end", maintain_order=True)

    @cached_property
    def common(self) -> pl.DataFrame:
        """All rows of common storage, one a system and interval."""
        return self.rows(rows.COMMON, list(self.evidence.schema(rows.COMMON)))

    @cached_property
    def high(self) -> pl.DataFrame:
        """All rows of common and shared storage above 2 GB that tell anything."""
        has_figure = pl.any_horizontal(pl.col("^hv.*_(size|used_maximum)$") > 0)
        return self.rows(rows.HIGH, list(self.evidence.schema(rows.HIGH))).filter(has_figure)

    @cached_property
    def slots_of_spaces(self) -> pl.DataFrame:
        """The first and the last row of each address space that tells its slots; asked where slots grow."""
        tells = pl.col("auxiliary_slots").is_not_null() & pl.col("end").is_not_null()
        asks = (First(tells), Latest(tells))
        fold = self._over(
            rows.SPACES,
            lambda: Fold((SYSTEM, "job", "asid"), asks),
            asks,
            lambda piece, to: to.add(piece.filter(tells)),
            ("job", "asid", "auxiliary_slots"),
        )
        kept = [row for measure in fold.done() for ask in asks if (row := measure[ask]) is not None]
        nothing = rows.none(self.evidence, rows.SPACES, ("job", "asid", "auxiliary_slots"))
        return pl.concat([nothing, pl.DataFrame(kept)], how="diagonal_relaxed") if kept else nothing

    def online(self, system: str | None) -> Online | None:
        """Real storage online, the least of the window; None where nothing tells."""
        partition = self.partitions.of(system) if system else None
        return online(self.storage.of(system), partition)

    def tightest(self, system: str | None) -> Row | None:
        """The interval with least free, as the ledger takes it; None where none tells what was free."""
        measure, there = self.storage.of(system), self.online(system)
        return None if measure is None else tightest(measure, there.bytes if there else None)

    def _by_system(self, table: str, ask: Aggregate[Any], *, by: str = SYSTEM) -> Measures:
        return self._over(table, lambda: Fold((by,), (ask,)), (by, ask), _add).done()


def _add(piece: pl.DataFrame, fold: Fold) -> None:
    fold.add(piece)


def _add_sorts(evidence: Evidence, jobs: Distinct) -> None:
    steps = evidence.scan(PROGRAMS).filter(pl.col("program").is_in(SORT_PROGRAMS))
    jobs.add(steps.select(SYSTEM, "job").unique().collect(engine="streaming"))
