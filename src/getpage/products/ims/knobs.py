"""What IMS offers to be turned: its subpools, its pools of PSBs and DMBs, and the buffers of its log.

Counters tell what one size of a subpool reads: another size is bounded by it, as for all buffer pools without
a trace, and known where the window holds two sizes. So are waits for log buffers, and for space in pools,
which are counted and not timed; a rule asks for more of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract import limits
from getpage.contract.knob import Knob
from getpage.core.units import KIB, PAGE
from getpage.products.common.sizes import bounds, past

from . import needs, waits
from .changes import fix, resize, resize_log, resize_pool
from .checks.subpool_not_fixed import busy
from .subpool import DEFINITIONS
from .thresholds import FEWEST, MOST_BUFFERS, MOST_LOG_BUFFERS, MOST_POOL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.curve import SizeCurve
    from getpage.result import Change

    from .ims import Ims
    from .pools import LogBuffers, Pool
    from .subpool import Subpool


def knobs(systems: Iterable[Ims]) -> Iterator[Knob]:
    """All that is known in size; of pools and log buffers those of which it is known that they were waited
    for, as nothing tells how much of the others is used.
    """
    for ims in systems:
        yield from (_subpool(one) for one in ims.judged if one.bytes)
        yield from (_pool(one) for one in ims.pools if one.kilobytes and one.failures)
        log = ims.log_buffers
        if log is not None and log.buffers and log.buffer_bytes and log.seconds:
            yield _log(log)


def _subpool(subpool: Subpool) -> Knob:
    assert subpool.buffers is not None
    assert subpool.buffer_bytes is not None
    rate = subpool.a_second
    fixed = subpool.fixed is True

    def change(size: int) -> tuple[Change, ...]:
        return (resize(subpool, size),)

    def fixing(size: int) -> Change:
        return fix(subpool, (), size)

    return Knob(
        id=subpool.knob,
        object=subpool.object,
        unit="buffers",
        unit_bytes=subpool.buffer_bytes,
        size=subpool.buffers,
        smallest=min(subpool.buffers, FEWEST[subpool.access]),
        largest=max(subpool.buffers, MOST_BUFFERS),
        fixed=fixed,
        frame_bytes=PAGE,
        backed=fixed or subpool.total("reads") >= subpool.buffers,
        limits=(limits.fixed_frames(subpool.ims.id.image),) if fixed else (),
        curve=_curve(subpool),
        references=None if rate is None else rate[1],
        supply=(needs.RATES if rate is None else needs.SIZES).supply,
        facts=subpool.setting_facts,
        change=change,
        fix=None if fixed or busy(subpool) is None else fixing,
    )


def _curve(subpool: Subpool) -> SizeCurve | None:
    rate = subpool.a_second
    if rate is None or subpool.buffers is None:
        return None
    facts = subpool.facts(
        subpool.worst("reads"), reads="reads, worst interval", requests="requests, worst interval"
    )
    measured = past(subpool.intervals, facts)
    if measured is not None:
        return measured
    return bounds(
        size=subpool.buffers,
        smallest=min(subpool.buffers, FEWEST[subpool.access]),
        largest=max(subpool.buffers, MOST_BUFFERS),
        reads=rate[0],
        references=rate[1],
        facts=facts,
    )


def _pool(pool: Pool) -> Knob:
    size = pool.kilobytes
    assert size is not None
    return Knob(
        id=pool.knob,
        object=pool.object,
        unit="KiB",
        unit_bytes=KIB,
        setting_bytes=KIB,
        size=size,
        smallest=size,  # how much of it is used nobody counts
        largest=max(size, MOST_POOL // KIB),
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        curve=waits.of_pool(pool, MOST_POOL // KIB),
        supply=needs.POOLS.supply,
        facts=pool.ims.facts(DEFINITIONS, pool.definition, pool_bytes="size of the pool"),
        change=lambda kilobytes: (resize_pool(pool, kilobytes),),
    )


def _log(log: LogBuffers) -> Knob:
    assert log.buffers is not None
    assert log.buffer_bytes is not None
    return Knob(
        id=log.knob,
        object=log.object,
        unit="buffers",
        unit_bytes=log.buffer_bytes,
        size=log.buffers,
        smallest=log.buffers,  # backout needs them too
        largest=max(log.buffers, MOST_LOG_BUFFERS),
        fixed=True,
        frame_bytes=PAGE,
        limits=(limits.fixed_frames(log.ims.id.image),),
        curve=waits.of_log(log, MOST_LOG_BUFFERS),
        supply=needs.LOG.supply,
        facts=log.ims.facts(DEFINITIONS, log.definition, text="OLDSDEF"),
        change=lambda number: (resize_log(log, number),),
    )
