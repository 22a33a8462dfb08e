"""SMF 110 subtype 1: the dictionary of a region, and a record for some two hundred of its tasks.

The monitoring control table keeps out what no one looks at here, so that a task has 25 fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import UTC_OFFSET, local
from .estate import MONITORED, ROUTED_US
from .model import monitored
from .tasks import routed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Row, Spec
    from .definitions import RegionSpec

_A_RECORD = 200
_LEVEL = "0740"
#: Group, type, identifier, length and name of each field, in the order of the records.
_FIELDS = (
    ("DFHTASK", "C", 1, 4, "TRAN"),
    ("DFHTASK", "P", 31, 4, "TRANNUM"),
    ("DFHCICS", "T", 5, 8, "START"),
    ("DFHCICS", "T", 6, 8, "STOP"),
    ("DFHCICS", "C", 112, 4, "RTYPE"),
    ("DFHPROG", "C", 71, 8, "PGMNAME"),
    ("DFHTASK", "S", 7, 12, "USRDISPT"),
    ("DFHTASK", "S", 8, 12, "USRCPUT"),
    ("DFHTASK", "S", 14, 12, "SUSPTIME"),
    ("DFHTASK", "S", 125, 12, "DSPDELAY"),
    ("DFHTASK", "S", 127, 12, "MXTDELAY"),
    ("DFHTASK", "S", 247, 12, "DSCHMDLY"),
    ("DFHTASK", "S", 256, 12, "QRCPUT"),
    ("DFHTASK", "S", 263, 12, "KY8CPUT"),
    ("DFHTASK", "S", 181, 12, "WTEXWAIT"),
    ("DFHFILE", "S", 63, 12, "FCIOWTT"),
    ("DFHTEMP", "S", 178, 12, "TSSHWAIT"),
    ("DFHDEST", "S", 101, 12, "TDIOWTT"),
    ("DFHTERM", "S", 100, 12, "IRIOWTT"),
    ("DFHDEST", "A", 91, 4, "TDTOTCT"),
    ("DFHDATA", "A", 180, 4, "DB2REQCT"),
)
_ENTRIES: list[Row] = [
    {"group": group, "type": kind, "id": number, "length": length, "name": name}
    for group, kind, number, length, name in _FIELDS
]


def records(spec: RegionSpec, end: int, since: int) -> Iterator[Spec]:
    """Give what monitoring writes in the interval: nothing while it is off, the dictionary when it begins."""
    rows = _rows(spec, end)
    if rows is None:
        return
    if since == MONITORED.start:
        yield _record(spec, local(since), {"CICS dictionary": _ENTRIES})
    rows.sort(key=lambda row: (row["ended"], row["task_number"]))
    for first in range(0, len(rows), _A_RECORD):
        some = rows[first : first + _A_RECORD]
        ended = some[-1]["ended"]
        assert isinstance(ended, int), "the moment of a task"
        written = ended + UTC_OFFSET * 1_000_000 + 10_000
        yield _record(spec, written, {"CICS dictionary": _ENTRIES, "CICS tasks": some})


def _rows(spec: RegionSpec, end: int) -> list[Row] | None:
    if spec.transaction is not None:
        found = monitored(spec, end)
        return None if found is None else list(found.rows)
    owned = [monitored(region, end) for region in spec.routes_to]
    rows = [routed(row, ROUTED_US) for tasks in owned if tasks is not None for row in tasks.rows]
    return rows or None


def _record(spec: RegionSpec, written: int, sections: dict[str, list[Row]]) -> Spec:
    common: Row = {
        "system": spec.system,
        "written": written // 10_000 * 10_000,
        "region": spec.name,
        "generic_applid": spec.name,
        "cics_level": _LEVEL,
        "job": spec.name,
        "local_us": UTC_OFFSET * 1_000_000,
    }
    return {"record_type": 110, "subtype": 1, "common": common, "sections": sections, "lengths": {}}
