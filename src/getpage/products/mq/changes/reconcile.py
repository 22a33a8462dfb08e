"""One change for each pool at most, from all that the rules found, in the order in which they are to be made.

A pool that is short is never reduced; one that its page sets cannot fill is never enlarged; what is set
already is never advised. Order: reduce, largest first; enlarge, longest delay first; move above the bar;
page-fix.

Reference: IBM REDP-5238, 4.2.1, "Changing a buffer pool".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.products.common.findings import FindingsByObject
from getpage.products.mq.thresholds import BELOW_LOOK_SHARE

from .fix import fix
from .grow import grow
from .memlimit import raise_memlimit
from .move import move
from .room import StorageLeft
from .shrink import shrink

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.core.names import FindingId
    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager
    from getpage.result import Change, Finding

    from .draft import Draft

SHORT = (
    "mq-pool-undersized",
    "mq-pool-synchronous-write",
    "mq-pool-short-on-storage",
    "mq-pool-steal-contention",
    "mq-pool-reads",
)
OVER = ("mq-pool-oversized",)
BELOW = ("mq-pools-below-the-bar", "mq-storage-below-the-bar", "mq-storage-short")
MEMLIMIT = "mq-memlimit"
NOT_FIXED = ("mq-pool-not-fixed",)


def reconcile(manager: QueueManager, findings: Iterable[Finding]) -> tuple[tuple[Change, ...], int]:
    """The changes of one queue manager, and the bytes that they raise MEMLIMIT by at least."""
    asked = FindingsByObject(findings, NOT_FIXED)
    room = StorageLeft.of(manager)
    drafts: list[Draft] = []
    for draft in _drafts(manager, asked, room):
        room.take(draft)
        drafts.append(draft)
    changes = [draft.change(manager, step) for step, draft in enumerate(drafts, 1)]
    count = 0
    if manager.storage.memory_limit is not None and (raised := _limit(manager, asked, room)):
        count, because = raised
        _, change = raise_memlimit(manager, count, because)
        changes.append(replace(change, step=len(changes) + 1))
    return tuple(changes), count


def _limit(
    manager: QueueManager, asked: FindingsByObject, room: StorageLeft
) -> tuple[int, tuple[FindingId, ...]] | None:
    """Bytes that MEMLIMIT lacks, and for which findings: what MQ holds back, or the largest pool that should
    leave the bar and cannot.
    """
    if because := asked.because(manager.object, MEMLIMIT):
        return manager.storage.cushion, because
    because = asked.because(manager.object, *BELOW)
    largest = max((pool.bytes for pool in manager.pools_below), default=0)
    if because and largest and manager.can_be_above and _too_much_below(manager, room):
        return largest, because
    return None


def _drafts(manager: QueueManager, asked: FindingsByObject, room: StorageLeft) -> Iterator[Draft]:
    short = {
        pool.number: because for pool in manager.pools if (because := asked.because(pool.object, *SHORT))
    }
    done: set[int] = set()
    for pool in sorted(manager.pools, key=_spare_first):
        because = asked.because(pool.object, *OVER)
        if because and pool.number not in short and (draft := shrink(pool, because)):
            done.add(pool.number)
            yield draft
    for pool in sorted(manager.pools, key=_delay_first):
        if pool.number in short and (draft := grow(pool, short[pool.number], room)):
            done.add(pool.number)
            yield draft
    for pool in sorted(manager.pools_below, key=lambda pool: (-pool.buffers, pool.number)):
        because = asked.because(manager.object, *BELOW)
        if not because or pool.number in done or not _too_much_below(manager, room):
            continue
        if draft := move(pool, because, room):
            done.add(pool.number)
            yield draft
    for pool in manager.pools:
        because = asked.because(pool.object, *NOT_FIXED)
        if because and pool.number not in done:
            yield fix(pool, because)


def _too_much_below(manager: QueueManager, room: StorageLeft) -> bool:
    """Whether pools take more than they should below the bar, or leave MQ no more than the reserve at which
    it is short of storage; they move until twice that is free.
    """
    storage = manager.storage
    region, free = storage.region_31, storage.free_below
    if region is not None and room.pools_below > BELOW_LOOK_SHARE * region:
        return True
    freed = manager.bytes_below - room.pools_below
    is_short = free is not None and free <= storage.short_reserve
    return is_short and free is not None and free + freed < 2 * storage.short_reserve


def _spare_first(pool: Pool) -> tuple[int, int]:
    return (-(pool.buffers - (pool.largest_useful or pool.buffers)), pool.number)


def _delay_first(pool: Pool) -> tuple[float, float, int]:
    return (-pool.delay, -pool.used_at_peak, pool.number)
