"""What CICS offers to be turned: the buffers of VSAM LSR pools, by size, for data and for index.

What another number of them reads is bounded from counters: only the present one was measured.

Limits of storage and of tasks are knobs too: `limit_knobs.py`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from getpage.contract.knob import Knob
from getpage.core.units import PAGE

from . import needs
from .changes.buffers import resize
from .limit_knobs import limit_knobs, rooms
from .lsr import buffers_of
from .thresholds import FEWEST_LSR_BUFFERS, MOST_LSR_BUFFERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.knob import Limit
    from getpage.core.names import KnobId, Subsystem
    from getpage.result import Change

    from .lsr import Buffers
    from .region import Region


def knobs(regions: Iterable[Region], changes: Iterable[Change]) -> tuple[tuple[Knob, ...], tuple[Limit, ...]]:
    """Those of every pool of every region, the limits that `changes` of rules raise, and what is left under
    those that they share.
    """
    asked: dict[Subsystem, set[KnobId]] = defaultdict(set)
    for one in changes:
        if one.knob is not None:
            asked[one.subsystem].add(one.knob)
    made: list[Knob] = []
    room: list[Limit] = []
    for region in regions:
        made += map(_knob, buffers_of(region))
        made += limit_knobs(region, asked[region.id])
        room += rooms(region, asked[region.id])
    return tuple(made), tuple(room)


def _knob(one: Buffers) -> Knob:
    def change(size: int) -> tuple[Change, ...]:
        return resize(one, size)

    interval = one.interval
    return Knob(
        id=one.knob,
        object=one.object,
        unit="buffers",
        unit_bytes=one.bytes,
        size=one.buffers,
        smallest=min(FEWEST_LSR_BUFFERS, one.buffers),
        largest=max(MOST_LSR_BUFFERS, one.buffers),
        fixed=False,
        frame_bytes=PAGE,
        backed=one.reads >= one.buffers,
        curve=one.curve,
        references=interval.references / interval.seconds if interval else None,
        supply="a trace of requests (getpage curve, docs/models/curve.md), or a step of 10 % and the same "
        "page afterwards: VSAM has no simulation of a larger pool"
        if interval
        else needs.LSR.supply,
        facts=one.facts,
        change=change,
    )
