"""Table spaces and index spaces with their pages: the output of the query that `getpage collect` gives.

    TYPE  DBNAME    DBID  SPACE     OBID  BPOOL   PAGES  CREATOR  NAME
    TS    DBPAY      452  TSHIST       2  BP2   1200000  -        -
    IX    DBPAY      452  IXCARD       7  BP2     90000  PAY      IXCARD

SPUFI prints it so; DSNTEP2 has `|` between the columns and a number before each row, which are passed over.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Row, Sink
from getpage.products.common.text import figures
from getpage.products.common.text.table import PrintedTable, Rows

from .display import pool_id
from .fragments import subsystem

MARKS: Final = ("BPOOL",)
_HEADS: Final = "TYPE DBNAME DBID SPACE OBID BPOOL PAGES CREATOR NAME"
_NUMBERED: Final = re.compile(r" *[0-9]{1,9}_\|")
_KINDS: Final = {"TS": "TABLE", "IX": "INDEX"}
_SPACE: Final = re.compile(r"[A-Z@#$][A-Z0-9@#$_]{0,7}")
_NONE: Final = "-"
_MOST_PAGES: Final = 1 << 48
_DAMAGED: Final = "TS or IX, database, DBID, space, OBID, pool, pages, schema and name"
_RULES: Final = re.compile(r"[ +|_=-]{1,300}|.*\bBPOOL\b.*", re.IGNORECASE)
_MEANT: Final = re.compile(r"[ |0-9_]*(?:TS|IX)\b.*", re.IGNORECASE)


def _words(text: str) -> list[str]:
    return _NUMBERED.sub("", text).replace("|", " ").split()


def _space(text: str) -> Row | str | None:
    words = _words(text)
    if not words or words[0] not in _KINDS:
        return None
    if len(words) != len(_HEADS.split()):
        return _DAMAGED
    kind, database, dbid, space, obid, pool, pages, schema, name = words
    ids = [figures.count(word, 0xFFFF) for word in (dbid, obid)]
    count = figures.count(pages, _MOST_PAGES)
    named = all(map(_SPACE.fullmatch, (database, space)))
    if None in ids or count is None or pool_id(pool) is None or not named:
        return _DAMAGED
    row: Row = {
        "type": _KINDS[kind],
        "database": database,
        "database_id": ids[0],
        "space": space,
        "object_id": ids[1],
        "pool": pool,
        "pages": count,
    }
    if name != _NONE:
        row["index"] = f"{schema}.{name}"
    return row


_TABLE: Final = PrintedTable(
    name="db2_space", read=_space, heads=_RULES, begun=_MEANT, damaged=_DAMAGED, rows=""
)


def begin(line: PrintedLine, sink: Sink) -> Rows | bool:
    """Open a table at its heads."""
    if [word.upper() for word in _words(line.text[:200])] != _HEADS.split():
        return False
    return Rows(_TABLE, line, sink, {"member": subsystem(sink, line)})
