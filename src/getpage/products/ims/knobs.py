"""Sizes of IMS that can be changed: its subpools, its pools of PSBs and DMBs, the buffers of its log
and of its message queues.

Counters show what one size of a subpool reads. That bounds another size, as for all buffer pools without a
trace; with two sizes in the window it is known. Waits for log buffers and for space in pools are counted and
not timed: how long one takes is assumed (`constants`). More of either saves between none and all of them, and
none is the best guess that counts prove; what less would cost is unknown, as nothing counts their use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from getpage.contract.curve import COUNTERS, Rates, SizeCurve
from getpage.contract.knob import Knob, fixed_frames
from getpage.core.units import KIB
from getpage.products.common.sizes import bounds, past
from getpage.result import Change, Fact

from .constants import LOG_WAIT, MOST_BUFFERS, MOST_LOG_BUFFERS, MOST_POOL, POOL_WAIT
from .evidence import LOG, POOLS, QUEUE_BUFFERS, RATES, SIZES
from .ims import Ims
from .pools import FAILURES, ImsPool, LogBuffers
from .pools import LOG as LOG_TABLE
from .queues import MOST, QueuePool
from .queues import TABLE as QUEUE_IO
from .spelling import fix, resize, resize_log, resize_pool, resize_queue
from .subpool import DEFINITIONS, Subpool

_NO_BACKLOG: Final = (
    "regions keep up with their messages and this still shows: a backlog is written to disk whatever the "
    "number of buffers"
)


def knobs(systems: Iterable[Ims]) -> Iterator[Knob]:
    """Every subpool of known size; pools and log buffers only if waits for them are known."""
    for ims in systems:
        yield from (_subpool(subpool) for subpool in ims.judged if subpool.bytes)
        yield from (_pool(pool) for pool in ims.pools if pool.is_knob)
        log = ims.log_buffers
        if log is not None and log.is_knob:
            yield _log(log)
        queue = ims.queue_pool
        if queue is not None and queue.is_knob:
            yield _queue(queue)


def _subpool(subpool: Subpool) -> Knob:
    assert subpool.buffers is not None
    assert subpool.buffer_bytes is not None
    rate = subpool.rates
    fixed = subpool.fixed is True

    def change(size: int) -> tuple[Change, ...]:
        return (resize(subpool, size),)

    def fixing(size: int) -> Change:
        return fix(subpool, size)

    return Knob(
        id=subpool.knob,
        object=subpool.object,
        unit="buffers",
        unit_bytes=subpool.buffer_bytes,
        size=subpool.buffers,
        smallest=min(subpool.buffers, subpool.fewest),
        largest=max(subpool.buffers, MOST_BUFFERS),
        fixed=fixed,
        backed=fixed or subpool.total("reads") >= subpool.buffers,
        limits=(fixed_frames(subpool.ims.id.image),) if fixed else (),
        curve=_curve(subpool),
        references=None if rate is None else rate[1],
        supply=(RATES if rate is None else SIZES).supply,
        facts=subpool.setting_facts,
        change=change,
        fix=None if fixed or subpool.busy is None else fixing,
    )


def _curve(subpool: Subpool) -> SizeCurve | None:
    rate = subpool.rates
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
        smallest=min(subpool.buffers, subpool.fewest),
        largest=max(subpool.buffers, MOST_BUFFERS),
        reads=rate[0],
        references=rate[1],
        facts=facts,
    )


def _pool(pool: ImsPool) -> Knob:
    size = pool.kilobytes
    assert size is not None
    return Knob(
        id=pool.knob,
        object=pool.object,
        unit="KiB",
        unit_bytes=KIB,
        setting_bytes=KIB,
        size=size,
        smallest=size,  # nothing counts how much of it is used
        largest=max(size, MOST_POOL // KIB),
        fixed=False,
        backed=False,
        curve=_curve_of_pool(pool),
        supply=POOLS.supply,
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
        limits=(fixed_frames(log.ims.id.image),),
        curve=_curve_of_log(log),
        supply=LOG.supply,
        facts=log.ims.facts(DEFINITIONS, log.definition, text="OLDSDEF"),
        change=lambda number: (resize_log(log, number),),
    )


def _queue(queue: QueuePool) -> Knob:
    assert queue.buffers is not None
    assert queue.buffer_bytes is not None
    labels = {"waits": "waits for message queues", "waited_us": "time of them"}
    return Knob(
        id=queue.knob,
        object=queue.object,
        unit="buffers",
        unit_bytes=queue.buffer_bytes,
        size=queue.buffers,
        smallest=queue.buffers,  # nothing counts how many of them are used
        largest=max(queue.buffers, MOST),
        fixed=False,
        backed=True,
        curve=replace(
            _between(
                queue.buffers,
                MOST,
                queue.waited / queue.seconds,
                "the waits are timed; how many of them more buffers save is not known",
                queue.ims.facts(QUEUE_IO, queue.worst, **labels),
            ),
            only_after=_NO_BACKLOG,
        ),
        supply=QUEUE_BUFFERS.supply,
        facts=queue.ims.facts(DEFINITIONS, queue.definition, buffers="QBUF="),
        change=lambda number: (resize_queue(queue, number),),
    )


def _curve_of_log(log: LogBuffers) -> SizeCurve | None:
    if log.buffers is None or not log.seconds:
        return None
    labels = {"buffer_waits": "waits for a log buffer", "checkpoint_waits": "of them at checkpoints"}
    facts = log.ims.facts(LOG_TABLE, log.worst, **labels)
    return _bounds(log.buffers, MOST_LOG_BUFFERS, log.waits / log.seconds, LOG_WAIT, facts)


def _curve_of_pool(pool: ImsPool) -> SizeCurve | None:
    rate = pool.failure_rate
    if pool.kilobytes is None or rate is None:
        return None
    facts = pool.ims.facts(FAILURES, pool.worst, times="times without space")
    return _bounds(pool.kilobytes, MOST_POOL // KIB, rate, POOL_WAIT, facts)


def _bounds(now: int, most: int, rate: float, longest: float, facts: tuple[Fact, ...]) -> SizeCurve:
    note = f"waits are counted and not timed: {longest * 1000:,g} ms each at most is assumed"
    return _between(now, most, rate * longest, note, facts)


def _between(now: int, most: int, waited: float, note: str, facts: tuple[Fact, ...]) -> SizeCurve:
    """Seconds per second that another size saves none or all of."""
    sizes = sorted({now, now + 1, max(most, now + 1)})
    count = len(sizes)
    return SizeCurve(
        basis=COUNTERS,
        sizes=tuple(sizes),
        wait=Rates((waited,) * count, (waited, *(0.0,) * (count - 1)), (waited,) * count),
        note=note,
        facts=facts,
    )
