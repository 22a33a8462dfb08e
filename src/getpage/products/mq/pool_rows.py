"""Rows of buffer pools with derived columns: use at the peak, immediate writes and delay.

Also the rows that pictures show, and the times of page set I/O by pool and interval.

`available` is the lowest stealable, or what a command printed; `used` and `used_share` are at the peak of the
interval. `delay` is in seconds: pages read, and written while a call waited, times the microseconds of a page
(`read_us`, `write_us`) that the page sets of the pool took in the same interval, or in the window where
nothing was measured in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key
from getpage.core.names import Image, Object, Subsystem
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.in_force import with_thresholds
from getpage.products.common.owners import Owners
from getpage.products.common.passes import filtered, read
from getpage.products.common.stretches import stretches

from .counters import OWNER, ready
from .outage import PageSetTimes
from .thresholds import READ_SHARE, READS, USED, USED_CRITICAL

_POOLS: Final = "mq_buffer_pool"
_SETS: Final = "mq_page_set"
TABLES_OF_POOLS: Final = (_POOLS, _SETS)
_POOL_COLUMNS: Final = (
    *("buffer_pool", "buffers", "lowest_stealable", "stealable", "getpages_old", "getpages_new", "reads"),
    *("page_updates", "pages_written", "immediate_writes", "synchronous_write_threshold", "steals"),
    *("steal_collisions", "no_buffer_waits", "location", "page_class", "level"),
)
_AT: Final = "at"
_IS_POOL: Final = pl.col("buffer_pool").is_not_null() & (pl.col("buffers") > 0)
_IS_TIMED: Final = pl.col("start").is_not_null() & pl.col("buffer_pool").is_not_null()
_IO: Final = ("read_pages", "read_elapsed", "immediate_write_pages", "immediate_write_elapsed")

#: What pictures show.
_SHOWN: Final = ("buffer_pool", "buffers", "lowest_stealable", "stealable", "reads", "immediate_writes")

#: What names a pool.
POOL: Final = (*OWNER, "buffer_pool")
#: Thresholds that rows are compared with.
_COMPARED: Final = (USED, USED_CRITICAL, READ_SHARE, READS)


def object_of(of: Subsystem, number: int) -> Object:
    """A pool of a queue manager by its number."""
    return Object(of, f"pool {number}")


def _of_key(key: Key) -> Object:
    system, name, number = key
    return object_of(Subsystem("mq", Image(system or ""), name or ""), number)


def pool_rows(
    evidence: Evidence,
    owners: Owners,
    times: Mapping[Key, PageSetTimes],
    objects: Objects,
    *,
    of: frozenset[Key] | None = None,
) -> Iterator[pl.DataFrame]:
    """Rows of pools that have buffers, stretch by stretch, with the numbers of `objects` (by POOL).

    `times` of a page over the window are by pool; a pool that is not in there has the assumed ones. With
    `of` only rows of these pools.
    """
    tables = {
        _POOLS: read(evidence, _POOLS, (*OWNER, *_POOL_COLUMNS)),
        _SETS: read(evidence, _SETS, (*OWNER, "buffer_pool", *_IO)),
    }
    of_window = _Times(times, objects)
    where = None if of is None else pl.col("buffer_pool").is_in(sorted({key[-1] for key in of}))
    for piece in stretches(evidence, tables, where=where):
        pools = ready(piece[_POOLS], owners)
        if of is not None:
            mine = pl.DataFrame(list(of), schema={name: pools.schema[name] for name in POOL}, orient="row")
            pools = pools.join(mine, on=POOL, how="semi", nulls_equal=True, maintain_order="left")
        pools = objects.numbered(filtered(pools, _IS_POOL))
        sets = objects.numbered(filtered(ready(piece[_SETS], owners), _IS_TIMED))
        pools, sets = (frame.with_columns(_at(objects)) for frame in (pools, sets))
        timed = _told_sorted(pools.select(OBJECT, _AT)).join(
            _told_sorted(_io_by_interval(sets)), on=_AT, how="left", maintain_order="left"
        )
        rows = _worked_out(pools.with_columns(of_window.filled(timed)))
        yield with_thresholds(rows, evidence.thresholds, _COMPARED, POOL, _of_key)


def shown_rows(evidence: Evidence, owners: Owners, objects: Objects) -> Iterator[pl.DataFrame]:
    """The same rows with what pictures show and no more, in a fraction of the time: `used_share`, `reads` and
    `immediate_writes`.
    """
    for piece in stretches(evidence, {_POOLS: read(evidence, _POOLS, (*OWNER, *_SHOWN))}):
        pools = ready(piece[_POOLS], owners)
        pools = filtered(pools, _IS_POOL)
        yield objects.numbered(pools).with_columns((_used() / pl.col("buffers")).alias("used_share"))


def _at(objects: Objects) -> pl.Expr:
    """Pool and interval as one number, which is joined several times as fast as two columns."""
    many = 0 if objects.known is None else objects.known.height
    return (pl.col("start").to_physical() * many + pl.col(OBJECT)).alias(_AT)


def _told_sorted(frame: pl.DataFrame) -> pl.DataFrame:
    """The same, told to be in order where it is, as rows of records one after the other mostly are: joined
    ten times as fast.
    """
    at = frame[_AT]
    return frame if at.null_count() or not at.is_sorted() else frame.with_columns(at.set_sorted())


def _io_by_interval(sets: pl.DataFrame) -> pl.DataFrame:
    """Microseconds per page read and per page written immediately, by pool and interval."""
    if sets[_AT].n_unique() < sets.height:
        sets = sets.group_by(_AT, maintain_order=True).agg(pl.col(_IO).sum())
    return sets.select(
        _AT,
        _each("read_elapsed", "read_pages").alias("read_us"),
        _each("immediate_write_elapsed", "immediate_write_pages").alias("write_us"),
    )


def _each(elapsed: str, pages: str) -> pl.Expr:
    measured = (pl.col(pages) > 0) & (pl.col(elapsed) > 0)
    return pl.when(measured).then(pl.col(elapsed) / pl.col(pages))


class _Times:
    """Microseconds of a page over the window, by the number of the pool."""

    def __init__(self, times: Mapping[Key, PageSetTimes], objects: Objects) -> None:
        self._times, self._objects = times, objects
        self._known: list[tuple[float, float]] = []

    def filled(self, frame: pl.DataFrame) -> list[pl.Series]:
        """`read_us` and `write_us`, those of the window where the interval has none."""
        assumed = PageSetTimes()
        known = self._objects.known
        for key in () if known is None else known.slice(len(self._known)).drop(OBJECT).iter_rows():
            times = self._times.get(key, assumed)
            self._known.append((times.read, times.immediate_write))
        numbers = frame[OBJECT]
        columns = []
        for at, name in enumerate(("read_us", "write_us")):
            window = pl.Series(name, [pair[at] for pair in self._known], dtype=pl.Float64).gather(numbers)
            columns.append(pl.select(pl.coalesce(frame[name], window.alias("window"))).to_series())
        return columns


def _available() -> pl.Expr:
    return pl.coalesce("lowest_stealable", "stealable").cast(pl.Int64)


def _used() -> pl.Expr:
    return (pl.col("buffers").cast(pl.Int64) - _available()).clip(0).cast(pl.UInt32)


def _worked_out(frame: pl.DataFrame) -> pl.DataFrame:
    available, used = _available(), _used()
    forced = pl.col("synchronous_write_threshold").fill_null(1) + pl.col("no_buffer_waits").fill_null(0) > 0
    waited = pl.when(forced).then(pl.col("immediate_writes")).otherwise(0)
    reads, old = pl.col("reads"), pl.col("getpages_old")
    return frame.with_columns(
        available.alias("available"),
        used.alias("used"),
        (used / pl.col("buffers")).alias("used_share"),
        pl.when(old > 0).then(reads / old).alias("read_share"),
        waited.alias("waited_writes"),
        ((reads + pl.col("pages_written")) / pl.col("rate_seconds")).alias("rate"),
        ((reads * pl.col("read_us") + waited * pl.col("write_us")) / 1e6).alias("delay"),
    )


#: What `work_of_pools` adds up.
WORK_OF_POOLS: Final = ("waited", "getpages", "delay")
_INTERVAL: Final = (*OWNER, "start", "end")
_WORK_COUNTED: Final = ("start", "rate_seconds", "reads", "waited_writes", "getpages_old", "getpages_new")


def work_of_pools(rows: pl.DataFrame) -> pl.DataFrame:
    """Page set I/O that calls waited for, and getpages, of all pools by interval, of some of their rows."""
    added = {"waited": ("reads", "waited_writes"), "getpages": ("getpages_old", "getpages_new")}
    sums = [
        pl.sum_horizontal(pl.col(columns).cast(pl.Float64)).sum().alias(name)
        for name, columns in added.items()
    ]
    counted = rows.lazy().drop_nulls(_WORK_COUNTED).group_by(_INTERVAL, maintain_order=True)
    return counted.agg(*sums, pl.col("delay").sum()).collect()
