"""Parts of a table as lazy frames and as what DuckDB reads, and column types in both.

Apart from the store: a load of records opens one and needs no frames, whose library takes a fifth of a second
to start, in which 200 MB are decoded.
"""

from __future__ import annotations

import glob
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.evidence.sql_guard import quoted

if TYPE_CHECKING:
    import duckdb

#: Columns that every table has besides those of the dictionary: which file, and where in it.
TRACE = {"file": pl.UInt32(), "record": pl.UInt64()}

_TYPES: dict[str, pl.DataType] = {
    "UInt32": pl.UInt32(),
    "Int32": pl.Int32(),
    "UInt64": pl.UInt64(),
    "Int64": pl.Int64(),
    "Float64": pl.Float64(),
    "Boolean": pl.Boolean(),
    "Utf8": pl.String(),
}


def polars_type(arrow: str) -> pl.DataType:
    """The Polars type of an Arrow type's name."""
    if arrow.startswith("Timestamp"):
        return pl.Datetime("us", "UTC" if "UTC" in arrow else None)
    if arrow.startswith("List"):
        return pl.List(next((kind for name, kind in _TYPES.items() if name in arrow), pl.Float64()))
    return _TYPES[arrow]


def schema_of(columns: Mapping[str, str]) -> pl.Schema:
    """The schema of a table with these columns, each of the Arrow type of this name, trace columns first."""
    return pl.Schema(TRACE | {name: polars_type(kind) for name, kind in columns.items()})


_CASTS: Final = pl.ScanCastOptions(integer_cast="upcast")
_DUCK: Final[dict[type[pl.DataType], str]] = {
    pl.UInt32: "uinteger",
    pl.Int32: "integer",
    pl.UInt64: "ubigint",
    pl.Int64: "bigint",
    pl.Float64: "double",
    pl.Boolean: "boolean",
    pl.String: "varchar",
}


def scanned(schema: Mapping[str, pl.DataType], parts: list[Path]) -> pl.LazyFrame:
    """The rows of these files with all columns of the schema, in its order; nulls for what they lack."""
    if not parts:
        return pl.LazyFrame(schema=schema)
    frames = pl.scan_parquet(
        parts,
        schema=schema,
        missing_columns="insert",
        extra_columns="ignore",
        cast_options=_CASTS,
        glob=False,
        hive_partitioning=False,
    )
    return frames.select(list(schema))


def misfit(rows: pl.LazyFrame) -> str:
    """Why a part's columns do not fit its table; empty if they fit."""
    try:
        rows.head(1).collect()
    except pl.exceptions.PolarsError as error:
        return str(error).partition("\n")[0]
    return ""


def duck(kind: pl.DataType) -> str:
    """A type of Polars as DuckDB calls it."""
    if isinstance(kind, pl.List):
        return f"{duck(kind.inner)}[]"  # type: ignore[arg-type]
    if isinstance(kind, pl.Datetime):
        return "timestamp with time zone" if kind.time_zone else "timestamp"
    return _DUCK[type(kind)]


def without_zones(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """A result with its times in UTC, without a zone."""
    zoned = [str(kind) == "TIMESTAMP WITH TIME ZONE" for kind in relation.types]
    if not any(zoned):
        return relation
    columns = (f"#{i + 1}::timestamp" if z else f"#{i + 1}" for i, z in enumerate(zoned))
    named = (
        f'{column} as "{name.replace(chr(34), chr(34) * 2)}"'
        for column, name in zip(columns, relation.columns, strict=True)
    )
    return relation.project(", ".join(named))


def files_in_sql(parts: Sequence[Path]) -> str:
    """The DuckDB table function that reads these files, by their names and no pattern, as one table."""
    named = ", ".join(quoted(glob.escape(str(part))) for part in parts)
    return f"read_parquet([{named}], union_by_name = true, hive_partitioning = false)"
