"""Two z/OS systems on one machine: SYSA is short of frames at night, SYSB has room to give away.

Frames of queue managers and Db2 members are those of their own evidence. SYSA is short from 01:00 to 04:00,
when the sort of the statements takes what is left of its storage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.units import GIB, MIB, PAGE

from ..cics.estate import ROUTING
from ..clock import SECONDS_PER_DAY
from ..db2.estate import DBP1, DBP2, SHORT_OF_FRAMES
from ..db2.statistics import STORAGE
from ..mq.estate import BRANCHES, ORDERS, PAYMENTS, RETURNS, STATEMENTS
from ..mq.storage import real_frames
from ..workload import ONLINE, Window
from .definitions import SpaceSpec, SystemSpec

if TYPE_CHECKING:
    from ..db2.definitions import MemberSpec
    from ..mq.definitions import QueueManagerSpec

_LEFT_BY_THE_SORT = 36_000
"""Frames."""


def _queue_manager(spec: QueueManagerSpec) -> SpaceSpec:
    return SpaceSpec(
        job=f"{spec.name}MSTR",
        frames=real_frames(spec),
        service_class="STCHIGH",
        processors=0.25,
        day=ONLINE,
        fixed=sum(pool.buffers for pool in spec.pools if pool.fixed),
        only=Window(spec.started, SECONDS_PER_DAY) if spec.started else None,
    )


def _member(spec: MemberSpec) -> tuple[SpaceSpec, ...]:
    fixed = sum(pool.bytes for pool in spec.pools if pool.fixed) // PAGE
    dbm1 = (spec.pool_bytes + spec.other_real) // PAGE
    return (
        SpaceSpec(f"{spec.name}DBM1", dbm1, "STCHIGH", 0.0, fixed=fixed, db2="DBM1"),
        SpaceSpec(f"{spec.name}DIST", STORAGE["DIST"] // PAGE, "STCHIGH", 0.0, db2="DIST"),
        SpaceSpec(f"{spec.name}MSTR", 25_000, "STCHIGH", 0.0, db2="MSTR"),
        SpaceSpec(f"{spec.name}IRLM", 30_000, "STCHIGH", 0.0, db2="IRLM"),
    )


def _in_1m_frames(spec: MemberSpec) -> int:
    return sum(-(-pool.bytes // MIB) for pool in spec.pools if pool.fixed and pool.large)


def _region(name: str, frames: int, page_in_rate: float = 0.0) -> SpaceSpec:
    """A CICS region; one that only routes takes few processors."""
    own = 0.03 if name in ROUTING else 0.12
    return SpaceSpec(name, frames, "CICSPROD", own, ONLINE, page_in_rate=page_in_rate)


_REGIONS_A = tuple(_region(f"CICSPAY{n}", 210_000, 170.0 if n == 3 else 0.0) for n in range(1, 9))
_REGIONS_B = tuple(_region(f"CICSORD{n}", 180_000) for n in range(1, 5))

_SPACES_A = (
    _queue_manager(PAYMENTS),
    _queue_manager(BRANCHES),
    *_member(DBP1),
    *_REGIONS_A,
    SpaceSpec("PAYSETTL", 60_000, "BATCH", 0.2),
    SpaceSpec("BRNCLOSE", 45_000, "BATCH", 0.05),
)
_ONLINE_A = 40 * GIB // PAGE
_COMMON_A = 700_000

SYSA = SystemSpec(
    name="SYSA",
    partition="LPARA",
    online=_ONLINE_A,
    processors=6,
    common=_COMMON_A,
    spaces=(
        *_SPACES_A,
        SpaceSpec(
            "STMTSORT",
            _ONLINE_A - _COMMON_A - sum(space.frames for space in _SPACES_A) - _LEFT_BY_THE_SORT,
            "BATCH",
            0.8,
            page_in_rate=90.0,
            only=SHORT_OF_FRAMES,
            program="SORT",
        ),
    ),
    member=DBP1,
    fixed_1m=_in_1m_frames(DBP1),
    large_1m=_in_1m_frames(DBP1) + 1_024,
    short=SHORT_OF_FRAMES,
    peak=_LEFT_BY_THE_SORT - 6_000,
)

SYSB = SystemSpec(
    name="SYSB",
    partition="LPARB",
    online=64 * GIB // PAGE,
    processors=6,
    common=700_000,
    spaces=(
        _queue_manager(ORDERS),
        _queue_manager(STATEMENTS),
        _queue_manager(RETURNS),
        *_member(DBP2),
        *_REGIONS_B,
        SpaceSpec("STMTBTCH", 90_000, "BATCH", 0.2),
    ),
    member=DBP2,
    fixed_1m=_in_1m_frames(DBP2),
    large_1m=_in_1m_frames(DBP2) + 1_024,
    large_2g=4,
)

PRODUCTS = (SYSA, SYSB)
