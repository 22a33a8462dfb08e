"""DSECTs whose field names IBM publishes, and the columns that they fill; a site's macro has their offsets.

A file under `names/` says for one DSECT where its section stands and which tables it fills, name by name.
Columns, types, units and meanings are those of the tables, which printed evidence fills as well. So what a
site imports fills what its pages filled before, and every question that these answer is answered.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from getpage.core.errors import GetpageError, command, file_error
from getpage.evidence.dictionary import load_dictionary
from getpage.layouts.model import Dsect, SectionPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedField:
    """IBM's name of a field, and the column that it fills; `values` are labels of an enumeration, `bits` say
    which of a byte it is, and a column of bytes is `scale` times the field. Without an `optional` field, or
    with one that cannot be the column, the table lacks the column.
    """

    ibm: str
    column: str
    values: Mapping[str, str] | None = None
    optional: bool = False
    bits: Mapping[str, int] | None = None
    scale: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayElements:
    """Rows that are elements of arrays in the section, one array for each text in `of`.

    The arrays have `count` elements, each of the length of the DSECT that has the names. `column` says in the
    table which array a row is from, `shared` are columns of the section that each row has, and `present` is
    the field that is not zero in an element in use.
    """

    count: int
    column: str
    of: tuple[str, ...]
    shared: tuple[str, ...]
    present: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fills:
    """One table that a section fills; `holds` as in a layout file, `always` are texts that each row has."""

    table: str
    row: str
    fields: tuple[NamedField, ...]
    holds: tuple[Mapping[str, Any], ...]
    inside: ArrayElements | None
    always: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNames:
    """One DSECT; `source` says where its names are published. Where its own is not, it is the one that has
    these names of fields. `section` is what the built-in layout is of that it stands in for.
    """

    dsect: str
    section: str
    having: frozenset[str]
    title: str
    source: str
    place: SectionPlace
    fills: tuple[Fills, ...]


def names_of(dsect: Dsect) -> KnownNames | None:
    """The names that are known of a DSECT, by its own or by those of its fields."""
    there = {field.ibm for field in dsect.fields}
    return next(
        (k for k in named() if k.dsect == dsect.name or (k.having and k.having <= there)),
        None,
    )


def with_columns(names: KnownNames, path: Path) -> KnownNames:
    """The same with the fields that a site's own file names for columns of the first table. GetpageError for
    a file of another table.
    """
    first, *others = names.fills
    own = names_in(path, names.place).fills[0]
    if own.table != first.table:
        raise _wrong(path, f"columns of the table {first.table}, which {names.title} fills")
    columns = {field.column for field in own.fields}
    kept = tuple(field for field in first.fields if field.column not in columns)
    return replace(names, fills=(replace(first, fields=(*kept, *own.fields)), *others))


@cache
def named() -> tuple[KnownNames, ...]:
    """All of them."""
    directory = files("getpage.layouts") / "names"
    paths = sorted(
        (file for file in directory.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name
    )
    return tuple(_read(tomllib.loads(path.read_text(encoding="utf-8"))) for path in paths)


_INSIDE: Final = ("count", "column", "present")
#: Characters of the name of a field, or of a text that is always the same.
_LONGEST_TEXT: Final = 63
#: Digits of a factor, and one more.
_LONGEST_FACTOR: Final = 10


def _read(text: Mapping[str, Any]) -> KnownNames:
    where = text["where"]
    return KnownNames(
        dsect=text.get("dsect", ""),
        section=text.get("section", ""),
        having=frozenset(text.get("having", ())),
        title=text["title"],
        source=text["source"],
        place=SectionPlace(
            type=where["type"],
            subtypes=tuple(where["subtypes"]),
            triplet=where["triplet"],
            id=where.get("id"),
        ),
        fills=tuple(map(_fills, text["fills"])),
    )


def _fills(text: Mapping[str, Any]) -> Fills:
    inside = text.get("inside")
    return Fills(
        table=text["table"],
        row=text["row"],
        fields=tuple(NamedField(**values) for values in text["fields"]),
        holds=tuple(text.get("holds", ())),
        inside=None
        if inside is None
        else ArrayElements(
            of=tuple(inside["of"]),
            shared=tuple(inside["shared"]),
            **{name: inside[name] for name in _INSIDE},
        ),
        always={},
    )


def names_in(path: Path, place: SectionPlace) -> KnownNames:
    """What a site's own file says of a section whose names no document has: which table it fills, the columns
    by the names of their fields, and the texts that its rows always have.
    """
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise file_error(path, error) from error
    except ValueError as error:
        raise _wrong(path, f"TOML ({error})") from error
    table, columns, always = text.get("table"), text.get("columns"), text.get("always", {})
    if set(text) - {"table", "columns", "always"} or not columns:
        raise _wrong(path, "table, columns and always, and nothing else")
    if not all(isinstance(part, dict) and all(map(_is_text, part.values())) for part in (columns, always)):
        raise _wrong(path, "names of fields by column in columns, texts by column in always")
    known = load_dictionary()
    if table not in known.tables:
        raise _wrong(path, "a table of getpage fields")
    of_table = {field.column: field for field in known.of_table(table)}
    for column in (*columns, *always):
        if column not in of_table or (column in always and of_table[column].type != "Utf8"):
            wanted = f"a text column of {table}" if column in always else f"a column of {table}"
            raise _wrong(path, f"{wanted} instead of {column}")
    if both := set(columns) & set(always):
        raise _wrong(path, f"{min(both)} in columns or in always")
    row = "one per record"
    fields = tuple(_own_field(column, name) for column, name in columns.items())
    return KnownNames(
        dsect="",
        section="",
        having=frozenset(),
        title=known.titles(table),
        source=path.name,
        place=place,
        fills=(Fills(table=table, row=row, fields=fields, holds=(), inside=None, always=always),),
    )


def _own_field(column: str, text: str) -> NamedField:
    """A field as a site names it: FIELD, or FIELD*4096 where the column is so many times the field."""
    name, _, times = text.upper().partition("*")
    is_scaled = times.strip().isdecimal() and len(times) < _LONGEST_FACTOR and int(times) > 0
    if not is_scaled:
        return NamedField(ibm=text.upper(), column=column)
    return NamedField(ibm=name.strip(), column=column, scale=int(times))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_TEXT


def _wrong(path: Path, expected: str) -> GetpageError:
    return GetpageError(f"{path}: expected {expected}", command("vi", path))
