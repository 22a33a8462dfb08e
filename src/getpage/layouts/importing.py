"""Import of a listing or associated data (ADATA): its sections, compared with the built-in ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from getpage.contract.fields import Field
from getpage.core.errors import GetpageError, UnknownNameError, command, file_error
from getpage.core.units import MIB
from getpage.evidence.dictionary import load_dictionary
from getpage.layouts.adata import is_adata, parse_adata
from getpage.layouts.build import as_toml, build, column_type
from getpage.layouts.filling import fill
from getpage.layouts.listing import Listing, parse_listing
from getpage.layouts.model import Dsect, FieldDifference, Layout, LayoutField, SectionPlace
from getpage.layouts.named import KnownNames, names_in, names_of, with_columns
from getpage.layouts.sections import read_sections

__all__ = ["Imported", "SectionPlace", "import_listing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """One section: its layout, how it differs from the built-in one, what was odd in the listing."""

    layout: Layout
    differences: tuple[FieldDifference, ...]
    builtin: bool
    #: Tables of the built-in section, and columns of the table to fill that the layout would not have.
    tables: tuple[str, ...]
    lacking: tuple[str, ...]
    notes: tuple[str, ...]
    #: Of a DSECT whose names are known: the tables that it fills, and the layouts that do so.
    fills: tuple[Layout, ...] = ()
    #: Why a DSECT whose names are known fills nothing.
    unfit: str = ""

    @property
    def file_name(self) -> str:
        """The name of its layout file."""
        stem = re.sub(r"[^a-z0-9]+", "-", self.layout.section.lower()).strip("-")
        return f"{stem or 'section'}.toml"

    def write(self, directory: Path) -> Path:
        """Write the layout file; a site's layout stands in for the built-in one of the same section."""
        if self.unfit:
            raise GetpageError(self.unfit, "getpage layout import LISTING")
        if self.fills:
            return _written(directory / self.file_name, self.fills)
        section = self.layout.section
        if len(self.tables) > 1 and (self.layout.place is None or self.layout.table in self.tables):
            msg = (
                f"the columns of {section} are part of {len(self.tables)} tables, which a layout with other "
                "columns would break"
            )
            raise GetpageError(msg, "getpage layout import LISTING")
        if self.lacking:
            msg = f"the table {self.layout.table} would lack {', '.join(self.lacking[:8])}, which checks need"
            raise GetpageError(msg, f"--table {self.layout.table}_own")
        if self.tables and self.layout.place is None:
            msg = (
                f"{section} fills the table {self.tables[0]}, and a layout of yours replaces the built-in "
                "one; say where the section stands"
            )
            raise GetpageError(msg, "--type 115 --subtypes 215 --triplet 3")
        return _written(directory / self.file_name, (self.layout,))


