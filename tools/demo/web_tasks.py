"""Tasks of two transactions of the small site, in three hours of each day: one takes longer with a release.

Orders read their catalog more often from `RELEASED` on. Their response is drawn for a day; the tasks of an
hour lie evenly over its distribution, so that the archive stays small.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from statistics import NormalDist
from typing import Final

from .clock import UTC_OFFSET, local, utc
from .monitoring_fields import BASIC, CONTEXT, entries
from .spec import Row, Spec

RELEASED: Final = date(2026, 11, 10)
"""A Tuesday: application WEBSHOP 2.4.0 instead of 2.3.1."""
RISE: Final = 1.4
"""What file I/O does to the response of ORDR."""
_HOURS: Final = (9, 10, 11)
_TASKS: Final = 40
_VERSIONS: Final = ((2, 3, 1), (2, 4, 0))
_WEEK: Final = (1.08, 1.0, 1.0, 1.0, 1.0, 0.9, 0.9)
_ENTRIES: Final[list[Row]] = entries(*BASIC, "QRCPUT", "FCIOWTT", *CONTEXT)


@dataclass(frozen=True, slots=True)
class WebTransaction:
    """A transaction: CPU of a task and its file I/O on a usual day, in µs."""

    name: str
    program: str
    operation: str
    cpu_us: float
    file_us: float
    rises: bool


ORDER: Final = WebTransaction("ORDR", "SHOPORDR", "order", 9_000, 90_000, rises=True)
BASKET: Final = WebTransaction("BSKT", "SHOPBSKT", "basket", 6_000, 40_000, rises=False)


def records(day: date, hour: int, start: int, system: str, region: str) -> Iterator[Spec]:
    """The tasks of an hour, the first after the dictionary; nothing of an hour without monitoring."""
    if hour not in _HOURS:
        return
    rows = [row for of in (ORDER, BASKET) for row in _rows(of, day, hour, start)]
    rows.sort(key=lambda row: (row["ended"], row["task_number"]))
    ended = rows[-1]["ended"]
    assert isinstance(ended, int), "the moment of a task"
    if hour == _HOURS[0]:
        yield _record(start * 1_000_000, system, region, {"CICS dictionary": _ENTRIES})
    written = ended + UTC_OFFSET * 1_000_000 - local(0)
    yield _record(written, system, region, {"CICS dictionary": _ENTRIES, "CICS tasks": rows})


def _record(written: int, system: str, region: str, sections: dict[str, list[Row]]) -> Spec:
    common: Row = {
        "system": system,
        "written": local(0) + written // 10_000 * 10_000 + 10_000,
        "region": region,
        "generic_applid": region,
        "cics_level": "0740",
        "job": region,
        "local_us": UTC_OFFSET * 1_000_000,
    }
    return {"record_type": 110, "subtype": 1, "common": common, "sections": sections, "lengths": {}}


def _rows(of: WebTransaction, day: date, hour: int, start: int) -> Iterator[Row]:
    released = day >= RELEASED
    drawn = random.Random(f"{of.name} {day}").gauss(0, 1)
    level = _WEEK[day.weekday()] * (1 + 0.03 * max(-2.0, min(2.0, drawn)))
    major, minor, micro = _VERSIONS[released]
    for nth in range(_TASKS):
        within = level * NormalDist(1.0, 0.25).inv_cdf((nth + 0.5) / _TASKS)
        cpu, first = of.cpu_us * within, 120.0
        usual = of.file_us * within
        # all of the rise is file I/O
        waited = usual + (RISE - 1) * (usual + 1.05 * cpu + first) * (of.rises and released)
        began = utc(start) + (nth * 3_600 // _TASKS + 7 * of.rises) * 1_000_000
        dispatch, suspend = 1.05 * cpu, first + waited
        yield {
            "transaction": of.name,
            "program": of.program,
            "task_number": hour * 1_000 + 2 * nth + of.rises,
            "started": began,
            "ended": began + round(dispatch + suspend),
            "record_type_code": "   T",
            "dispatch_us": dispatch,
            "dispatch_count": 2,
            "cpu_us": cpu,
            "cpu_count": 2,
            "suspend_us": suspend,
            "suspend_count": 2,
            "first_dispatch_us": first,
            "first_dispatch_count": 1,
            "qr_cpu_us": cpu,
            "qr_cpu_count": 2,
            "file_wait_us": waited,
            "file_wait_count": 6 + 6 * (of.rises and released),
            "application": "WEBSHOP",
            "platform": "SHOP",
            "major_version": major,
            "minor_version": minor,
            "micro_version": micro,
            "operation": of.operation,
        }
