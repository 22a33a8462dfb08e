"""Which queue fills a pool that is short, or its page set: the one that holds most of the pages in use there,
and what those pages cost.

What a queue holds is compared with the most pages that were in use on the page sets of its pool. What it
costs is the I/O of its page set, which is measured, and the waits of its own calls where accounting has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .calls import queue_calls
from .page_set import IO, PageSet
from .pool import Pool
from .queue_manager import QueueManager
from .queues import Queue
from .thresholds import PAGE_SET_USED, QUEUE_HOLDS


@dataclass(frozen=True)
class Filling:
    """A pool and the queue that holds most of what is in use on its page sets."""

    manager: QueueManager
    pool: Pool
    queue: Queue
    page_set: PageSet | None
    pages: int
    used: int  # pages in use at the most on all page sets of the pool

    @property
    def share(self) -> float:
        """Of these pages those of the queue."""
        return min(1.0, self.pages / self.used)

    @property
    def read_pages(self) -> int:
        """Pages read from its page set in the window."""
        return 0 if self.page_set is None else int(self.page_set.total("read_pages"))

    @property
    def io_seconds(self) -> float:
        """Seconds that reads, and writes that calls may wait for, of its page set took in the window."""
        if self.page_set is None:
            return 0.0
        elapsed = (elapsed for kind, _, elapsed in IO if kind != "deferred_write")
        return sum(self.page_set.total(column) for column in elapsed) / 1e6

    @cached_property
    def waited_seconds(self) -> float | None:
        """Seconds that its own calls waited for the page set; None without accounting of them."""
        waits = [calls.waited / 1e6 for calls in queue_calls(self.manager) if calls.queue == self.queue.name]
        return sum(waits) if waits else None

    @property
    def full_in(self) -> float | None:
        """Seconds from its deepest interval until its page set is full, at the rate at which it grew; None
        where it did not grow, where the page set grows by itself, or where nothing tells.
        """
        grew, queue = self.queue.total("seconds_grown"), self.queue
        rise = queue.total("puts_grown") - queue.total("gets_grown")
        length, page_set = queue.message_bytes, self.page_set
        if not grew or rise <= 0 or not self.queue.pages or length is None or page_set is None:
            return None
        if page_set.expands or page_set.used_most is None:
            return None
        left = page_set.total_pages - page_set.used_most
        return left / (rise / grew * self.queue.pages / self.queue.messages)


def filling(manager: QueueManager) -> Iterator[Filling]:
    """Of each pool that is short, or whose page set is nearly full, the queue that fills it, if one does."""
    pools = {page_set.number: page_set.pool for page_set in manager.page_sets}
    by_pool: dict[int | None, list[Queue]] = {}
    for queue in manager.queues:
        if queue.messages:
            of_page_set = None if queue.page_set is None else pools.get(queue.page_set)
            by_pool.setdefault(queue.pool if of_page_set is None else of_page_set, []).append(queue)
    too_small = {message.pool for message in manager.messages_of(("CSQP020E",))}
    for pool in manager.pools:
        candidates = by_pool.get(pool.number, [])
        is_short = pool.is_short or pool.number in too_small
        if candidates and (is_short or any(_is_nearly_full(manager, s) for s in pool.page_sets)):
            fill = _largest(manager, pool, candidates)
            if fill is not None and fill.share >= manager.in_force(QUEUE_HOLDS, fill.queue.object):
                yield fill


def _is_nearly_full(manager: QueueManager, page_set: PageSet) -> bool:
    if page_set.is_full or page_set.fills_up:
        return True
    if page_set.expands or page_set.used_most is None or not page_set.total_pages:
        return False
    return page_set.used_most >= manager.in_force(PAGE_SET_USED, page_set.object) * page_set.total_pages


def _largest(manager: QueueManager, pool: Pool, queues: Sequence[Queue]) -> Filling | None:
    used = sum(page_set.used_most or 0 for page_set in pool.page_sets)
    known = [(pages, queue) for queue in queues if (pages := _pages(pool, queue, queues)) is not None]
    if not used or not known:
        return None
    pages, queue = max(known, key=lambda pair: (pair[0], pair[1].name))
    return Filling(manager, pool, queue, _page_set(pool, queue), pages, used)


def _pages(pool: Pool, queue: Queue, queues: Sequence[Queue]) -> int | None:
    """The pages of a queue; of one without a known length those in use on its page set, where it is the only
    queue with messages there.
    """
    if queue.pages is not None:
        return queue.pages
    page_set = _page_set(pool, queue)
    is_alone = sum(other.page_set == queue.page_set for other in queues) == 1
    return None if page_set is None or not is_alone else page_set.used_most


def _page_set(pool: Pool, queue: Queue) -> PageSet | None:
    return next((page_set for page_set in pool.page_sets if page_set.number == queue.page_set), None)
