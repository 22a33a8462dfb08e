"""Guard of SQL queries: a query reads the store and does nothing else.

DuckDB says of each statement what kind it is; only those that read are let through, one at a time. `explain
analyze` runs what it explains, so that what follows it has to read too. A part of a SELECT may still write
(`with x as (copy ...)`): the plan that DuckDB made of it says so before it is run. Beside that the connection
may open no file but the store's own parts, and its settings are locked.

Reference: DuckDB, "Securing DuckDB": enable_external_access, allowed_paths, lock_configuration.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from getpage.core.errors import GetpageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import duckdb

_READS: Final = "sql reads the store and changes nothing: write one SELECT, WITH ... SELECT, DESCRIBE, SHOW "
_ONLY: Final = f"{_READS}or EXPLAIN"
_EXAMPLE: Final = 'getpage sql STORE "select * from files"'
#: In the names of the operators of a plan that writes: COPY_TO_FILE, BATCH_INSERT, UPDATE, DELETE.
_WRITERS: Final = ("COPY", "INSERT", "UPDATE", "DELETE", "MERGE", "CREATE")
_COMMENT: Final = r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)"
_LINE: Final = re.compile(r"\bLINE (\d{1,6}):")
_EXPLAIN: Final = re.compile(
    rf"{_COMMENT}*explain\b{_COMMENT}*(?:analy[sz]e\b|\({_COMMENT}*(?:analy[sz]e|format)\b[^()]*\))?",
    re.IGNORECASE | re.DOTALL,
)


def reading(query: str) -> str:
    """The part of a query that selects: all of it, or the statement after EXPLAIN. GetpageError unless it is
    one statement that only reads.
    """
    import duckdb

    try:
        query.encode()
    except UnicodeEncodeError as error:
        message = f"sql: character {error.start + 1} of the query is no text; write it as UTF-8"
        raise GetpageError(message, _EXAMPLE) from error
    kind = _kind(query)
    if kind is duckdb.StatementType.EXPLAIN and (explained := _EXPLAIN.match(query)):
        query = query[explained.end() :]
        kind = _kind(query)
    if kind is not duckdb.StatementType.SELECT:
        raise GetpageError(_ONLY, _EXAMPLE)
    return query


def refuse_to_write(connection: duckdb.DuckDBPyConnection, query: str) -> None:
    """GetpageError where a part of a SELECT writes; nothing of it is run."""
    import duckdb

    try:
        [(_, plan)] = connection.execute(f"explain (format json)\n{query}").fetchall()
    except duckdb.Error as error:
        message = f"sql: {_LINE.sub(lambda line: f'LINE {int(line[1]) - 1}:', str(error))}"
        raise GetpageError(message, "getpage fields") from error
    names = {name for root in json.loads(plan) for name in _operators(root)}
    if any(writer in name for name in names for writer in _WRITERS):
        raise GetpageError(_ONLY, _EXAMPLE)


def _operators(node: dict[str, Any]) -> Iterator[str]:
    yield str(node.get("name", "")).upper()
    for child in node.get("children", ()):
        yield from _operators(child)


def _kind(query: str) -> duckdb.StatementType | None:
    """Type of the single statement; None if the query is empty."""
    import duckdb

    try:
        statements = duckdb.extract_statements(query)
    except duckdb.Error as error:
        message = f"sql: {error}"
        raise GetpageError(message, "getpage fields") from error
    if len(statements) > 1:
        message = f"{_ONLY}; these are {len(statements)} statements, to be given one at a time"
        raise GetpageError(message, _EXAMPLE)
    return statements[0].type if statements else None


def lock(connection: duckdb.DuckDBPyConnection, parts: Iterable[str]) -> None:
    """Let the connection open these files and no others, load nothing, and change no setting."""
    listed = ", ".join(quoted(part) for part in parts)
    for setting in (
        "TimeZone = 'UTC'",
        f"allowed_paths = [{listed}]",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        connection.execute(f"set {setting}")


def quoted(text: str) -> str:
    """A string literal of SQL."""
    return "'" + text.replace("'", "''") + "'"
