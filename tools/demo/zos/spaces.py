"""SMF 30 subtype 2 and SMF 72 subtype 3: address spaces in an interval, alone and by service class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL, local, utc
from ..db2.model import CLASS_1_OVER_CLASS_2
from ..db2.processors import enclave_cpu
from .record import rmf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..db2.model import PlanInterval
    from ..spec import Row, Spec
    from .model import SpaceInterval, SystemInterval

_TICK = 1024e-6
"""Seconds of the unit in which residency and page time are counted."""

ADJUSTMENT = 1000
SERVICE_UNITS = 16_000_000 / ADJUSTMENT
"""Service units a second of a processor, and what 16,000,000 are divided by for them."""

WORKLOADS = {"CICSPROD": "ONLINE", "STCHIGH": "STARTED", "BATCH": "BATCH"}


def accounting(done: SystemInterval) -> Iterator[Spec]:
    """Give the interval record of every address space."""
    for space in done.spaces:
        yield _space(done, space, done.spec.spaces.index(space.spec))


def _space(done: SystemInterval, space: SpaceInterval, number: int) -> Spec:
    start = done.end - INTERVAL
    header: Row = {
        "system": done.spec.name,
        "work_type": "JOB" if space.spec.service_class == "BATCH" else "STC",
        "subtype": 2,
        "written": local(done.end + 0.6),
        "job": space.spec.job,
        "program": space.spec.program,
        "asid": 0x40 + number,
        "started": local(-3600),
        "read_time": local(-3601),
        "interval_start": utc(start),
        "interval_end": utc(done.end),
    }
    hundredths = round(space.cpu * 100)
    return {
        "record_type": 30,
        "subtype": 2,
        "common": header,
        "sections": {
            "SMF30SAP": [
                {
                    "page_ins": space.page_ins,
                    "page_time": round(space.spec.frames * hundredths / 100 / _TICK),
                }
            ],
            "SMF30CAS": [{"tcb_hundredths": hundredths, "srb_hundredths": 0}],
            "SMF30PRF": [{"service_class": space.spec.service_class, "report_class": ""}],
        },
        "lengths": {},
    }


def classes(done: SystemInterval) -> Iterator[Spec]:
    """Give workload activity of every service class with work in it.

    Regions and started tasks have address spaces and no transaction that ends; the transactions of CICS have
    a class of their own, whose CPU is that of the regions. Distributed threads are enclaves: their CPU is in
    their own class and not in that of DIST.
    """
    enclaves = enclave_cpu(done.member)
    for name, workload in WORKLOADS.items():
        members = [space for space in done.spaces if space.spec.service_class == name]
        if not members:
            continue
        resident = len(members) * INTERVAL / _TICK
        frames = sum(member.spec.frames for member in members)
        db2 = any(member.spec.db2 for member in members)
        general = sum(member.cpu for member in members) - (enclaves.general / 1e6 if db2 else 0.0)
        ziip = done.ziip_busy - enclaves.ziip / 1e6 if db2 else 0.0
        row: Row = {
            "residency": resident,
            "active_time": resident,
            "page_residency": frames * INTERVAL / _TICK,
            "page_ins": float(sum(member.page_ins for member in members)),
            **_service(general, ziip),
        }
        yield _class(done, name, workload, row)
    cics = [plan for plan in done.member.plans if plan.spec.connection_type == "CICS" and plan.commits]
    if cics:
        yield _class(done, "CICSTRX", "ONLINE", _ended(cics))
    remote = [plan for plan in done.member.plans if plan.spec.is_remote and plan.commits]
    if remote:
        ended = _ended(remote)
        row = ended | {
            "residency": ended["elapsed_time"],
            "enclave_time": ended["elapsed_time"],
            **_service(enclaves.general / 1e6, enclaves.ziip / 1e6),
        }
        yield _class(done, "DDFPROD", "DDF", row)


def _service(general: float, ziip: float) -> Row:
    """Service units of seconds on general processors and on zIIPs, which are as fast; CPU holds both."""
    return {"cpu_service": (general + ziip) * SERVICE_UNITS, "ziip_service": ziip * SERVICE_UNITS}


def _ended(plans: list[PlanInterval]) -> Row:
    """Transactions of plans, one a commit; they take the time in Db2 and that of the application."""
    applications = sum(plan.cpu * (CLASS_1_OVER_CLASS_2 - 1) for plan in plans)
    elapsed = (sum(plan.elapsed for plan in plans) + applications) / 1e6 / _TICK
    commits = sum(plan.commits for plan in plans)
    return {"transactions": commits, "elapsed_time": elapsed, "execution_time": elapsed}


def _class(done: SystemInterval, name: str, workload: str, row: Row) -> Spec:
    common: Row = {
        "policy": "BASEPOL",
        "class_name": name,
        "workload": workload,
        "cpu_coefficient": 10_000,
        "srb_coefficient": 10_000,
        "service_adjustment": ADJUSTMENT,
        "ziip_factor": 256,
    }
    return rmf(done, (72, 3), {"R723SCS": [{"period": 1, "importance": 2} | row]}, common)
