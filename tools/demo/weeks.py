"""Eight weeks of a small site: one SMF dump a day, an interval an hour, with growth that is known.

The peak of a day is at 10:00, and is what `PLANTED` says to the last buffer, frame or task: noise is part of
the plant. The site keeps no summer time. Records have the sections that carry the planted figures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from getpage import _native

from . import web_tasks
from .clock import DAY, SECONDS_PER_DAY, local, utc
from .spec import Row, Spec

DAYS: Final = 56
LAST: Final = DAY
FIRST: Final = LAST - timedelta(days=DAYS - 1)
_HOUR: Final = 3_600
_PEAK_HOUR: Final = 10
_SEGMENT: Final = 8_192

SYSTEM, QUEUE_MANAGER, REGION = "SYSW", "MQW1", "CICSWEB1"
FRAMES: Final = 8_388_608
"""32 GiB of real storage."""
BUFFERS: Final = {1: 50_000, 3: 80_000}
MXT_CHANGED: Final = date(2026, 10, 20)
"""A Tuesday."""
MXT: Final = (100, 150)
"""Before and after."""
BAD_DAY: Final = date(2026, 11, 5)
"""A Thursday."""


@dataclass(frozen=True, slots=True)
class Planted:
    """What is true of an object: its daily peak at 10:00 on a day, of Monday to Friday, without noise."""

    subsystem: str
    object: str
    measure: str
    level: Callable[[date], float]
    noise: float
    """Standard deviation, as a share of the level."""
    week: tuple[float, ...]
    """Factors of the weekdays, Monday first."""
    limit: Callable[[date], float]
    growth_per_week: float = 0.0
    reaches: tuple[tuple[float, date], ...] = ()
    """On which day the level is at a share of the limit."""
    shift: tuple[date, float] | None = None
    """Day and size, on an average weekday of Tuesday to Friday."""
    exceptional: tuple[tuple[date, float], ...] = ()
    """Day and share of the limit."""

    def peak(self, day: date) -> int:
        """The peak of a day."""
        for exceptional, share in self.exceptional:
            if day == exceptional:
                return round(share * self.limit(day))
        # no day that looks exceptional by chance
        drawn = random.Random(f"{self.subsystem} {self.object} {day}").gauss(0, 1)
        noise = self.noise * max(-2.0, min(2.0, drawn))
        return round(self.level(day) * self.week[day.weekday()] * (1 + noise))


_WORKWEEK: Final = (1.0, 1.0, 1.0, 1.0, 1.0, 0.6, 0.55)
_MONDAYS: Final = (1.18, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5)


def _line(start: float, end: float, until: date) -> Callable[[date], float]:
    """A straight line from the first day to another."""
    return lambda day: start + (end - start) * (day - FIRST) / (until - FIRST)


GROWING_POOL: Final = Planted(
    QUEUE_MANAGER,
    "pool 3",
    "buffers in use",
    _line(40_000, 80_000, date(2027, 1, 18)),
    noise=0.01,
    week=_WORKWEEK,
    limit=lambda _: BUFFERS[3],
    growth_per_week=7 * 40_000 / 116,
    reaches=((0.85, date(2026, 12, 15)), (1.0, date(2027, 1, 18))),
    exceptional=((BAD_DAY, 0.97),),
)
FLAT_POOL: Final = Planted(
    QUEUE_MANAGER,
    "pool 1",
    "buffers in use",
    lambda _: 24_000,
    noise=0.025,
    week=_WORKWEEK,
    limit=lambda _: BUFFERS[1],
)
FRAMES_IN_USE: Final = Planted(
    SYSTEM,
    "",
    "frames in use",
    _line(6_400_000, FRAMES, date(2027, 4, 2)),
    noise=0.003,
    week=(1.0, 1.0, 1.0, 1.0, 1.0, 0.95, 0.95),
    limit=lambda _: FRAMES,
    growth_per_week=7 * (FRAMES - 6_400_000) / 190,
    reaches=((1.0, date(2027, 4, 2)),),
)
TASKS: Final = Planted(
    REGION,
    "",
    "peak active tasks",
    lambda day: 62 if day < MXT_CHANGED else 80,
    noise=0.025,
    week=_MONDAYS,
    limit=lambda day: MXT[day >= MXT_CHANGED],
    shift=(MXT_CHANGED, 18),
)
PLANTED: Final = (GROWING_POOL, FLAT_POOL, FRAMES_IN_USE, TASKS)


def file_name(day: date) -> str:
    """The dump of a day."""
    return f"smf-{day.isoformat()}.bin"


def write_weeks(directory: Path) -> list[Path]:
    """Write the dumps into a directory, made if need be, in the order of days; the same bytes every time."""
    directory.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(DAYS):
        day = FIRST + timedelta(days=number)
        records = _native.encode_records(list(_records(day)))
        paths.append(directory / file_name(day))
        paths[-1].write_bytes(_native.reframe(records, "spanned", _SEGMENT))
    return paths


def _records(day: date) -> Iterator[Spec]:
    midnight = (day - DAY).days * SECONDS_PER_DAY
    for hour in range(24):
        start = midnight + hour * _HOUR
        yield _paging(start, _at(FRAMES_IN_USE, day, hour))
        yield _pools(
            start, {planted.object: _at(planted, day, hour) for planted in (FLAT_POOL, GROWING_POOL)}
        )
        yield _tasks(start, day, _at(TASKS, day, hour))
        yield from web_tasks.records(day, hour, start, SYSTEM, REGION)


def _record(kind: tuple[int, int], common: Row, sections: dict[str, list[Row]]) -> Spec:
    return {
        "record_type": kind[0],
        "subtype": kind[1],
        "common": common,
        "sections": sections,
        "lengths": {},
    }


def _at(planted: Planted, day: date, hour: int) -> int:
    """The highest of an hour: the day's peak at 10:00, 70 to 94 % of it at other hours."""
    peak = planted.peak(day)
    away = abs(hour - _PEAK_HOUR)
    return peak if away == 0 else round(peak * (0.94 - 0.02 * min(away, 12)))


