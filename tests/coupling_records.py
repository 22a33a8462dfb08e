"""SMF 74.4, 74.5, 78.3 and 113 for tests, written by the encoder."""

from __future__ import annotations

from typing import Any

from zos_records import GIB, Row, Spec, common, micros, spec

MIB = 1 << 20


def request(name: str, size: int, kind: str = "cache", **more: Any) -> Row:
    """What a system asked of a structure; it may be half as large as it is, and no larger."""
    row: Row = {"structure": name, "structure_type": kind, "connected": True, "size": size}
    row |= {"size_minimum": size // 2, "size_maximum": size, "requests": 1000.0}
    if kind == "cache":
        row |= {"directory_entries": 50_000, "data_elements": 10_000}
    return row | more


def storage(free: int, total: int = 16 * GIB) -> Row:
    """Storage of a coupling facility."""
    return {"storage": total, "storage_free": free}


def cache(parent: int, **more: Any) -> Row:
    """Counters of the structure of the row of that number."""
    return {"parent": parent, "directory_entries_used": 40_000, "data_elements_used": 9_000} | more


def smf74_4(system: str, interval: int, facility: str, requests: list[Row], **sections: Any) -> Spec:
    """Coupling facility activity of one interval, as one system writes it."""
    shared = common(system, interval, coupling_facility=facility)
    return spec((74, 4), shared, R744SREQ=requests, **sections)


def smf74_5(system: str, interval: int, devices: list[Row]) -> Spec:
    """Cache activity of one subsystem."""
    return spec((74, 5), common(system, interval), R745DDEV=devices)


def smf78_3(system: str, interval: int, aliases: list[Row]) -> Spec:
    """I/O queuing: the HyperPAV devices of control units."""
    return spec((78, 3), common(system, interval), R783HPAV=aliases)


def smf113(system: str, interval: int, *sets: dict[int, list[int]]) -> Spec:
    """Counters of processors: a dict a processor, from the number of the set to its counters."""
    shared = {"system": system, "written": micros(interval + 1), "product": "HIS", "level": "SP7.2.5"}
    processors = [
        {"processor": number, "processor_type": "CP", "speed": 5200, "machine": "3931"}
        for number in range(len(sets))
    ]
    named = [(number, item, values) for number, own in enumerate(sets) for item, values in own.items()]
    rows = [{"parent": number, "set_number": item} for number, item, _ in named]
    counters = [{"parent": at, "value": value} for at, (_, _, values) in enumerate(named) for value in values]
    return spec((113, 1), shared, SMF113CTR=processors, SMF113CSS=rows, SMF113CDS=counters)
