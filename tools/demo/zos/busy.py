"""SYSD, on the machine of the others: from 09:00 to 12:00 it lacks CPU and no memory (SMF 70, 71, 113).

Of its dedicated memory a part is given to nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core.units import GIB, MIB, PAGE

from ..clock import INTERVAL, at, local, utc
from ..workload import ONLINE, Window, at_time
from .record import SAMPLES
from .storage import RESTFUL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Row, Spec

SYSTEM: Final = "SYSD"
SHORT: Final = Window(at(9), at(12))
BUSY: Final = 0.997
CPUS: Final = 4
ONLINE_FRAMES: Final = 16 * GIB // PAGE
FREE: Final = 640_000
DEDICATED, ASSIGNED = 8, 5
"""Units of 2 GiB."""
READY: Final = 11
CYCLES, CYCLES_THEN = 3.1, 4.4
_MHZ: Final = 5_200
_INTERVAL_US: Final = INTERVAL * 1_000_000


def records(end: int, machine: dict[str, list[Row]], model: str) -> Iterator[Spec]:
    """What RMF and HIS write of the quarter of an hour up to `end`; `machine` is of all its partitions."""
    short = end - 1 in SHORT
    sections = _processors(busy(end), short=short) | machine
    number = len(machine["SMF70BCT"])
    yield _spec(end, (70, 1), sections, {"model": model, "partition_number": number})
    yield _spec(end, (71, 1), {"SMF71PDS": [_paging()]})
    yield _counters(end, busy(end), short=short)


def busy(end: int) -> int:
    """Microseconds in which each of its processors was busy."""
    share = BUSY if end - 1 in SHORT else 0.25 + 0.4 * at_time(ONLINE, end - INTERVAL // 2)
    return round(share * _INTERVAL_US)


def partition(number: int, before: int) -> Row:
    """What the machine says of its partition, behind those with so many logical processors."""
    return {
        "partition": "LPARD",
        "number": number,
        "processors": CPUS,
        "processors_before": before,
        "processors_active": CPUS * SAMPLES,
        "cluster": "PLEXDATA",
        "operating_system": SYSTEM,
        "online_mb": ONLINE_FRAMES * PAGE // MIB,
    }


def logical(end: int) -> list[Row]:
    """What the machine says of its logical processors."""
    used = busy(end)
    row: Row = {
        "weight": 400,
        "processor_type_index": 1,
        "effective_us": used,
        "dispatched_us": min(_INTERVAL_US, used + 1_000_000),
        "online_us": _INTERVAL_US,
        "wait_us": _INTERVAL_US - used,
    }
    return [row | {"processor_id": number} for number in range(CPUS)]


def _spec(end: int, kind: tuple[int, int], sections: dict[str, list[Row]], more: Row | None = None) -> Spec:
    common: Row = {
        "system": SYSTEM,
        "system_name": SYSTEM,
        "written": local(end + 0.4),
        "product": "RMF",
        "interval_start": local(end - INTERVAL),
        "interval_us": _INTERVAL_US,
        "samples": SAMPLES,
        "level": "ZV030100",
        "record_level": 1,
        "sysplex": "PLEXDATA",
    }
    shared = common | (more or {})
    return {"record_type": kind[0], "subtype": kind[1], "common": shared, "sections": sections, "lengths": {}}


def _processors(used: int, *, short: bool) -> dict[str, list[Row]]:
    ready = (READY if short else 1) * SAMPLES
    return {
        "SMF70CPU": [
            {"processor_id": n, "processor_type": "CP", "wait_us": _INTERVAL_US - used, "online_at_end": True}
            for n in range(CPUS)
        ],
        "SMF70AID": [
            {
                "ready_minimum": 0,
                "ready_maximum": 3 * READY,
                "ready_sum": ready,
                "in_minimum": 90,
                "in_maximum": 95,
            }
        ],
    }


def _paging() -> Row:
    row: Row = {
        "options_member": "IEAOPT00",
        "page_ins": 0,
        "page_outs": 0,
        "available_average_long": float(FREE),
        "total_average_long": float(ONLINE_FRAMES),
        "fixed_average_long": 600_000.0,
        "slots_free_average_long": 990_000.0,
        "slots_total_end": 1_000_000,
        "slots_free_end": 990_000,
        "slots_other_end": 10_000,
        "slots_total_minimum": 1_000_000,
        "slots_total_maximum": 1_000_000,
        "dedicated_assignable": float(DEDICATED),
    }
    for name in ("uic_minimum_lowest", "uic_minimum_average", "uic_current_lowest", "uic_current_highest"):
        row[name] = RESTFUL
    row |= {"uic_current_average": RESTFUL, "uic_maximum_highest": RESTFUL, "uic_maximum_average": RESTFUL}
    frames = (("available", FREE), ("total", ONLINE_FRAMES), ("fixed", 600_000), ("slots_free", 990_000))
    units = {"total": DEDICATED, "online": DEDICATED, "available": DEDICATED - ASSIGNED}
    units |= dict.fromkeys(("requested", "requested_least", "assigned", "as_2g"), ASSIGNED)
    for which in ("minimum", "average", "maximum"):
        row |= {f"{name}_{which}": value for name, value in frames}
        row |= {f"dedicated_{name}_{which}": float(value) for name, value in units.items()}
    return row


def _counters(end: int, used: int, *, short: bool) -> Spec:
    cycles = used * _MHZ
    instructions = round(cycles / (CYCLES_THEN if short else CYCLES))
    misses = instructions * (4 if short else 3) // 200
    basic = (cycles, instructions, misses, cycles // 10, misses, cycles // 8)
    common: Row = {
        "system": SYSTEM,
        "written": local(end + 0.5),
        "product": "HIS",
        "level": "SP7.3.1",
        "job": "HIS",
        "interval_start": utc(end - INTERVAL),
        "interval_end": utc(end),
    }
    sections: dict[str, list[Row]] = {
        "SMF113CTR": [
            {"processor": n, "processor_type": "CP", "speed": _MHZ, "machine": "3931", "core": n}
            for n in range(CPUS)
        ],
        "SMF113CSS": [{"parent": n, "set_number": 1, "counter_set": "basic"} for n in range(CPUS)],
        "SMF113CDS": [{"parent": n, "value": value} for n in range(CPUS) for value in basic],
    }
    return {"record_type": 113, "subtype": 1, "common": common, "sections": sections, "lengths": {}}
