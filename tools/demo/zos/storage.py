"""SMF 71: real storage of a system in an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .record import rmf

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .model import SystemInterval

SLOTS = 6_000_000
"""Slots of the local page data sets."""

RESTFUL = 65_535
"""The unreferenced interval count of a system without pressure."""

PRESSED = 40


def paging(done: SystemInterval) -> Spec:
    """Give the paging data section."""
    return rmf(done, (71, 1), {"SMF71PDS": [_frames(done) | _large(done) | _slots(done)]})


def _same(name: str, value: int) -> Row:
    return {f"{name}_{which}": value for which in ("minimum", "average", "maximum")}


def _frames(done: SystemInterval) -> Row:
    count = PRESSED if done.is_short else RESTFUL
    low = 8 if done.is_short else RESTFUL
    row: Row = {
        "options_member": "IEAOPT00",
        "page_ins": done.page_ins,
        "page_outs": done.page_ins,
        "available_minimum": done.available_minimum,
        "available_average": done.available,
        "available_maximum": done.available + done.available // 40,
        "available_average_long": float(done.available),
        "total_average_long": float(done.spec.online),
        "fixed_average_long": float(done.fixed),
        "uic_minimum_lowest": low,
        "uic_minimum_average": count,
        "uic_current_lowest": low,
        "uic_current_highest": count,
        "uic_current_average": count,
        "uic_maximum_highest": RESTFUL,
        "uic_maximum_average": count,
    }
    return row | _same("total", done.spec.online) | _same("fixed", done.fixed)


def _large(done: SystemInterval) -> Row:
    spec = done.spec
    row: Row = {"lfarea_1m_limit": float(spec.large_1m), "fixed_1m_high": float(spec.fixed_1m)}
    for which in ("minimum", "average", "maximum"):
        row[f"fixed_1m_pages_{which}"] = float(spec.fixed_1m)
        row[f"fixed_2g_usable_{which}"] = float(spec.large_2g)
        row[f"fixed_2g_pages_{which}"] = row[f"frames_2g_used_{which}"] = 0.0
    return row | {"frames_2g_high": 0.0}


def _slots(done: SystemInterval) -> Row:
    used = 900_000 if done.is_short else 60_000
    free = SLOTS - used
    ends: Row = {"slots_total_end": SLOTS, "slots_free_end": free, "slots_other_end": used}
    ends |= {
        "slots_total_minimum": SLOTS,
        "slots_total_maximum": SLOTS,
        "slots_free_average_long": float(free),
    }
    return ends | _same("slots_free", free)
