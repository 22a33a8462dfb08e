"""The store: a directory of Parquet files, by day and table, with a catalog of them.

    STORE/getpage-store.json                what this is, and the format
    STORE/catalog.json                      which parts there are, with their digests: `catalog`
    STORE/loads/000001.json                 what a load found: files, framing, coverage, damage
    STORE/days/2026-11-18/<table>-....parquet

The day is that on which SMF wrote the record, local time, which is what a window asks for: a command reads
the days of its window and nothing else, a load looks for records that are there already in its own days only,
and what is old can be dropped day by day. Subsystems are not kept apart: no question is about the rows of one
only, and a site with fifty of them would have fifty times the files.

Each part is checked against its digest when a command first uses it. Tables are read with Polars or DuckDB
straight from the Parquet files.

A store by URL is the same, but for its catalogs and the places of its parts: `mirror`. It is read and
changed through a directory of this run, to which comes what is needed.
"""

from __future__ import annotations

import glob
import weakref
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import nullcontext
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from getpage import _native
from getpage.core.errors import DamagedStoreError, GetpageError, command
from getpage.core.scratch import Scratch
from getpage.core.urls import url_of
from getpage.evidence import catalog as catalogs
from getpage.evidence import durable
from getpage.evidence.catalog import UNDATED, Catalog, Manifest, StoredPart
from getpage.evidence.dictionary import Dictionary, load_dictionary
from getpage.evidence.mark import MARK, check_mark, make
from getpage.evidence.sql_guard import lock, reading, refuse_to_write

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import duckdb
    import polars as pl

    from getpage.evidence.mirror import Mirror

#: Memory of a query; beyond that it uses the disk.
_QUERY_MEMORY: Final = "1GiB"
#: Seconds between two looks for Ctrl-C.
_LOOK: Final = 0.2
#: Parts hashed at a time, and bytes that there are to be for each: fewer are hashed in the time in which a
#: thread starts.
_HASHING: Final = 4
_FOR_EACH: Final = 1 << 20


