"""SYSC: page data sets that fill, common storage that leaks, and an extended SQA and a 64-bit common area
that are nearly full (SMF 75, 78; D VIRTSTOR).

SETTLOG never gives storage back, and z/OS pages it out: slots in use grow all day. Something in key 7
leaks extended CSA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core.units import GIB, MIB

from ..clock import INTERVAL, at, local
from ..workload import ONLINE, at_time
from .record import SAMPLES, SYSPLEX

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..spec import Row, Spec

SYSTEM: Final = "SYSC"
LOG: Final = "sysc-syslog.txt"
LOCAL_SLOTS, SCM_BLOCKS = 1_500_000, 2 * GIB // 4096
SLOTS: Final = 2 * LOCAL_SLOTS + SCM_BLOCKS
PER_INTERVAL: Final = 9_800
"""Slots that are taken more in a quarter of an hour."""
_FIRST: Final = 1_350_000
_SWAY: Final = 4_000

ECSA, ECSA_FIRST, LEAK = 420 * MIB, 262 * MIB, 3 * MIB // 4
ESQA, ESQA_PEAK = 96 * MIB, 80 * MIB + 5 * MIB // 8
#: What D VIRTSTOR,HVCOMMON shows in the morning and in the afternoon, in MB; the area has its default size.
HVCOMMON_GIB, HVCOMMON_USED = 64, ((9, 51_020), (15, 55_398))
_CSA, _SQA, _PRIVATE = 4 * MIB, 2 * MIB, 1_408 * MIB


def used(end: int) -> int:
    """Slots in use at the end of an interval."""
    return _FIRST + PER_INTERVAL * (end // INTERVAL - 1) + round(_SWAY * at_time(ONLINE, end - INTERVAL // 2))


def records(end: int) -> Iterator[Spec]:
    """What RMF writes of the quarter of an hour up to `end`."""
    in_scm = used(end) * SCM_BLOCKS // SLOTS
    on_disk = used(end) - in_scm
    sets: tuple[tuple[str, str, str, int, int], ...] = (
        ("plpa", "SYS1.SYSC.PLPA", "PAGEC0", 30_000, 13_400),
        ("common", "SYS1.SYSC.COMMON", "PAGEC0", 30_000, 2_100),
        ("local", "SYS1.SYSC.LOCAL1", "PAGEC1", LOCAL_SLOTS, on_disk // 2),
        ("local", "SYS1.SYSC.LOCAL2", "PAGEC2", LOCAL_SLOTS, on_disk - on_disk // 2),
        ("storage_class_memory", "SCM", "", SCM_BLOCKS, in_scm),
    )
    for number, (kind, name, volume, slots, in_use) in enumerate(sets):
        row: Row = {
            "data_set": name,
            kind: True,
            "volume": volume,
            "device": f"{0xA100 + number:04X}",
            "slots": slots,
            "slots_maximum": in_use,
            "slots_average": in_use - in_use // 1000,
            "slots_average_long": float(in_use - in_use // 1000),
            "slots_minimum": in_use - in_use // 500,
            "samples_in_use": 40 if kind == "local" else 0,
            "pages_transferred": PER_INTERVAL if kind == "local" else 0,
        }
        yield _spec(end, (75, 1), {"SMF75PSS": [row]}, number / 100)
    yield _spec(end, (78, 2), {"R782COMN": [_common(end)]}, 0.1)


def _spec(end: int, kind: tuple[int, int], sections: dict[str, list[Row]], late: float) -> Spec:
    common: Row = {
        "system": SYSTEM,
        "system_name": SYSTEM,
        "written": local(end + 0.4 + late),
        "product": "RMF",
        "interval_start": local(end - INTERVAL),
        "interval_us": INTERVAL * 1_000_000,
        "samples": SAMPLES,
        "level": "ZV030100",
        "record_level": 1,
        "sysplex": SYSPLEX,
    }
    return {"record_type": kind[0], "subtype": kind[1], "common": common, "sections": sections, "lengths": {}}


def _common(end: int) -> Row:
    leaked = ECSA_FIRST + LEAK * (end // INTERVAL - 1)
    queues = ESQA_PEAK - round((1 - at_time(ONLINE, end - INTERVAL // 2)) * 12 * MIB)
    row: Row = {
        "private_size": 8 * MIB,
        "extended_private_size": _PRIVATE,
        "csa_size": _CSA,
        "ecsa_size": ECSA,
        "sqa_size": _SQA,
        "esqa_size": ESQA,
    }
    row |= _both("sqa_used", _SQA // 2, queues) | _both("csa_used", _CSA // 2, leaked)
    for name, value in (("sqa", _SQA // 2), ("esqa", queues), ("csa", _CSA // 2), ("ecsa", leaked)):
        row[f"{name}_used_sum"] = float(value) * SAMPLES
    fixed = 20 * MIB
    for key in range(9):
        row |= _both(f"csa_key_{key}", _CSA // 20, leaked - 8 * fixed if key == 7 else fixed)
    row |= _both("csa_free", _CSA // 2, ECSA - leaked) | _both(
        "csa_largest_free", _CSA // 4, (ECSA - leaked) // 2
    )
    row |= _both("sqa_free", _SQA // 2, ESQA - queues) | _both(
        "sqa_largest_free", _SQA // 4, (ESQA - queues) // 2
    )
    return row | _both("sqa_expansion", 0, 0)


def _both(name: str, below: int, above: int) -> Row:
    """The same at the lowest and at the highest of the interval."""
    return {
        f"{side}{name}_{end}": value
        for side, value in (("", below), ("e", above))
        for end in ("minimum", "maximum")
    }


def write_log(path: Path) -> None:
    """Write the system log: who takes the slots, and what the IPL took for CSA and SQA."""
    lines = [
        _line(at(6), "IEE255I SYSTEM PARAMETER 'CSA': (3000,400M)"),
        _line(at(6) + 5, "IEE255I SYSTEM PARAMETER 'SQA': (15,512)"),
        *(line for hour, used in HVCOMMON_USED for line in _high_common(at(hour), used)),
        *_half(at(10, 30), 50, 412_300),
        *_half(at(19, 30), 60, 680_900),
    ]
    path.write_text("".join(lines), encoding="ascii")


def _high_common(when: int, used: int) -> tuple[str, ...]:
    start = 2048 - HVCOMMON_GIB
    text = (
        f"IAR019I  {when // 3600:02d}.00.00 DISPLAY VIRTSTOR",
        "SOURCE = DEFAULT",
        f"TOTAL COMMON = {HVCOMMON_GIB}G",
        f"COMMON RANGE = {start}G-2048G",
        f"COMMON ALLOCATED = {used}M",
    )
    return tuple(_line(when, line) for line in text)


def _half(when: int, percent: int, slots: int) -> tuple[str, str]:
    of_all = 100 * slots / SLOTS
    return (
        _line(when, f"IRA205I {percent}% AUXILIARY STORAGE ALLOCATED"),
        _line(
            when + 1, f"IRA206I SETTLOG  ASID 0051 FRAMES 0000211402 SLOTS {slots:010d} % OF AUX {of_all:.1f}"
        ),
    )


def _line(when: int, text: str) -> str:
    clock = f"{when // 3600:02d}:{when // 60 % 60:02d}:{when % 60:02d}.00"
    return f" N 4000000 {SYSTEM:8} 26322 {clock}          00000090  {text}\n"
