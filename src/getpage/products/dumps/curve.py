"""What every other size of the space for dumps would cost: how long the dumped address spaces do no work.

What MAXSPACE says is kept free above the peak of the workload (the ledger does so). So with a larger one so
much more is free when a dump is taken, and less is paged out for it; beyond the size of a dump no more brings
anything. The dumps are those of the window: each takes its own seconds, changed as `capture` has it.

A dump that MAXSPACE cut off grows with it, and its capture with that: it is whole then.

The most counts what others wait for beside: page-ins of what was paged out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.core.units import MIB
from getpage.products.common import capture

from .changes import megabytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .captured import Captured
    from .dumps import Dumps

BASIS: Final = "capture model"
_STEPS: Final = 16


def curve(dumps: Dumps) -> SizeCurve | None:
    """The curve; None where of no dump size, seconds and what was free are known."""
    known = [one for one in dumps.captured if one.bytes and one.free is not None and one.dump.seconds]
    reach = [max(one.lack, one.cut) for one in known]
    if not any(reach):
        return None
    now, most = megabytes(dumps.now), megabytes(max(reach))
    sizes = sorted({now + round(step) for step in np.linspace(0, most, _STEPS)})
    costs = [_cost(known, (size - now) * MIB, dumps.seconds) for size in sizes]
    value, low, high = ([one[n] for one in costs] for n in range(3))
    never_rises = not any(one.cut for one in known)
    if never_rises:
        value, low, high = (list(np.minimum.accumulate(one).tolist()) for one in (value, low, high))
    count = len(known)
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(sizes),
        wait=Rates(value, low, high, never_rises=never_rises),
        note=f"address spaces that do no work while they are captured, by the "
        f"{'dump' if count == 1 else 'dumps'} of this evidence ({count}): what MAXSPACE says is kept free, "
        "so that so much more is free before each; by IBM's measurements (REDP-5238, table 1-1), scaled to "
        "the seconds of each",
        facts=known[0].facts,
    )


def _cost(known: Sequence[Captured], more: int, seconds: float) -> tuple[float, float, float]:
    """Seconds waited a second with so many bytes more free: best guess, least, most."""
    value = low = high = 0.0
    for one in known:
        free = (one.free or 0) + more
        took = one.with_free(free, more)
        if took is None:
            continue
        value += one.spaces * took.all
        low += one.spaces * took.low
        page_ins = max(0, (one.bytes or 0) - free) / capture.auxiliary_rate()[0]
        high += one.spaces * took.high + page_ins
    return value / seconds, min(low, value) / seconds, max(high, value) / seconds
