"""The field dictionary: what every column of every table is, made from the layouts."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from getpage import _native
from getpage.contract.fields import Field
from getpage.contract.printed import TextDamage
from getpage.core.errors import GetpageError, UnknownNameError
from getpage.core.text import QUOTED, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import polars as pl


class Dictionary:
    """All fields of the layouts in use, by table and column.

    A table that several sections fill (records and printed evidence, say) has an entry for each of them that
    has the column: the same meaning and type, its own IBM name, offset and trust.
    """

    def __init__(self, entries: Iterable[_native.DictionaryEntry]) -> None:
        """Index the entries, those of a table in the order of the layouts. A `Field` is made of one when its
        table is asked for: there are thousands.
        """
        self._entries: dict[str, list[_native.DictionaryEntry]] = {}
        for entry in entries:
            self._entries.setdefault(entry["table"], []).append(entry)
        self._fields: dict[str, tuple[Field, ...]] = {}
        self._columns: dict[tuple[str, str], list[Field]] = {}
        self._schemas: dict[str, pl.Schema] = {}
        self._empty: dict[str, pl.LazyFrame] = {}
        self.tables = tuple(self._entries)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """All columns of all tables."""
        return tuple(field for table in self.tables for field in self.of_table(table))

    def field(self, table: str, column: str, *, printed: bool | None = None) -> Field:
        """The entry of a column; KeyError when there is none.

        Where printed evidence and records have it, `printed` chooses; without it, the first one is given.
        """
        if table not in self._fields and table in self._entries:
            self.of_table(table)
        fields = self._columns[table, column]
        return next((f for f in fields if printed is not None and printed != bool(f.records)), fields[0])

    def sources(self, table: str) -> tuple[tuple[Field, ...], ...]:
        """The columns of a table, grouped by the section or report that fills them."""
        sources: dict[tuple[str, ...], list[Field]] = {}
        for f in self.of_table(table):
            sources.setdefault((f.title, f.row, *f.records), []).append(f)
        return tuple(map(tuple, sources.values()))

    def titles(self, table: str) -> str:
        """Titles of the sections and reports that fill a table, separated by semicolons."""
        return "; ".join(dict.fromkeys(f.title for f in self.of_table(table)))

    @cached_property
    def of_records(self) -> Mapping[str, tuple[str, str]]:
        """By record type and subtype (115.215): the product that writes it, and its section titles."""
        sources: dict[str, tuple[str, dict[str, None]]] = {}
        for entry in chain.from_iterable(self._entries.values()):
            for name in entry["records"]:
                sources.setdefault(name, (entry["system"], {}))[1][entry["title"]] = None
        return {name: (product, ", ".join(titles)) for name, (product, titles) in sources.items()}

    def of_table(self, table: str) -> tuple[Field, ...]:
        """All columns of a table; GetpageError, naming those of a like name, when it is not known."""
        if table not in self._entries:
            message = f"no table {table!r}"
            raise UnknownNameError(message, table, self.tables, "getpage fields")
        if table not in self._fields:
            self._fields[table] = tuple(_field(entry) for entry in self._entries[table])
            for f in self._fields[table]:
                self._columns.setdefault((table, f.column), []).append(f)
        return self._fields[table]

    def is_exact(self, table: str) -> bool:
        """Whether each row is of the moment at which it was written: lines, and records of types of which
        none has an interval. Others may be written some seconds after what they are of.
        """
        types = {name.partition(".")[0] for field in self.of_table(table) for name in field.records}
        return types.isdisjoint(self._with_intervals)

    @cached_property
    def _with_intervals(self) -> frozenset[str]:
        """Types of records of which some fill a table that has an interval."""
        having = [
            entries
            for entries in self._entries.values()
            if {"interval_start", "interval_end"} & {entry["column"] for entry in entries}
        ]
        names = (name for entries in having for entry in entries for name in entry["records"])
        return frozenset(name.partition(".")[0] for name in names)

    def schema(self, table: str) -> pl.Schema:
        """Column types of a table as Polars knows them, trace columns first."""
        if table not in self._schemas:
            from getpage.evidence.scans import schema_of

            self._schemas[table] = schema_of({f.column: f.type for f in self.of_table(table)})
        return self._schemas[table]

    def empty(self, table: str) -> pl.LazyFrame:
        """No rows of a table; made once, as it takes milliseconds for hundreds of columns."""
        if table not in self._empty:
            self._empty[table] = self.schema(table).to_frame(eager=False)
        return self._empty[table]


def load_dictionary(layouts: Sequence[Path] = ()) -> Dictionary:
    """The dictionary of the built-in layouts and those in the directories `layouts`."""
    return _load(tuple(layouts))


@lru_cache(maxsize=8)
def _load(layouts: tuple[Path, ...]) -> Dictionary:
    try:
        entries = _native.dictionary(list(layouts))
    except _native.EvidenceError as error:
        raise GetpageError(str(error), "getpage layout import --help") from error
    return Dictionary(entries)


def _field(entry: _native.DictionaryEntry) -> Field:
    """A layout calls the product that writes its records a system, as records do."""
    values: dict[str, Any] = {**entry, "records": tuple(entry["records"])}
    product = values.pop("system")
    return Field(**values, product=product)


#: Least and greatest of the types of whole numbers.
_LIMITS: Final = {
    "UInt32": (0, 2**32 - 1),
    "Int32": (-(2**31), 2**31 - 1),
    "UInt64": (0, 2**64 - 1),
    "Int64": (-(2**63), 2**63 - 1),
}


def remove_misfits(
    dictionary: Dictionary, table: str, rows: Sequence[dict[str, Any]]
) -> Iterator[TextDamage]:
    """Take what no column holds out of rows of a table, and tell where it stood."""
    limits = _limits(dictionary, table)
    for row in rows:
        # Of the columns of a table few have a whole number in a row; which are taken out is known before.
        numbers = [(name, value) for name, value in row.items() if isinstance(value, int)]
        for column, value in numbers:
            least, most = limits.get(column, (value, value))
            if not least <= value <= most:
                row[column] = None
                yield TextDamage(
                    offset=row["record"],
                    expected=f"{column} of {table} from {least} to {most}",
                    found=shorten(str(value), QUOTED),
                )


@cache
def _limits(dictionary: Dictionary, table: str) -> dict[str, tuple[int, int]]:
    return {f.column: _LIMITS[f.type] for f in dictionary.of_table(table) if f.type in _LIMITS}
