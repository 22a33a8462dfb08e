"""What an import makes: a layout to write, and how it differs from the built-in one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The triplet of a record that points to the section."""

    type: int
    subtypes: tuple[int, ...]
    triplet: int


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
