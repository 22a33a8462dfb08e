"""What MQ offers to be turned: its buffer pools, the buffers of its shared message data sets, and the room
below the bar and under MEMLIMIT that they share.

A pool is at least what keeps its peak at 85 %, and at most what its page sets can fill (120 % of them). It
goes below the bar while there is room, as it lies there now; where there is none, all of it goes above.

References: IBM REDP-5238, 4.2.1; IBM MQ documentation, ALTER BUFFPOOL.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from getpage.contract.knob import Knob, Limit, fixed_frames
from getpage.core import wording
from getpage.core.names import LimitId
from getpage.products.common.sizes import a_second
from getpage.result import Change

from .checks.pool_not_fixed import busiest
from .constants import DEFAULT_BUFFERS, MOST_BUFFERS_ABOVE, MOST_BUFFERS_BELOW, PAGE_BYTES
from .evidence import POOL_USE
from .pool import Pool
from .queue_manager import QueueManager
from .sizing import curve, memlimit_facts, memlimit_lacks, room_above, room_below
from .smds_blocks import block_knobs
from .smds_knobs import data_set_knobs
from .spelling import page_fix, raise_memlimit, resize
from .storage import why_above
from .structure_knobs import structure_knobs

_SUPPLY = (
    "10 % more buffers and the same statistics afterwards, for a second size: MQ cannot simulate a "
    "larger pool"
)


def knobs(managers: Iterable[QueueManager]) -> tuple[tuple[Knob, ...], tuple[Limit, ...]]:
    """All pools and buffers, and the limits that those of one queue manager share."""
    managers = tuple(managers)
    pools = tuple(_knob(manager, pool) for manager in managers for pool in manager.pools)
    buffers = tuple(
        knob
        for manager in managers
        for knob in data_set_knobs(manager, () if manager.storage.unlimited else (memlimit(manager),))
    )
    blocks = block_knobs(managers, {knob.id: knob.limits for knob in buffers})
    return (*pools, *buffers, *blocks, *structure_knobs(managers)), tuple(
        limit for manager in managers for limit in _room(manager)
    )


def below_the_bar(manager: QueueManager) -> LimitId:
    """Which limit."""
    return LimitId(manager.id, "below the bar")


def memlimit(manager: QueueManager) -> LimitId:
    """Which limit."""
    return LimitId(manager.id, "MEMLIMIT")


def _room(manager: QueueManager) -> Iterator[Limit]:
    storage, below, above = manager.storage, room_below(manager), room_above(manager)
    if below is not None and storage.lowest is not None:
        label = f"room below the bar of {manager.label}: 75 % of its 31-bit storage, and what MQ keeps free"
        facts = (manager.fact(*storage.lowest, "free below the bar"),)
        yield Limit(id=below_the_bar(manager), label=label, room=below, facts=facts)
    if above is not None:
        yield Limit(
            id=memlimit(manager),
            label=f"MEMLIMIT of {manager.label}",
            room=above,
            facts=memlimit_facts(manager),
            raised=lambda count: raise_memlimit(manager, count),
            rule_bytes=memlimit_lacks(manager),
        )


def _knob(manager: QueueManager, pool: Pool) -> Knob:
    smallest = min(pool.buffers, max(DEFAULT_BUFFERS, pool.peak_needs))
    largest, why = _largest(manager, pool)
    intervals = pool.sizes
    rate = a_second(intervals)
    waited = sum(interval.reads for interval in intervals)
    # These are called for every size: what is the same for all is worked out once.
    now, is_above, room = pool.buffers, pool.above, room_below(manager)
    below = below_the_bar(manager)
    above = () if manager.storage.unlimited else (memlimit(manager),)
    fixed = (fixed_frames(manager.id.image),) if pool.page_class == "FIXED4KB" else ()

    def moves(size: int) -> str:
        """Why a size has to lie above the bar; empty where it does not, or lies there already."""
        if is_above or size <= now or not manager.can_be_above:
            return ""
        return why_above(pool, size, room)

    def change(size: int) -> tuple[Change, ...]:
        return resize(manager, pool, size, moves(size))

    def takes(size: int) -> Mapping[LimitId, int]:
        more = (size - now) * PAGE_BYTES
        if is_above:
            return dict.fromkeys((*above, *fixed), more)
        if moves(size):
            return {below: -pool.bytes, **dict.fromkeys(above, size * PAGE_BYTES)}
        return {below: more}

    def fix(size: int) -> Change:
        return page_fix(manager, pool, size, len(change(size)) + 1)

    return Knob(
        id=pool.knob,
        object=pool.object,
        unit="buffers",
        unit_bytes=PAGE_BYTES,
        size=pool.buffers,
        smallest=min(smallest, largest),
        largest=largest,
        largest_because=why,
        fixed=pool.page_class == "FIXED4KB",
        backed=pool.page_class == "FIXED4KB" or pool.went_round or pool.used_at_peak >= 1,
        limits=tuple(_limits(manager, pool)),
        takes=takes,
        curve=curve(manager, pool, intervals, largest),
        references=rate[1] if rate else None,
        read_seconds=pool.delay_of_window / waited if waited and pool.times.measured else None,
        supply=_SUPPLY if rate else POOL_USE.supply,
        facts=(manager.fact("mq_buffer_pool", "buffers", pool.last, "buffers"),),
        change=change,
        fix=fix if _worth_fixing(manager, pool) else None,
    )


def _worth_fixing(manager: QueueManager, pool: Pool) -> bool:
    """Whether the pool is pageable, can be above the bar and does I/O enough."""
    return (
        pool.page_class != "FIXED4KB" and (pool.above or manager.can_be_above) and busiest(pool) is not None
    )


def _largest(manager: QueueManager, pool: Pool) -> tuple[int, str]:
    anywhere = pool.above or manager.can_be_above
    most = MOST_BUFFERS_ABOVE if anywhere else MOST_BUFFERS_BELOW
    useful, enough = pool.largest_useful, pool.enough
    if useful is None or enough is None:
        return most, ""
    if not pool.page_sets:
        return min(most, enough), "no page set uses it"
    names = wording.listed([str(page_set.number) for page_set in pool.page_sets])
    which = f"page set {names}" if len(pool.page_sets) == 1 else f"page sets {names}"
    why = f"120 % of the {pool.page_set_pages:,} pages of {which} are {useful:,} buffers"
    if pool.hour_of_puts > useful:
        why += f"; an hour of puts takes {pool.hour_of_puts:,}"
    return min(most, enough), why


def _limits(manager: QueueManager, pool: Pool) -> Iterator[LimitId]:
    if not pool.above:
        yield below_the_bar(manager)
    if (pool.above or manager.can_be_above) and not manager.storage.unlimited:
        yield memlimit(manager)
    if pool.page_class == "FIXED4KB":
        yield fixed_frames(manager.id.image)
