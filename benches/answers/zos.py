"""z/OS images of one sysplex with RMF and SMF 30 by the quarter of an hour: what a large site writes.

Sizes are those of a bank or an insurer: 40 images on eight machines, 60 service and report class periods an
image, 150 address spaces that run all month (each with its interval record), five partitions a machine with
six processors each, two coupling facilities with ten structures each, which every image uses. Jobs that come
and go are left out: their records are of steps. Some of all pages, so that the rules
have work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from benches.answers.stores import Site, header

if TYPE_CHECKING:
    import polars as pl

SECONDS = 900
ONLINE = 64 << 18  # 64 GiB in frames
CLASSES, PARTITIONS, PROCESSORS, STRUCTURES = 60, 5, 6, 10
FACILITIES = ("CF1", "CF2")
RESIDENCY = 9e8  # of 1.024 ms: a thousand regions


def site(*, images: int = 40, spaces: int = 150) -> Site:
    """So many images with so many address spaces each."""
    records = [record for i in range(images) for record in _records(i, spaces)]
    draws = {
        "rmf_paging": _paging,
        "rmf_class_period": _classes,
        "smf30_storage": _spaces,
        "rmf_partition_processor": _processors,
        "rmf_structure_request": _structures,
        "rmf_coupling_facility": _facilities,
        "rmf_cache_structure": _caches,
    }
    return Site(records=records, seconds=SECONDS, draws=draws)


def _records(number: int, spaces: int) -> list[dict[str, Any]]:
    image = f"SY{number:02}"
    rmf = header(SECONDS, system=image, system_name=image, sysplex="PLEX1", product="RMF") | {
        "samples": SECONDS,
        "level": "ZV020500",
        "record_level": 1,
    }
    rmf = {name: value for name, value in rmf.items() if name != "written_utc"}
    return [
        _record((71, 1), rmf, SMF71PDS=[_storage()]),
        _processor_activity(rmf, number),
        *(_class(rmf, n) for n in range(CLASSES)),
        *(_space(image, n) for n in range(spaces)),
        *(_coupling(rmf, facility, first=number == 0) for facility in FACILITIES),
    ]


def _storage() -> dict[str, Any]:
    frames: dict[str, Any] = {f"total_{which}": ONLINE for which in ("minimum", "average", "maximum")}
    frames |= {f"fixed_{which}": 3_000_000 for which in ("minimum", "average", "maximum")}
    frames |= {"total_average_long": float(ONLINE), "fixed_average_long": 3e6}
    frames |= {f"uic_current_{which}": 65_535 for which in ("lowest", "average", "highest")}
    frames |= {"uic_minimum_lowest": 65_535, "uic_maximum_highest": 65_535}
    frames |= {f"uic_{which}_average": 65_535 for which in ("minimum", "maximum")}
    frames |= {"lfarea_1m_limit": 4_000.0, "fixed_1m_high": 900.0}
    return frames | {"options_member": "IEAOPT00"}


def _processor_activity(rmf: dict[str, Any], number: int) -> dict[str, Any]:
    """All partitions of the machine; `number` is which image wrote it."""
    own = number % PARTITIONS
    first = number - own
    partitions = [
        {
            "partition": f"LP{first + n:02}",
            "operating_system": f"SY{first + n:02}",
            "number": n + 1,
            "processors": PROCESSORS,
            "processors_before": n * PROCESSORS,
            "online_mb": ONLINE >> 8,
        }
        for n in range(PARTITIONS)
    ]
    logical = [
        {"weight": 100, "processor_type_index": 1, "dispatched_us": 1.0, "online_us": SECONDS * 1e6}
        for _ in range(PARTITIONS * PROCESSORS)
    ]
    types = [{"processor_type": "CP", "processors": PARTITIONS * PROCESSORS}]
    common = rmf | {"model": "708", "partition_number": own + 1}
    return _record((70, 1), common, SMF70BCT=partitions, SMF70BPD=logical, SMF70CIS=types)


def _class(rmf: dict[str, Any], number: int) -> dict[str, Any]:
    """Every other one is a report class."""
    names = {"policy": "BASEPOL", "class_name": f"CLASS{number:02}", "workload": "CICS"}
    more = {"cpu_coefficient": 10_000, "service_adjustment": 1_000}
    report = {"last_service_class": f"CLASS{number - 1:02}" if number % 2 else ""}
    period = {
        "period": 1,
        "residency": RESIDENCY,
        "active_time": RESIDENCY,
        "page_residency": 5e12,
        "execution_samples": 1_000,
    }
    return _record((72, 3), rmf | names | more | report, R723SCS=[period])


def _space(image: str, number: int) -> dict[str, Any]:
    times = header(SECONDS)
    common = {
        "system": image,
        "work_type": "STC",
        "subtype": 2,
        "job": f"JOB{number:05}",
        "asid": number + 1,
        "started": times["interval_start"],
        "read_time": times["interval_start"],
        "written": times["written"],
        "interval_start": times["interval_start"],
        "interval_end": times["written"],
    }
    service, report = 2 * (number % (CLASSES // 2)), 2 * (number % (CLASSES // 2)) + 1
    return _record(
        (30, 2),
        common,
        SMF30SAP=[{"page_ins": 1, "page_time": 1}],
        SMF30CAS=[{"tcb_hundredths": 40_000, "srb_hundredths": 5_000}],
        SMF30PRF=[{"service_class": f"CLASS{service:02}", "report_class": f"CLASS{report:02}"}],
    )


def _coupling(rmf: dict[str, Any], facility: str, *, first: bool) -> dict[str, Any]:
    """Half the structures are caches. Storage and counters of caches are in the record of the first image."""
    requests = [
        {
            "structure": f"{facility}_S{n:02}",
            "structure_type": "cache" if n % 2 else "list",
            "connected": True,
            "size": 1 << 30,
            "size_minimum": 1 << 29,
            "size_maximum": 1 << 31,
            "requests": 1_000.0,
            **({"directory_entries": 50_000, "data_elements": 10_000} if n % 2 else _LISTS),
        }
        for n in range(STRUCTURES)
    ]
    caches = [
        {"parent": n, "directory_entries_used": 1, "data_elements_used": 1} for n in range(1, STRUCTURES, 2)
    ]
    sections: dict[str, Any] = {"R744SREQ": requests}
    if first:
        sections |= {"R744GSRG": [{"storage": 64 << 30, "storage_free": 16 << 30}], "R744CACH": caches}
    return _record((74, 4), rmf | {"coupling_facility": facility}, **sections)


_LISTS = {"list_entries_limit": 100_000, "list_elements_limit": 200_000}


def _record(kind: tuple[int, int], common: dict[str, Any], **sections: list[Any]) -> dict[str, Any]:
    return {"record_type": kind[0], "subtype": kind[1], "common": common, "sections": sections}


def _paging(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    low = rng.integers(1 << 16, 1 << 20, rows)
    average = low + rng.integers(0, 1 << 18, rows)
    return {
        "available_minimum": low,
        "available_average": average,
        "available_average_long": average.astype(float),
        "available_maximum": average + 1_000,
        "page_ins": rng.integers(0, 1 << 10, rows),
    }


def _classes(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    # The sum over a thousand regions that all are a class: one class in ten pages too much.
    short = np.tile(once["class_name"].str.ends_with("7").to_numpy(), times)
    return {
        "page_ins": rng.integers(0, 1 << 16, rows) << (11 * short),
        "private_paging_samples": rng.integers(0, 100, rows),
        "transactions": rng.integers(0, 1 << 20, rows),
        "cpu_service": rng.integers(0, 1 << 20, rows),
    }


def _spaces(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    # One address space in twenty pages too much, at times.
    rare = np.tile(once["asid"].to_numpy() % 20 == 0, times) & (rng.random(rows) < 0.01)
    page_ins = np.where(rare, rng.integers(0, 1 << 19, rows), rng.integers(0, 1 << 12, rows))
    return {"page_ins": page_ins, "page_time": rng.integers(1 << 30, 1 << 34, rows)}


def _processors(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    return {"dispatched_us": rng.uniform(0.0, SECONDS * 1e6, once.height * times)}


def _structures(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    return {
        "requests": rng.integers(0, 1 << 20, rows).astype(float),
        "list_entries": rng.integers(0, 90_000, rows),
        "list_elements": rng.integers(0, 150_000, rows),
    }


def _facilities(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    return {"storage_free": rng.integers(1 << 33, 1 << 34, once.height * times)}


def _caches(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    counted = ("directory_reclaims", "invalidations_by_reclaim", "castouts")
    columns = {name: rng.integers(0, 1 << 16, rows).astype(float) for name in counted}
    used = {"directory_entries_used": 50_000, "data_elements_used": 10_000}
    return columns | {name: rng.integers(0, most, rows) for name, most in used.items()}
