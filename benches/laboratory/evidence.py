"""What a site's own systems would have recorded of the run: SMF 100, 101 and 70, and a trace of references.

The records are written by the encoder and read by the ordinary decoder. A simulated part of an interval
stands for all of it, so that what is counted is that many times as much.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

import getpage
from getpage import _native, report
from getpage.curve.grid import chosen_sizes

if TYPE_CHECKING:
    from pathlib import Path

    from .hours import Habits
    from .site import Site
    from .system import Interval, System

START = datetime(2026, 3, 2, tzinfo=UTC)
MEMBER, SYSTEM = "DB1A", "SYSA"
_SEGMENT = 8192
Row = dict[str, Any]


def dump(site: Site, habits: Habits, ran: System, sizes: tuple[int, int]) -> bytes:
    """The SMF dump of these hours."""
    times = round(habits.seconds / ran.asked.part)
    counted = [_first(place, sizes) for place in (0, 1)]
    avoidable = moved = 1_000_000
    records = [_statistics(0.0, counted, _simulated(ran, avoidable, moved))]
    for n, interval in enumerate(ran.intervals):
        end = (n + 1) * habits.seconds
        counted = [_added(row, interval, place, times) for place, row in enumerate(counted)]
        counted = [
            row | {"buffer_pool": place + 1, "buffers": sizes[place]} for place, row in enumerate(counted)
        ]
        avoidable += interval.avoidable * times
        moved += interval.reads[0] * times
        records.append(_statistics(end, counted, _simulated(ran, avoidable, moved)))
        records += [_thread(end, kind, interval, times) for kind in (0, 1) if interval.units[kind]]
        records.append(_processors(site, end - habits.seconds, habits.seconds, interval.busy * times))
    return _native.reframe(_native.encode_records(records), "spanned", _SEGMENT)


def store(dumped: bytes, into: Path) -> Path:
    """The dump, loaded."""
    file = into / "smf.bin"
    file.write_bytes(dumped)
    getpage.load(file, into=into / "store")
    return into / "store"


def curves(
    references: list[tuple[int, bool]], size: int, asked: int, into: Path, traced: tuple[float, float]
) -> list[Path]:
    """The saved curve of a trace, if there is one, at sizes about the present one and at that asked about.

    It is of the hours from and to these seconds; a simulated part of each interval stands for all of it, so
    that references are given times that lie as far apart as in the whole.
    """
    if not references:
        return []
    pages, sequential = zip(*references, strict=True)
    frame = pl.DataFrame(
        {
            "pool": "BP1",
            "object": "260.2",
            "page": pages,
            "access": ["sequential" if is_sequential else "random" for is_sequential in sequential],
            "time": pl.Series(np.linspace(*map(_micros, traced), len(pages)))
            .cast(pl.Int64)
            .cast(pl.Datetime),
        }
    )
    sizes = [*chosen_sizes(size, len(set(pages))), asked]
    made = getpage.curve(frame, current=size, sizes=sizes)
    path = into / "curve.json"
    path.write_text(report.render(made, "json"), encoding="utf-8")
    return [path]


def _micros(seconds: float) -> int:
    return round((START.timestamp() + seconds) * 1e6)


def _record(kind: tuple[int, int], at: float, sections: dict[str, list[Row]], **common: Any) -> Row:
    header = {"system": SYSTEM, "member": MEMBER, "written": _micros(at)}
    return {
        "record_type": kind[0], "subtype": kind[1], "common": header | common, "sections": sections,
        "lengths": {},
    }  # fmt: skip


def _statistics(at: float, pools: list[Row], simulated: list[Row]) -> Row:
    return _record((100, 2), at, {"QBST": pools} | ({"QBSP": simulated} if simulated else {}))


def _simulated(ran: System, avoidable: int, moved: int) -> list[Row]:
    """The simulated pool of the first, which has been full for long."""
    if ran.simulated is None:
        return []
    more = ran.simulated.size - ran.pools[0].size
    use = {"in_use": more, "highest_in_use": more}
    return [{"buffer_pool": 1, "avoidable_sync_random": avoidable, "pages_moved_in": moved} | use]


_COUNTERS = (
    *("getpages", "getpages_sequential", "sync_reads", "sync_reads_sequential"),
    *("sequential_prefetch_reads", "sequential_prefetch_pages", "pages_written", "async_writes"),
)


def _first(place: int, sizes: tuple[int, int]) -> Row:
    return dict.fromkeys(_COUNTERS, 1_000_000) | {"buffer_pool": place + 1, "buffers": sizes[place]}


def _added(row: Row, interval: Interval, place: int, times: int) -> Row:
    sequential = 0 if place else interval.sequential
    risen = {
        "getpages": interval.getpages[place] + sequential,
        "getpages_sequential": sequential,
        "sync_reads": interval.reads[place],
        "sequential_prefetch_reads": 0 if place else interval.prefetches,
        "sequential_prefetch_pages": 0 if place else interval.prefetched,
    }
    return {name: row[name] + round(risen.get(name, 0) * times) for name in _COUNTERS}


def _thread(end: float, kind: int, interval: Interval, times: int) -> Row:
    plan = ("ONLINE", "REPORT")[kind]
    row = {
        "begin_time": _micros(end - 60),
        "end_time": _micros(end - 1),
        "commits": round(interval.units[kind] * times),
        "class2_elapsed": round(interval.elapsed[kind] * times * 1e6),
        "class2_cpu": round(interval.cpu[kind] * times * 1e6),
        "sync_io_wait": round(interval.read_wait[kind] * times * 1e6),
        "sync_io_waits": round(interval.waited_reads[kind] * times),
        "reason_code": 12,
        "parent_agent": "00000000",
    }
    common = {"plan": plan, "connection": "CICSPROD", "connection_type": "CICS", "correlation": plan}
    return _record((101, 3), end - 1, {"QWAC": [row]}, **common)


def _processors(site: Site, start: float, seconds: float, busy: float) -> Row:
    """RMF's processor activity of a machine with one partition."""
    each = round(min(busy / site.processors, seconds) * 1e6)
    online = round(seconds * 1e6)
    count = site.processors
    logical = {
        "weight": 500, "processor_type_index": 1, "effective_us": each, "dispatched_us": each,
        "online_us": online, "wait_us": online - each,
    }  # fmt: skip
    sections = {
        "SMF70CPU": [
            {"processor_id": n, "processor_type": "CP", "wait_us": online - each, "online_at_end": True}
            for n in range(count)
        ],
        "SMF70BCT": [
            {
                "partition": "LPARA", "number": 1, "processors": count, "processors_before": 0,
                "processors_active": count * int(seconds), "operating_system": SYSTEM, "online_mb": 65536,
            }
        ],
        "SMF70BPD": [{"processor_id": n} | logical for n in range(count)],
        "SMF70CIS": [
            {"processor_type": "CP", "processors": count, "processors_sampled": count * int(seconds)}
        ],
    }  # fmt: skip
    common = {
        "system_name": SYSTEM, "written": _micros(start + seconds), "product": "RMF",
        "interval_start": _micros(start), "interval_us": online, "samples": int(seconds),
        "level": "ZV030100", "record_level": 1, "sysplex": "PLEX1", "model": "708", "partition_number": 1,
    }  # fmt: skip
    made = _record((70, 1), start + seconds + 0.4, sections, **common)
    made["common"].pop("member")
    return made
