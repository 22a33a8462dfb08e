"""Builds a layout from a section of a listing: names, types, units. Refuses what no layout can hold."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from getpage.contract.fields import Field
from getpage.layouts.listing import Listing, problem
from getpage.layouts.model import Dsect, DsectField, Layout, LayoutField, SectionPlace

#: Bytes of the longest SMF record, and elements of the largest array that a layout may have.
_LONGEST = 32_760
_LARGEST = 32_000
_MEANING = 800


def build(
    listing: Listing, dsect: Dsect, known: Mapping[str, Field], table: str | None, place: SectionPlace | None
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


_UNSIGNED = {1: "u8", 2: "u16", 3: "u24", 4: "u32", 8: "u64"}
_INTEGERS = ("F", "FD", "H", "Y")
_CLOCK = ("STCK", "TOD", "TIME", "CLOCK")
_PACKED = 9  # bytes that fit a 64-bit integer
#: Column types of the dictionary that a type fills.
_COLUMNS = {
    "u8": "UInt32", "u16": "UInt32", "u24": "UInt32", "u32": "UInt32", "i8": "Int32", "i16": "Int32",
    "i32": "Int32", "u64": "UInt64", "i64": "Int64", "text": "Utf8", "hex": "Utf8", "packed": "Int64",
    "hfp": "Float64", "stck": 'Timestamp(µs, "UTC")', "stcklocal": "Timestamp(µs)",
    "imstime": "Timestamp(µs)",
}  # fmt: skip
_IMS_TIME = 12  # bytes
_UNITS = {"text": "name", "hex": "code", "stck": "time", "stcklocal": "time"}


def shape(field: DsectField) -> tuple[int, int]:
    """Length of one element, and their number: DS 8C is one field of 8 bytes, DS 4F an array."""
    count = max(1, field.count)
    return (field.length * count, 1) if field.length == 1 else (field.length, count)


def layout_type(field: DsectField, known: Field | None) -> str:
    """The layout type; `known` is the built-in field of the same name."""
    length, count = shape(field)
    known_type = known.type if known is not None else ""
    if length == 8 and count == 1 and known_type == _COLUMNS["stck"]:
        return "stck"
    if length == _IMS_TIME and count == 1 and known_type == _COLUMNS["imstime"]:
        return "imstime"
    if length == 8 and count == 1 and known_type == _COLUMNS["stcklocal"] and not field.group:
        return "stcklocal"  # the other local time, smftime, is two fields of 4 bytes in a macro
    if field.type in _INTEGERS or field.type in ("B", "X"):
        signed = {"Int32": {1: "i8", 2: "i16", 4: "i32"}, "Int64": {8: "i64"}}.get(known_type, {})
        return signed.get(length) or _integer(length, field.type)
    if field.type in ("C", "CA", "CE", "Z"):
        return f"text:{length}"
    if field.type == "P" and length <= _PACKED and count == 1:  # lists hold no nulls, which bad digits give
        return f"packed:{length}"
    if field.type == "D" and length == 8:
        return "u64" if known_type == "UInt64" or _clock(field) else "hfp:8"
    if field.type == "E" and length == 4:
        return "hfp:4"
    return f"hex:{length}"


def _integer(length: int, kind: str) -> str:
    if kind in ("B", "X") and length == 3:
        return "hex:3"
    return _UNSIGNED.get(length) or f"hex:{length}"


def _clock(field: DsectField) -> bool:
    words = f"{field.ibm} {field.meaning}".upper()
    return any(word in words for word in _CLOCK)


def column_type(kind: str, count: int) -> str:
    """The dictionary's column type of a layout type."""
    base = _COLUMNS[kind.partition(":")[0]]
    return f"List(non-null {base})" if count > 1 else base


def unit(kind: str, known: Field | None) -> str:
    """The unit: the built-in field's, or what the type suggests."""
    return known.unit if known is not None else _UNITS.get(kind.partition(":")[0], "count")


def as_toml(layout: Layout) -> str:
    """The text of the layout's file."""
    lines = [f"section = {_text(layout.section)}", f"title = {_text(layout.title)}"]
    if layout.table is not None:
        lines += [f"table = {_text(layout.table)}", f"row = {_text(layout.row)}"]
    lines += [f"source = {_text(layout.source)}", 'trust = "ibm"', f"lengths = [{layout.length}]"]
    if layout.place is not None:
        subtypes = ", ".join(str(subtype) for subtype in layout.place.subtypes)
        place = f"type = {layout.place.type}, subtypes = [{subtypes}], triplet = {layout.place.triplet}"
        place += "" if layout.place.id is None else f", id = {layout.place.id}"
        lines.append(f"where = [{{ {place} }}]")
    if layout.around is not None:
        columns = ", ".join(map(_text, layout.around.columns))
        lines.append(f"parent = {{ section = {_text(layout.around.section)}, columns = [{columns}] }}")
    if layout.elements is not None:
        rows = layout.elements
        at, length = rows.present
        marks = f"present = {{ at = {at}, length = {length} }}"
        lines.append(f"rows = {{ at = {rows.at}, stride = {rows.stride}, count = {rows.count}, {marks} }}")
    if layout.holds:
        lines.append(f"holds = [{', '.join(map(_value, layout.holds))}]")
    if layout.eye_catcher is not None:
        at, text = layout.eye_catcher
        lines.append(f"eye_catcher = {{ at = {at}, text = {_text(text)} }}")
    return "\n".join([*lines, "fields = [", *(_as_toml(field) for field in layout.fields), "]", ""])


def _as_toml(field: LayoutField) -> str:
    parts = [f"type = {_text(field.type)}"]
    if field.always is None:
        parts.insert(0, f"at = {field.at}")
    else:
        parts.append(f"always = {_text(field.always)}")
    if field.count > 1:
        parts.append(f"count = {field.count}, stride = {field.width}")
    parts += [f"name = {_text(field.name)}", f"ibm = {_text(field.ibm)}", f"unit = {_text(field.unit)}"]
    parts.append(f"meaning = {_text(field.meaning)}")
    if field.scale is not None:
        parts.append(f"scale = {field.scale}")
    if field.values is not None:
        parts.append(f"values = {_value(field.values)}")
    if field.bits is not None:
        parts.append(f"bits = {_value(field.bits)}")
    if field.source is not None:
        parts.append(f"source = {_text(field.source)}")
    if field.trust != "ibm":
        parts.append(f"trust = {_text(field.trust)}")
    return f"  {{ {', '.join(parts)} }},"


def _value(value: Any) -> str:
    """A value of a layout file: text, number, list or inline table."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return str(value)


def _text(text: str) -> str:
    """A TOML basic string: what JSON escapes, TOML reads the same, once surrogates are gone."""
    whole = text.encode("utf-8", errors="replace").decode("utf-8").replace("\x7f", " ")
    return json.dumps(whole, ensure_ascii=False)
