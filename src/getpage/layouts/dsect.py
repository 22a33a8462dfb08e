"""Sections and their fields, as a listing has them. Offsets are the listing's own, from its Loc column."""

from __future__ import annotations

from dataclasses import dataclass, field


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
