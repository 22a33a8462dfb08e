"""What dumps may take: MAXSPACE, with what each size costs.

The cost is how long the dumped address spaces stand still. The ledger keeps MAXSPACE free above the peak of
the workload. So with a larger MAXSPACE more is free when a dump is taken, and less is paged out for it;
beyond the size of a dump more saves nothing. The dumps are those of the window: each takes its own seconds,
changed as `common/capture` has it. The most counts what others wait for besides: page-ins of what was paged
out.

A dump that MAXSPACE cut off grows with MAXSPACE, and its capture with it: it is then complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob
from getpage.core.units import MIB
from getpage.products.common import capture

from .dumps import Dumps
from .evidence import SIZES
from .spelling import megabytes, resize
from .storage_at_dump import CapturedDump

_FULL: Final = "captured dumps would not fit into what is free and half of auxiliary storage"
#: MiB at most where room for dumps is unknown: CHNGDUMP takes eight digits.
_MOST: Final = 99_999_999
_BASIS: Final = "capture model"
_STEPS: Final = 16


def knob(dumps: Dumps) -> Knob | None:
    """MAXSPACE in MiB; None if the system or both MAXSPACE and dumps are unknown."""
    if not dumps.is_placed or (dumps.maxspace is None and not dumps.all):
        return None
    now, room = megabytes(dumps.now), dumps.room
    return Knob(
        id=dumps.knob,
        object=dumps.space,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=now,  # a smaller one makes dumps partial
        largest=_MOST if room is None else max(now, room // MIB),
        largest_because="" if room is None else _FULL,
        fixed=False,
        backed=False,
        change=lambda size: (resize(dumps, size),),
        curve=_curve(dumps),
        supply=SIZES.supply,
        facts=dumps.maxspace_facts,
    )


def _curve(dumps: Dumps) -> SizeCurve | None:
    """The curve; None unless size, seconds and free storage of a dump are known."""
    known = [
        captured
        for captured in dumps.captured
        if captured.bytes and captured.free is not None and captured.dump.seconds
    ]
    reach = [max(captured.lack, captured.cut) for captured in known]
    if not any(reach):
        return None
    now, most = megabytes(dumps.now), megabytes(max(reach))
    sizes = sorted({now + round(step) for step in np.linspace(0, most, _STEPS)})
    costs = [_cost(known, (size - now) * MIB, dumps.seconds) for size in sizes]
    value, low, high = ([cost[n] for cost in costs] for n in range(3))
    never_rises = not any(captured.cut for captured in known)
    if never_rises:
        value, low, high = (list(np.minimum.accumulate(bound).tolist()) for bound in (value, low, high))
    count = len(known)
    return SizeCurve(
        basis=_BASIS,
        sizes=tuple(sizes),
        wait=Rates(value, low, high, never_rises=never_rises),
        note="address spaces that do no work during a capture, in the "
        f"{'dump' if count == 1 else 'dumps'} of this evidence ({count}): the ledger keeps "
        "MAXSPACE free, so that much more is free before each; by IBM's measurements "
        "(REDP-5238, table 1-1), scaled to the seconds of each",
        facts=known[0].facts,
    )


def _cost(known: Sequence[CapturedDump], more: int, seconds: float) -> tuple[float, float, float]:
    """Seconds waited per second with so many bytes more free: best guess, least, most."""
    value = low = high = 0.0
    for captured in known:
        free = (captured.free or 0) + more
        took = captured.with_free(free, more)
        if took is None:
            continue
        value += captured.spaces * took.all
        low += captured.spaces * took.low
        page_ins = max(0, (captured.bytes or 0) - free) / capture.auxiliary_rate()[0]
        high += captured.spaces * took.high + page_ins
    return value / seconds, min(low, value) / seconds, max(high, value) / seconds
