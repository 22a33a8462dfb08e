"""SMF 70 subtype 1: processors of a system and partitions of the machine, all of which every system sees."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from getpage.core.units import MIB, PAGE

from ..clock import INTERVAL, SECONDS_PER_DAY
from . import busy
from .estate import PRODUCTS
from .model import SystemInterval
from .record import SAMPLES, rmf

if TYPE_CHECKING:
    from ..spec import Row, Spec

MODEL = "708"
MANAGEMENT = 0.008
"""Share of the time that managing partitions takes."""
MSU_OF_A_PROCESSOR = 128
"""Millions of service units an hour."""

_MB = MIB // PAGE
_FOUR_HOURS = 4 * 3600


def processor_activity(done: SystemInterval, machine: list[SystemInterval]) -> Spec:
    """Give the record of a system; `machine` are all systems of the machine."""
    spec = done.spec
    wait = round((INTERVAL - done.busy / spec.processors) * 1e6)
    units: list[Row] = [
        {"processor_id": n, "processor_type": "CP", "wait_us": wait, "online_at_end": True}
        for n in range(spec.processors)
    ]
    units.append(
        {
            "processor_id": spec.processors,
            "processor_type": "zIIP",
            "wait_us": round((INTERVAL - done.ziip_busy) * 1e6),
            "online_at_end": True,
        }
    )
    sections = {"SMF70CPU": units, **of_machine(machine)}
    own = [system.spec.partition for system in machine].index(spec.partition) + 1
    common: Row = {"model": MODEL, "partition_number": own, "capacity_average": round(four_hours(done))}
    return rmf(done, (70, 1), sections, common)


def of_machine(machine: list[SystemInterval]) -> dict[str, list[Row]]:
    """Give what every system records of the whole machine, on which SYSD runs too."""
    count = sum(system.spec.processors for system in machine) + busy.CPUS
    return {
        "SMF70BCT": _partitions(machine),
        "SMF70BPD": [row for system in machine for row in _logical(system)] + busy.logical(machine[0].end),
        "SMF70CIS": [
            {"processor_type": "CP", "processors": count, "processors_sampled": count * SAMPLES},
            {
                "processor_type": "IIP",
                "processors": len(machine),
                "processors_sampled": len(machine) * SAMPLES,
            },
        ],
    }


def four_hours(done: SystemInterval) -> float:
    """Give the MSU of the four hours up to the end of an interval; the day before was alike."""
    ends = range(done.end, done.end - _FOUR_HOURS, -INTERVAL)
    return (
        MSU_OF_A_PROCESSOR
        * sum(_busy(done.spec.name, end % SECONDS_PER_DAY or SECONDS_PER_DAY) for end in ends)
        / (_FOUR_HOURS)
    )


@cache
def _busy(system: str, end: int) -> float:
    spec = next(spec for spec in PRODUCTS if spec.name == system)
    return SystemInterval(spec, end).busy


def _partitions(machine: list[SystemInterval]) -> list[Row]:
    rows: list[Row] = []
    before = 0
    for system in machine:
        spec = system.spec
        rows.append(
            {
                "partition": spec.partition,
                "number": len(rows) + 1,
                "processors": spec.processors + 1,
                "processors_before": before,
                "processors_active": (spec.processors + 1) * SAMPLES,
                "cluster": "PLEXPROD",
                "operating_system": spec.name,
                "online_mb": spec.online // _MB,
            }
        )
        before += spec.processors + 1
    return [*rows, busy.partition(len(rows) + 1, before)]


def _logical(system: SystemInterval) -> list[Row]:
    spec = system.spec
    general = round(system.busy / spec.processors * 1e6)
    rows = [_processor(number, 1, general) for number in range(spec.processors)]
    return [*rows, _processor(spec.processors, 2, round(system.ziip_busy * 1e6))]


def _processor(number: int, kind: int, effective: int) -> Row:
    return {
        "processor_id": number,
        "weight": 500,
        "processor_type_index": kind,
        "effective_us": effective,
        "dispatched_us": round(effective * (1 + MANAGEMENT)),
        "online_us": INTERVAL * 1_000_000,
        "wait_us": INTERVAL * 1_000_000 - effective,
    }
