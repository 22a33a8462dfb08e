"""Where the fields of the layouts stand in a record, and the words that each is set to."""

from __future__ import annotations

import struct
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYOUTS: Final = Path(__file__).parents[2] / "layouts" / "smf"
DB2: Final = (100, 101, 102)
#: Bytes of a field by its type; of others the type says how many (`text:8`).
WIDTHS: Final = {
    "u8": 1, "i8": 1, "u16": 2, "i16": 2, "u24": 3, "u32": 4, "i32": 4, "u64": 8, "us64": 8, "stck": 8,
    "stckdur": 8, "stcklocal": 8, "smftime": 8, "rmftime": 8, "rmfdur": 4, "hmsdur": 6, "mdytime": 14,
    "imstime": 12,
}  # fmt: skip
#: Bytes of an entry in a dictionary of CICS monitoring.
ENTRY: Final = 26
NOT_A_NUMBER: Final = {4: struct.pack(">f", float("nan")), 8: struct.pack(">d", float("nan"))}


@dataclass(frozen=True)
class Place:
    """A field of a layout in a record."""

    name: str
    at: int
    width: int


def words(width: int) -> tuple[bytes, ...]:
    """What a field of so many bytes is set to: 0, 1, 2^31, 2^63, 2^64-1 (or what ends its range), no number,
    blanks.
    """
    numbers = {value.to_bytes(width, "big") for value in (0, 1, 1 << 31, 1 << 63) if value < 1 << 8 * width}
    ends = {bytes([128]) + bytes(width - 1), b"\xff" * width, b"\x40" * width}
    return tuple(sorted(numbers | ends | ({NOT_A_NUMBER[width]} if width in NOT_A_NUMBER else set())))


@cache
def layouts(record_type: int) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """The layout of the records of a type, and those of its sections by name."""
    sections = {}
    own = LAYOUTS / str(record_type)
    for path in sorted(LAYOUTS.glob("*/*.toml"), key=lambda path: path.parent == own):
        layout = tomllib.loads(path.read_text())
        if "section" in layout and layout["section"] != "monitoring":
            sections[layout["section"]] = layout
    return tomllib.loads((own / "record.toml").read_text()), sections


def places(record: bytes) -> Iterator[Place]:
    """The fields of a record whose place its layouts and its triplets tell; of several elements the first."""
    whole, sections = layouts(record[5])
    subtype = subtype_of(record, whole)
    yield from _fields("", whole["header"], 0, len(record))
    for context in whole.get("context", ()):
        at, length = triplet(record, whole, context["triplet"])
        if subtype in context["subtypes"] and length:
            begin = _header(record, at, length, context["header"]) if "header" in context else at
            fields = sections[context["section"]]["fields"]
            yield from _fields(
                context["section"], fields, begin + context.get("at", 0) if begin else 0, at + length
            )
    for section in sections.values():
        for where in section.get("where", ()):
            of_it = where["type"] == record[5] and (record[5] == 16 or subtype in where["subtypes"])
            if of_it:
                yield from _of_section(record, whole, section, where)
    if record[5] == 110 and subtype == 1:
        yield from _monitored(record, *triplet(record, whole, 1))


def _monitored(record: bytes, at: int, length: int) -> Iterator[Place]:
    """Words of monitoring, whose places no layout tells but a dictionary: of that its first entries, of
    two tasks the first.
    """
    end = at + (4 * ENTRY if length % ENTRY == 0 else length // 2 if length > 1_000 else length)
    for width in (4, 8):
        for place in range(at, end - width, width):
            yield Place(f"monitored {len(record)} {place - at} {width}", place, width)


def _of_section(
    record: bytes, whole: dict[str, Any], section: dict[str, Any], where: dict[str, Any]
) -> Iterator[Place]:
    if "triplet" in where:
        at, length = triplet(record, whole, where["triplet"])
        if "id" in where:
            at, length = _chained(record, at, at + length, where["id"])
    else:  # counters of a processor: one triplet in the element of the parent leads to the next
        at, length = _within_parent(record, whole, section)
    if length:
        at += 2 * bool(section.get("varying")) + _first_row(record, at, section)
        yield from _fields(section["section"], section["fields"], at, len(record))


def _fields(section: str, fields: list[dict[str, Any]], begin: int, end: int) -> Iterator[Place]:
    for field in (field for field in fields if "at" in field and (begin or not section)):
        kind, _, length = field["type"].partition(":")
        width = 1 if kind == "flag" else WIDTHS.get(kind) or int(length)
        if begin + field["at"] + width <= end:
            yield Place(f"{section}.{field['name']}", begin + field["at"], width)


def subtype_of(record: bytes, whole: dict[str, Any]) -> int:
    """The subtype, of Db2 the IFCID."""
    at = triplet(record, whole, 0)[0] + 4 if record[5] in DB2 else 22
    return int.from_bytes(record[at : at + 2], "big")


def triplet(record: bytes, whole: dict[str, Any], index: int) -> tuple[int, int]:
    """Offset and length of what a triplet points to; (0, 0) where the record does not have it."""
    of = whole["triplets"]
    at = of["offsets"][index] if "offsets" in of else of["at"] + of["stride"] * index
    first = of["offsets"][0] if "offsets" in of else of["at"]
    begin = struct.unpack_from(">I", record, first)[0] or len(record)  # the sections begin where triplets end
    if at + 8 > (len(record) if "offsets" in of else begin):
        return 0, 0
    offset, length, count = struct.unpack_from(">IHH", record, at)
    return (offset, length or len(record) - offset) if count and offset < len(record) else (0, 0)


def _header(record: bytes, at: int, length: int, kind: int) -> int:
    """Where the header of a kind stands in Db2's product section; 0 where it does not."""
    end = at + length
    while at + 3 <= end:
        if record[at + 2] == kind:
            return at
        at += max(1, int.from_bytes(record[at : at + 2], "big"))
    return 0


def _chained(record: bytes, at: int, end: int, identifier: int) -> tuple[int, int]:
    """The first section of an identifier in a chain of them."""
    while at + 4 <= min(end, len(record)):
        length, its = struct.unpack_from(">HH", record, at)
        if its == identifier:
            return at, length
        at += max(1, length)
    return 0, 0


def _within_parent(record: bytes, whole: dict[str, Any], section: dict[str, Any]) -> tuple[int, int]:
    _, sections = layouts(record[5])
    parent = section["parent"]
    upper = sections[parent["section"]]
    [where] = upper["where"]
    at, length = (
        triplet(record, whole, where["triplet"])
        if "triplet" in where
        else _within_parent(record, whole, upper)
    )
    return struct.unpack_from(">IH", record, at + parent["at"]) if length else (0, 0)


def _first_row(record: bytes, at: int, section: dict[str, Any]) -> int:
    """Where the first row of an array begins, from the beginning of the section."""
    rows = section.get("rows")
    if rows is None:
        return 0
    if "locator" not in rows:
        return int(rows["at"])
    locator = rows["locator"]
    before = [int.from_bytes(record[at + each : at + each + 2], "big") for each in locator.get("before", ())]
    return int.from_bytes(record[at + locator["at"] : at + locator["at"] + 2], "big") + rows["stride"] * sum(
        before
    )
