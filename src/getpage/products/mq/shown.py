"""What is shown of a queue manager beside findings: the account of its storage, and its pools over time.

The account: below the bar the lines and what is free add up to the region; above it to MEMLIMIT, when there
is a limit. What no evidence tells is a line without bytes, never a guess.

The pictures: each pool's buffers in use at the peak of each interval, and page set I/O per second. Times are
the ends of the intervals. Gaps in the evidence, and rates of intervals too short for one, are None: lines
break there. Intervals of no length are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key
from getpage.core.numbers import counted
from getpage.core.wording import size
from getpage.products.common.fold import OBJECT
from getpage.products.common.series import FEWEST_INTERVALS, Series, SeriesFold, over_time, with_gaps
from getpage.products.mq.constants import LOOK_USED, NEVER_USED
from getpage.products.mq.measured import MqMeasures
from getpage.products.mq.pool import FIRST_END, LAST_END, ROWS, WORST, Pool
from getpage.products.mq.pool_rows import POOL, shown_rows
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.smds import TABLE as DATA_SETS
from getpage.products.mq.smds import SharedDataSet
from getpage.result import Account, Curve, Line, Picture, Place, Threshold
from getpage.result.day import Demand

OTHER_BELOW, OTHER_ABOVE = "other storage below the bar", "other storage above the bar"

_VALUES: Final = ("used_percent", "reads_rate", "immediate_writes_rate")


def account(manager: QueueManager) -> Account | None:
    """The account; None where there is neither a pool nor any storage evidence."""
    storage = manager.storage
    if not manager.pools and storage.lowest is None and storage.tightest is None:
        return None
    pools = (_pool_line(manager, pool) for pool in manager.pools)
    buffers = (_data_set_line(manager, data_set) for data_set in manager.shared_data_sets if data_set.bytes)
    return Account(
        of=manager.id,
        lines=(*pools, *buffers, *_together(manager), *_below(manager), *_above(manager)),
        free_at_minimum=tuple(_free(manager)),
        note="Pools count with all their buffers of 4096 bytes, as last seen; free storage is the "
        "least at any time.",
    )


def _pool_line(manager: QueueManager, pool: Pool) -> Line:
    return Line(
        holder=f"pool {pool.number}",
        bytes=pool.bytes,
        place=Place.ABOVE_BAR if pool.above else Place.BELOW_BAR,
        fixed=pool.page_class == "FIXED4KB",
        note="" if pool.location else "location not in the evidence; below is the default",
        fact=manager.fact("mq_buffer_pool", "buffers", pool.last, "buffers"),
    )


def _data_set_line(manager: QueueManager, data_set: SharedDataSet) -> Line:
    return Line(
        holder=data_set.object.name,
        bytes=data_set.bytes,
        place=Place.ABOVE_BAR,
        note=f"{counted(data_set.buffers, 'buffer')} of {size(data_set.buffer_bytes)}",
        fact=manager.fact(DATA_SETS, "buffer_size", data_set.last, "size of a buffer"),
    )


def _bytes_above(manager: QueueManager) -> int:
    """Storage above the bar of its pools and of the buffers of its shared message data sets."""
    pools = sum(pool.bytes for pool in manager.pools if pool.above)
    return pools + sum(data_set.bytes for data_set in manager.shared_data_sets)


def _together(manager: QueueManager) -> Iterator[Line]:
    """All pools, where there are several."""
    pools = manager.pools
    if len(pools) > 1:
        buffers = sum(pool.buffers for pool in pools)
        note = f"{counted(buffers, 'buffer')} in {len(pools)} pools"
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
        note = "pools and free storage exceed the region: they are from different times"
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
    storage, pools = manager.storage, _bytes_above(manager)
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


def pictures(managers: Sequence[QueueManager]) -> Iterator[Picture]:
    """Two pictures of every pool that has intervals; pools that nothing used have none."""
    if not managers:
        return
    lines = _lines(managers[0].measured)
    for manager in managers:
        for pool in manager.pools:
            line = lines.get(pool.measure.key)
            if line is not None and line.intervals >= FEWEST_INTERVALS and line.moves:
                yield from _of_pool(manager, pool, line)


def _of_pool(manager: QueueManager, pool: Pool, line: _PoolOverTime) -> Iterator[Picture]:
    name = str(pool.object).replace(" ", "-").lower()
    yield Picture(
        id=f"mq-{name}-used",
        title=f"Buffers in use at the peak, pool {pool.number} of {manager.label}",
        object=pool.object,
        unit="percent",
        times=line.times,
        curves=(Curve(label="peak use", values=line.used, extreme=True),),
        thresholds=(
            Threshold(label="deferred writes begin", value=100 * LOOK_USED),
            Threshold(label="puts wait for their writes", value=100 * NEVER_USED),
        ),
        note=f"The pool has {counted(pool.buffers, 'buffer')} now.{line.note}",
    )
    yield Picture(
        id=f"mq-{name}-io",
        title=f"Page set I/O that work waits for, pool {pool.number} of {manager.label}",
        object=pool.object,
        unit="pages/s",
        times=line.times,
        curves=(
            Curve(label="reads", values=line.reads),
            Curve(label="immediate writes", values=line.writes),
        ),
        note="Immediate writes without forced synchronous write (DMC 0) are those of checkpoints."
        + line.note,
        least_top=1.0,
    )


@dataclass(frozen=True, slots=True)
class _PoolOverTime:
    """One pool over time."""

    intervals: int
    times: tuple[datetime, ...]
    used: tuple[float | None, ...]
    reads: tuple[float | None, ...]
    writes: tuple[float | None, ...]
    note: str

    @property
    def moves(self) -> bool:
        """Whether there is anything to see."""
        used = [value for value in self.used if value is not None]
        return any(self.reads) or any(self.writes) or (bool(used) and max(used) != min(used))


def _lines(measured: MqMeasures) -> dict[Key, _PoolOverTime]:
    """All pools over time, by key."""
    series = Series.of(_VALUES, list(measured.pools), rows=ROWS, ends=(FIRST_END, LAST_END))
    owners, note = measured.owners, series.note_of()

    def add(part: Evidence, to: SeriesFold) -> None:
        for rows in shown_rows(part, owners, to.objects):
            to.add(_over_time(rows))

    lines = over_time(measured.evidence, ("mq_buffer_pool",), POOL, series, owners.context, add)
    frame = with_gaps(lines.done())
    keys = [] if lines.objects.known is None else lines.objects.known.drop(OBJECT).rows()
    lists = frame.group_by(OBJECT, maintain_order=True).agg("end", *_VALUES, pl.col("start").count())
    return {
        keys[number]: _PoolOverTime(many, tuple(ends), tuple(used), tuple(reads), tuple(writes), note)
        for number, ends, used, reads, writes, many in lists.iter_rows()
    }


def _over_time(rows: pl.DataFrame) -> pl.DataFrame:
    seconds = pl.col("rate_seconds")
    return rows.drop_nulls(["end", "seconds"]).select(
        OBJECT,
        "start",
        "end",
        *("file", "record"),
        (100 * pl.col("used_share")).round(2).alias("used_percent"),
        (pl.col("reads") / seconds).round(3).alias("reads_rate"),
        (pl.col("immediate_writes") / seconds).round(3).alias("immediate_writes_rate"),
    )


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
