"""What pools and page sets of MQ take at their peak against what they have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.result.day import Demand

from .pool import WORST
from .queue_manager import QueueManager


def demands(managers: Sequence[QueueManager]) -> Iterator[Demand]:
    """Buffers in use of each pool that is counted, and pages in use of each page set that does not expand."""
    for manager in managers:
        for pool in manager.pools:
            row = pool.window[WORST["used"]]
            if row is not None and pool.counted:
                yield Demand(
                    object=pool.object,
                    measure="buffers in use at the peak",
                    unit="buffers",
                    value=pool.used_buffers_at_peak,
                    limit=pool.buffers,
                    fact=manager.fact("mq_buffer_pool", "lowest_stealable", row, "stealable buffers, lowest"),
                )
        for page_set in manager.page_sets:
            if page_set.used_most is not None and page_set.total_pages and not page_set.expands:
                yield Demand(
                    object=page_set.object,
                    measure="pages in use at the peak",
                    unit="pages",
                    value=page_set.used_most,
                    limit=page_set.total_pages,
                    fact=manager.fact("mq_page_set", "unused_pages", page_set.last, "unused pages, last"),
                )
