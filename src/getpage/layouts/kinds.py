"""Which layout type a field of an assembler type has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from getpage.contract.fields import Field
    from getpage.layouts.dsect import DsectField

_UNSIGNED = {1: "u8", 2: "u16", 3: "u24", 4: "u32", 8: "u64"}
_INTEGERS = ("F", "FD", "H", "Y")
_CLOCK = ("STCK", "TOD", "TIME", "CLOCK")
_PACKED = 9  # bytes that fit a 64-bit integer
#: Column types of the dictionary that a type fills.
_COLUMNS = {
    "u8": "UInt32", "u16": "UInt32", "u24": "UInt32", "u32": "UInt32", "i8": "Int32", "i16": "Int32",
    "i32": "Int32", "u64": "UInt64", "i64": "Int64", "text": "Utf8", "hex": "Utf8", "packed": "Int64",
    "hfp": "Float64", "stck": 'Timestamp(µs, "UTC")', "stcklocal": "Timestamp(µs)",
}  # fmt: skip
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
    said = f"{field.ibm} {field.meaning}".upper()
    return any(word in said for word in _CLOCK)


def column_type(kind: str, count: int) -> str:
    """The dictionary's column type of a layout type."""
    base = _COLUMNS[kind.partition(":")[0]]
    return f"List(non-null {base})" if count > 1 else base


def unit(kind: str, known: Field | None) -> str:
    """The unit: the built-in field's, or what the type suggests."""
    return known.unit if known is not None else _UNITS.get(kind.partition(":")[0], "count")