class Store:
    """A store on disk. Opening it reads nothing but its mark."""

    def __init__(
        self,
        path: str | Path,
        dictionary: Dictionary | None = None,
        *,
        durable: bool = True,
        frozen: bool | Catalog = False,
    ) -> None:
        """Open an existing store; GetpageError when `path` is not one. What is written to one that is not
        `durable` may be lost with the machine's power. A `frozen` one stays as it is at its first use, or as
        the catalog says that is given, whoever loads into it meanwhile, and nothing is kept beside it. One by
        URL stays as it is at its first use too, until it is changed here; `path` is where it is read.
        """
        self.mirror = _mirrored(path)
        if self.mirror:
            self.mirror.open()
        self.path = path = self.mirror.path if self.mirror else Path(path)
        self.dictionary = dictionary or load_dictionary()
        self.durable = durable
        self.frozen = bool(frozen)
        check_mark(path)
        self._named = path / catalogs.NAME
        self._catalog: tuple[object, Catalog] | None = None if isinstance(frozen, bool) else (None, frozen)
        self._found: dict[Manifest, list[dict[str, Any]]] = {}
        self._parts: dict[Manifest, tuple[StoredPart, ...]] = {}
        self._rows: dict[Manifest | None, Counter[str]] = {}
        self._more: tuple[Catalog | None, dict[object, bool]] = (None, {})
        self._sound: set[StoredPart] = set()

    def __fspath__(self) -> str:
        """Its path or URL, which every verb takes."""
        return self.mirror.url if self.mirror else str(self.path)

    @classmethod
    def create(cls, path: str | Path, dictionary: Dictionary | None = None, *, durable: bool = True) -> Store:
        """Open a store, making it first when `path` is empty or does not exist; one by URL is made by its
        first change.
        """
        if mirror := _mirrored(path):
            mirror.make()
        elif not (Path(path) / MARK).exists():
            make(Path(path))
        return cls(path, dictionary, durable=durable)

    @staticmethod
    def is_store(path: str | Path) -> bool:
        """Whether a path is a store; False also for text that cannot be a path."""
        if mirror := _mirrored(path):
            return mirror.has(MARK)
        try:
            return (Path(path) / MARK).is_file()
        except (OSError, ValueError):
            return False

    def catalog(self) -> Catalog:
        """The present catalog, read again when it has changed; DamagedStoreError if it is damaged."""
        if (self.frozen or self.mirror) and self._catalog is not None:
            return self._catalog[1]
        if self.mirror:
            return self.renew()
        state = self.state()
        if self._catalog is None or state is None or self._catalog[0] != state:
            self._catalog = state, catalogs.read(self.path)
        return self._catalog[1]

    def state(self) -> object:
        """What tells one catalog from the next, without reading it; None where there is none."""
        if self.mirror:
            return self.mirror.newest()
        try:
            seen = self._named.stat()
        except OSError:
            return None
        return seen.st_ino, seen.st_mtime_ns, seen.st_size

    def renew(self) -> Catalog:
        """The catalog that is in force now, also of a store by URL."""
        if self.mirror:
            self._catalog = None, self.mirror.catalog()
        return self.catalog()

    def publish(self, catalog: Catalog, named: Sequence[Path]) -> None:
        """Make this the catalog; what is in `named` is kept before."""
        if self.mirror:
            self.mirror.publish(catalog, named)
            self._catalog = None, catalog
        else:
            catalogs.write(self.path, catalog, sure=self.durable, named=named)

    def bring(self, manifests: Iterable[Manifest]) -> None:
        """Have manifests here, of a store by URL."""
        if self.mirror:
            self.mirror.bring(manifest.path for manifest in manifests)

    def days(self, first: str | None = None, last: str | None = None) -> list[str]:
        """The days that have rows, from `first` to `last` (as 2026-11-18), and `undated` where rows have no
        time.
        """
        return self.catalog().within(first, last)

    def files(self) -> list[dict[str, Any]]:
        """Every file loaded, oldest first: its number, name, kind, digest and what was found in it."""
        files = []
        self.bring(load.manifest for load in self.catalog().loads)
        for load in self.catalog().loads:
            if load.manifest not in self._found:
                what = f"it says what was found in {_listed(file.path for file in load.files)}"
                self._found[load.manifest] = catalogs.read_files(self.path, load.manifest, what)
            files += self._found[load.manifest]
        return files

    def day(self, day: str) -> list[StoredPart]:
        """The parts of a day; none where there is no such day."""
        named = self.catalog().days.get(day)
        if named is None:
            return []
        if named not in self._parts:
            self.bring([named])
            what = f"it says which parts there are of {of_day(day)}"
            self._parts[named] = catalogs.read_parts(self.path, named, what)
        return list(self._parts[named])

    def parts(self, table: str, days: Iterable[str] | None = None) -> list[Path]:
        """The Parquet files of a table, of some days or all; DamagedStoreError where one is not what was
        written.
        """
        wanted = self._bring_days(days)
        by_day = {day: [part for part in self.day(day) if part.table == table] for day in wanted}
        self._check([(day, part) for day, parts in by_day.items() for part in parts])
        return [self.path / part.path for parts in by_day.values() for part in parts]

    def _bring_days(self, days: Iterable[str] | None) -> list[str]:
        """These days, or all, in order; their manifests are here at once, of a store by URL."""
        wanted = sorted(self.days() if days is None else days)
        if self.mirror:
            named = self.catalog().days
            self.bring(named[day] for day in wanted if day in named and named[day] not in self._parts)
        return wanted

    def checked_paths(self, day: str, parts: Sequence[StoredPart]) -> list[Path]:
        """Paths of parts of a day, checked against their digests; DamagedStoreError if one is damaged."""
        self._check([(day, part) for part in parts])
        return [self.path / part.path for part in parts]

    def _check(self, parts: Sequence[tuple[str, StoredPart]]) -> None:
        new = [(day, part) for day, part in parts if part not in self._sound]
        if not new:
            return
        if self.mirror:
            self.mirror.bring(part.path for _, part in new)
        threads = min(_HASHING, len(new), sum(part.bytes for _, part in new) // _FOR_EACH)
        with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as pool:
            wrongs = (pool.map if pool else map)(lambda entry: self.damage_of(entry[1]), new)
            for (day, part), wrong in zip(new, wrongs, strict=True):
                if wrong:
                    message = (
                        f"{self.path / part.path} {wrong}: it holds rows of {part.table} of {of_day(day)}"
                    )
                    raise DamagedStoreError(message, command("getpage verify", self.path))
                self._sound.add(part)

    def damage_of(self, part: StoredPart) -> str:
        """What is wrong with a part, as a phrase; empty if it matches its digest."""
        path = self.path / part.path
        if self.mirror:
            self.mirror.bring([part.path])
        try:
            durable.refuse_unlike(path)
            digest = _native.digest(path)
        except OSError as error:
            return f"cannot be read ({error.strerror})"
        except _native.ReadError as error:
            return f"cannot be read ({error.why})"
        if digest != (part.digest, part.bytes):
            return "is damaged"
        return ""

    def release(self, day: str) -> None:
        """Have the room back of the parts of a day that were fetched of a store by URL."""
        if self.mirror:
            parts = self.day(day)
            self.mirror.drop_copies(part.path for part in parts)
            self._sound.difference_update(parts)

    def tables(self, days: Iterable[str] | None = None) -> list[str]:
        """The tables that have rows, of some days or all."""
        wanted = self._bring_days(days)
        return sorted({part.table for day in wanted for part in self.day(day)})

    def rows(self, table: str, days: Iterable[str] | None = None) -> int:
        """Number of rows of a table, of some days or all."""
        wanted = self._bring_days(days)
        named = self.catalog().days
        return sum(self._rows_of(day, named.get(day))[table] for day in wanted)

    def has_more(self, rows: int, days: int, tables: Collection[str] | None = None) -> bool:
        """Whether these tables, or all, have more rows than that, or rows on more days than that; of a large
        store few days tell.
        """
        catalog = self.catalog()
        question = rows, days, None if tables is None else tuple(tables)
        if self._more[0] is not catalog:
            self._more = catalog, {}
        if question not in self._more[1]:
            of_days = (self._rows_of(day, catalog.days[day]) for day in reversed(self._bring_days(None)))
            counts = (of.total() if tables is None else sum(of[table] for table in tables) for of in of_days)
            so_far = enumerate(accumulate(count for count in counts if count), start=1)
            self._more[1][question] = any(number > days or total > rows for number, total in so_far)
        return self._more[1][question]

    def _rows_of(self, day: str, named: Manifest | None) -> Counter[str]:
        """The rows of each table on a day, as its manifest has them."""
        if named not in self._rows:
            rows: Counter[str] = Counter()
            for part in self.day(day):
                rows[part.table] += part.rows
            self._rows[named] = rows
        return self._rows[named]

    def table(self, table: str, days: Iterable[str] | None = None) -> pl.LazyFrame:
        """A table as a lazy Polars frame, of some days or all; all columns of the dictionary, whether or not
        there are rows.
        """
        return self._scanned(table, self.parts(table, days))

    def part_by_part(self, table: str, days: Iterable[str] | None = None) -> list[pl.LazyFrame]:
        """The rows of a table as one lazy frame per Parquet file, in the order of the store."""
        return [self._scanned(table, [part]) for part in self.parts(table, days)] or [
            self._scanned(table, [])
        ]

    def _scanned(self, table: str, parts: list[Path]) -> pl.LazyFrame:
        self.dictionary.of_table(table)  # a wrong name gets the list of right ones
        from getpage.evidence.scans import scanned

        return scanned(self.dictionary.schema(table), parts)

    def check_types(self) -> None:
        """GetpageError where a part was loaded with other layouts, whose columns are of other types."""
        from getpage.evidence.scans import misfit

        for table in self.tables():
            for part in self.parts(table):
                if why := misfit(self._scanned(table, [part])):
                    message = f"{part}: {why}; it was loaded with other layouts than these"
                    raise GetpageError(message, command("getpage load FILES --into", f"{self.path}.new"))

    def connect(self, query: str | None = None) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection in memory, with a view for every table that has rows. With a query, tables that
        it does not name are there with their columns only.
        """
        import duckdb

        from getpage.evidence.scans import duck, files_in_sql

        connection = duckdb.connect(
            config={"memory_limit": _QUERY_MEMORY, "temp_directory": str(self._scratch.path / "sql")}
        )
        for table in self.tables():
            if query is None or table.lower() in query.lower() or table not in self.dictionary.tables:
                rows = files_in_sql(self.parts(table))
                connection.execute(f'create view "{table}" as select * from {rows}')
            else:
                schema = self.dictionary.schema(table)
                columns = ", ".join(f'null::{duck(kind)} as "{name}"' for name, kind in schema.items())
                connection.execute(f'create view "{table}" as select {columns} limit 0')
        return connection

    def sql(self, query: str) -> duckdb.DuckDBPyRelation:
        """The result of a query over the tables; GetpageError when it is wrong, or would do more than read.

        The connection can open nothing but the store's own parts: no other file, no extension. Times of the
        TOD clock are in UTC, without a zone: DuckDB needs pytz to give Python zones.
        """
        return self._queried(query)[1]

    def sql_rows(self, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Columns and rows of a query; Ctrl-C ends it. GetpageError as `sql`, and for too much memory."""
        import duckdb

        connection, relation = self._queried(query)
        with ThreadPoolExecutor(1) as pool:
            rows = pool.submit(relation.fetchall)
            try:
                while not rows.done():
                    # Waiting with an end lets Python see Ctrl-C; DuckDB does not look for it.
                    wait([rows], timeout=_LOOK)
                return relation.columns, rows.result()
            except KeyboardInterrupt:
                connection.interrupt()
                raise
            except (duckdb.OutOfMemoryException, MemoryError) as error:
                raise GetpageError(
                    "sql: too much memory; select fewer rows or shorter values",
                    command("getpage sql", self.path, "show tables"),
                ) from error
            except duckdb.Error as error:
                message = f"sql: {error}"
                raise GetpageError(message, "getpage fields") from error

    @cached_property
    def _scratch(self) -> Scratch:
        """A directory of this process only, for what a query cannot hold in memory."""
        scratch = Scratch()
        weakref.finalize(self, scratch.close)
        return scratch

    def _queried(self, query: str) -> tuple[duckdb.DuckDBPyConnection, duckdb.DuckDBPyRelation]:
        import duckdb

        from getpage.evidence.scans import without_zones

        selects = reading(query)
        connection = self.connect(query)
        parts = [self.path / part.path for day in self.days() for part in self.day(day)]
        try:
            names = (str(path) for part in parts for path in (part, part.resolve()))
            # DuckDB asks for the name as it was given, which has no pattern in it, and for that of the file.
            lock(connection, dict.fromkeys(path for name in names for path in (name, glob.escape(name))))
            refuse_to_write(connection, selects)
            relation = connection.sql(query)
        except duckdb.Error as error:
            message = f"sql: {error}"
            raise GetpageError(message, "getpage fields") from error
        return connection, without_zones(relation)


def _mirrored(path: str | Path) -> Mirror | None:
    """What is here of a store by URL; None for any other."""
    if (url := url_of(path)) is None:
        return None
    from getpage.evidence.mirror import mirrored  # a local store is read without it

    return mirrored(url)


def of_day(day: str) -> str:
    """A day in words."""
    return "what has no time" if day == UNDATED else day


def _listed(names: Iterable[str], most: int = 3) -> str:
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more