def _written(path: Path, layouts: tuple[Layout, ...]) -> Path:
    """Write layouts, the first to `path`, the others beside it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for nth, layout in enumerate(layouts):
            own = path if nth == 0 else path.with_stem(f"{path.stem}-{layout.section.partition('/')[2]}")
            own.write_text(as_toml(layout), encoding="utf-8")
    except OSError as error:
        raise file_error(path, error) from error
    return path


def import_listing(
    path: Path,
    *,
    dsect: str | None = None,
    place: SectionPlace | None = None,
    table: str | None = None,
    columns: Path | None = None,
) -> list[Imported]:
    """The sections of a listing as layouts; GetpageError says what the listing lacks. `columns` is a file
    with the names of the fields that fill a built-in table.
    """
    listing = read_listing(path)
    every = [section for section in read_sections(listing) if section.fields]
    sections = _chosen(listing, every, dsect)
    if len(sections) > 1 and (place is not None or table is not None):
        names = ", ".join(section.name for section in sections[:20])
        msg = f"{listing.file} has several sections: {names}"
        raise GetpageError(msg, command("--dsect", sections[0].name))
    if columns is not None and place is not None:
        return [_filled(listing, section, every, names_in(columns, place)) for section in sections]
    if columns is not None:
        known = [(section, partly) for section in sections if (partly := names_of(section))]
        if len(known) != 1:
            msg = "--columns needs the section's place, where no names of the DSECT are known"
            raise GetpageError(msg, "--log 4504 --columns osam.toml")
        return [_filled(listing, section, every, with_columns(partly, columns)) for section, partly in known]
    if place is None and table is None:
        return [_known(listing, section, every) for section in sections]
    return [_import(listing, section, place, table) for section in sections]


def _known(listing: Listing, section: Dsect, every: list[Dsect]) -> Imported:
    """A section whose names are known fills the tables that they are known for."""
    names = names_of(section)
    if names is None:
        return _import(listing, section, None, None)
    return _filled(listing, section, every, names)


def _filled(listing: Listing, section: Dsect, every: list[Dsect], names: KnownNames) -> Imported:
    imported = _import(listing, section, None, None)
    left_out: list[str] = []
    try:
        fills = tuple(fill(listing, section, every, names, left_out))
        return replace(imported, fills=fills, notes=(*imported.notes, *left_out))
    except GetpageError as error:
        return replace(imported, unfit=error.problem, notes=(*imported.notes, error.problem))


def _chosen(listing: Listing, sections: list[Dsect], dsect: str | None) -> list[Dsect]:
    if not sections:
        msg = (
            f"{listing.file}: no DSECT with fields in {len(listing.statements)} statements; assemble with "
            "PRINT GEN (and PARM LIST), and code DSECT=YES where the macro has it"
        )
        raise GetpageError(msg, "getpage layout import --help")
    if dsect is None:
        return sections
    named_so = [section for section in sections if section.name == dsect.upper()]
    if not named_so:
        msg = f"{listing.file}: no DSECT {dsect} with fields"
        raise UnknownNameError(msg, dsect, [section.name for section in sections])
    return named_so


def _import(listing: Listing, section: Dsect, place: SectionPlace | None, table: str | None) -> Imported:
    fields = [f for f in load_dictionary().fields if f.section.upper() == section.name]
    known: dict[str, Field] = {}
    for field in fields:
        if field.ibm_name:
            known.setdefault(field.ibm_name.upper(), field)
    tables = tuple(dict.fromkeys(field.table for field in fields))
    if place is not None and table is None:
        table = tables[0] if len(tables) == 1 else re.sub(r"[^a-z0-9_]", "_", section.name.lower())
    layout = build(listing, section, known, table if place is not None else None, place)
    named = {field.name for field in layout.fields}
    return Imported(
        layout=layout,
        lacking=tuple(f.column for f in fields if f.table == layout.table and f.column not in named),
        differences=tuple(compare(layout, section, known)),
        builtin=bool(fields),
        tables=tables,
        notes=tuple(_notes(listing, section)),
    )


def _notes(listing: Listing, section: Dsect) -> list[str]:
    notes = [f"{section.name}, {note}" for note in section.notes]
    if section.length is not None and section.length != section.reached:
        notes.append(
            f"{section.name} is {section.length} bytes by its DSECT statement, but its fields reach "
            f"{section.reached}: is the listing cut, or part of it suppressed (PRINT NOGEN)?"
        )
    if not listing.ended:
        notes.append(f"{listing.file} has no END statement: it may be cut")
    if listing.flagged:
        notes.append(f"{listing.file}: the assembler flagged {listing.flagged} statements as errors")
    return notes


#: A listing of all of a product's macros has some 20 MB.
_LARGEST = 256 * MIB


def read_listing(path: Path) -> Listing:
    """Read a listing or associated data; GetpageError when the file is something else."""
    try:
        if path.stat().st_size > _LARGEST:
            msg = f"{path}: larger than any listing of mapping macros; assemble fewer macros at a time"
            raise GetpageError(msg, command("ls -l", path))
        data = path.read_bytes()
    except OSError as error:
        raise file_error(path, error) from error
    if is_adata(data):
        return parse_adata(data, path.name)
    _refuse_binary(path, data)
    return parse_listing(data.decode("utf-8", errors="replace"), path.name)


def _refuse_binary(path: Path, data: bytes) -> None:
    head = data[:65536]
    if head.count(b"\x40") * 4 > len(head):
        msg = f"{path}: is in EBCDIC; download the listing again as text, not binary"
        raise GetpageError(msg, "getpage layout import --help")
    if b"\0" in head:
        what = "is binary (an object deck?); supply the listing, SYSPRINT, as text, or SYSADATA in binary"
        msg = f"{path}: {what}"
        raise GetpageError(msg, "getpage layout import --help")


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
