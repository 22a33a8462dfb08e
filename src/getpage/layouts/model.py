"""What an import makes: a layout to write, and how it differs from the built-in one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The triplet of a record that points to the section."""

    type: int
    subtypes: tuple[int, ...]
    triplet: int
    #: Where the triplet points to a chain of sections: the identifier of this one.
    id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutField:
    """A field as the layout file has it, and the line of the listing it is from."""

    at: int
    type: str
    name: str
    ibm: str
    unit: str
    meaning: str
    width: int
    count: int
    trust: str
    line: int
    scale: int | None = None
    values: Mapping[str, str] | None = None
    #: The text that every row has, with no bytes that stand for it.
    always: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Elements:
    """Rows that are elements of an array in the section; `present` is offset and length in an element."""

    at: int
    stride: int
    count: int
    present: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """The layout of the section that they stand in, and its columns that each row has."""

    section: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A section's layout."""

    section: str
    title: str
    table: str | None
    row: str
    source: str
    length: int
    place: Place | None
    eye_catcher: tuple[int, str] | None
    fields: tuple[LayoutField, ...]
    elements: Elements | None = None
    around: Around | None = None
    #: Relations, as a layout file has them.
    holds: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One field, in the listing and in the built-in layout."""

    section: str
    ibm: str
    column: str
    verdict: str
    listing: str
    builtin: str
    meaning: str
