"""The window of a store that rules look at."""

from __future__ import annotations

import weakref
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.core.errors import GetpageError, command
from getpage.core.names import PLATFORM
from getpage.core.scratch import Scratch
from getpage.evidence.coverage import coverage
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.site_settings import SiteSettings, read_settings
from getpage.evidence.store import Store
from getpage.result import Fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from getpage.contract.fields import Field
    from getpage.contract.thresholds import Thresholds
    from getpage.evidence.load import Loaded
    from getpage.result import Coverage


#: Values of a table that are read at once and held, all columns of it: some megabyte. Opening files for a few
#: columns takes as long, and a table is asked for by some ten passes.
_HELD: Final = 1 << 17
_LOCAL: Final = pl.Datetime("us")


#: Seconds by which an interval may end later than its time on the clock, as its record is written.
LATE: Final = timedelta(seconds=5)


def _length() -> pl.Expr:
    return pl.duration(microseconds=pl.col("interval_us"))


def _local_end(columns: Mapping[str, pl.DataType]) -> pl.Expr | None:
    """The end of a row's interval in local time; None for a table that does not tell it."""
    if "interval_us" not in columns:
        return None
    if columns.get("interval_end") == _LOCAL:
        return pl.col("interval_end")
    if not {"interval_start", "interval_end"} & columns.keys():
        return pl.col("written")  # the time since the line before it
    return pl.col("interval_start") + _length() if columns.get("interval_start") == _LOCAL else None


def _is_before(moment: datetime, columns: Mapping[str, pl.DataType], by_time: pl.Expr) -> pl.Expr:
    """Whether a row is of the time before a moment: an interval that ends there is, though its record is
    written up to `LATE` after it. `by_time` decides of rows without an interval.
    """
    if (ended := _local_end(columns)) is None:
        return by_time
    has_ended = (ended <= moment + LATE) & (ended - _length() < moment)
    return ((pl.col("written") < moment) | has_ended).fill_null(by_time)


@dataclass(frozen=True, slots=True)
class Window:
    """From when to when, in the local time of the systems, as in `written`; None is open."""

    first: datetime | None = None
    last: datetime | None = None

    def of(self, frame: pl.LazyFrame, columns: Mapping[str, pl.DataType], *, is_exact: bool) -> pl.LazyFrame:
        """Rows of the window; rows that have no time are always in it. Of two windows that adjoin one has an
        interval, or a row whose time `is_exact`; both have counters as they stood between them.
        """
        written = pl.col("written")
        if self.first is not None:
            is_before = _is_before(self.first, columns, written < self.first)
            frame = frame.filter(written.is_null() | ~is_before)
        if self.last is not None:
            by_time = written < self.last if is_exact else written <= self.last + LATE
            frame = frame.filter(written.is_null() | _is_before(self.last, columns, by_time))
        return frame

    def days(self) -> tuple[str | None, str | None]:
        """The first and the last day of it, as 2026-11-18."""
        first = None if self.first is None else self.first.date().isoformat()
        last = None if self.last is None else (self.last + LATE).date().isoformat()
        return first, last


@dataclass(frozen=True, slots=True)
class DayWindow(Window):
    """The intervals that began on one day, also the one that was written when the next had begun. `first` and
    `last` are the ends of the evidence on that day, `day` its first moment.
    """

    day: datetime = datetime.min

    @property
    def whole(self) -> Window:
        """All of the day."""
        return Window(self.day, self.day + timedelta(days=1))

    def of(self, frame: pl.LazyFrame, columns: Mapping[str, pl.DataType], *, is_exact: bool) -> pl.LazyFrame:
        """Rows of the day, and those that have no time."""
        return self.whole.of(frame, columns, is_exact=is_exact)

    def days(self) -> tuple[str | None, str | None]:
        """The day and the next."""
        return self.whole.days()


class StoreEvidence:
    """A store's tables in one window: what `getpage.contract.evidence.Evidence` asks for."""

    def __init__(self, store: Store, window: Window | None = None, system: str | None = None) -> None:
        """Look at `store`, all of it or the rows of `window`; `system` is that of rows that name none."""
        self.store = store
        self.window = window or Window()
        self.system = system
        files = store.files()
        self._names = {file["file"]: file["path"] for file in files}
        self._printed = {file["file"]: file["kind"] != "smf" for file in files}
        self._frames: dict[str, pl.DataFrame] = {}
        self._scans: dict[str, pl.LazyFrame] = {}
        self._parts: dict[str, Sequence[pl.LazyFrame]] = {}
        self._rows: dict[str, int] = {}

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
            self._scans[table] = pl.LazyFrame(schema=self.store.dictionary.schema(table))
        if table not in self._scans:  # a store of many loads has many files to look up
            rows = self._within(table, self.store.table(table, self._days_of(table)))
            self._scans[table] = rows.collect().lazy() if self._is_held(table) else rows
        return self._scans[table]

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

    def _is_held(self, table: str) -> bool:
        """Whether a table is small enough to be read whole, once."""
        return self.most_rows(table) * len(self.store.dictionary.schema(table)) <= _HELD

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

    @cached_property
    def coverage(self) -> tuple[Coverage, ...]:
        """Coverage of the whole store, inside and outside the window."""
        return coverage(self.store.files(), self.store.dictionary)

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


@contextmanager
def open_evidence(
    paths: Sequence[str],
    *,
    window: Window | None = None,
    layouts: Sequence[Path] = (),
    progress: Callable[[str, int, int], None] | None = None,
    system: str | None = None,
    codepage: str | None = None,
) -> Iterator[tuple[StoreEvidence, Loaded | None]]:
    """A store, or files loaded into a store that lives as long as anything refers to it; never both at once.

    What is worked out later, after the block, still finds it. `system` is that of replies that name none.
    """
    stores = [path for path in paths if Store.is_store(path)]
    dictionary = load_dictionary(layouts)
    if len(stores) == 1 and len(paths) == 1:
        store = Store(stores[0], dictionary)
        if layouts:
            store.check_types()
        yield StoreEvidence(store, window, system), None
        return
    if stores:
        message = f"{stores[0]} is a store, and is not read together with files; load them into it first"
        raise GetpageError(
            message,
            command("getpage load", *(path for path in paths if path not in stores), "--into", stores[0]),
        )
    from getpage.evidence.load import load

    scratch = Scratch()
    try:
        store = Store.create(scratch.path / "store", dictionary, durable=False)
        loaded = load(paths, store, layouts=layouts, progress=progress, codepage=codepage)
    except BaseException:
        scratch.close()
        raise
    weakref.finalize(store, scratch.close)
    yield StoreEvidence(store, window, system), loaded
