"""The field dictionary: what every column of every table is, made from the layouts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import polars as pl

from getpage import _native
from getpage.contract.fields import Field
from getpage.core.errors import GetpageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

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


class Dictionary:
    """All fields of the layouts in use, by table and column.

    A table that several sections fill (records and printed evidence, say) has an entry for each of them that
    has the column: the same meaning and type, its own IBM name, offset and trust.
    """

    def __init__(self, fields: Sequence[Field]) -> None:
        """Index the fields; order within a table is that of the layouts."""
        self.fields = tuple(fields)
        self._by_name: dict[tuple[str, str], list[Field]] = {}
        for f in fields:
            self._by_name.setdefault((f.table, f.column), []).append(f)
        self.tables = tuple(dict.fromkeys(f.table for f in fields))

    def field(self, table: str, column: str, *, printed: bool | None = None) -> Field:
        """The entry of a column; KeyError when there is none.

        Where printed evidence and records have it, `printed` chooses; without it, the first one is given.
        """
        found = self._by_name[table, column]
        return next((f for f in found if printed is not None and printed != bool(f.records)), found[0])

    def sources(self, table: str) -> tuple[tuple[Field, ...], ...]:
        """The columns of a table, by what fills it."""
        found: dict[tuple[str, ...], list[Field]] = {}
        for f in self.of_table(table):
            found.setdefault((f.title, f.row, *f.records), []).append(f)
        return tuple(map(tuple, found.values()))

    def titles(self, table: str) -> str:
        """What fills a table, in words."""
        return "; ".join(dict.fromkeys(f.title for f in self.of_table(table)))

    def of_table(self, table: str) -> tuple[Field, ...]:
        """All columns of a table; GetpageError, naming the tables there are, when it is not known."""
        found = tuple(f for f in self.fields if f.table == table)
        if not found:
            message = f"no table {table!r}; there are: {', '.join(self.tables)}"
            raise GetpageError(message)
        return found

    def schema(self, table: str) -> dict[str, pl.DataType]:
        """Column types of a table as Polars knows them, trace columns first."""
        return TRACE | {f.column: polars_type(f.type) for f in self.fields if f.table == table}


def polars_type(arrow: str) -> pl.DataType:
    """The Polars type of an Arrow type's name."""
    if arrow.startswith("Timestamp"):
        return pl.Datetime("us", "UTC" if "UTC" in arrow else None)
    if arrow.startswith("List"):
        return pl.List(next((kind for name, kind in _TYPES.items() if name in arrow), pl.Float64()))
    return _TYPES[arrow]


def load_dictionary(layouts: Sequence[Path] = ()) -> Dictionary:
    """The dictionary of the built-in layouts and those in the directories `layouts`."""
    return _load(tuple(layouts))


@lru_cache(maxsize=8)
def _load(layouts: tuple[Path, ...]) -> Dictionary:
    try:
        entries = _native.dictionary(list(layouts))
    except _native.EvidenceError as error:
        raise GetpageError(str(error)) from error
    return Dictionary([_field(entry) for entry in entries])


def _field(entry: _native.DictionaryEntry) -> Field:
    """A layout calls the product that writes its records a system, as records do."""
    values: dict[str, Any] = {**entry, "records": tuple(entry["records"])}
    product = values.pop("system")
    return Field(**values, product=product)
