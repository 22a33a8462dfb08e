"""The window of a store that rules look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.core.memoized import memoized
from getpage.core.names import PLATFORM
from getpage.evidence import beside
from getpage.evidence.catalog import UNDATED
from getpage.evidence.coverage import coverage
from getpage.evidence.day_answers import DayAnswers
from getpage.evidence.site_settings import SiteSettings, read_settings
from getpage.evidence.store import Store
from getpage.evidence.window import A_DAY, DayWindow, Window, has_local_end, hours_of
from getpage.result import Fact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from getpage.contract.evidence import Evidence, KeptDay
    from getpage.contract.fields import Field
    from getpage.contract.thresholds import Thresholds
    from getpage.evidence.catalog import Manifest
    from getpage.result import Coverage


#: Values of a table that are read at once and held, all columns of it: some megabyte, and as much as takes as
#: long as to open the files of each day for a few columns, since a table is asked for by some ten passes; and
#: at the most, as of one day that is looked at by itself, some ten megabytes.
_HELD: Final = 1 << 17
_HELD_FOR_EACH: Final = 1 << 15
_MOST_HELD: Final = 1 << 21
#: The hours of a day of which a window has the first moment.
_NO_HOUR: Final = " 0-0"


class StoreEvidence:
    """A store's tables in one window: what `getpage.contract.evidence.Evidence` asks for."""

    def __init__(self, store: Store, window: Window | None = None, system: str | None = None) -> None:
        """Look at `store`, all of it or the rows of `window`; `system` is that of rows that name none."""
        self.store = store
        self.window = window or Window()
        self.system = system
        self._frames: dict[str, pl.DataFrame] = {}
        self._scans: dict[str, pl.LazyFrame] = {}
        self._parts: dict[str, Sequence[pl.LazyFrame]] = {}
        self._rows: dict[str, int] = {}
        self._by_day: Sequence[KeptDay] | None = None

    def of(self, window: Window) -> StoreEvidence:
        """Another window of the same store."""
        other = StoreEvidence(self.store, window, self.system)
        other.coverage = self.coverage
        return other

    @cached_property
    def _names(self) -> dict[int, str]:
        """The names of files by number."""
        return {file["file"]: file["path"] for file in self.store.files()}

    @cached_property
    def _printed(self) -> dict[int, bool]:
        """Whether each file is no records."""
        return {file["file"]: file["kind"] != "smf" for file in self.store.files()}

    @cached_property
    def settings(self) -> SiteSettings:
        """What the site decided, as it stands beside the store."""
        return read_settings(self.store.path)

    @property
    def thresholds(self) -> Thresholds:
        """The thresholds that are in force."""
        return self.settings.thresholds

    def frame(self, table: str) -> pl.DataFrame:
        """All rows of a table in the window, in a fixed order: time written (rows without one first), then
        file and place in it. So ties are settled by time, in whichever files the rows came.
        """
        if table not in self._frames:
            rows = self.scan(table)
            order = [name for name in ("written", "file", "record") if name in rows.collect_schema()]
            rows = rows.sort(order, maintain_order=True)
            # To begin a stream takes longer than to sort few rows.
            self._frames[table] = rows.collect(engine="in-memory" if self._is_held(table) else "auto")
        return self._frames[table]

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table in the window, not yet read and in no order."""
        if table not in self._scans and not self.most_rows(table):
            self._scans[table] = self.store.dictionary.empty(table)
        if table not in self._scans:  # a store of many loads has many files to look up
            rows = self._within(table, self.store.table(table, self._days_of(table)))
            self._scans[table] = rows.collect().lazy() if self._is_held(table) else rows
        return self._scans[table]

    def schema(self, table: str) -> pl.Schema:
        """Its columns and their types."""
        return self.store.dictionary.schema(table)

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The rows of a table in the window as one lazy frame per part, in the order of the store."""
        if self._is_held(table):
            return [self.scan(table)]
        if table not in self._parts:
            self._parts[table] = [
                self._within(table, part) for part in self.store.part_by_part(table, self._days_of(table))
            ]
        return self._parts[table]

    def most_rows(self, table: str) -> int:
        """Rows of the table on the days of the window."""
        if table not in self._rows:  # a store of years has many days to look up
            self._rows[table] = self.store.rows(table, self._days_of(table))
        return self._rows[table]

    def days(self, tables: Sequence[str]) -> Sequence[KeptDay]:
        """The same window in days of which answers are kept; nothing where there are few days, or few rows
        of these tables.
        """
        if beside.is_read_at_once(self.store, tables):
            return ()
        if self._by_day is None:
            self._by_day = _days_of(self)
        return self._by_day

    def _is_held(self, table: str) -> bool:
        """Whether a table is small enough to be read whole, once."""
        return self.most_rows(table) * len(self.store.dictionary.schema(table)) <= self._most_held

    @cached_property
    def _most_held(self) -> int:
        return min(_HELD + _HELD_FOR_EACH * len(self._days), _MOST_HELD)

    def _within(self, table: str, lazy: pl.LazyFrame) -> pl.LazyFrame:
        """Rows of the window, with their systems as far as these are told."""
        columns = self.store.dictionary.schema(table)
        if "system" in columns and (system := self._system_of(table)) is not None:
            filled = pl.col("system").fill_null(system)
            if "sysplex" in columns:  # a row of a whole sysplex is of no system
                filled = pl.when(pl.col("sysplex").is_null()).then(filled).otherwise("system")
            lazy = lazy.with_columns(filled.alias("system"))
        if "written" not in columns:
            return lazy
        return self.window.of(lazy, columns, is_exact=self.store.dictionary.is_exact(table))

    def tables(self) -> list[str]:
        """The tables that have rows on the days of the window."""
        return self.store.tables(self._days)

    def _days_of(self, table: str) -> Sequence[str] | None:
        """The days to read of a table: all, as None, of one whose rows have no time."""
        return self._days if "written" in self.store.dictionary.schema(table) else None

    @cached_property
    def _days(self) -> Sequence[str]:
        """The days of the store that the window is on."""
        return self.store.days(*self.window.days())

    def _system_of(self, table: str) -> str | None:
        """The system of rows that name none: the one that is told, and of z/OS itself else the only one there
        is. What records tell of a product's systems goes before what is told of all its rows.
        """
        product = self.store.dictionary.of_table(table)[0].product
        if product == PLATFORM:
            everywhere = {name for names in self._systems.values() for name in names}
            return self.system or (min(everywhere) if len(everywhere) == 1 else None)
        return None if product in self._systems else self.system

    @property
    def told_systems(self) -> tuple[str, ...]:
        """Which systems rows have that name none."""
        tables = _tables(self.store, self.store.catalog().commit)
        return tuple(f"{product} {self._system_of(table)}" for product, table in tables)

    @cached_property
    def coverage(self) -> tuple[Coverage, ...]:
        """Coverage of the whole store, inside and outside the window."""
        return _coverage(self.store, tuple(load.manifest for load in self.store.catalog().loads))

    @cached_property
    def _systems(self) -> dict[str, set[str]]:
        """The systems that records and reports name, by product."""
        names: dict[str, set[str]] = {}
        for line in self.coverage:
            if line.subsystem is not None and line.subsystem.image:
                names.setdefault(line.subsystem.product, set()).add(line.subsystem.image.name)
        return names

    def field(self, table: str, column: str) -> Field:
        """The dictionary's entry of a column; KeyError when there is none."""
        return self.store.dictionary.field(table, column)

    def file_name(self, file: int) -> str:
        """The name of a file by its number."""
        return str(self._names.get(file, f"file {file}"))

    def fact(self, table: str, column: str, row: Mapping[str, Any], *, label: str = "") -> Fact:
        """The number in `column` of `row`, with where it stands."""
        file = row.get("file")
        printed = None if file is None else self._printed.get(file)
        field = self.store.dictionary.field(table, column, printed=printed)
        micros = row.get("interval_us")
        return Fact(
            label=label or column.replace("_", " "),
            value=row.get(column),
            unit=field.unit,
            table=table,
            column=column,
            ibm_name=field.ibm_name,
            trust=field.trust,
            file=self.file_name(file) if file is not None else "",
            record=row.get("record"),
            interval_start=row.get("interval_start"),
            interval_seconds=None if micros is None else micros / 1e6,
        )


