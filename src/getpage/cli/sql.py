"""getpage sql: a query over a store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from getpage.cli.output import Format, rows
from getpage.core.errors import GetpageError
from getpage.evidence.store import Store

if TYPE_CHECKING:
    import duckdb


def sql_command(
    store: Annotated[Path, Parameter(help="A store made by getpage load.")],
    query: Annotated[str, Parameter(help="A query in DuckDB's SQL; the tables are those of getpage fields.")],
    /,
    *,
    format: Annotated[Format, Parameter(help="table, json, csv or md.")] = Format.TABLE,
) -> None:
    """Ask a store in SQL. The query reads the store's tables and nothing else.

    getpage sql prod "select queue_manager, buffer_pool, sum(reads) from mq_buffer_pool group by all"
    """
    import duckdb

    relation = Store(store).sql(query)
    try:
        data = _without_zones(relation).fetchall()
    except duckdb.Error as error:
        message = f"sql: {error}"
        raise GetpageError(message) from error
    rows("", relation.columns, data, format)


def _without_zones(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """The same rows, times of the TOD clock as UTC without a zone: DuckDB needs pytz to give Python zones."""
    zoned = [str(kind) == "TIMESTAMP WITH TIME ZONE" for kind in relation.types]
    if not any(zoned):
        return relation
    columns = (f"#{i + 1}::timestamp" if z else f"#{i + 1}" for i, z in enumerate(zoned))
    return relation.project(", ".join(columns))
