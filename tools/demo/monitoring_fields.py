"""Fields of tasks that regions of the sample sites record, as a dictionary of SMF 110 subtype 1 has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .spec import Row

#: Group, type, identifier and length by name.
_FIELDS: Final = {
    "TRAN": ("DFHTASK", "C", 1, 4),
    "TRANNUM": ("DFHTASK", "P", 31, 4),
    "START": ("DFHCICS", "T", 5, 8),
    "STOP": ("DFHCICS", "T", 6, 8),
    "RTYPE": ("DFHCICS", "C", 112, 4),
    "PGMNAME": ("DFHPROG", "C", 71, 8),
    "USRDISPT": ("DFHTASK", "S", 7, 12),
    "USRCPUT": ("DFHTASK", "S", 8, 12),
    "SUSPTIME": ("DFHTASK", "S", 14, 12),
    "DSPDELAY": ("DFHTASK", "S", 125, 12),
    "MXTDELAY": ("DFHTASK", "S", 127, 12),
    "DSCHMDLY": ("DFHTASK", "S", 247, 12),
    "QRCPUT": ("DFHTASK", "S", 256, 12),
    "KY8CPUT": ("DFHTASK", "S", 263, 12),
    "WTEXWAIT": ("DFHTASK", "S", 181, 12),
    "FCIOWTT": ("DFHFILE", "S", 63, 12),
    "TSSHWAIT": ("DFHTEMP", "S", 178, 12),
    "TDIOWTT": ("DFHDEST", "S", 101, 12),
    "IRIOWTT": ("DFHTERM", "S", 100, 12),
    "TDTOTCT": ("DFHDEST", "A", 91, 4),
    "DB2REQCT": ("DFHDATA", "A", 180, 4),
    "PCDPLCT": ("DFHPROG", "A", 73, 4),
    "PCDPLCCT": ("DFHPROG", "A", 308, 4),
    "ACAPPLNM": ("DFHTASK", "C", 451, 64),
    "ACPLATNM": ("DFHTASK", "C", 452, 64),
    "ACMAJVER": ("DFHTASK", "A", 453, 4),
    "ACMINVER": ("DFHTASK", "A", 454, 4),
    "ACMICVER": ("DFHTASK", "A", 455, 4),
    "ACOPERNM": ("DFHTASK", "C", 456, 64),
}
#: What every task has: what it ran, when, and where its time went.
BASIC: Final = (
    *("TRAN", "TRANNUM", "START", "STOP", "RTYPE", "PGMNAME"),
    *("USRDISPT", "USRCPUT", "SUSPTIME", "DSPDELAY"),
)
#: The application context.
CONTEXT: Final = ("ACAPPLNM", "ACPLATNM", "ACMAJVER", "ACMINVER", "ACMICVER", "ACOPERNM")


def entries(*names: str) -> list[Row]:
    """The entries of a dictionary, in the order of the records."""
    fields = ((name, *_FIELDS[name]) for name in names)
    return [
        {"group": group, "type": kind, "id": number, "length": length, "name": name}
        for name, group, kind, number, length in fields
    ]