@memoized(1)
def _coverage(store: Store, loads: tuple[Manifest, ...]) -> tuple[Coverage, ...]:  # noqa: ARG001
    """Of all that these loads brought, worked out once for the windows of a store: it has years of days."""
    return coverage(store.files(), store.dictionary)


@memoized(1)
def _tables(store: Store, commit: int) -> list[tuple[str, str]]:  # noqa: ARG001
    """Of each product one of its tables that have rows since this commit: each of the days of years asks."""
    return sorted({store.dictionary.of_table(table)[0].product: table for table in store.tables()}.items())


def keys_of(evidence: StoreEvidence) -> Callable[[date], str]:
    """The digest of all that what is known of a day depends on, by day: of the rows without a time, too, and
    of which subsystems there are.
    """
    systems = sorted({str(line.subsystem) for line in evidence.coverage if line.subsystem})
    others = beside.made_from(evidence.store, (UNDATED,), *systems)
    key_of = measures_keys_of(evidence)
    return lambda day: beside.joined((key_of(day), others))


def measures_keys_of(evidence: StoreEvidence) -> Callable[[date | None], str]:
    """The digest of all that measures of a day depend on, by day: of rows those of the day; None: those
    without a time.
    """
    others = (*evidence.told_systems, evidence.settings.text)

    def key_of(day: date | None) -> str:
        # Midnight's records are in the next day.
        of_days = [UNDATED] if day is None else [name.isoformat() for name in (day, day + A_DAY)]
        return beside.made_from(evidence.store, of_days, *others)

    return key_of


