"""Data of an import: sections read from a listing, the layout to write, differences from the built-in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPlace:
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
    #: Which of the field's bits it is, `from` the most significant and `width`.
    bits: Mapping[str, int] | None = None
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
    place: SectionPlace | None
    eye_catcher: tuple[int, str] | None
    fields: tuple[LayoutField, ...]
    elements: Elements | None = None
    around: Around | None = None
    #: Relations, as a layout file has them.
    holds: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDifference:
    """One field, in the listing and in the built-in layout."""

    section: str
    ibm: str
    column: str
    verdict: str
    listing: str
    builtin: str
    meaning: str


@dataclass(slots=True)
class DsectField:
    """A named DS or DC; `group` is one with a duplication factor of 0, which names what follows."""

    ibm: str
    line: int
    at: int
    type: str
    length: int
    count: int
    group: bool
    value: str
    remarks: list[str] = field(default_factory=list)
    bits: list[str] = field(default_factory=list)
    doubted: bool = False

    @property
    def end(self) -> int:
        """The byte after the field."""
        return self.at + self.length * max(1, self.count)

    @property
    def meaning(self) -> str:
        """What the macro says about the field, and about its bits."""
        words = " ".join(text for text in self.remarks if text)
        return "; ".join(part for part in (words, *self.bits) if part)


@dataclass(slots=True)
class Dsect:
    """One section of a listing, and what was odd in it."""

    name: str
    line: int
    title: str
    length: int | None = None
    reached: int = 0
    fields: list[DsectField] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
