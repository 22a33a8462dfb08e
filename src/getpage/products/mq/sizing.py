"""Sizes that findings ask for: of pools that are short, of pools that move above the bar, and of MEMLIMIT.

References: IBM REDP-5238, 4.2.1, "Changing a buffer pool"; SHARE, "MQ V8 for z/OS Bufferpools".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from getpage.contract.curve import PAGE_SETS, SizeCurve, SizePoint, reads_curve
from getpage.contract.facts import computed
from getpage.products.common.sizes import Interval, a_second, bounds, past
from getpage.result import Ask, Fact

from .constants import (
    FEWEST_BUFFERS,
    MOST_BUFFERS_ABOVE,
    PAGE_BYTES,
    STEP_PERCENT,
)
from .pool import Pool
from .queue_manager import QueueManager
from .storage import memlimit_needed, why_above
from .thresholds import BELOW


def curve(manager: QueueManager, pool: Pool, intervals: Sequence[Interval], largest: int) -> SizeCurve | None:
    """The curve of page set reads and of writes that calls waited for; None without counters."""
    rate = a_second(intervals, pool.buffers)
    if rate is None:
        return None
    facts = _facts(manager, pool)
    measured = past(intervals, facts)
    held = pool.backlog
    enough = None if held is None else max(held.buffers, pool.peak_needs, FEWEST_BUFFERS)
    if held is not None and enough is not None and pool.buffers < enough <= largest and rate[0] > 0:
        once = held.pages / sum(interval.seconds for interval in intervals)
        points = measured.read_points if measured else (_exact(pool.buffers, rate[0]),)
        return reads_curve(
            basis=PAGE_SETS,
            points=(
                *(point for point in points if point.size < enough - 1),
                *_cliff(enough, points[-1].reads, once),
            ),
            note=f"{enough:,} buffers hold the {held.pages:,} pages in use on its page sets at 85 %, so that "
            "each is read once in the window at most; sizes between are not known",
            facts=facts,
        )
    return measured or bounds(
        size=pool.buffers,
        smallest=min(pool.buffers, max(FEWEST_BUFFERS, pool.peak_needs)),
        largest=max(pool.buffers, largest),
        reads=rate[0],
        references=rate[1],
        facts=facts,
    )


def _exact(size: int, reads: float) -> SizePoint:
    return SizePoint(size=size, reads=reads, low=reads, high=reads)


def _cliff(enough: int, reads: float, once: float) -> tuple[SizePoint, SizePoint]:
    return (
        SizePoint(size=enough - 1, reads=reads, low=0.0, high=reads),
        SizePoint(size=enough, reads=0.0, low=0.0, high=min(once, reads)),
    )


def _facts(manager: QueueManager, pool: Pool) -> tuple[Fact, ...]:
    worst = pool.worst("delay") or pool.last
    return manager.facts(
        "mq_buffer_pool",
        worst,
        reads="pages read, worst interval",
        immediate_writes="pages written immediately, worst interval",
        lowest_stealable="lowest available buffers",
    )


def target(pool: Pool) -> int:
    """Buffers that this window asks for: its peak at 85 %, and what holds the backlog of a pool that reads or
    runs full; no more than its page sets can use.

    From 85 % on MQ writes pages out to keep buffers free, so that the peak of a fuller pool is a lower bound.
    """
    wanted = [pool.buffers + 1]
    if pool.is_nearly_full:
        wanted.append(pool.peak_needs)
    if pool.backlog is not None and (pool.total("reads") or pool.is_nearly_full):
        wanted.append(pool.backlog.buffers)
    return min(max(wanted), _useful(pool))


def larger(pool: Pool, *, reached: bool) -> tuple[Ask, ...]:
    """What a pool that is short asks for: at least a step of 10 %; nothing if its page sets cannot use it.
    `reached` says whether it ran full.
    """
    wanted = target(pool)
    is_whole = pool.is_whole(wanted)
    if not is_whole:
        wanted = max(wanted, min(_step(pool), _useful(pool)))
    if wanted <= pool.buffers:
        return ()
    is_bound = not is_whole and pool.is_nearly_full
    return (Ask(knob=pool.knob, size=max(wanted, FEWEST_BUFFERS), at_least=is_bound, reached=reached),)


def smaller(pool: Pool) -> tuple[Ask, ...]:
    """What a pool that is larger than its page sets can fill gives back; nothing where that is little."""
    enough = pool.enough
    return () if enough is None or enough >= pool.buffers else (Ask(knob=pool.knob, size=enough),)


def room_below_after_giving_back(manager: QueueManager) -> int | None:
    """Room below the bar with what oversized pools there give back; None: unknown."""
    room = room_below(manager)
    if room is None:
        return None
    sizes = [
        (pool.buffers, ask.size) for pool in manager.pools_below for ask in smaller(pool) if not pool.is_short
    ]
    return room + sum(now - smaller_size for now, smaller_size in sizes) * PAGE_BYTES


@dataclass(frozen=True, slots=True)
class Move:
    """A pool that should lie above the bar, and whether MEMLIMIT has room for it as far as is known."""

    pool: Pool
    fits: bool


def moves_above(manager: QueueManager) -> Iterator[Move]:
    """The pools to move, largest first, until those that stay take no more below the bar than they should.

    Pools that get another size are left out: their size says where they lie.
    """
    if not manager.can_be_above:
        return
    room, left = room_below_after_giving_back(manager), room_above(manager)
    below = sum(_bytes_below(pool, room) for pool in manager.pools_below)
    candidates = [pool for pool in manager.pools_below if not pool.is_short and not smaller(pool)]
    for pool in sorted(candidates, key=lambda pool: (-pool.buffers, pool.number)):
        if not _is_too_much(manager, below):
            return
        fits = left is None or pool.bytes <= left
        yield Move(pool, fits)
        below -= pool.bytes
        if left is not None and fits:
            left -= pool.bytes


def memlimit_lacks(manager: QueueManager) -> int:
    """Bytes that MEMLIMIT lacks beside what sizes of pools take: what MQ holds back, where no more than that
    is left, and pools that should leave the storage below the bar. 0 where MEMLIMIT is not known or is
    enough.
    """
    if manager.storage.memory_limit is None:
        return 0
    moving = sum(move.pool.bytes for move in moves_above(manager) if not move.fits)
    return moving + (manager.storage.cushion if manager.is_short_above else 0)


def _useful(pool: Pool) -> int:
    return MOST_BUFFERS_ABOVE if pool.largest_useful is None else min(pool.largest_useful, MOST_BUFFERS_ABOVE)


def _step(pool: Pool) -> int:
    return -(-pool.buffers * (100 + STEP_PERCENT) // 100)


def _bytes_below(pool: Pool, room: int | None) -> int:
    """What a pool will take below the bar at the size that is asked for; 0 where that lies above."""
    if pool.is_short:
        size = min(_step(pool), max((ask.size for ask in larger(pool, reached=False)), default=pool.buffers))
        return 0 if why_above(pool, size, room) else size * PAGE_BYTES
    return next((ask.size * PAGE_BYTES for ask in smaller(pool)), pool.bytes)


def _is_too_much(manager: QueueManager, below: int) -> bool:
    """Whether pools take more than they should below the bar, or leave MQ no more than the reserve at which
    it is short of storage; they move until twice that is free.
    """
    storage = manager.storage
    region, free = storage.region_31, storage.free_below
    if region is not None and below > manager.in_force(BELOW) * region:
        return True
    freed = manager.bytes_below - below
    is_short = free is not None and free <= storage.short_reserve
    return is_short and free is not None and free + freed < 2 * storage.short_reserve


def delay_facts(manager: QueueManager, pool: Pool) -> tuple[Fact, ...]:
    """The worst interval's reads and immediate writes, the time of each, and the delay they make."""
    row = pool.worst("delay")
    if row is None:
        return ()
    return (
        *manager.facts(
            "mq_buffer_pool",
            row,
            reads="pages read, worst interval",
            immediate_writes="pages written immediately, worst interval",
            synchronous_write_threshold="times synchronous write was forced, worst interval",
        ),
        computed(f"time of a page read, {pool.times.source('read')}", round(row["read_us"], 1), "us", row),
        computed(
            f"time of a page written, {pool.times.source('immediate_write')}",
            round(row["write_us"], 1),
            "us",
            row,
        ),
        computed("delay, worst interval", round(row["delay"], 3), "s", row),
        computed("delay, whole window", round(pool.delay, 3), "s"),
    )


