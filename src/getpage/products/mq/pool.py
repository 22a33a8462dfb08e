"""Buffer pools: what was measured of each over the window, and the page sets that it serves.

Shortage counters count only while the pool was at least as large as it is now. Demand counters always count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.measures import (
    Aggregate,
    Count,
    Key,
    Largest,
    Latest,
    Measure,
    Measures,
    Quantile,
    Row,
    Smallest,
    Sum,
    Worst,
)
from getpage.contract.storage import LEAST_WASTE
from getpage.contract.thresholds import CheckThreshold, Thresholds
from getpage.core.names import KnobId, Object, Subsystem
from getpage.products.common.fold import OBJECT
from getpage.products.common.in_force import in_force
from getpage.products.common.resized import LimitColumn
from getpage.products.common.sizes import Interval

from .constants import (
    DEFAULT_BUFFERS,
    FEWEST_PAGES_PER_SECOND,
    LARGEST_USEFUL_POOL,
    LOOK_USED,
    OUTAGE,
    PAGE_BYTES,
)
from .counters import RELEASED
from .outage import PageSetTimes
from .page_set import Backlog, PageSet, all_mapped, backlog, io_times
from .pool_rows import POOL, object_of
from .thresholds import READ_SHARE, READS, STEAL_COLLISIONS, USED, USED_CRITICAL

#: The interval in which a pool that ran full held and read again most.
READ_BACK: Final = Worst(
    pl.col("used").cast(pl.Int64) + pl.col("reads"),
    where=(pl.col("used_share") > LOOK_USED) & (pl.col("reads") > 0),
)
LAST: Final = Latest()
LOCATION: Final = Latest(pl.col("location").is_not_null())
PAGE_CLASS: Final = Latest(pl.col("page_class").is_not_null())
ROWS: Final = Count()
FIRST_END: Final = Smallest("end")
LAST_END: Final = Largest("end")
COUNTED: Final = Count(pl.col("getpages_old").is_not_null())
WENT_ROUND: Final = Count(pl.col("steals") > pl.col("buffers"))
OVER: Final = {
    threshold: Count(pl.col("used_share") > in_force(threshold)) for threshold in (USED, USED_CRITICAL)
}
NEW_MOST: Final = Largest(pl.col("getpages_new") / pl.col("rate_seconds"))
#: To two digits: the days of a window hold how often each value was there.
USED_USUALLY: Final = Quantile(pl.col("used").cast(pl.Float64).round_sig_figs(2))
TOTALS: Final = {
    name: Sum(name)
    for name in (
        *("delay", "reads", "waited_writes", "steals", "steal_collisions", "no_buffer_waits"),
        *("synchronous_write_threshold", "getpages_new", "page_updates"),
    )
}
WORST: Final = {
    name: Worst(name, where=pl.col(name) > 0)
    for name in (
        *("used_share", "used", "delay", "no_buffer_waits", "synchronous_write_threshold"),
        "steal_collisions",
    )
}

#: Counters that are zero in a pool without trouble.
TROUBLE: Final = ("no_buffer_waits", "steal_collisions", "synchronous_write_threshold")
_READ_MUCH = (pl.col("read_share") >= in_force(READ_SHARE)) & (pl.col("reads") >= in_force(READS))
#: Intervals that read much, and the worst of them: most reads, of those that took all buffers if any did.
READ_MUCH: Final = Count(_READ_MUCH)
READ_MOST: Final = Worst(
    (pl.col("steals") > pl.col("buffers")).fill_null(value=False), where=_READ_MUCH, then=("reads",)
)

#: Its size, and how its use is given against it.
SIZE: Final = LimitColumn(table="mq_buffer_pool", by=POOL, column="buffers")
IN_USE: Final = ("used", "used_share")

#: What is asked of every pool, by queue manager and number; rules ask for more in their `MEASURES`.
ASKS: Final[tuple[Aggregate[Any], ...]] = (
    *(
        LAST,
        LOCATION,
        PAGE_CLASS,
        RELEASED,
        ROWS,
        FIRST_END,
        LAST_END,
        COUNTED,
        WENT_ROUND,
        NEW_MOST,
        USED_USUALLY,
        READ_BACK,
        READ_MUCH,
        READ_MOST,
    ),
    *OVER.values(),
    *TOTALS.values(),
    *WORST.values(),
)
#: The columns that its rows are kept with.
KEEP: Final = (
    *("buffers", "lowest_stealable", "stealable", "getpages_old", "reads", "pages_written", "steals"),
    *("immediate_writes", "synchronous_write_threshold", "steal_collisions", "no_buffer_waits"),
    *("location", "page_class", "level", "available", "used", "used_share", "read_share", "waited_writes"),
    *("read_us", "write_us", "delay", "rate", "getpages_new"),
)


@dataclass(frozen=True)
class Pool:
    """One buffer pool; rows have the columns of KEEP, see `pool_rows`."""

    object: Object
    measure: Measure  # its intervals with as many buffers as it has now, or more
    window: Measure  # its intervals at any size
    sizes: Sequence[Interval]  # the sizes that it had, each with its intervals added up
    page_sets: tuple[PageSet, ...]
    all_mapped: bool  # whether SMF says of every page set of the queue manager which pool it uses
    thresholds: Thresholds  # of the site

    @property
    def number(self) -> int:
        """Its number."""
        return int(self.measure.key[-1])

    @property
    def knob(self) -> KnobId:
        """Its size, as what a command changes."""
        return KnobId(self.object.subsystem, str(self.number))

    @cached_property
    def last(self) -> Row:
        """The latest row."""
        return self.window[LAST] or {}

    @property
    def intervals(self) -> int:
        """Rows of it with as many buffers as now."""
        return self.measure[ROWS]

    @property
    def since(self) -> datetime | None:
        """When the pool reached its present size; None if it never changed."""
        if self.measure is self.window:
            return None
        end: datetime | None = self.measure[FIRST_END] or self.window[LAST_END]
        return end

    @property
    def counted(self) -> bool:
        """Whether its use is counted; what a command prints of it is not."""
        return self.window[COUNTED] > 0

    @property
    def buffers(self) -> int:
        """Buffers that the pool has now."""
        return int(self.last["buffers"])

    @property
    def bytes(self) -> int:
        """Storage of its buffers."""
        return self.buffers * PAGE_BYTES

    @property
    def location(self) -> str | None:
        """BELOW or ABOVE the bar; None where no evidence says."""
        location: str | None = self.window.latest(LOCATION, "location")
        return location

    @property
    def page_class(self) -> str | None:
        """4KB or FIXED4KB; None where no evidence says."""
        page_class: str | None = self.window.latest(PAGE_CLASS, "page_class")
        return page_class

    @property
    def above(self) -> bool:
        """Whether it lies above the bar; before V8 no pool did."""
        return self.location == "ABOVE"

    @property
    def peak(self) -> Row | None:
        """The row of the interval with the largest share of the buffers in use."""
        return self.worst("used_share")

    @cached_property
    def used_at_peak(self) -> float:
        """The largest share of the buffers in use in any interval; 0 where nothing says."""
        return 0.0 if self.peak is None else float(self.peak["used_share"])

    @cached_property
    def used_buffers_at_peak(self) -> int:
        """The most buffers in use in any interval, whatever its size was."""
        row = self.window[WORST["used"]]
        return 0 if row is None else int(row["used"])

    @property
    def delay(self) -> float:
        """Seconds that work waited for page set I/O in the intervals with as many buffers as now."""
        return float(self.measure[TOTALS["delay"]])

    @property
    def delay_of_window(self) -> float:
        """Seconds that work waited for it in all intervals."""
        return float(self.window[TOTALS["delay"]])

    @cached_property
    def times(self) -> PageSetTimes:
        """Time per page of its page sets' I/O over the window."""
        return io_times(self.page_sets)

    @cached_property
    def page_set_pages(self) -> int:
        """Pages of all page sets that it serves."""
        return sum(page_set.total_pages for page_set in self.page_sets)

    @property
    def page_set_used_pages(self) -> int:
        """Pages in use now on all page sets that it serves."""
        return sum(page_set.used_pages for page_set in self.page_sets)

    @cached_property
    def backlog(self) -> Backlog | None:
        """Pages that it would have to hold so that none is read again; None where its page sets are not
        known.
        """
        return backlog(self.page_sets, self.total_of_window("reads"), self.window[READ_BACK])

    def is_whole(self, size: int) -> bool:
        """Whether a size is the first that holds its backlog: on the way there none is known to help."""
        known_backlog = self.backlog
        return known_backlog is not None and self.buffers < known_backlog.buffers <= size

    @property
    def largest_useful(self) -> int | None:
        """Buffers that its page sets can make use of: 120 % of their pages, rounded up. None: not known.

        It is 0 for a pool that no page set uses.
        """
        if not self.page_sets:
            return 0 if self.all_mapped else None
        return -(-self.page_set_pages * round(LARGEST_USEFUL_POOL * 10) // 10)

    @property
    def enough(self) -> int | None:
        """The most buffers that are of use: what its page sets can fill, its peak needs and an hour of puts
        takes, and the default of DEFINE BUFFPOOL. None: not known.

        It is at least what the pool has where less is not worth a command, and where a page set is full: that
        page set has to grow, so that its pages of now are no bound.
        """
        if self.largest_useful is None:
            return None
        useful = max(self.largest_useful, self.peak_needs, self.hour_of_puts, DEFAULT_BUFFERS)
        is_little = 0 < storage_of(self.buffers - useful) < LEAST_WASTE
        return max(useful, self.buffers) if is_little or self.has_full_page_set else useful

    @property
    def has_full_page_set(self) -> bool:
        """Whether one of its page sets has next to no free page, or became full in the window."""
        return any(page_set.is_full or page_set.fills_up for page_set in self.page_sets)

    @property
    def met_contention(self) -> bool:
        """Whether more of its steals met contention than by chance."""
        share = self.thresholds.of(STEAL_COLLISIONS, self.object)
        return self.total("steal_collisions") > share * self.total("steals")

    @property
    def is_short(self) -> bool:
        """Whether its counters show that it has too few buffers."""
        is_forced = self.worst("no_buffer_waits") or self.worst("synchronous_write_threshold")
        return self.is_nearly_full or bool(is_forced) or self.met_contention or self.reads_again

    @property
    def most_used(self) -> float:
        """The share of its buffers that may be in use at the peak: 85 %, or what the site says."""
        return self.thresholds.of(USED, self.object)

    @property
    def is_nearly_full(self) -> bool:
        """Whether more than that was in use."""
        return self.used_at_peak > self.most_used

    @property
    def reads_again(self) -> bool:
        """Whether an interval that read much took all buffers, while the counters of trouble are zero."""
        worst = self.measure[READ_MOST]
        return worst is not None and turned_over(worst) and not self.has_trouble

    @property
    def has_trouble(self) -> bool:
        """Whether a counter of trouble (SOS, STLA, DMC) is not zero."""
        return any(self.total(column) for column in TROUBLE)

    def total(self, column: str) -> int:
        """The sum of a counter over the intervals with as many buffers as now."""
        return int(self.measure[TOTALS[column]])

    def total_of_window(self, column: str) -> int:
        """The sum of a counter over all intervals."""
        return int(self.window[TOTALS[column]])

    def worst(self, column: str) -> Row | None:
        """The first row with as many buffers as now with the largest value above 0; None without one."""
        return self.measure[WORST[column]]

    @property
    def went_round(self) -> bool:
        """Whether some interval took more buffers for other pages than the pool has."""
        return self.measure[WENT_ROUND] > 0

    def intervals_over(self, threshold: CheckThreshold) -> int:
        """Intervals in which more of the buffers was in use: one of OVER."""
        return self.measure[OVER[threshold]]

    @cached_property
    def hour_of_puts(self) -> int:
        """Buffers that an hour of puts as in the busiest interval fills while nobody gets, where a page set
        grows by itself: what its page sets have now is no bound then. 0 where none does, or nothing is put.
        """
        rate = float(self.window[NEW_MOST] or 0.0)
        if rate < FEWEST_PAGES_PER_SECOND or not any(set_.expands for set_ in self.page_sets):
            return 0
        in_use = min(self.window[USED_USUALLY] or 0.0, self.buffers)
        return -int(-(in_use + rate * OUTAGE) // LOOK_USED)

    @property
    def peak_needs(self) -> int:
        """Buffers of which the peak of this window takes `most_used`; a lower bound where it ran full."""
        return -int(-self.used_buffers_at_peak // self.most_used)


def pools(
    measures: Measures,
    resized: Mapping[Key, tuple[Measure, Measure]],
    sizes: Mapping[Key, Sequence[Interval]],
    owner: Key,
    sets: tuple[PageSet, ...],
    of: Subsystem,
    thresholds: Thresholds,
) -> tuple[Pool, ...]:
    """The pools of one queue manager that have buffers, by number; `resized` as measured."""
    mapped = all_mapped(sets)
    return tuple(
        Pool(
            object_of(of, measure.key[-1]),
            *resized.get(measure.key, (measure, measure)),
            sizes.get(measure.key, ()),
            tuple(page_set for page_set in sets if page_set.pool == measure.key[-1]),
            mapped,
            thresholds,
        )
        for measure in measures.within(owner)
    )


def of_sizes(rows: pl.DataFrame) -> pl.DataFrame:
    """Page set reads, and writes that a call waited for, with the getpages, as `SizeFold` takes them."""
    reads = pl.col("reads").cast(pl.Float64) + pl.col("waited_writes")
    return rows.select(
        OBJECT,
        pl.col("buffers").alias("size"),
        reads.alias("reads"),
        (pl.col("getpages_old").cast(pl.Float64) + pl.col("getpages_new")).alias("references"),
        pl.col("rate_seconds").alias("seconds"),
    )


def turned_over(row: Row) -> bool:
    """Whether an interval took more buffers than there are: what was read may have been there before."""
    return row["steals"] is not None and row["steals"] > row["buffers"]


def storage_of(buffers: int) -> int:
    """Bytes that so many buffers take."""
    return buffers * PAGE_BYTES
