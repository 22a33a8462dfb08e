"""SMF 30 subtype 2 and SMF 72 subtype 3: address spaces in an interval, alone and by service class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL, local, utc
from .record import rmf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Row, Spec
    from .model import SpaceInterval, SystemInterval

_TICK = 1024e-6
"""Seconds of the unit in which residency and page time are counted."""

_LEAST_CPU = 0.5
"""Seconds: page time counts while a processor is used, so every address space uses one a little."""

WORKLOADS = {"CICSPROD": "ONLINE", "STCHIGH": "STARTED", "BATCH": "BATCH"}


def accounting(done: SystemInterval) -> Iterator[Spec]:
    """Give the interval record of every address space."""
    for one in done.spaces:
        yield _space(done, one, done.spec.spaces.index(one.spec))


def _space(done: SystemInterval, one: SpaceInterval, number: int) -> Spec:
    cpu = max(one.cpu, _LEAST_CPU)
    start = done.end - INTERVAL
    header: Row = {
        "system": done.spec.name,
        "work_type": "JOB" if one.spec.service_class == "BATCH" else "STC",
        "subtype": 2,
        "written": local(done.end + 0.6),
        "job": one.spec.job,
        "asid": 0x40 + number,
        "started": local(-3600),
        "read_time": local(-3601),
        "interval_start": utc(start),
        "interval_end": utc(done.end),
    }
    hundredths = round(cpu * 100)
    return {
        "record_type": 30,
        "subtype": 2,
        "common": header,
        "sections": {
            "SMF30SAP": [
                {
                    "page_ins": one.page_ins,
                    "page_time": round(one.spec.frames * hundredths / 100 / _TICK),
                }
            ],
            "SMF30CAS": [{"tcb_hundredths": hundredths, "srb_hundredths": 0}],
            "SMF30PRF": [{"service_class": one.spec.service_class, "report_class": ""}],
        },
        "lengths": {},
    }


def classes(done: SystemInterval) -> Iterator[Spec]:
    """Give workload activity of every service class with work in it."""
    for name, workload in WORKLOADS.items():
        members = [one for one in done.spaces if one.spec.service_class == name]
        if not members:
            continue
        resident = len(members) * INTERVAL / _TICK
        frames = sum(one.spec.frames for one in members)
        row: Row = {
            "period": 1,
            "importance": 2,
            "residency": resident,
            "active_time": resident,
            "page_residency": frames * INTERVAL / _TICK,
            "page_ins": float(sum(one.page_ins for one in members)),
        }
        common: Row = {
            "policy": "BASEPOL",
            "class_name": name,
            "workload": workload,
            "cpu_coefficient": 10_000,
            "service_adjustment": 1000,
        }
        yield rmf(done, (72, 3), {"R723SCS": [row]}, common)
