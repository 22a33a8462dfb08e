"""Buffer pools: a row per interval with what the rules need of it, and the page sets that the pool serves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from getpage.core.names import KnobId, Object

from .page_set import PageSet, all_mapped, io_by_interval, io_times
from .thresholds import LARGEST_USEFUL_POOL, LOOK_USED, PAGE_BYTES

if TYPE_CHECKING:
    from getpage.core.names import Subsystem

    from .frames import Row
    from .outage import PageSetTimes


@dataclass(frozen=True)
class Pool:
    """One buffer pool over the window.

    `frame` has, beside the columns of `mq_buffer_pool`, `available` (lowest stealable, or what a command
    printed), `used` and `used_share` at the peak, `read_share`, `waited_writes` and `delay` (seconds).
    """

    number: int
    object: Object
    frame: pl.DataFrame
    page_sets: tuple[PageSet, ...]
    all_mapped: bool  # whether SMF says of every page set of the queue manager which pool it uses

    @property
    def knob(self) -> KnobId:
        """Its size, as what a command changes."""
        return KnobId(self.object.subsystem, str(self.number))

    @cached_property
    def last(self) -> Row:
        """The latest row."""
        return self.frame.row(-1, named=True)

    @property
    def buffers(self) -> int:
        """Buffers that the pool has now."""
        return int(self.last["buffers"])

    @property
    def bytes(self) -> int:
        """Storage of its buffers."""
        return self.buffers * PAGE_BYTES

    @cached_property
    def location(self) -> str | None:
        """BELOW or ABOVE the bar; None where no evidence says."""
        return self._latest("location")

    @cached_property
    def page_class(self) -> str | None:
        """4KB or FIXED4KB; None where no evidence says."""
        return self._latest("page_class")

    @property
    def above(self) -> bool:
        """Whether it lies above the bar; before V8 no pool did."""
        return self.location == "ABOVE"

    @cached_property
    def peak(self) -> Row | None:
        """The row of the interval with the largest share of the buffers in use."""
        return self.worst("used_share")

    @cached_property
    def used_at_peak(self) -> float:
        """The largest share of the buffers in use in any interval; 0 where nothing says."""
        return 0.0 if self.peak is None else float(self.peak["used_share"])

    @cached_property
    def used_buffers_at_peak(self) -> int:
        """The most buffers in use in any interval."""
        row = self.worst("used")
        return 0 if row is None else int(row["used"])

    @cached_property
    def delay(self) -> float:
        """Seconds that work waited for page set I/O in the window."""
        return float(self.frame["delay"].sum())

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

    @property
    def largest_useful(self) -> int | None:
        """Buffers that its page sets can make use of: 120 % of their pages, rounded up. None: not known.

        It is 0 for a pool that no page set uses.
        """
        if not self.page_sets:
            return 0 if self.all_mapped else None
        return -(-self.page_set_pages * round(LARGEST_USEFUL_POOL * 10) // 10)

    def total(self, column: str) -> int:
        """The sum of a counter over the window."""
        return int(self.frame[column].sum())

    def worst(self, column: str) -> Row | None:
        """The first row with the largest value above 0; None when there is none."""
        found = self.frame.filter(pl.col(column) > 0).sort(column, descending=True, maintain_order=True)
        return found.row(0, named=True) if found.height else None

    @cached_property
    def went_round(self) -> bool:
        """Whether some interval took more buffers for other pages than the pool has."""
        return bool(self.frame.filter(pl.col("steals") > pl.col("buffers")).height)

    def intervals_over(self, share: float) -> int:
        """Intervals in which more than this share of the buffers was in use."""
        return self.frame.filter(pl.col("used_share") > share).height

    def _latest(self, column: str) -> str | None:
        known = self.frame[column].drop_nulls()
        return str(known[-1]) if len(known) else None

    @property
    def peak_needs(self) -> int:
        """Buffers with which the peak of this window stays at 85 %; a lower bound when the pool ran full."""
        return -int(-self.used_buffers_at_peak // LOOK_USED)


def pools(
    frame: pl.DataFrame, sets_frame: pl.DataFrame, sets: tuple[PageSet, ...], of: Subsystem
) -> tuple[Pool, ...]:
    """The pools of one queue manager that have buffers, by number."""
    frame = frame.filter(pl.col("buffer_pool").is_not_null(), pl.col("buffers") > 0)
    timed = frame.join(
        io_by_interval(sets_frame), on=["start", "buffer_pool"], how="left", maintain_order="left"
    )
    return tuple(
        _pool(number, timed.filter(pl.col("buffer_pool") == number), sets, of)
        for number in sorted(timed["buffer_pool"].unique().to_list())
    )


def _pool(number: int, frame: pl.DataFrame, sets: tuple[PageSet, ...], of: Subsystem) -> Pool:
    mine = tuple(page_set for page_set in sets if page_set.pool == number)
    times = io_times(mine)
    available = pl.coalesce("lowest_stealable", "stealable").cast(pl.Int64)
    used = (pl.col("buffers").cast(pl.Int64) - available).clip(0)
    forced = pl.col("synchronous_write_threshold").fill_null(1) + pl.col("no_buffer_waits").fill_null(0) > 0
    waited = pl.when(forced).then(pl.col("immediate_writes")).otherwise(0)
    reads, old = pl.col("reads"), pl.col("getpages_old")
    frame = frame.with_columns(
        available.alias("available"),
        used.alias("used"),
        (used / pl.col("buffers")).alias("used_share"),
        pl.when(old > 0).then(reads / old).alias("read_share"),
        waited.alias("waited_writes"),
        pl.col("read_us").fill_null(times.read),
        pl.col("write_us").fill_null(times.immediate_write),
    )
    delay = pl.col("reads") * pl.col("read_us") + pl.col("waited_writes") * pl.col("write_us")
    frame = frame.with_columns((delay / 1e6).alias("delay"))
    return Pool(number, Object(of, f"pool {number}"), frame, mine, all_mapped(sets))
