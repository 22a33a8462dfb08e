"""Sections QPST (buffer pools) and QIS1 (page sets): they count the same pages from two sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .page_set import PAGES_PER_WRITE

if TYPE_CHECKING:
    from ..spec import Row
    from .queue_manager import Interval, PageSetInterval, PoolInterval


def page_sets(done: Interval) -> list[Row]:
    """Give the rows of QIS1."""
    return [_page_set(page_set) for page_set in done.page_sets]


def _writes(pages: int) -> int:
    return -(-pages // PAGES_PER_WRITE)


def _page_set(page_set: PageSetInterval) -> Row:
    counts = [flow.counts for flow in page_set.flows]
    immediate = sum(c.immediate for c in counts) + page_set.object_immediate
    deferred = sum(c.deferred for c in counts) + page_set.object_writes - page_set.object_immediate
    reads = sum(c.reads for c in counts)
    return {
        "page_set": page_set.spec.number,
        "buffer_pool": page_set.spec.pool,
        "total_pages": page_set.pages,
        "unused_pages": page_set.pages - page_set.persistent - page_set.nonpersistent,
        "persistent_pages": page_set.persistent,
        "nonpersistent_pages": page_set.nonpersistent,
        "put_cursor_high": 256,
        "deferred_write_count": _writes(deferred),
        "deferred_write_pages": deferred,
        "deferred_write_elapsed": round(deferred * page_set.times.deferred, 3),
        "immediate_write_count": immediate,
        "immediate_write_pages": immediate,
        "immediate_write_elapsed": round(immediate * page_set.times.immediate, 3),
        "read_count": reads,
        "read_pages": reads,
        "read_elapsed": round(reads * page_set.times.read, 3),
        "checkpoint_pages": sum(c.checkpoint for c in counts) + page_set.object_writes,
        "expansion_count": page_set.expansions,
        "stripes": 1,
        "expansion_method": "SYSTEM" if page_set.spec.expand else "NONE",
        "status": "AVAILABLE",
        "expanded": page_set.expanded,
    }


def pools(done: Interval) -> list[Row]:
    """Give the rows of QPST; what was written and read is what QIS1 says of the pool's page sets."""
    sets = page_sets(done)
    return [
        _pool(pool, [row for row in sets if row["buffer_pool"] == pool.spec.number]) for pool in done.pools
    ]


def _pool(pool: PoolInterval, sets: list[Row]) -> Row:
    def of_sets(*columns: str) -> int:
        return sum(int(row[column]) for row in sets for column in columns)

    spec, counts = pool.spec, pool.counts
    return {
        "buffer_pool": spec.number,
        "buffers": spec.buffers,
        "lowest_stealable": counts.lowest,
        "stealable": pool.available,
        "getpages_old": getpages_old(pool),
        "getpages_new": sum(f.counts.new_pages for f in pool.flows),
        "reads": of_sets("read_pages"),
        "page_updates": sum(f.counts.updates for f in pool.flows) + counts.object_writes,
        "pages_written": of_sets("deferred_write_pages", "immediate_write_pages"),
        "writes": of_sets("deferred_write_count", "immediate_write_count"),
        "immediate_writes": of_sets("immediate_write_pages"),
        "deferred_write_starts": counts.deferred_starts,
        "synchronous_write_threshold": counts.threshold,
        "steals": counts.steals,
        "location": "ABOVE" if spec.above else "BELOW",
        "page_class": "FIXED4KB" if spec.above and spec.fixed else "4KB",
    }


_OBJECT_GETPAGES = 20
"""Getpages for each page of object definitions that changed."""


def getpages_old(pool: PoolInterval) -> int:
    """Count the getpages of the tasks, and those for object definitions."""
    of_tasks = sum(f.counts.put_getpages + f.counts.get_getpages for f in pool.flows)
    return of_tasks + _OBJECT_GETPAGES * pool.counts.object_writes
