"""Buffer pools: what was measured of each over the window, and its attributes as last seen.

Shortage counters count only while the pool was at least as large as it is now. Demand counters always count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import polars as pl

from getpage.contract.measures import (
    Aggregate,
    Count,
    Largest,
    Latest,
    Least,
    Measure,
    Row,
    Smallest,
    Sum,
    Worst,
)
from getpage.products.common.fold import OBJECT
from getpage.products.common.resized import LimitColumn
from getpage.products.common.sizes import Interval

from ..constants import BUSY_GETPAGES, HELD_FOR, IDLE_RESIDENCY
from ..intervals.counter_pass import LAST, CounterPass
from ..intervals.ways import Counters, MeasuredObject, latest_of
from ..rows import OWNER
from ..thresholds import IDLE
from . import pool_rows
from .pool_rows import WORKED_OUT, worked_out
from .simulation import Simulation

OVERFLOW_LEAST: Final = 50
OVERFLOW_MOST: Final = 6400

_KNOWN: Final = pl.col("getpage_rate").is_not_null() & pl.col("pages_read").is_not_null()
_SECONDS: Final = Sum(pl.when(_KNOWN).then("rate_seconds"))
_PAGES: Final = Sum(pl.when(_KNOWN).then("pages_read"))
_BUSIEST: Final = Worst("getpage_rate", where=_KNOWN)
STEALING: Final = (_SECONDS, _PAGES, _BUSIEST)


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
    """The most pages that its open page sets had in the pool, or more where the catalog has more; None where
    LSTATS does not say.
    """
    if pool.page_sets is None:
        return None
    shown = pool.page_sets.drop_nulls(["space", "pages_cached"])
    if not shown.height:
        return None
    each = shown.group_by("database", "space", "data_set").agg(pl.col("pages_cached").max())
    return max(int(each["pages_cached"].sum()), pool.catalog_pages)


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


TABLE: Final = "db2_buffer_pool"
#: Its buffers, as displays and records both show them.
SIZE: Final = LimitColumn(table=TABLE, by=(*OWNER, "buffer_pool"), column="buffers")

_ATTRIBUTES: Final = (
    *("buffers", "size_defined", "size_minimum", "size_maximum", "autosize"),
    *("page_fixed", "page_fixed_pending", "page_steal", "page_steal_pending", "frame_size"),
    *("buffers_in_4k", "buffers_in_1m", "buffers_in_2g", "sequential_threshold"),
)
_COUNTERS: Final = (
    *("getpages", "getpages_random", "getpages_sequential", "sync_reads", "sync_reads_random"),
    *("sync_reads_sequential", "page_updates", "pages_written", "async_writes", "sync_writes"),
    *(f"{kind}_prefetch_{what}" for kind in ("sequential", "list", "dynamic") for what in ("reads", "pages")),
    *("page_ins_read", "page_ins_write", "sequential_threshold_hits", "random_hits_on_sequential"),
    *("data_manager_threshold_hits", "prefetch_no_buffer", "deferred_write_threshold_hits"),
    *("vertical_write_threshold_hits", "work_files_not_created", "merge_work_files_denied"),
    *("sorts_limited", "work_file_prefetch_aborted", "merge_passes", "merge_work_files"),
)

NAME: Final = Latest(pl.col("pool").is_not_null())
COUNTED: Final = Count(pl.col("getpages").is_not_null())
RATED: Final = Count(pl.col("rate_seconds").is_not_null())
FIRST_END, LAST_END = Smallest("end"), Largest("end")
#: The latest intervals that say how many buffers there are, or which frames are asked for.
SAYING: Final = latest_of(("buffers", "size_defined", "frame_size"))
IN_USE_MOST: Final = Largest("buffers_in_use")
#: The latest rows of displays and of records with counters: a simulation that runs is shown beside them.
DISPLAYED: Final = Latest(pl.col("getpages_random").is_not_null() & pl.col("size_defined").is_not_null())
RECORDED: Final = Latest(pl.col("getpages").is_not_null() & pl.col("size_defined").is_null())

COUNTERS: Final = Counters(
    totals=(
        *("getpages", "pages_read", "page_ins_read", "sync_reads", "sync_reads_random", "pages_written"),
        *("data_manager_threshold_hits", "prefetch_no_buffer", "deferred_write_threshold_hits"),
        *("vertical_write_threshold_hits", "work_files_not_created", "merge_work_files_denied"),
        *("sorts_limited", "work_file_prefetch_aborted", "merge_passes", "merge_work_files"),
    ),
    worst=(
        *("read_rate", "sync_rate", "sync_reads", "in_use_share", "data_manager_threshold_hits"),
        *("prefetch_no_buffer", "deferred_write_threshold_hits", "work_files_not_created"),
        *("merge_work_files_denied", "sorts_limited", "work_file_prefetch_aborted", "merge_passes"),
    ),
)

#: What tells a pool that is idle, see `idle_pools`.
BUSIEST: Final = Worst("getpage_rate")
#: What tells a pool that is worth fixing, see `large_memory`.
MOST_PAGES: Final = Worst("page_rate")
STOLEN_EARLY: Final = Count(pl.col("getpage_rate").is_not_null() & (pl.col("residency") <= IDLE_RESIDENCY))
_RATED: Final = pl.col("getpage_rate").is_not_null()
MOST_GETPAGES: Final = Largest(pl.when(_RATED).then(pl.col("getpages")))
SHORTEST: Final = Least("rate_seconds", where=_RATED)

#: What is asked of every pool, whoever asks; what single rules ask beside it stands with them.
ASKS: Final[tuple[Aggregate[Any], ...]] = (
    *(NAME, COUNTED, RATED, FIRST_END, LAST_END, IN_USE_MOST, pool_rows.WORST),
    *SAYING.values(),
    *COUNTERS.asks,
    *(BUSIEST, STOLEN_EARLY, MOST_GETPAGES, SHORTEST),
    MOST_PAGES,
    *STEALING,
)


def pools_pass(*asks: Aggregate[Any]) -> CounterPass:
    """The pass over all pools, with these asks of single rules."""
    return CounterPass(
        table=TABLE,
        columns=(
            *("pool", "use_count", *_ATTRIBUTES, "buffers_in_use", "sequential_buffers", *_COUNTERS),
            *("highest_sequential_buffers", "deferred_write_threshold", "vertical_write_threshold"),
            "vertical_write_buffers",
        ),
        asks=(*ASKS, *asks),
        shown=(*Db2Pool.SHOWN.values(), DISPLAYED, RECORDED),
        keep=WORKED_OUT,
        worked_out=worked_out,
    )


@dataclass(frozen=True, kw_only=True)
class Db2Pool(MeasuredObject):
    """One buffer pool over the window; `ways` are of its intervals with as many buffers as now, or more."""

    COUNTERS: ClassVar[Counters] = COUNTERS
    SHOWN: ClassVar[Mapping[str, Latest]] = latest_of(_ATTRIBUTES)

    at_any_size: tuple[Measure, ...]  # as `ways`, of all intervals
    sizes: Sequence[Interval]  # the sizes that it had, each with its intervals added up; 0 is not known
    simulations: tuple[Simulation, ...]
    simulated_size: int | None  # buffers that are simulated now; None where that is not known
    page_sets: pl.DataFrame | None  # its page sets, as LSTATS shows them
    catalog_pages: int = 0  # pages of all page sets in it, open or not, where the catalog was read
    wait: float | None = None  # seconds of a synchronous read of the member, as its accounting has it
    idle_below: float = IDLE.value  # getpages per second

    @cached_property
    def buffers(self) -> int | None:
        """Buffers allocated now; as defined, where nothing says how many are."""
        allocated, defined = self.latest("buffers"), self.latest("size_defined")
        count = allocated if allocated is not None else defined
        return None if count is None else int(count)

    @cached_property
    def size(self) -> int | None:
        """VPSIZE as defined; as allocated, where that is not printed."""
        defined = self.latest("size_defined")
        return self.buffers if defined is None else int(defined)

    @property
    def bytes(self) -> int | None:
        """Storage of the buffers."""
        return None if self.buffers is None else self.buffers * self.page_bytes

    @property
    def fixed(self) -> bool | None:
        """PGFIX; what is pending counts, as it is decided."""
        pending = self.latest("page_fixed_pending")
        value = pending if pending is not None else self.latest("page_fixed")
        return value if isinstance(value, bool) else None

    @property
    def steal(self) -> str | None:
        """PGSTEAL; what is pending counts."""
        value = self.latest("page_steal_pending") or self.latest("page_steal")
        return value if isinstance(value, str) else None

    @property
    def simulation(self) -> Simulation | None:
        """The latest result of a simulated pool on top of the buffers that it has now, and not denied."""
        for simulation in reversed(self.simulations):
            if (simulation.pool is None or simulation.pool.only_of(self.size)) and not simulation.denied:
                return simulation
        return None

    @property
    def is_simulated(self) -> bool:
        """Whether a simulation runs, as far as is known: where nothing says, a result stands for it."""
        return bool(self.simulated_size) or (self.simulated_size is None and self.simulation is not None)

    @property
    def last(self) -> Row:
        """The latest interval at any size."""
        return self.window[LAST] or {}

    @property
    def window(self) -> Measure:
        """What all its intervals say, in the way with most of them."""
        return self.at_any_size[0]

    @property
    def getpages_at_any_size(self) -> int:
        """Getpages of all intervals."""
        there = self.COUNTERS.there["getpages"]
        way = next((measure for measure in self.at_any_size if measure[there]), self.window)
        return int(way[self.COUNTERS.totals["getpages"]] or 0)

    @property
    def counted(self) -> bool:
        """Whether its use is counted."""
        return self.window[COUNTED] > 0

    @property
    def in_use_most(self) -> int | None:
        """The most buffers in use that a display showed, of the first way of measuring that has it."""
        return next(
            (most for measure in self.at_any_size if (most := measure[IN_USE_MOST]) is not None), None
        )

    @property
    def rated(self) -> bool:
        """Whether it has intervals that are long enough for rates."""
        return self.window[RATED] > 0

    @cached_property
    def sync_delay(self) -> float | None:
        """Seconds of a synchronous read: of its simulation, of its page sets, which show whole milliseconds,
        else of all the member's.
        """
        if self.simulations and (simulated := self.simulations[-1].delay_of_a_read) is not None:
            return simulated
        if self.page_sets is not None:
            rows = self.page_sets.drop_nulls(["sync_average_delay", "sync_pages"])
            pages = int(rows["sync_pages"].sum())
            if pages:
                return float((rows["sync_average_delay"] * rows["sync_pages"]).sum()) / pages / 1000
        return self.wait

    @property
    def delay(self) -> float:
        """Seconds that work waited for random synchronous reads in the window; 0 where nothing says."""
        return 0.0 if self.sync_delay is None else self.total("sync_reads_random") * self.sync_delay


def of_sizes(rows: pl.DataFrame) -> pl.DataFrame:
    """Synchronous reads and getpages of intervals, as `SizeFold` takes them; a size of 0 is not known."""
    sizes = [pl.when(pl.col(name) > 0).then(name) for name in ("buffers", "size_defined")]
    return rows.select(
        OBJECT,
        pl.coalesce(*sizes, pl.lit(0, pl.UInt64)).alias("size"),
        pl.col("sync_reads").alias("reads"),
        pl.col("getpages").alias("references"),
        pl.col("rate_seconds").alias("seconds"),
    )
