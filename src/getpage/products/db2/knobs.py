"""What Db2 offers to be turned: its buffer pools, and the structures of its group buffer pools.

A pool is at least what Db2 asks of it and what holds the buffers that were in use; a pool that is idle by
rule is at most what holds every page that it was asked for in 300 s. What other sizes would read is known
from a simulated pool, from sizes that the pool had in the window, or not at all: then counters bound it.

References: IBM Db2 documentation, -ALTER BUFFERPOOL; IBM REDP-5238, 2.1.1; BMC AMI Pool Advisor rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from getpage.contract.curve import SIMULATED, SizeCurve, SizePoint, monotone, reads_curve
from getpage.contract.knob import Knob, LargeFrames, Limit, fixed_frames, frames_1m, frames_2g
from getpage.core.names import KnobId, LimitId
from getpage.core.units import GIB, MIB, PAGE
from getpage.products.common.sizes import Interval, a_second, bounds, past
from getpage.result import Change

from . import evidence
from .constants import MOST_BUFFERS_4K
from .group_pools.knobs import group_knobs
from .member import Member
from .pools import alter
from .pools.idle_pools import idle, least, useful
from .pools.large_memory import fallen_back, fixing_rate, large_when_fixed
from .pools.pool import Db2Pool
from .pools.simulation import Simulation
from .pools.wanted import avoidable_share
from .storage.knobs import bounded, storage_knobs, storage_limits

FRAMES: Final = {"1M": MIB, "2G": 2 * GIB}


def knobs(members: Iterable[Member]) -> tuple[tuple[Knob, ...], tuple[Limit, ...]]:
    """All pools, structures and limits of storage, with the limits that the structures have."""
    members = tuple(members)
    structures, room = group_knobs(members)
    pools = (
        bounded(member, knob) for member in members for pool in member.pools if (knob := _pool(member, pool))
    )
    return (*pools, *structures, *storage_knobs(members)), (*room, *storage_limits(members))


def _pool(member: Member, pool: Db2Pool) -> Knob | None:
    if not pool.size:
        return None
    smallest, (largest, why) = min(least(pool), pool.size), _largest(pool)
    intervals = tuple(_intervals(pool))
    rate = a_second(intervals)

    def change(size: int) -> tuple[Change, ...]:
        return alter.resize(member, pool, size, idle=pool.size is not None and pool.size > largest >= size)

    def fix(size: int) -> Change:
        return alter.fix(member, pool, size)

    fixing = fixing_rate(member, pool)
    return Knob(
        id=KnobId(member.id, pool.name),
        object=pool.object,
        unit="buffers",
        unit_bytes=pool.page_bytes,
        size=pool.size,
        smallest=min(smallest, largest),
        largest=largest,
        largest_because=why,
        least_now=alter.least_at_once(pool.size),
        fixed=pool.fixed is True,
        backed=_backed(pool),
        limits=tuple(_limits(member, pool)),
        curve=_curve(member, pool, intervals, (smallest, largest)),
        references=rate[1] if rate else None,
        read_seconds=pool.sync_delay,
        supply=evidence.SIMULATED.supply if rate else evidence.RATES.supply,
        facts=member.facts(
            "db2_buffer_pool", pool.last, size_defined="VPSIZE", buffers="buffers", page_fixed="PGFIX"
        ),
        change=change,
        fix=fix if fixing else None,
        fix_sets_size=True,
        fix_large=tuple(_large(member, pool)) if fixing else (),
    )


def _large(member: Member, pool: Db2Pool) -> Iterator[LargeFrames]:
    """The frames that it may be allocated again in; 2 GB only where nothing is left over of the last."""
    if not large_when_fixed(member, pool):
        return
    image = member.id.image
    of_1m, of_2g = (
        partial(alter.fix, member, pool, frames="1M"),
        partial(alter.fix, member, pool, frames="2G"),
    )
    if pool.steal != "NONE":
        yield LargeFrames(limit=frames_2g(image), multiple=FRAMES["2G"], fix=of_2g)
    yield LargeFrames(limit=frames_1m(image), multiple=1, fix=of_1m)


def _curve(
    member: Member, pool: Db2Pool, intervals: tuple[Interval, ...], between: tuple[int, int]
) -> SizeCurve | None:
    rate = a_second(intervals, pool.size)
    if rate is None or not pool.size:
        return None
    facts = member.facts(
        "db2_buffer_pool",
        pool.worst("sync_reads"),
        sync_reads_random="synchronous reads, random, worst interval",
        sync_reads_sequential="synchronous reads, sequential, worst interval",
    )
    seconds = sum(interval.seconds for interval in intervals)
    measured = _simulated_sizes(member, pool, rate[0], seconds) or past(intervals, facts)
    if measured is not None:
        return measured
    smallest, largest = between
    return bounds(
        size=pool.size, smallest=smallest, largest=largest, reads=rate[0], references=rate[1], facts=facts
    )


def _simulated_sizes(member: Member, pool: Db2Pool, reads: float, seconds: float) -> SizeCurve | None:
    """The curve; `reads` are synchronous reads a second over the window of so many seconds. None without a
    result.

    Of several simulations of one size the latest counts. Those of another VPSIZE than the present one say
    nothing of it.
    """
    if not pool.size:
        return None
    points = {pool.size: SizePoint(size=pool.size, reads=reads, low=reads, high=reads)}
    used: Simulation | None = None
    seen = 0.0
    for result in pool.simulations:
        share = avoidable_share(pool, result)
        if share is None or not result.size:
            continue
        left = reads * (1 - share)
        for more in _sizes(result):
            points[pool.size + more] = SizePoint(size=pool.size + more, reads=left, low=left, high=left)
        used = result
        seen = max(seen, result.pool.seconds if result.pool else 0.0)
    if used is None:
        return None
    return reads_curve(
        basis=SIMULATED,
        points=monotone(points.values()),
        covers=min(1.0, seen / seconds) if seen and seconds else None,
        note="the share of synchronous reads that it avoided; exact for the same load",
        facts=member.facts(
            "db2_simulated_pool",
            used.row,
            size="simulated buffers",
            avoidable_sync_random="avoidable synchronous reads, random",
            avoidable_sync_sequential="avoidable synchronous reads, sequential",
            highest_in_use="most simulated buffers in use",
        ),
    )


def _sizes(result: Simulation) -> Iterator[int]:
    """Buffers more with which these reads are avoided."""
    highest = result.row["highest_in_use"]
    if result.full is False and highest:
        yield int(highest)
    if result.size:
        yield result.size


def _intervals(pool: Db2Pool) -> Iterator[Interval]:
    """Synchronous reads and getpages at each size that it had; where no size is shown, at the present one."""
    return (had if had.size else replace(had, size=pool.size or 0) for had in pool.sizes)


def _largest(pool: Db2Pool) -> tuple[int, str]:
    most = MOST_BUFFERS_4K * PAGE // pool.page_bytes
    maximum = pool.whole("size_maximum") if pool.latest("autosize") is True else None
    if maximum:
        most = min(most, maximum)
    busiest, need = idle(pool), useful(pool)
    if busiest is None or not pool.size:
        return most, "VPSIZEMAX" if maximum else ""
    if need is None:
        return pool.size, ""
    rate = f"it is idle: at most {busiest['getpage_rate']:.1f} getpages per second"
    return need.buffers, f"{rate}; {need.buffers:,} buffers are enough: {need.why}"


def _frame(pool: Db2Pool) -> int:
    """The frames that more buffers would be in: 4 KB where the large frame area ran out before."""
    frame = pool.latest("frame_size")
    return PAGE if fallen_back(pool) else FRAMES.get(str(frame), PAGE)


def _backed(pool: Db2Pool) -> bool:
    """Whether every buffer is in real storage: fixed, in large frames, or read into in the window."""
    if pool.fixed is True or (pool.whole("buffers_in_1m") or 0) + (pool.whole("buffers_in_2g") or 0) > 0:
        return True
    return pool.total("pages_read") >= (pool.buffers or 0)


def _limits(member: Member, pool: Db2Pool) -> Iterator[LimitId]:
    if pool.fixed is not True:
        return
    yield fixed_frames(member.id.image)
    frame = _frame(pool)
    if frame == FRAMES["1M"]:
        yield frames_1m(member.id.image)
    elif frame == FRAMES["2G"]:
        yield frames_2g(member.id.image)
