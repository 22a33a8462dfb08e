"""getpage sql: a query over a store."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from getpage.cli.output import Format, rows
from getpage.core.units import GIB, MIB

if TYPE_CHECKING:
    from getpage.evidence.store import Store

#: Memory that a query and its rows may take, and that of a thread's stack.
_MORE: Final = 2 * GIB
_STACK: Final = 16 * MIB


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
    from getpage.evidence.store import Store

    answer_query(Store(store), query, format)


def answer_query(store: Store, query: str, format: Format) -> None:
    """Print the rows of a query."""
    _bound_memory()
    columns, data = store.sql_rows(query)
    rows("", columns, data, format, or_one_by_one=True)


def _bound_memory() -> None:
    """Let this process have so much more memory and no more: DuckDB does not count what its texts take.

    Where the system does not say what the process has, there is no bound.
    """
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])  # data and stacks
        threads = (os.cpu_count() or 1) * _STACK
        most = pages * resource.getpagesize() + _MORE + threads
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
