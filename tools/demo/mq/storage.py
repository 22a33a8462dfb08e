"""Sections QSRS and QSPH: the storage of the address space, into which the buffer pools must fit.

In use above the bar is `memory_limit` less `available_64`, also without a limit, where both hold placeholders
(layout QSRS). The sizes of the storage pools add up to the totals of QSRS (layout QSPH).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.units import MIB, PAGE

from ..clock import INTERVAL
from ..workload import ONLINE, at_time

if TYPE_CHECKING:
    from ..spec import Row
    from .definitions import QueueManagerSpec

NO_LIMIT_MB = 17_592_186_040_320
NO_LIMIT_CUSHION = 1_844_674_406_941_458_432
CUSHION = 204 * MIB

_CONNECTIONS_31 = 10 * MIB
_USER_31 = 14 * MIB

_POOLS = (
    ("RMC URE/LWC POOL", True, True, 2, 232),
    ("POOL RMID=026 WWFR", True, True, 8, 392),
    ("CSQ3 CONNECTION POOL", False, True, 98_304, 0),
    ("MESSAGE MANAGER THREAD POOL", True, False, 180, 2_400),
    ("LOCK MANAGER POOL", True, False, 43, 128),
    ("DATA MANAGER VARIABLE POOL", False, False, 655_360, 0),
    ("TOPIC MANAGER VARIABLE POOL", False, False, 253_952, 0),
)
"""Name, fixed, global, size (pages if fixed, else bytes), element size; names 3 to 7 are ours."""


def used_above(spec: QueueManagerSpec) -> int:
    """Count the bytes in use above the bar."""
    return spec.storage.base_64 + PAGE * sum(pool.buffers for pool in spec.pools if pool.above)


def used_below(spec: QueueManagerSpec, second: int) -> int:
    """Count the bytes in use between 16 MB and the bar, at a time of day."""
    connections = int(_CONNECTIONS_31 * at_time(ONLINE, second)) // PAGE * PAGE
    return spec.storage.base_31 + connections + PAGE * sum(p.buffers for p in spec.pools if not p.above)


def real_frames(spec: QueueManagerSpec) -> int:
    """Count the frames that back the address space."""
    return sum(pool.buffers for pool in spec.pools) + (spec.storage.base_31 + spec.storage.base_64) // PAGE


def region(spec: QueueManagerSpec, second: int) -> Row:
    """Give the row of QSRS at a time of day."""
    storage, above = spec.storage, used_above(spec)
    below = used_below(spec, second)
    before = used_below(spec, max(spec.started, second - INTERVAL)) if second > spec.started else 0
    limit = NO_LIMIT_MB if storage.memory_limit is None else storage.memory_limit
    return _sizes() | {
        "region_24_start": 24_576,
        "region_24_size": 10_461_184,
        "region_24_top": 94_208,
        "region_24_limit": 10_461_184,
        "user_24_allocated": 65_536,
        "user_24_allocated_previous": 65_536 if before else 0,
        "system_24_allocated": 446_464,
        "system_24_allocated_previous": 446_464 if before else 0,
        "smf_24_limit": -1,
        "smf_24_average": -1,
        "region_31_start": 0x21000000,
        "region_31_size": storage.region_31,
        "region_31_top": 0x21000000 + _USER_31,
        "region_31_limit": storage.region_31,
        "user_31_allocated": _USER_31,
        "user_31_allocated_previous": _USER_31 if before else 0,
        "system_31_allocated": below - _USER_31,
        "system_31_allocated_previous": max(0, before - _USER_31),
        "smf_31_limit": -1,
        "smf_31_average": -1,
        "memory_limit": limit,
        "memory_object_bytes": above + 512 * MIB,
        "memory_object_usable_high_water": above,
        "memory_objects": 40 + 2 * len(spec.pools),
        "memory_limit_source": 2,
        "real_frames": real_frames(spec),
        "available_31": storage.region_31 - below,
        "reserved_mvs_31": MIB,
        "reserved_critical_31": MIB,
        "reserved_short_31": 100 * MIB,
        "available_64": limit * MIB - above,
        "cushion_64": NO_LIMIT_CUSHION if storage.memory_limit is None else CUSHION,
        "latches_getmain": 25_418,
    }


def _sizes() -> Row:
    def total(fixed: bool, common: bool) -> int:
        unit = PAGE if fixed else 1
        return sum(size * unit for _, f, g, size, _ in _POOLS if f == fixed and g == common)

    return {
        "fixed_pools_global": total(True, True),
        "variable_pools_global": total(False, True),
        "fixed_pools_local": total(True, False),
        "variable_pools_local": total(False, False),
        "getmain_total": 3_947_825,
        "stack_total": 4_079_616,
    }


def storage_pools() -> list[Row]:
    """Give the rows of QSPH."""
    return [
        {
            "pool": name,
            "fixed": fixed,
            "global": common,
            "current_size": size,
            "previous_size": size,
            "expansion_size": max(1, size // 4),
            "element_size": element,
            "elements_per_segment": PAGE // element if element else 0,
            "pool_header_count": 1,
        }
        for name, fixed, common, size, element in _POOLS
    ]
