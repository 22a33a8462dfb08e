"""SMF 110 subtype 1: the dictionary of a region, and a record for a hundred and twenty of its tasks.

The monitoring control table keeps out what no one looks at here, so that a task has some 25 fields.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..clock import UTC_OFFSET, local
from ..monitoring_fields import BASIC, CONTEXT, entries
from .estate import MONITORED, ROUTED_US
from .model import monitored
from .tasks import routed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Row, Spec
    from .definitions import RegionSpec

_A_RECORD = 120
_LEVEL = "0740"
_WAITS = (
    *("MXTDELAY", "DSCHMDLY", "QRCPUT", "KY8CPUT", "WTEXWAIT", "FCIOWTT", "TSSHWAIT", "TDIOWTT", "IRIOWTT"),
    *("TDTOTCT", "DB2REQCT"),
)


@cache
def _entries(spec: RegionSpec) -> list[Row]:
    """The dictionary of a region: one that has an application records its context and its LINKs too."""
    transaction = spec.transaction
    more = ("PCDPLCT", "PCDPLCCT", *CONTEXT) if transaction and transaction.application else ()
    return entries(*BASIC, *_WAITS, *more)


def records(spec: RegionSpec, end: int, since: int) -> Iterator[Spec]:
    """Give what monitoring writes in the interval: nothing while it is off, the dictionary when it begins."""
    rows = _rows(spec, end)
    if rows is None:
        return
    if since == MONITORED.start:
        yield _record(spec, local(since), {"CICS dictionary": _entries(spec)})
    rows.sort(key=lambda row: (row["ended"], row["task_number"]))
    for first in range(0, len(rows), _A_RECORD):
        some = rows[first : first + _A_RECORD]
        ended = some[-1]["ended"]
        assert isinstance(ended, int), "the moment of a task"
        written = ended + UTC_OFFSET * 1_000_000 + 10_000
        yield _record(spec, written, {"CICS dictionary": _entries(spec), "CICS tasks": some})


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
