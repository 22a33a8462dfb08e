"""What a pool reads that was in use before its trace: the least, and an estimate, of one size.

A trace does not say what the pool held when it began. Of the first touches of pages, those numbered below the
size of the pool may have found their page; all the others, and all re-references, are known. Reads from an
empty pool are therefore the most, those without these first touches the least, whatever the pool held
(`crates/curve/src/lru/warm.rs`, where the estimate comes from, too).

Limits: the bounds are of plain LRU. Of Db2's pool the same first touches are open, and as likely to be reads;
with VPSEQT below 100 a pool that was full before may have read somewhat more than one that filled first. FIFO
and NONE do not forget by use: all their first touches are open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from getpage.curve.grid import GridRow
from getpage.curve.pool import Counts, LruRow, PoolRun, WarmRow

#: A trace settles a size where its least and its most reads are within this share of its reads: ours.
SETTLED = 0.10


@dataclass(frozen=True, slots=True, kw_only=True)
class Warm:
    """All reads and the synchronous ones: `..._least` whatever the pool held, `..._warm` estimated."""

    reads_least: int
    reads_warm: int
    sync_least: int
    sync_warm: int


def of_lru(row: LruRow, warm: WarmRow) -> Warm:
    """Of a plain LRU pool, where random getpages wait for a read and others are read ahead."""
    return _warm(row.reads[:1], row.reads[1:], warm.least, warm.reads)


def of_grid(rows: Sequence[GridRow], pool: PoolRun, steal: str) -> list[Warm]:
    """Of pools of the grid: their own reads, of which as many first touches are open as in plain LRU."""
    sizes = sorted({row.size for row in rows})
    empty = {row.size: row for row in pool.lru(sizes)}
    used = {row.size: row for row in pool.warm(sizes)}
    first = pool.first_touches_by_access
    return [_of_grid(row, empty[row.size], used[row.size], first, steal) for row in rows]


def _of_grid(row: GridRow, empty: LruRow, used: WarmRow, first: Counts, steal: str) -> Warm:
    opened = [most - least for most, least in zip(empty.reads, used.least, strict=True)]
    saved = [most - read for most, read in zip(empty.reads, used.reads, strict=True)]
    if steal != "lru":
        opened = list(first)
    waited, ahead = row.sync_random + row.sync_sequential, row.asynchronous
    sync_least = max(0, waited - round(_of_way(opened, row, steal, ahead=False)))
    rest_least = max(0, ahead - round(_of_way(opened, row, steal, ahead=True)))
    part = waited / max(1, row.reads) if steal == "none" else 1.0
    sync = max(sync_least, round(waited - part * _of_way(saved, row, steal, ahead=False)))
    part = ahead / max(1, row.reads) if steal == "none" else 1.0
    rest = max(rest_least, round(ahead - part * _of_way(saved, row, steal, ahead=True)))
    return Warm(
        reads_least=sync_least + rest_least, reads_warm=sync + rest, sync_least=sync_least, sync_warm=sync
    )


def _of_way(by_access: Sequence[float], row: GridRow, steal: str, *, ahead: bool) -> float:
    """Those of the accesses that wait for a read, or whose pages are read ahead.

    With VPSEQT 0 nothing is read ahead, and PGSTEAL(NONE) reads ahead whatever the access.
    """
    if steal == "none":
        return sum(by_access)
    waits = by_access if row.vpseqt == 0 else by_access[:1]
    return sum(by_access) - sum(waits) if ahead else sum(waits)


def _warm(
    waited: Sequence[int], ahead: Sequence[int], least: Counts, likely: tuple[float, float, float, float]
) -> Warm:
    most, sync = sum(waited) + sum(ahead), sum(waited)
    reads_least, sync_least = min(sum(least), most), min(least[0], sync)
    return Warm(
        reads_least=reads_least,
        reads_warm=min(max(round(sum(likely)), reads_least), most),
        sync_least=sync_least,
        sync_warm=min(max(round(likely[0]), sync_least), sync),
    )


def enough(size: int, share: float) -> int | None:
    """Getpages of a trace that settles a size at which this share of getpages are reads; None where none are.

    No more first touches are open than the pool has buffers, however long the trace.
    """
    return round(size / (SETTLED * share)) if share > 0 else None
