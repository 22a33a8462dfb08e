"""getpage layout: layouts of a site's own."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage.cli.app import Form
from getpage.cli.output import Format, note, rows
from getpage.core.errors import GetpageError, Without
from getpage.layouts import SectionPlace, import_listing
from getpage.layouts.importing import VERDICTS
from getpage.report.common.blocks import KEPT

_COLUMNS = ("section", "ibm", "column", "verdict", "listing", "builtin", "meaning")


def import_command(
    listing: Annotated[
        Path, Parameter(help="The assembler listing (SYSPRINT), as text, or SYSADATA, in binary.")
    ],
    /,
    *,
    dsect: Annotated[str | None, Parameter(help="Only this DSECT; default: all.")] = None,
    type: Annotated[int | None, Parameter(help="SMF record type that has the section.")] = None,
    subtypes: Annotated[tuple[int, ...], Parameter(help="Its subtypes, one or more.", negative="")] = (),
    triplet: Annotated[int | None, Parameter(help="Triplet that points to it, 0 first.")] = None,
    id: Annotated[
        int | None, Parameter(help="Its identifier (STID of CICS), where the triplet points to many.")
    ] = None,
    log: Annotated[
        str | None, Parameter(help="Code and subcode of the record of the IMS log that it maps: 4500, or 07.")
    ] = None,
    table: Annotated[str | None, Parameter(help="Table to fill; default: as built in.")] = None,
    columns: Annotated[
        Path | None,
        Parameter(
            help="File that says which fields fill the columns of a built-in table; needs the place, but for "
            "a DSECT of which other names are known."
        ),
    ] = None,
    out: Annotated[Path | None, Parameter(help="Directory to write layout files to, for --layouts.")] = None,
    format: Form = Format.TABLE,
) -> None:
    """Make layouts from the listing or ADATA of a mapping macro, and say how the built-in ones differ.

    Offsets are the listing's own (Loc), checked against the sizes of the statements. Without --out nothing is
    written. DSECTs with known names (DFHA08DS, DFHA17DS) need no more options: they fill the tables of the
    reports that print them. --columns does so with the names of any other. docs/reference/dsect-import.md has
    the JCL that makes the listing.

        getpage layout import qbst.txt

        getpage layout import qpst.txt --type 115 --subtypes 215 --triplet 1 --table my_pools --out my-layouts
    """
    place = _place(type, subtypes, triplet, id, log, table)
    if columns is not None and table is not None:
        msg = "--columns says itself which table it fills"
        raise GetpageError(msg, Without(("--table",)))
    imported = import_listing(listing, dsect=dsect, place=place, table=table, columns=columns)
    paths = [section.write(out) for section in imported] if out is not None else []
    for section in imported:
        for remark in section.notes:
            note(remark)
    data = [
        tuple(getattr(difference, column) for column in _COLUMNS)
        for section in imported
        for difference in section.differences
    ]
    if format is Format.TABLE:
        brief = ("section", "IBM name", "column", "verdict", "listing", "built in")
        rows(
            f"Fields of {listing.name}; places are offset +length type",
            brief,
            [d[:6] for d in data],
            format,
            about=f"What each field means: {KEPT}.",
        )
    else:
        rows(f"Fields of {listing.name}", _COLUMNS, data, format)
    for section in imported:
        counts = Counter(difference.verdict for difference in section.differences)
        note(_summary(section.layout.section, section.builtin, counts))
        if section.fills:
            tables = ", ".join(dict.fromkeys(str(layout.table) for layout in section.fills))
            note(f"{section.layout.section}: its names are known; written with --out it fills {tables}")
    for path in paths:
        note(f"written: {path}")


def _place(
    type_: int | None,
    subtypes: tuple[int, ...],
    triplet: int | None,
    id_: int | None,
    log: str | None,
    table: str | None,
) -> SectionPlace | None:
    if log is not None:
        if type_ is not None or subtypes or triplet is not None or id_ is not None:
            raise GetpageError(
                "--log says where the section stands; --type and the others do too", "--log 07"
            )
        type_, subtypes, triplet = 1, (_logged(log),), 0
    if type_ is None and not subtypes and triplet is None and id_ is None:
        if table is not None:
            raise GetpageError(
                "--table needs the section's place: --type, --subtypes and --triplet",
                "--type 115 --subtypes 215 --triplet 3",
            )
        return None
    if type_ is None or not subtypes or triplet is None:
        raise GetpageError(
            "the section's place needs all of --type, --subtypes and --triplet",
            "--type 115 --subtypes 215 --triplet 3",
        )
    if not 0 <= type_ <= 255 or not all(0 <= s <= 65_535 for s in subtypes) or not 0 <= triplet <= 1000:
        raise GetpageError(
            "--type is 0 to 255, --subtypes 0 to 65535, --triplet 0 to 1000",
            "--type 115 --subtypes 215 --triplet 3",
        )
    if table is not None and not re.fullmatch(r"[a-z][a-z0-9_]{0,62}", table):
        raise GetpageError(
            "--table is lower-case letters, digits and _, at most 63 of them", "--table my_section"
        )
    if id_ is not None and not 0 <= id_ <= 65_535:
        raise GetpageError("--id is 0 to 65535", "--id 1")
    return SectionPlace(type=type_, subtypes=subtypes, triplet=triplet, id=id_)


def _logged(log: str) -> int:
    """The subtype of a record of the log of IMS."""
    from getpage import _native

    subtype = _native.ims_log_subtype(log.upper().removeprefix("X'").removesuffix("'"))
    if subtype is None:
        msg = f"--log {log}: a code of two hexadecimal digits, and two of a subcode where it has one"
        raise GetpageError(msg, "--log 56FA")
    return subtype


def _summary(section: str, builtin: bool, counts: Counter[str]) -> str:
    if not builtin:
        return f"{section}: {counts.total()} fields; no built-in layout to compare with"
    return f"{section}: " + ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