def kept_of_day(
    evidence: StoreEvidence, day: date, name: str, work_out: Callable[[], Mapping[str, pl.DataFrame]]
) -> Mapping[str, pl.DataFrame]:
    """What `work_out` gives of what was written on a day, from what was kept under this name where answers
    are kept by day.
    """
    store = evidence.store
    if not beside.has_several_days(store) or beside.is_read_at_once(store):
        return work_out()
    return DayAnswers(store, str(day), measures_keys_of(evidence)(day)).kept(name, work_out)


def _days_of(evidence: StoreEvidence) -> Sequence[KeptDay]:
    """The rows of the window without a time, and then day by day, each row once; nothing where the store has
    few days, or the window a part of one only that is not of whole hours.
    """
    window, store = evidence.window, evidence.store
    if not beside.has_several_days(store):
        return ()
    names = store.days(*window.days())
    dates = [date.fromisoformat(name) for name in names if name != UNDATED]
    last = window.whole.last if isinstance(window, DayWindow) else window.last
    ends = [day for day in dates if last == datetime.combine(day, time())]
    if isinstance(window, DayWindow):
        dates = [window.day.date()]
    else:
        dates = [day for day in dates if day not in ends]
        if not dates or (len(dates) == 1 and hours_of(window, dates[0]) is None):
            return ()
    key_of = measures_keys_of(evidence)
    hours = {day: hours_of(window, day) for day in dates}
    hours |= dict.fromkeys(ends, None if isinstance(window, DayWindow) else _NO_HOUR)
    answers = {day: DayAnswers(store, str(day), key_of(day)) for day in hours if hours[day] is not None}
    month_of = _months(store, {day: answers[day] for day in dates if hours[day] == ""})
    undated = DayAnswers(store, UNDATED, key_of(None)) if UNDATED in names else None
    of_day = partial(_DayOfWindow, evidence, is_alone=len(dates) == 1)
    return (
        of_day(None, undated),
        *(of_day(day, answers.get(day), hours[day] or "", month_of.get(day)) for day in dates),
        *(of_day(day, answers.get(day), hours[day] or "", is_end=True) for day in ends),
    )


