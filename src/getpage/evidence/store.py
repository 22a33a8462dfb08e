"""The store: a directory of loads, each a directory of Parquet files with a manifest.

    STORE/getpage-store.json            what this is, and the format
    STORE/loads/000001/manifest.json    files, framing, coverage, damage
    STORE/loads/000001/<table>-<n>.parquet

A load becomes part of the store by one rename of its directory, so an interrupted load leaves no trace, and
readers never see half of one. Tables are read with Polars or DuckDB straight from the Parquet files.
"""

from __future__ import annotations

import fcntl
import json
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl

from getpage.core.errors import GetpageError
from getpage.core.saved import UnlikeError, checked, read_json
from getpage.evidence.asked import lock, quoted, reading, refuse_to_write
from getpage.evidence.blame import blaming
from getpage.evidence.dictionary import Dictionary, load_dictionary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

FORMAT = 1
_MARK = "getpage-store.json"
_PARTIAL = ".partial"


class Store:
    """A store on disk. Opening it reads nothing but the manifests."""

    def __init__(self, path: Path, dictionary: Dictionary | None = None) -> None:
        """Open an existing store; GetpageError when `path` is not one."""
        self.path = path
        self.dictionary = dictionary or load_dictionary()
        mark = path / _MARK
        if not mark.is_file():
            message = f"{path}: not a getpage store; make one with: getpage load FILES --into {path}"
            raise GetpageError(message)
        found = _plain(mark)
        if found.get("format") != FORMAT:
            message = (
                f"{path}: store format {found.get('format')}, this getpage reads {FORMAT}; "
                "load the evidence again into a new store"
            )
            raise GetpageError(message)

    @classmethod
    def create(cls, path: Path, dictionary: Dictionary | None = None) -> Store:
        """Open a store, making it first when `path` is empty or does not exist."""
        if not (path / _MARK).is_file():
            if path.exists() and (not path.is_dir() or any(path.iterdir())):
                message = f"{path}: exists and is not a getpage store; give an empty or new directory"
                raise GetpageError(message)
            (path / "loads").mkdir(parents=True, exist_ok=True)
            (path / _MARK).write_text(json.dumps({"what": "a getpage store", "format": FORMAT}) + "\n")
        return cls(path, dictionary)

    @staticmethod
    def is_store(path: Path) -> bool:
        """Whether a path is a store; what is no path at all is none."""
        try:
            return (path / _MARK).is_file()
        except (OSError, ValueError):
            return False

    def loads(self) -> list[Path]:
        """The directories of the loads, oldest first."""
        root = self.path / "loads"
        return sorted(load for load in root.glob("[0-9]*") if (load / "manifest.json").is_file())

    def manifests(self) -> list[dict[str, Any]]:
        """The manifests of all loads, oldest first."""
        return [_plain(load / "manifest.json") for load in self.loads()]

    def files(self) -> list[dict[str, Any]]:
        """Every file ever loaded: its number, name, kind, digest and what was found in it."""
        return [file for manifest in self.manifests() for file in manifest["files"]]

    def parts(self, table: str) -> list[Path]:
        """The Parquet files of a table."""
        return [part for load in self.loads() for part in sorted(load.glob(f"{table}-*.parquet"))]

    def tables(self) -> list[str]:
        """The tables that have rows."""
        parts = {part.name.rpartition("-")[0] for load in self.loads() for part in load.glob("*.parquet")}
        return sorted(parts)

    def table(self, table: str) -> pl.LazyFrame:
        """A table as a lazy Polars frame; all columns of the dictionary, whether or not there are rows."""
        self.dictionary.of_table(table)  # a wrong name gets the list of right ones
        schema = self.dictionary.schema(table)
        parts = self.parts(table)
        if not parts:
            return pl.LazyFrame(schema=schema)
        frames = pl.scan_parquet(
            parts, schema=schema, missing_columns="insert", extra_columns="ignore", cast_options=_CASTS
        )
        return frames.select(list(schema))

    def connect(self) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection in memory, with a view for every table that has rows."""
        connection = duckdb.connect()
        for table in self.tables():
            rows = f"select * from {read_parquet(self.parts(table))}"
            connection.execute(f"create view {identifier(table)} as {rows}")
        return connection

    def sql(self, query: str) -> duckdb.DuckDBPyRelation:
        """The result of a query over the tables; GetpageError when it is wrong, or would do more than read.

        The connection can open nothing but the store's own parts: no other file, no extension. Times of the
        TOD clock are in UTC, without a zone: DuckDB needs pytz to give Python zones.
        """
        selects = reading(query)
        parts = [part for table in self.tables() for part in self.parts(table)]
        with blaming(self):
            connection = self.connect()
        try:
            lock(connection, dict.fromkeys(str(one) for part in parts for one in (part, part.resolve())))
            refuse_to_write(connection, selects)
            relation = connection.sql(query)
        except duckdb.Error as error:
            message = f"sql: {error}"
            raise GetpageError(message) from error
        return _without_zones(relation)

    @contextmanager
    def writing(self) -> Iterator[Path]:
        """A directory for a new load, which joins the store when the block ends well and vanishes when it
        does not.
        """
        with (self.path / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                message = f"{self.path}: another load is running; wait for it to end and run this again"
                raise GetpageError(message) from error
            root = self.path / "loads"
            root.mkdir(exist_ok=True)
            for stale in root.glob(f"{_PARTIAL}*"):
                shutil.rmtree(stale)
            number = max((int(load.name) for load in root.glob("[0-9]*")), default=0) + 1
            partial = root / f"{_PARTIAL}-{number:06}"
            partial.mkdir()
            try:
                yield partial
                if (partial / "manifest.json").is_file():
                    partial.rename(root / f"{number:06}")
            finally:
                shutil.rmtree(partial, ignore_errors=True)


def _plain(path: Path) -> dict[str, Any]:
    """What a file of the store's own says; GetpageError where it is damaged."""
    try:
        return checked(read_json(path), path.name, dict)
    except UnlikeError as error:
        message = f"{path}: damaged: {error}; restore it, or load the evidence again into a new store"
        raise GetpageError(message) from error


_CASTS = pl.ScanCastOptions(integer_cast="upcast")


def read_parquet(parts: Sequence[Path]) -> str:
    """The DuckDB table function that reads these files as one table."""
    return f"read_parquet([{', '.join(quoted(str(part)) for part in parts)}], union_by_name = true)"


def identifier(name: str) -> str:
    """A name of a table or column in SQL."""
    return '"' + name.replace('"', '""') + '"'


def _without_zones(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    zoned = [str(kind) == "TIMESTAMP WITH TIME ZONE" for kind in relation.types]
    if not any(zoned):
        return relation
    columns = (f"#{i + 1}::timestamp" if z else f"#{i + 1}" for i, z in enumerate(zoned))
    named = (f"{one} as {identifier(name)}" for one, name in zip(columns, relation.columns, strict=True))
    return relation.project(", ".join(named))
