"""getpage sql: a query over a store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage.cli.output import Format, rows
from getpage.core.errors import GetpageError


def sql_command(
    store: Annotated[Path, Parameter(help="A store made by getpage load.")],
    query: Annotated[str, Parameter(help="A query in DuckDB's SQL; the tables are those of getpage fields.")],
    /,
    *,
    format: Annotated[Format, Parameter(help="table, json, csv or md.")] = Format.TABLE,
) -> None:
    """Ask a store in SQL: one SELECT, WITH ... SELECT, DESCRIBE, SHOW or EXPLAIN.

    The query reads the store's tables and nothing else; what would change anything is refused. Rows that are
    too wide for a table are printed one column a line.

        getpage sql prod "show tables"

        getpage sql prod "select queue_manager, buffer_pool, sum(reads) from mq_buffer_pool group by all"
    """
    import duckdb

    from getpage.evidence.store import Store

    opened = Store(store)
    relation = opened.sql(query)
    try:
        data = relation.fetchall()
    except duckdb.Error as error:
        message = f"sql: {error}"
        raise GetpageError(message) from error
    rows("", relation.columns, data, format, or_one_by_one=True)
