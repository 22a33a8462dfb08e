"""The account of a queue manager's storage: its pools, the rest of it, and what is free at the minimum.

Below the bar the lines and what is free add up to the region; above it to MEMLIMIT, when there is a limit.
What no evidence tells is a line without bytes, never a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Account, Line, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .pool import Pool
    from .queue_manager import QueueManager

OTHER_BELOW, OTHER_ABOVE = "other storage below the bar", "other storage above the bar"


def account(manager: QueueManager) -> Account | None:
    """The account; None where there is neither a pool nor any storage evidence."""
    storage = manager.storage
    if not manager.pools and storage.lowest is None and storage.tightest is None:
        return None
    pools = (_pool(manager, pool) for pool in manager.pools)
    return Account(
        of=manager.id,
        lines=(*pools, *_together(manager), *_below(manager), *_above(manager)),
        free_at_minimum=tuple(_free(manager)),
        note="Pools count with all their buffers of 4096 bytes, as last seen; free storage is that of the "
        "moment at which there was least.",
    )


def _pool(manager: QueueManager, pool: Pool) -> Line:
    return Line(
        holder=f"pool {pool.number}",
        bytes=pool.bytes,
        place=Place.ABOVE_BAR if pool.above else Place.BELOW_BAR,
        fixed=pool.page_class == "FIXED4KB",
        note="" if pool.location else "location not in the evidence; below is the default",
        fact=manager.fact("mq_buffer_pool", "buffers", pool.last, "buffers"),
    )


def _together(manager: QueueManager) -> Iterator[Line]:
    """All pools, where there are several."""
    pools = manager.pools
    if len(pools) > 1:
        buffers = sum(pool.buffers for pool in pools)
        note = f"{buffers:,} buffers in {len(pools)} pools"
        yield Line(holder="all pools", bytes=sum(pool.bytes for pool in pools), place=Place.SUM, note=note)


def _below(manager: QueueManager) -> Iterator[Line]:
    storage = manager.storage
    if storage.lowest is None or storage.free_below is None:
        yield Line(
            holder=OTHER_BELOW, bytes=None, place=Place.BELOW_BAR, note="needs SMF 115 subtype 7 or CSQY220I"
        )
        return
    table, column, row = storage.lowest
    fact = manager.fact(table, column, row, "free below the bar")
    if storage.region_31 is None:
        yield Line(
            holder=OTHER_BELOW, bytes=None, place=Place.BELOW_BAR, note="the region is not known", fact=fact
        )
        return
    rest = storage.region_31 - storage.free_below - manager.bytes_below
    if rest < 0:
        note = "pools and free storage are more than the region: they are of different times"
        yield Line(holder=OTHER_BELOW, bytes=None, place=Place.BELOW_BAR, note=note, fact=fact)
        return
    yield Line(
        holder=OTHER_BELOW,
        bytes=rest,
        place=Place.BELOW_BAR,
        note="what is in use beside the pools",
        fact=fact,
    )
    yield Line(holder="region", bytes=storage.region_31, place=Place.LIMIT, note="below the bar")


def _above(manager: QueueManager) -> Iterator[Line]:
    storage, pools = manager.storage, sum(pool.bytes for pool in manager.pools if pool.above)
    if storage.used_above is None or storage.tightest is None:
        yield _above_as_printed(manager, pools)
        return
    fact = manager.fact("mq_storage_region", "available_64", storage.tightest, "available above the bar")
    rest = storage.used_above - pools
    yield Line(
        holder=OTHER_ABOVE,
        bytes=rest if rest >= 0 else None,
        place=Place.ABOVE_BAR,
        note="indexes, security cache, shared message buffers and the like"
        if rest >= 0
        else "less than the pools",
        fact=fact,
    )
    limit = manager.fact("mq_storage_region", "memory_limit", storage.limited or storage.tightest, "MEMLIMIT")
    note = "NOLIMIT: real storage is the only bound" if storage.unlimited else "above the bar"
    yield Line(holder="MEMLIMIT", bytes=storage.memory_limit, place=Place.LIMIT, note=note, fact=limit)


def _above_as_printed(manager: QueueManager, pools: int) -> Line:
    row = manager.storage.printed_above
    if row is None or int(row["above_bar_used"]) < pools:
        return Line(holder=OTHER_ABOVE, bytes=None, place=Place.ABOVE_BAR, note="needs SMF 115 subtype 7")
    fact = manager.fact("mq_storage_usage", "above_bar_used", row, "in use above the bar")
    rest = int(row["above_bar_used"]) - pools
    return Line(
        holder=OTHER_ABOVE, bytes=rest, place=Place.ABOVE_BAR, note="rounded, from CSQY220I", fact=fact
    )


def _free(manager: QueueManager) -> Iterator[Line]:
    storage = manager.storage
    if storage.lowest is not None:
        table, column, row = storage.lowest
        fact = manager.fact(table, column, row, "free below the bar")
        yield Line(
            holder="free", bytes=storage.free_below, place=Place.BELOW_BAR, note="at the minimum", fact=fact
        )
    if storage.tightest is not None:
        fact = manager.fact("mq_storage_region", "available_64", storage.tightest, "available above the bar")
        note = "MEMLIMIT NOLIMIT" if storage.unlimited else "at the minimum"
        if storage.limited is not None and not storage.is_as_before and not storage.unlimited:
            fact = manager.fact("mq_storage_region", "memory_limit", storage.limited, "MEMLIMIT")
            note = "MEMLIMIT of now, less the most in use"
        yield Line(holder="free", bytes=storage.free_above, place=Place.ABOVE_BAR, note=note, fact=fact)
    elif (printed := storage.printed_above) is not None and printed["above_bar_free"] is not None:
        fact = manager.fact("mq_storage_usage", "above_bar_free", printed, "free above the bar")
        note = "or more, from CSQY220I" if printed["above_bar_free_is_lower_bound"] else "from CSQY220I"
        yield Line(
            holder="free", bytes=int(printed["above_bar_free"]), place=Place.ABOVE_BAR, note=note, fact=fact
        )
