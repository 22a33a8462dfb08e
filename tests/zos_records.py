"""z/OS's own records for tests, written by the encoder from figures as IBM REDP-5238 publishes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import getpage
from getpage import _native

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result import Result

Row = dict[str, Any]
Spec = dict[str, Any]

GIB = 1 << 30
FRAME = 4096
INTERVAL = 900
START = datetime(2012, 7, 24, 6, 45, tzinfo=UTC)
TO_UTC = -5 * 3600

#: AVGAVAIL, AVGLOW, AVGMED, AVGHIGH of figure 6-10, by interval; 90 GiB are online.
OVERVIEW = (
    (6_769_689, 15_471_366, 20_831_744, 24_630_832),
    (7_580_352, 16_492_716, 21_108_080, 24_621_168),
    (6_811_607, 15_447_348, 20_853_120, 24_636_768),
    (7_280_219, 16_158_817, 21_054_560, 24_638_608),
    (8_519_231, 16_559_088, 21_187_536, 24_627_536),
)
ONLINE = 23_592_960


def micros(interval: int, seconds: float = 0.0) -> int:
    """Microseconds since 1970 of the start of an interval, local time."""
    return round((START.timestamp() + interval * INTERVAL + seconds) * 1e6)


def common(system: str, interval: int, **more: Any) -> Row:
    """The columns that every record of RMF has."""
    return {
        "system": system,
        "written": micros(interval + 1),
        "product": "RMF",
        "interval_start": micros(interval),
        "interval_us": INTERVAL * 1_000_000,
        "samples": INTERVAL,
        "level": "ZV020500",
        "record_level": 1,
        "sysplex": "PLEX1",
        "system_name": system,
    } | more


def spec(kind: tuple[int, int], shared: Row, lengths: dict[str, int] | None = None, **sections: Any) -> Spec:
    """A record to encode; sections by name, each a row or a list of rows."""
    rows = {name: [section] if isinstance(section, dict) else section for name, section in sections.items()}
    return {
        "record_type": kind[0],
        "subtype": kind[1],
        "common": shared,
        "sections": rows,
        "lengths": lengths or {},
    }


def paging(
    average: int = 5_000_000, minimum: int | None = None, maximum: int | None = None, **more: Any
) -> Row:
    """A paging data section that contradicts itself nowhere; `more` overrides and adds."""
    low, high = average if minimum is None else minimum, average if maximum is None else maximum
    row: Row = {"options_member": "IEAOPT00", "uic_minimum_lowest": 65535, "uic_maximum_highest": 65535}
    row |= {f"uic_current_{which}": 65535 for which in ("lowest", "average", "highest")}
    row |= {f"uic_{which}_average": 65535 for which in ("minimum", "maximum")}
    row |= {"available_minimum": low, "available_average": average, "available_maximum": high}
    row |= {f"total_{which}": ONLINE for which in ("minimum", "average", "maximum")}
    row |= {f"fixed_{which}": 3_000_000 for which in ("minimum", "average", "maximum")}
    row |= {f"slots_total_{which}": 1_000_000 for which in ("minimum", "maximum")}
    row |= {f"slots_free_{which}": 990_000 for which in ("minimum", "average", "maximum")}
    row |= {"slots_total_end": 1_000_000, "slots_free_end": 990_000, "slots_other_end": 10_000}
    row |= more
    for name in ("available", "total", "fixed", "slots_free"):
        row[f"{name}_average_long"] = float(row[f"{name}_average"])
    return row


def smf71(system: str, interval: int, row: Row | None = None, length: int | None = None) -> Spec:
    """RMF paging activity of one interval."""
    lengths = {} if length is None else {"SMF71PDS": length}
    return spec((71, 1), common(system, interval), lengths, SMF71PDS=row or paging())


def large(limit: int, used: int, frames_2g: int, used_2g: int) -> Row:
    """What a paging data section says of large frames."""
    row: Row = {"lfarea_1m_limit": float(limit), "fixed_1m_high": float(used)}
    for which in ("minimum", "average", "maximum"):
        row[f"fixed_1m_pages_{which}"] = float(used)
        row[f"fixed_2g_usable_{which}"] = float(frames_2g)
        row[f"fixed_2g_pages_{which}"] = row[f"frames_2g_used_{which}"] = float(used_2g)
    return row | {"frames_2g_high": float(used_2g)}


def smf72(
    system: str, interval: int, name: str, *, regions: float, rate: float, report: str = "", **more: Any
) -> Spec:
    """RMF workload activity of a class with so many resident regions and page-ins a second of each.

    `report` is the service class that did work in it, for a report class.
    """
    resident = regions * INTERVAL * 1e6 / 1024
    shared = common(
        system,
        interval,
        policy="BASEPOL",
        class_name=name,
        workload="" if report else "CICS",
        last_service_class=report,
        cpu_coefficient=10_000,
        service_adjustment=1000,
    )
    row: Row = {
        "period": 1,
        "residency": resident,
        "active_time": resident,
        "page_residency": resident * 53_003.0,
        "page_ins": rate * regions * INTERVAL,
    }
    return spec((72, 3), shared, R723SCS=row | more)


def smf30(system: str, interval: int, job: str, rate: float, subtype: int = 2, **more: Any) -> Spec:
    """Accounting of an address space: page-ins a second, 100,000 frames while it used a processor."""
    shared: Row = {
        "system": system,
        "work_type": "STC",
        "subtype": subtype,
        "written": micros(interval + 1),
        "job": job,
        "asid": 0x271,
        "started": micros(0),
        "read_time": micros(0),
        "interval_start": micros(interval, -TO_UTC),
        "interval_end": micros(interval + 1, -TO_UTC),
    }
    storage = {"page_ins": round(rate * INTERVAL), "page_time": round(100_000 * 450_000 / 1.024)}
    classes = {"service_class": more.pop("service_class", "CICSPROD")}
    classes["report_class"] = more.pop("report_class", "")
    return spec(
        (30, subtype),
        shared,
        SMF30SAP=storage | more,
        SMF30CAS={"tcb_hundredths": 40_000, "srb_hundredths": 5_000},
        SMF30PRF=classes,
    )


def smf70(system: str, interval: int, partitions: dict[str, tuple[str, int]]) -> Spec:
    """RMF processor activity: partitions by name, with their system and megabytes online."""
    rows = [
        {"partition": name, "operating_system": runs, "online_mb": size}
        for name, (runs, size) in partitions.items()
    ]
    return spec((70, 1), common(system, interval, model="708"), SMF70BCT=rows)


def encode(specs: list[Spec]) -> list[bytes]:
    """The records, each with its RDW."""
    return _native.encode_records(specs)


def write(path: Path, specs: list[Spec]) -> Path:
    """Write a dump of the records."""
    path.write_bytes(b"".join(encode(specs)))
    return path


def check(tmp_path: Path, specs: list[Spec], *texts: str) -> Result:
    """What getpage says of records, and of printed evidence beside them."""
    write(tmp_path / "dump.smf", specs)
    for number, text in enumerate(texts):
        (tmp_path / f"evidence-{number}.txt").write_text(text)
    return getpage.check(tmp_path)