def room_below(manager: QueueManager) -> int | None:
    """Bytes that pools may take more below the bar: under 75 % of the region and above the reserve. None:
    unknown.

    Free storage is taken at its minimum over the window.
    """
    storage = manager.storage
    if storage.free_below is None:
        return None
    free = storage.free_below - storage.short_reserve
    if storage.region_31 is not None:
        free = min(free, round(manager.in_force(BELOW) * storage.region_31) - manager.bytes_below)
    return max(0, free)


def room_above(manager: QueueManager) -> int | None:
    """Bytes that pools may take more above the bar under MEMLIMIT. None: unknown, or no limit."""
    storage = manager.storage
    if storage.memory_limit is None or storage.free_above is None:
        return None
    by_rule = storage.memory_limit - memlimit_needed(manager.pages_above, manager.messages)
    return max(0, min(by_rule, storage.free_above - storage.cushion)) // PAGE_BYTES * PAGE_BYTES


def memlimit_facts(manager: QueueManager) -> tuple[Fact, ...]:
    """MEMLIMIT as recorded, or what CSQY220I prints of it; nothing where neither is there."""
    storage = manager.storage
    if storage.printed is not None:
        return manager.facts(
            "mq_storage_usage",
            storage.printed,
            above_bar_free="free above the bar, at the minimum",
            above_bar_used="used above the bar then",
        )
    return manager.facts("mq_storage_region", storage.limited or storage.tightest, memory_limit="MEMLIMIT")
