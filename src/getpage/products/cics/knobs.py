"""What CICS offers to be turned: the buffers of VSAM LSR pools, by size, for data and for index.

What another number of them reads is bounded from counters: only the present one was measured.

DSALIM, EDSALIM, MEMLIMIT, MXT and TSMAINLIMIT are no knobs. They limit virtual storage and work, and take no
real storage until it comes; CICS counts what came to them, and nothing tells what another limit would have
held, so there is no curve to weigh. Rules raise them (`changes/limits.py`, `changes/counts.py`) with the
bytes that this can take, and the plan holds such a command back where the image has no room for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.knob import Knob
from getpage.core.units import PAGE

from . import needs
from .changes.buffers import resize
from .lsr import buffers_of
from .thresholds import FEWEST_LSR_BUFFERS, MOST_LSR_BUFFERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result import Change

    from .lsr import Buffers
    from .region import Region


def knobs(regions: Iterable[Region]) -> tuple[Knob, ...]:
    """Those of every pool of every region."""
    return tuple(_knob(one) for region in regions for one in buffers_of(region))


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
        supply="a step of 10 % and the same page afterwards: VSAM has no simulation of a larger pool"
        if interval
        else needs.LSR.supply,
        facts=one.facts,
        change=change,
    )