def _months(store: Store, answers: Mapping[date, DayAnswers]) -> dict[date, DayAnswers]:
    """The month of each of these days that has answers of its own: all of its days are among them, and later
    ones are there, so that it is over.
    """
    there = [date.fromisoformat(day) for day in store.days() if day != UNDATED]
    months: dict[date, DayAnswers] = {}
    for first, of_month in groupby(there, key=lambda day: day.replace(day=1)):
        days = list(of_month)
        if len(days) > 1 and days[-1] != there[-1] and answers.keys() >= set(days):
            key = beside.joined(answers[day].key for day in days)
            month = DayAnswers(store, beside.of_month(f"{first:%Y-%m}"), key)
            months |= dict.fromkeys(days, month)
    return months


@dataclass(frozen=True, eq=False)
class _DayOfWindow:
    """A day of the window, or with None its rows without a time."""

    whole: StoreEvidence
    day: date | None
    answers: DayAnswers | None = None
    hours: str = ""  # of the day that the window has; all
    month: DayAnswers | None = None
    is_alone: bool = False
    is_end: bool = False  # the window ends with its first moment

    @property
    def evidence(self) -> StoreEvidence:
        return self._by_itself if self.is_alone else self._read()

    @cached_property
    def _by_itself(self) -> StoreEvidence:
        """What all passes over the day have of it: no other day is in memory beside it."""
        return self._read()

    def _read(self) -> StoreEvidence:
        is_whole = self.answers is not None and not self.hours
        return _OfDay(self.whole, self.day, is_cut=not is_whole, is_end=self.is_end)

    def kept(
        self, name: str, work_out: Callable[[Evidence], Mapping[str, pl.DataFrame]]
    ) -> Mapping[str, pl.DataFrame]:
        if self.answers is None:
            return work_out(self.evidence)
        return self.answers.kept(f"{name}{self.hours}", lambda: work_out(self.evidence))


class _OfDay(StoreEvidence):
    """The rows of a window that are of one day, or that have no time."""

    def __init__(self, whole: StoreEvidence, day: date | None, *, is_cut: bool, is_end: bool) -> None:
        super().__init__(whole.store, whole.window if is_cut else None, whole.system)
        self._of, self._is_end = day, is_end
        self.coverage = whole.coverage
        if isinstance(whole.window, DayWindow):
            self._most_held = _MOST_HELD
        start = datetime.combine(day or date.min, time())
        self._day = Window(start, start + A_DAY)

    def days(self, _: Sequence[str]) -> Sequence[KeptDay]:
        return ()

    def most_rows(self, table: str) -> int:
        is_timed = "written" in self.store.dictionary.schema(table)
        return super().most_rows(table) if is_timed or self._of is None else 0

    def _days_of(self, table: str) -> Sequence[str] | None:
        if "written" not in (columns := self.store.dictionary.schema(table)):
            return None
        if self._is_end and (has_local_end(columns) or self.store.dictionary.is_exact(table)):
            return ()  # all of its rows are of the day before, or of none of the window
        there = self.store.days()
        wanted = {UNDATED} if self._of is None else {str(self._of), str(self._of + A_DAY)}
        return [name for name in there if name in wanted]

    def _within(self, table: str, lazy: pl.LazyFrame) -> pl.LazyFrame:
        columns = self.store.dictionary.schema(table)
        lazy = super()._within(table, lazy)
        if "written" not in columns:
            return lazy
        written = pl.col("written")
        if self._of is None:
            return lazy.filter(written.is_null())
        return self._day.of(lazy.filter(written.is_not_null()), columns, is_exact=True)
