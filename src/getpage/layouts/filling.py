"""From a DSECT whose names are known to the layouts of the tables that it fills.

Offsets, lengths and the places of arrays are those of the listing; names decide what they are. A name that
the listing lacks, or a field that cannot be the column, is refused: a table with a column of something else
would be worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from getpage.contract.fields import Field
from getpage.core.errors import GetpageError
from getpage.evidence.dictionary import load_dictionary
from getpage.layouts.build import column_type, layout_type, shape, stamped
from getpage.layouts.listing import Listing, problem
from getpage.layouts.model import Around, Dsect, DsectField, Elements, Layout, LayoutField
from getpage.layouts.named import ArrayElements, Fills, KnownNames, NamedField

#: Layout types of integers that a column of 8 bytes can be made of.
_SHORT = ("u8", "u16", "u24", "u32")


def fill(
    listing: Listing,
    section: Dsect,
    sections: Sequence[Dsect],
    names: KnownNames,
    left_out: list[str],
) -> Iterator[Layout]:
    """The layouts of `section`, one of the `sections` of the listing; GetpageError says what does not fit.
    What the tables can do without is said in `left_out`.
    """
    for table in names.fills:
        if table.inside is None:
            fields = tuple(_fields(listing, section, table, names, left_out))
            always = tuple(_always(table.table, column, text) for column, text in table.always.items())
            name = names.section or section.name
            yield _layout(listing, section, names, table, name, (*fields, *always), length=_length(section))
        else:
            yield from _elements(listing, section, sections, names, table, table.inside)


def _elements(
    listing: Listing,
    section: Dsect,
    sections: Sequence[Dsect],
    names: KnownNames,
    fills: Fills,
    inside: ArrayElements,
) -> Iterator[Layout]:
    element = _element(listing, section, sections, fills)
    fields = tuple(_fields(listing, element, fills, names, []))
    present = next(f for f in element.fields if f.ibm == inside.present)
    stride = _length(element)
    arrays = sorted({f.at for f in section.fields if f.length * max(1, f.count) == inside.count * stride})
    if len(arrays) != len(inside.of):
        wanted = (
            f"{len(inside.of)} fields of {inside.count} times {stride} bytes ({element.name}) in "
            f"{section.name}, for {' and '.join(inside.of)}"
        )
        raise problem(listing.file, section.line, wanted, f"{len(arrays)}")
    for at, kind in zip(arrays, inside.of, strict=True):
        always = _always(fills.table, inside.column, kind)
        yield _layout(
            listing, section, names, fills, f"{section.name}/{kind}", (*fields, always),
            length=_length(section),
            elements=Elements(
                at=at, stride=stride, count=inside.count, present=(present.at, present.length)
            ),
            around=Around(section=section.name, columns=inside.shared),
        )  # fmt: skip


def _element(listing: Listing, section: Dsect, sections: Sequence[Dsect], fills: Fills) -> Dsect:
    """The DSECT of an element: that which has all the names."""
    names = {f.ibm for f in fills.fields}
    candidates = [
        other for other in sections if other is not section and names <= {f.ibm for f in other.fields}
    ]
    if not candidates:
        wanted = (
            f"a DSECT with {', '.join(sorted(names)[:4])} and the others, which {section.name} has many of"
        )
        raise problem(listing.file, section.line, wanted, ", ".join(other.name for other in sections[:20]))
    return candidates[0]


def _fields(
    listing: Listing, dsect: Dsect, fills: Fills, names: KnownNames, left_out: list[str]
) -> Iterator[LayoutField]:
    there = {field.ibm: field for field in dsect.fields}
    there |= {name: bit for field in dsect.fields for name, bit in _bits(field) if name not in there}
    missing = [named.ibm for named in fills.fields if named.ibm not in there and not named.optional]
    if missing:
        wanted = f"{', '.join(missing[:6])} in {dsect.name}, which the table {fills.table} needs"
        raise problem(listing.file, dsect.line, wanted, "no such name")
    for named in fills.fields:
        if named.ibm not in there:
            left_out.append(f"{fills.table} has no column {named.column}: no {named.ibm} in {dsect.name}")
            continue
        try:
            yield _field(listing, there[named.ibm], named, _column(fills.table, named.column), names)
        except GetpageError as error:
            if not named.optional:
                raise
            left_out.append(f"{fills.table} has no column {named.column}: {error.problem}")


def _bits(field: DsectField) -> Iterator[tuple[str, DsectField]]:
    """The bits of a field of one byte that have names, each as a field of its own (`EQU X'80'` behind it)."""
    for bit in field.bits:
        match = re.match(r"X'([0-9A-F]{2})' ([A-Z][A-Z0-9_@#$]*)", bit)
        mask = int(match[1], 16) if match else 0
        if match and field.length == 1 and mask.bit_count() == 1:
            place = replace(field, ibm=match[2], type=f"flag:{8 - mask.bit_length()}", bits=[], count=1)
            yield match[2], place


def _column(table: str, column: str) -> Field:
    return load_dictionary().field(table, column)


def _field(
    listing: Listing, field: DsectField, named: NamedField, known: Field, names: KnownNames
) -> LayoutField:
    kind, scale = layout_type(field, known), None
    width, count = shape(field)
    if named.bits is not None:
        return _of_bits(listing, field, named, known, names)
    if field.type.startswith("flag:") or known.type == "Boolean":
        if known.type != "Boolean" or not field.type.startswith("flag:"):
            wanted = f"{field.ibm} as {known.type}, which the column {known.column} is"
            raise problem(listing.file, field.line, wanted, f"{field.type} of {field.length} bytes")
        kind = field.type
    elif known.type == "Float64" and width == 8 and count == 1 and known.unit == "us":
        kind = "stckdur"
    elif named.values is None:
        if known.type == "UInt64" and (kind in _SHORT or named.scale != 1):
            scale = named.scale
        elif column_type(kind, count) != known.type or (kind == "stcklocal" and width != known.length):
            wanted = f"{field.ibm} as {known.type}, which the column {known.column} is"
            raise problem(listing.file, field.line, wanted, f"{field.type} of {field.length} bytes")
    return LayoutField(
        at=field.at,
        type=kind,
        name=known.column,
        ibm=field.ibm,
        unit=known.unit,
        meaning=known.meaning,
        width=width,
        count=count,
        trust="derived" if field.doubted else "ibm",
        line=field.line,
        scale=scale,
        values=named.values,
        source=stamped(listing, f"{listing.file}; name: {names.source}"),
    )


def _of_bits(
    listing: Listing, field: DsectField, named: NamedField, known: Field, names: KnownNames
) -> LayoutField:
    """A column that is some bits of a byte: a flag where it is one."""
    if field.length != 1 or field.count > 1:
        wanted = f"{field.ibm} of one byte, whose bits {known.column} is of"
        raise problem(listing.file, field.line, wanted, f"{field.length} bytes")
    bits = named.bits or {}
    is_flag = known.type == "Boolean"
    return LayoutField(
        at=field.at, type=f"flag:{bits['from']}" if is_flag else "u8", name=known.column, ibm=field.ibm,
        unit=known.unit, meaning=known.meaning, width=1, count=1, trust="ibm", line=field.line,
        bits=None if is_flag else bits, source=stamped(listing, f"{listing.file}; name: {names.source}"),
    )  # fmt: skip


def _always(table: str, column: str, text: str) -> LayoutField:
    known = _column(table, column)
    return LayoutField(
        at=0, type=f"text:{len(text)}", name=known.column, ibm=known.ibm_name, unit=known.unit,
        meaning=known.meaning, width=0, count=1, trust="ibm", line=0, always=text,
    )  # fmt: skip


def _layout(
    listing: Listing,
    section: Dsect,
    names: KnownNames,
    fills: Fills,
    name: str,
    fields: tuple[LayoutField, ...],
    *,
    length: int,
    elements: Elements | None = None,
    around: Around | None = None,
) -> Layout:
    return Layout(
        section=name,
        title=names.title,
        table=fills.table,
        row=fills.row,
        source=stamped(listing, f"{listing.kind} {listing.file}, DSECT {section.name}"),
        length=length,
        place=names.place,
        eye_catcher=None,
        fields=fields,
        elements=elements,
        around=around,
        holds=fills.holds,
    )


def _length(dsect: Dsect) -> int:
    length = dsect.length or dsect.reached
    if length < 1:
        msg = f"{dsect.name} has no fields: neither DS nor DC statements"
        raise GetpageError(msg, "getpage layout import --help")
    return length
