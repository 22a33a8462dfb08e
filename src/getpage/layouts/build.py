"""From a section of a listing to a layout: names, types, units; refused where no layout can hold it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from getpage.layouts.kinds import column_type, layout_type, shape, unit
from getpage.layouts.model import Layout, LayoutField
from getpage.layouts.problem import problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.fields import Field
    from getpage.layouts.dsect import Dsect, DsectField
    from getpage.layouts.listing import Listing
    from getpage.layouts.model import Place

#: Bytes of the longest SMF record, and elements of the largest array that a layout may have.
_LONGEST = 32_760
_LARGEST = 32_000
_MEANING = 800


def build(
    listing: Listing, dsect: Dsect, known: Mapping[str, Field], table: str | None, place: Place | None
) -> Layout:
    """The layout of a section; `known` are the built-in fields of that section by IBM's name."""
    taken: set[str] = set()
    fields = []
    for field in sorted(_wanted(dsect, known), key=lambda f: f.at):
        _limits(listing.file, field)
        fields.append(_field(field, known.get(field.ibm), taken))
    if not fields:
        raise problem(listing.file, dsect.line, f"named DS or DC statements in {dsect.name}", "none")
    return Layout(
        section=_section(dsect.name, known, table),
        title=dsect.title or next((field.title for field in known.values()), dsect.name),
        table=table,
        row=f"one per {dsect.name} section",
        source=stamped(listing, f"{listing.kind} {listing.file}, DSECT {dsect.name}"),
        length=min(dsect.length or dsect.reached, _LONGEST),
        place=place,
        eye_catcher=_eye_catcher(dsect),
        fields=tuple(fields),
    )


def stamped(listing: Listing, source: str) -> str:
    """A source with when the listing was made, where it says."""
    return f"{source}, {listing.stamp}" if listing.stamp else source


def _section(name: str, known: Mapping[str, Field], table: str | None) -> str:
    """The section's name; with a table of its own it stands beside the built-in one, not in its stead."""
    if table is None or not known or any(field.table == table for field in known.values()):
        return name
    return f"{name}/{table}"


def _wanted(dsect: Dsect, known: Mapping[str, Field]) -> list[DsectField]:
    """All fields; of groups those that the built-in layout names, or whose bytes nothing else names."""
    single = [field for field in dsect.fields if not field.group]
    return [
        field
        for field in dsect.fields
        if not field.group
        or field.ibm in known
        or not any(other.at < field.end and field.at < other.end for other in single)
    ]


def _limits(file: str, field: DsectField) -> None:
    if field.end > _LONGEST:
        wanted = f"fields within {_LONGEST} bytes, the longest record (--dsect NAME imports one section)"
        raise problem(file, field.line, wanted, f"{field.ibm}, which ends at {field.end}")
    if field.count > _LARGEST or field.length > _LARGEST:
        wanted = f"at most {_LARGEST} elements, of at most {_LARGEST} bytes"
        raise problem(file, field.line, wanted, f"{field.ibm}: {field.count} of {field.length} bytes")


def _field(field: DsectField, known: Field | None, taken: set[str]) -> LayoutField:
    kind = layout_type(field, known)
    width, count = shape(field)
    same = known is not None and column_type(kind, count) == known.type
    wanted = known.column if known is not None and same else re.sub(r"[^a-z0-9_]", "_", field.ibm.lower())
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    taken.add(name)
    meaning = field.meaning or (known.meaning if known is not None else "") or field.ibm
    return LayoutField(
        at=field.at,
        type=kind,
        name=name,
        ibm=field.ibm,
        unit=unit(kind, known if same else None),
        meaning=meaning if len(meaning) <= _MEANING else meaning[:_MEANING] + "...",
        width=width,
        count=count,
        trust="derived" if field.doubted else "ibm",
        line=field.line,
    )


def _eye_catcher(dsect: Dsect) -> tuple[int, str] | None:
    """A DC that holds the section's own name."""
    for field in dsect.fields:
        if field.type == "C" and field.value.strip("' ") == dsect.name and field.length == len(dsect.name):
            return field.at, dsect.name
    return None