def _paging(start: int, used: int) -> Spec:
    """SMF 71.1: real storage of the system."""
    free = FRAMES - used
    restful = 65_535
    row: Row = {
        "options_member": "IEAOPT00",
        "page_ins": 0,
        "page_outs": 0,
        "available_minimum": free,
        "available_average": free + free // 20,
        "available_maximum": free + free // 10,
        "available_average_long": float(free + free // 20),
        "total_average_long": float(FRAMES),
        "fixed_average_long": 900_000.0,
    }
    for name in ("minimum", "average", "maximum"):
        row |= {f"total_{name}": FRAMES, f"fixed_{name}": 900_000}
    for name in ("minimum_lowest", "minimum_average", "current_lowest", "current_highest", "current_average",
                 "maximum_highest", "maximum_average"):  # fmt: skip
        row[f"uic_{name}"] = restful
    common: Row = {
        "system": SYSTEM,
        "system_name": SYSTEM,
        "written": local(start + _HOUR + 0.4),
        "product": "RMF",
        "interval_start": local(start),
        "interval_us": _HOUR * 1_000_000,
        "samples": _HOUR,
        "level": "ZV030100",
        "record_level": 1,
        "sysplex": "PLEXWEEK",
    }
    return _record((71, 1), common, {"SMF71PDS": [row]})


def _pools(start: int, used: dict[str, int]) -> Spec:
    """SMF 115.215: the buffer pools; every page is found in its pool."""
    rows: list[Row] = []
    for number, buffers in BUFFERS.items():
        in_use = used[f"pool {number}"]
        rows.append({
            "buffer_pool": number,
            "buffers": buffers,
            "lowest_stealable": buffers - in_use,
            "stealable": buffers - in_use + in_use // 10,
            "getpages_old": 40 * in_use,
            "getpages_new": in_use,
            "reads": 0,
            "page_updates": 4 * in_use,
            "pages_written": 0,
            "writes": 0,
            "immediate_writes": 0,
            "deferred_write_starts": 0,
            "synchronous_write_threshold": 0,
            "steals": 0,
            "location": "ABOVE",
            "page_class": "FIXED4KB",
        })  # fmt: skip
    common: Row = {
        "system": SYSTEM,
        "queue_manager": QUEUE_MANAGER,
        "level": "V93",
        "written": local(start + _HOUR + 0.01),
        "written_utc": utc(start + _HOUR + 0.01),
        "queue_sharing_group": "",
        "version": "930",
        "interval_start": local(start) + 931,
        "interval_us": _HOUR * 1_000_000 - 227,
    }
    return _record((115, 215), common, {"QPST": rows})


def _tasks(start: int, day: date, peak: int) -> Spec:
    """SMF 110.2: the transaction manager of the region."""
    end = start + _HOUR
    row: Row = {
        "transactions_total": 900 * peak,
        "mxt": int(TASKS.limit(day)),
        "active": peak // 2,
        "peak_active": peak,
        "times_at_mxt": 0,
        "peak_queued": 0,
        "total_active": 900 * peak,
        "total_delayed": 0,
    }
    common: Row = {
        "system": SYSTEM,
        "written": local(end + 0.2),
        "region": REGION,
        "generic_applid": REGION,
        "cics_level": "0740",
        "statistics_type": "INT",
        "interval_end": local(end),
        "interval_us": _HOUR * 1_000_000.0,
        "interval_number": (start // _HOUR) % 24 + 1,
        "job": REGION,
    }
    return {
        "record_type": 110,
        "subtype": 2,
        "common": common,
        "sections": {"DFHXMGDS": [row]},
        "lengths": {},
    }
