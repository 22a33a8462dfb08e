"""An export as Parquet: a file for each table, with typed columns, for DuckDB, Polars and Spark."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.export.tables import ColumnType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.export.tables import ExportTable

_TYPES: Final[dict[ColumnType, Any]] = {
    ColumnType.TEXT: pl.String,
    ColumnType.INTEGER: pl.Int64,
    ColumnType.REAL: pl.Float64,
    ColumnType.SHARE: pl.Float64,
    ColumnType.BOOLEAN: pl.Boolean,
    ColumnType.DATE: pl.Date,
    ColumnType.TIME: pl.Datetime("us"),
}


def parquet_files(tables: Iterable[ExportTable]) -> dict[str, bytes]:
    """The bytes of each file by its name."""
    return {f"{table.name}.parquet": _file(table) for table in tables}


def _file(table: ExportTable) -> bytes:
    schema = {column.name: _TYPES[column.type] for column in table.columns}
    file = io.BytesIO()
    pl.DataFrame(table.rows, schema=schema, orient="row").write_parquet(file)
    return file.getvalue()
