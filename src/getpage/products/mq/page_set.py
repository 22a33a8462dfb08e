"""Page sets: which buffer pool each uses, how large it is, and what its I/O took."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from getpage.core.names import Object

from .outage import PageSetTimes, measured_times
from .outage.units import Microseconds, Pages

if TYPE_CHECKING:
    from getpage.core.names import Subsystem

    from .frames import Row

AVAILABLE = "AVAILABLE"
NOT_DEFINED = "NOT DEFINED"

IO = (
    ("read", "read_pages", "read_elapsed"),
    ("immediate_write", "immediate_write_pages", "immediate_write_elapsed"),
    ("deferred_write", "deferred_write_pages", "deferred_write_elapsed"),
)


@dataclass(frozen=True)
class PageSet:
    """One page set over the window; `last` is its latest row."""

    number: int
    object: Object
    frame: pl.DataFrame

    @cached_property
    def last(self) -> Row:
        """The latest row."""
        return self.frame.row(-1, named=True)

    @property
    def pool(self) -> int | None:
        """The buffer pool that it uses; None while it is not available."""
        number: int | None = self.last["buffer_pool"] if self.available else None
        return number

    @property
    def available(self) -> bool:
        """Whether it is in use: printed rows without a status are."""
        return self.last["status"] in (AVAILABLE, None) and self.last["total_pages"] is not None

    @property
    def total_pages(self) -> int:
        """Pages that it has now."""
        return int(self.last["total_pages"] or 0)

    @property
    def used_pages(self) -> int:
        """Pages in use now."""
        return max(0, self.total_pages - int(self.last["unused_pages"] or 0))

    @property
    def unplaced(self) -> bool:
        """Whether it is there but out of use, so that nothing says which pool it will use."""
        return not self.available and self.last["status"] != NOT_DEFINED

    @property
    def from_smf(self) -> bool:
        """Whether its latest row is of a record; a command may have printed some page sets only."""
        return self.last["start"] is not None

    def total(self, column: str) -> float:
        """The sum of a column over the window."""
        return float(self.frame[column].sum())


def page_sets(frame: pl.DataFrame, of: Subsystem) -> tuple[PageSet, ...]:
    """The page sets of one queue manager, by number."""
    numbers = sorted(frame["page_set"].drop_nulls().unique().to_list())
    return tuple(
        PageSet(number, Object(of, f"page set {number}"), frame.filter(pl.col("page_set") == number))
        for number in numbers
    )


def all_mapped(sets: tuple[PageSet, ...]) -> bool:
    """Whether the pool of every page set is known: a record of subtype 201 has all page sets."""
    return bool(sets) and all(page_set.from_smf and not page_set.unplaced for page_set in sets)


def io_times(sets: tuple[PageSet, ...]) -> PageSetTimes:
    """Microseconds per page over the window; 500 us for what was not measured, and it says which."""

    def both(pages: str, elapsed: str) -> tuple[Pages, Microseconds]:
        return Pages(sum(s.total(pages) for s in sets)), Microseconds(sum(s.total(elapsed) for s in sets))

    read, immediate, deferred = (both(pages, elapsed) for _, pages, elapsed in IO)
    return measured_times(read=read, immediate_write=immediate, deferred_write=deferred)


def io_by_interval(frame: pl.DataFrame) -> pl.DataFrame:
    """Microseconds per page read and per page written immediately, by pool and interval."""
    grouped = (
        frame.drop_nulls(["start", "buffer_pool"])
        .group_by("start", "buffer_pool")
        .agg(pl.sum("read_pages", "read_elapsed", "immediate_write_pages", "immediate_write_elapsed"))
    )
    return grouped.select(
        "start",
        "buffer_pool",
        _each("read_elapsed", "read_pages").alias("read_us"),
        _each("immediate_write_elapsed", "immediate_write_pages").alias("write_us"),
    )


def _each(elapsed: str, pages: str) -> pl.Expr:
    measured = (pl.col(pages) > 0) & (pl.col(elapsed) > 0)
    return pl.when(measured).then(pl.col(elapsed) / pl.col(pages))
