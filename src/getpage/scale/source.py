"""`spark.read.format("smf")`: one table of records as a frame of Spark, for looking at them where they are.

    from getpage.scale.source import register

    register(spark)
    spark.read.format("smf").option("table", "mq_buffer_pool").load("/smf/2026-11-18")

Each range of a file is a partition, decoded when it is looked at: a query of two tables decodes the files
twice. A load decodes them once, leaves out records that come again, and puts tasks together that are cut into
records of several ranges; tables of tasks are therefore not read here.

Source: Apache Spark, "Python Data Source API" (Spark 4).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage import _native
from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError, Instead, UnknownNameError, command
from getpage.core.units import MIB
from getpage.scale.pieces import RANGE, planned
from getpage.scale.work import FileRange, local_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from polars.datatypes import DataTypeClass

    from getpage.evidence.dictionary import Dictionary

    _Kind = pl.DataType | DataTypeClass

#: Options, in any case as Spark takes them: `path` and `paths` are what `load` was given.
_OPTIONS: Final = ("table", "rangeSize", "path", "paths")
#: What is put together from several ranges, or says so of records.
_NOT_READ: Final = frozenset({"cics_task", "cics_transaction", "cics_exception", "evidence_record"})


def register(spark: Any) -> None:
    """Make the format `smf` known to a session of Spark 4."""
    spark.dataSource.register(_source())


def _source() -> type:
    """The format as Spark takes it.

    Spark applies all filters. A source could take some, but what one query hands it stays with the frame, and
    a later query of the same frame lacks rows (tried with 4.3); nothing would be decoded faster.
    """
    api: Any = import_module("pyspark.sql.datasource")

    class RangeReader(api.DataSourceReader):  # type: ignore[misc]
        def __init__(self, table: RecordTable) -> None:
            self.table = table

        def partitions(self) -> Sequence[Any]:
            return [api.InputPartition(each) for each in self.table.ranges()]

        def read(self, partition: Any) -> Iterator[Any]:
            return self.table.batches(partition.value)

    class Smf(api.DataSource):  # type: ignore[misc]
        @classmethod
        def name(cls) -> str:
            return "smf"

        def schema(self) -> str:
            return RecordTable.of(self.options).as_ddl()

        def reader(self, schema: Any) -> RangeReader:
            return RangeReader(RecordTable.of(self.options, schema.names))

    return Smf


@dataclass(frozen=True, slots=True)
class RecordTable:
    """Columns of a table of records in some files."""

    name: str
    paths: tuple[str, ...]
    range_size: int
    columns: Mapping[str, pl.DataType]

    @classmethod
    def of(cls, options: Mapping[str, str], names: Sequence[str] | None = None) -> RecordTable:
        """The table that options of Spark name, all of it or the columns `names`, in their order.
        GetpageError for an option, a table or a column that there is not.
        """
        from getpage.evidence.dictionary import load_dictionary

        known = {name.casefold() for name in _OPTIONS}
        for option in options:
            if option.casefold() not in known:
                problem = f"option {option!r} is none of the format smf"
                raise UnknownNameError(problem, option, _OPTIONS)
        dictionary = load_dictionary()
        name = options.get("table", "")
        schema = _schema(dictionary, name)
        for column in names or ():
            if column not in schema:
                problem = f"table {name} has no column {column!r}"
                raise UnknownNameError(problem, column, schema, command("getpage fields --table", name))
        size = bytes_of(options.get("rangeSize", str(RANGE)))
        if size < MIB:
            problem = f"option rangeSize is {size}: expected 1M or more"
            raise GetpageError(problem, Instead(str(size), "256M"))
        return cls(
            name,
            _paths(options),
            size,
            {column: schema[column] for column in names or schema},
        )

    def as_ddl(self) -> str:
        """The columns as Spark declares them."""
        return ", ".join(f"`{name}` {_spark_type(name, kind)}" for name, kind in self.columns.items())

    def ranges(self) -> list[FileRange]:
        """Ranges of all files, one a partition. Copies of what only this machine has are refused."""
        from getpage.evidence.sources import find

        with find(self.paths, lazily=True) as (files, _):
            records = [file for file in files if file.kind == "smf"]
            for file in records:
                if file.is_copy:
                    problem = f"{file.name} is in an archive, which the format smf does not read"
                    raise GetpageError(problem, command("getpage unpack", file.name))
            pieces = planned(list(enumerate(records)), (), self.range_size)
        ranges = [each for piece in pieces for each in piece.ranges]
        # What a range of a trace begins with is proved by a load alone.
        return [
            replace(each, end=None) if each.is_trace else each
            for each in ranges
            if each.start == 0 or not each.is_trace
        ]

    def batches(self, piece: FileRange) -> Iterator[Any]:
        """The rows of a range, in batches of Arrow; `file` is its path. GetpageError where its ends are not
        those of records: rows could be missing.
        """
        import pyarrow as pa

        from getpage.evidence.dictionary import load_dictionary
        from getpage.evidence.scans import scanned

        with TemporaryDirectory(prefix="getpage-") as scratch:
            parts = _decoded(piece, Path(scratch))
            files = [Path(scratch, part["path"]) for part in parts if part["table"] == self.name]
            schema = {**load_dictionary().schema(self.name)}
            del schema["file"]  # the number that it has among others
            rows = scanned(schema, files)
            path = pl.lit(piece.name).alias("file")
            frame = rows.with_columns(path).select(list(self.columns)).collect()
        fields = [pa.field(name, _arrow_type(pa, name, kind)) for name, kind in self.columns.items()]
        table = frame.to_arrow(compat_level=pl.CompatLevel.oldest()).cast(pa.schema(fields))
        yield from table.to_batches(max_chunksize=1 << 16)


def _schema(dictionary: Dictionary, table: str) -> dict[str, pl.DataType]:
    """The columns of a table, with the path of the file in place of its number."""
    readable = [name for name in dictionary.tables if name not in _NOT_READ]
    if table in _NOT_READ:
        problem = f"table {table} is put together from all ranges of a load; load the files to have it"
        raise GetpageError(problem, "getpage load FILES --into STORE --engine spark")
    if table not in readable:
        problem = f"no table {table!r}" if table else "the format smf takes option('table', ...)"
        raise UnknownNameError(problem, table, readable, "getpage fields")
    return {**dictionary.schema(table), "file": pl.String()}


def _decoded(piece: FileRange, directory: Path) -> Sequence[_native.Part]:
    """The parts of a range, with the dictionaries that stand in it alone."""
    ranges = [(local_file(piece, directory, 0), piece.number, piece.start, piece.end)]
    loaded = _native.load_apart(ranges, directory, "0", directory / "state", directory, 1, [])
    joint = loaded["joint"]
    begins = piece.start == 0 or (
        joint is not None and joint["start"] == piece.start and not joint["depends"]
    )
    ends = piece.end is None or (joint is not None and joint["end"] == piece.end and joint["is_whole"])
    if not (begins and ends):
        end = "its end" if piece.end is None else f"{piece.end:,}"
        problem = (
            f"{piece.name}: bytes {piece.start:,} to {end} do not begin and end with a record, as next to "
            "damage; a load reads them with those beside them"
        )
        raise GetpageError(problem, command("getpage load", piece.name, "--into", "STORE"))
    return loaded["parts"]


def _paths(options: Mapping[str, str]) -> tuple[str, ...]:
    import json

    several = json.loads(options.get("paths", "[]"))
    paths = tuple(several) if several else tuple(filter(None, [options.get("path")]))
    if not paths:
        raise GetpageError("the format smf takes load('/smf/2026-11-18'): no path is given", "getpage fields")
    return tuple(path.removeprefix("file://").removeprefix("file:") for path in paths)


def _spark_type(name: str, kind: _Kind) -> str:
    """Spark has no unsigned numbers: those of 64 bits are decimal, but for offsets."""
    if isinstance(kind, pl.List):
        return f"array<{_spark_type(name, kind.inner)}>"
    if isinstance(kind, pl.Datetime):
        return "timestamp" if kind.time_zone else "timestamp_ntz"
    if kind == pl.UInt64 and name != "record":
        return "decimal(20,0)"
    types = {pl.String: "string", pl.Float64: "double", pl.Boolean: "boolean"}
    return next((text for each, text in types.items() if kind == each), "bigint")


def _arrow_type(pa: Any, name: str, kind: _Kind) -> Any:
    """The type in Arrow that is `_spark_type`."""
    if isinstance(kind, pl.List):
        return pa.list_(_arrow_type(pa, name, kind.inner))
    if isinstance(kind, pl.Datetime):
        return pa.timestamp("us", tz=kind.time_zone)
    if kind == pl.UInt64 and name != "record":
        return pa.decimal128(20, 0)
    types = {pl.String: pa.string(), pl.Float64: pa.float64(), pl.Boolean: pa.bool_()}
    return next((type_ for each, type_ in types.items() if kind == each), pa.int64())
