"""Pools whose pages need no least-recently-used order: what they hold is never, or hardly ever, stolen.

PGSTEAL(NONE) reads a page set into the pool when it is opened and steals none of its pages; 10 % of the
buffers, between 50 and 6,400, are kept as overflow for what does not fit. PGSTEAL(FIFO) steals the oldest
page and keeps no order of use.

Reference: IBM Db2 documentation, -ALTER BUFFERPOOL and "In-memory buffer pools" (Db2 12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Sum, Worst
from getpage.products.db2.constants import BUSY_GETPAGES, HELD_FOR

if TYPE_CHECKING:
    from getpage.contract.measures import Row

    from .pool import Db2Pool

OVERFLOW_LEAST: Final = 50
OVERFLOW_MOST: Final = 6400

_KNOWN: Final = pl.col("getpage_rate").is_not_null() & pl.col("pages_read").is_not_null()
_SECONDS: Final = Sum(pl.when(_KNOWN).then("rate_seconds"))
_PAGES: Final = Sum(pl.when(_KNOWN).then("pages_read"))
_BUSIEST: Final = Worst("getpage_rate", where=_KNOWN)
ASKS: Final = (_SECONDS, _PAGES, _BUSIEST)


def overflow(size: int) -> int:
    """Buffers of a pool of this size that PGSTEAL(NONE) keeps as overflow area."""
    return min(max(size // 10, OVERFLOW_LEAST), OVERFLOW_MOST)


def without_reads(pool: Db2Pool) -> Row | None:
    """The busiest interval of a busy LRU pool that read nothing for an hour or more; None for any other."""
    measure = pool.measure
    if pool.latest("page_steal") != "LRU" or measure[_SECONDS] < HELD_FOR or measure[_PAGES]:
        return None
    if not pool.total("getpages") or pool.total("page_ins_read"):
        return None
    row = measure[_BUSIEST]
    return row if row and row["getpage_rate"] >= BUSY_GETPAGES else None


def cached_pages(pool: Db2Pool) -> int | None:
    """The most pages that its open page sets had in the pool; None where LSTATS does not say."""
    if pool.page_sets is None:
        return None
    shown = pool.page_sets.drop_nulls(["space", "pages_cached"])
    if not shown.height:
        return None
    each = shown.group_by("database", "space", "data_set").agg(pl.col("pages_cached").max())
    return int(each["pages_cached"].sum())


def better(pool: Db2Pool, *, contended: bool) -> str | None:
    """The method for a pool from which nothing is stolen: NONE where its page sets fit, else FIFO.

    None where LRU does no harm that is known: where its page sets do not fit and nothing is contended.
    """
    if fits(pool) and pool.latest("frame_size") != "2G":
        return "NONE"
    return "FIFO" if contended else None


def fits(pool: Db2Pool) -> bool:
    """Whether all that its page sets had in it leaves the overflow area free."""
    cached, size = cached_pages(pool), pool.size
    return cached is not None and bool(size) and cached <= (size or 0) - overflow(size or 0)
