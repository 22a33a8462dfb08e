"""A layout from a listing against the built-in one of the same section, field by field."""

from __future__ import annotations

from collections.abc import Mapping

from getpage.contract.fields import Field
from getpage.layouts.build import column_type
from getpage.layouts.model import Dsect, FieldDifference, Layout, LayoutField

#: What can be said of a field, in the order of the summary.
VERDICTS = ("agrees", "moved", "length changed", "type changed", "new", "missing")


def compare(layout: Layout, dsect: Dsect, known: Mapping[str, Field]) -> list[FieldDifference]:
    """One line a field: those of the listing by offset, then those that only the built-in layout has."""
    lines = [_difference(layout.section, field, known.get(field.ibm)) for field in layout.fields]
    there = {field.ibm for field in dsect.fields}
    for ibm, field in known.items():
        if ibm not in there:
            place = _place(field.offset, field.length, field.type)
            lines.append(_line(layout.section, ibm, field.column, "missing", "", place, field.meaning))
    return lines


def _difference(section: str, field: LayoutField, known: Field | None) -> FieldDifference:
    here = _place(field.at, field.width, field.type + (f" x {field.count}" if field.count > 1 else ""))
    if known is None:
        return _line(section, field.ibm, field.name, "new", here, "", field.meaning)
    there = _place(known.offset, known.length, known.type)
    if field.at != known.offset:
        verdict = "moved"
    elif field.width != known.length:
        verdict = "length changed"
    elif column_type(field.type, field.count) != known.type:
        verdict = "type changed"
    else:
        verdict = "agrees"
    return _line(section, field.ibm, field.name, verdict, here, there, field.meaning)


def _place(at: int, length: int, kind: str) -> str:
    return f"{at} +{length} {kind}"


def _line(
    section: str, ibm: str, column: str, verdict: str, here: str, there: str, meaning: str
) -> FieldDifference:
    return FieldDifference(
        section=section,
        ibm=ibm,
        column=column,
        verdict=verdict,
        listing=here,
        builtin=there,
        meaning=meaning,
    )
