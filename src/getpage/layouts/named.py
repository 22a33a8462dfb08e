"""DSECTs whose field names IBM publishes, and the columns that they fill; a site's macro has their offsets.

A file under `names/` says for one DSECT where its section stands and which tables it fills, name by name.
Columns, types, units and meanings are those of the tables, which printed evidence fills as well. So what a
site imports fills what its pages filled before, and every question that these answer is answered.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from getpage.layouts.model import Dsect, SectionPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedField:
    """IBM's name of a field, and the column that it fills; `values` are labels of an enumeration. Without an
    `optional` field, or with one that cannot be the column, the table lacks the column.
    """

    ibm: str
    column: str
    values: Mapping[str, str] | None = None
    optional: bool = False


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
    """One table that a section fills; `holds` as in a layout file."""

    table: str
    row: str
    fields: tuple[NamedField, ...]
    holds: tuple[Mapping[str, Any], ...]
    inside: ArrayElements | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNames:
    """One DSECT; `source` says where its names are published. Where its own is not, it is the one that has
    these names of fields.
    """

    dsect: str
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


@cache
def named() -> tuple[KnownNames, ...]:
    """All of them."""
    directory = files("getpage.layouts") / "names"
    paths = sorted(
        (file for file in directory.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name
    )
    return tuple(_read(tomllib.loads(path.read_text(encoding="utf-8"))) for path in paths)


_INSIDE: Final = ("count", "column", "present")


def _read(text: Mapping[str, Any]) -> KnownNames:
    where = text["where"]
    return KnownNames(
        dsect=text.get("dsect", ""),
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
    )
