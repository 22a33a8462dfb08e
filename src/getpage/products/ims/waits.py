"""What waits for log buffers, and for space in the pools of PSBs and DMBs, cost: bounds from their counts.

IMS counts them, and times none: how long one takes is assumed (`thresholds`). More of either saves between
none and all of it, and none is the best guess that counts prove; fewer is not told at all, as nothing
counts how full they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.curve import COUNTERS, Rates, SizeCurve

from .thresholds import LOG_WAIT, POOL_WAIT

if TYPE_CHECKING:
    from getpage.result import Fact

    from .pools import LogBuffers, Pool


def of_log(log: LogBuffers, most: int) -> SizeCurve | None:
    """Of the buffers of a log, to `most` of them; None where it is not known how long waits were counted."""
    if log.buffers is None or not log.seconds:
        return None
    labels = {"buffer_waits": "waits for a log buffer", "checkpoint_waits": "of them at checkpoints"}
    facts = log.ims.facts("ims_log_buffers", log.worst, **labels)
    return _bounds(log.buffers, most, log.waits / log.seconds, LOG_WAIT, facts)


def of_pool(pool: Pool, most: int) -> SizeCurve | None:
    """Of a pool, in KiB to `most`; None where no trace tells how long its failures were counted."""
    rate = pool.a_second
    if pool.kilobytes is None or rate is None:
        return None
    facts = pool.ims.facts("ims_pool_failure", pool.worst, times="times without space")
    return _bounds(pool.kilobytes, most, rate, POOL_WAIT, facts)


def _bounds(now: int, most: int, a_second: float, longest: float, facts: tuple[Fact, ...]) -> SizeCurve:
    waited = a_second * longest
    sizes = sorted({now, now + 1, max(most, now + 1)})
    count = len(sizes)
    return SizeCurve(
        basis=COUNTERS,
        sizes=tuple(sizes),
        wait=Rates((waited,) * count, (waited, *(0.0,) * (count - 1)), (waited,) * count),
        note=f"waits are counted and not timed: {longest * 1000:,g} ms each at most is assumed",
        facts=facts,
    )
