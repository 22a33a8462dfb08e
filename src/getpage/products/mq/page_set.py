"""Page sets: which buffer pool each uses, how large it is, and what its I/O took."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.measures import (
    Count,
    Key,
    Largest,
    Latest,
    Measure,
    Measures,
    Row,
    Smallest,
    Sum,
    Worst,
)
from getpage.core.names import Object, Subsystem
from getpage.products.common.passes import Pass

from .constants import USABLE
from .counters import OWNER, RELEASED, TRACE
from .outage import PageSetTimes, measured_times
from .outage.rules import Microseconds, Pages

AVAILABLE = "AVAILABLE"
NOT_DEFINED = "NOT DEFINED"

IO = (
    ("read", "read_pages", "read_elapsed"),
    ("immediate_write", "immediate_write_pages", "immediate_write_elapsed"),
    ("deferred_write", "deferred_write_pages", "deferred_write_elapsed"),
)

IO_COLUMNS: Final = tuple(column for _, *columns in IO for column in columns)

#: Values of EXPAND with which a page set grows by itself.
EXPANDING: Final = ("USER", "SYSTEM")
#: One that expands does so at about 90 % (IBM MQ documentation, "Managing page sets"): at this share in use
#: it has not been able to for long. Ours.
_NOT_EXPANDING: Final = 0.99

LAST: Final = Latest()
FULL_MOST: Final = Worst("full_count")
TIMED: Final = Count(pl.col("read_pages").is_not_null())
_USED: Final = pl.col("total_pages").cast(pl.Int64) - pl.col("unused_pages").cast(pl.Int64)
USED_MOST: Final = Largest(_USED)
USED_LEAST: Final = Smallest(_USED)
EXPANDED_MOST: Final = Largest("expansion_count")
TOTALS: Final = {name: Sum(name) for name in ("full_count", *IO_COLUMNS)}

PAGE_SETS: Final = Pass(
    table="mq_page_set",
    by=(*OWNER, "page_set"),
    columns=(
        *("buffer_pool", "total_pages", "unused_pages", "persistent_pages", "nonpersistent_pages"),
        *("full_count", "expansion_count", "expansion_method", "status", "level", *IO_COLUMNS),
    ),
    asks=(LAST, FULL_MOST, TIMED, USED_MOST, USED_LEAST, EXPANDED_MOST, RELEASED, *TOTALS.values()),
    keep=TRACE,
    worked_out=lambda rows: rows.drop_nulls("page_set"),
)


@dataclass(frozen=True)
class PageSet:
    """One page set over the window."""

    object: Object
    measure: Measure

    @property
    def number(self) -> int:
        """Its number."""
        return int(self.measure.key[-1])

    @cached_property
    def last(self) -> Row:
        """The latest row."""
        return self.measure[LAST] or {}

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
    def expands(self) -> str | None:
        """How it grows by itself (EXPAND): USER or SYSTEM; None where it does not, or nothing says."""
        method = self.last.get("expansion_method")
        return method if method in EXPANDING else None

    @property
    def total_pages(self) -> int:
        """Pages that it has now."""
        return int(self.last["total_pages"] or 0)

    @property
    def used_pages(self) -> int:
        """Pages in use now."""
        return max(0, self.total_pages - int(self.last["unused_pages"] or 0))

    @property
    def is_full(self) -> bool:
        """Whether it has no free page now, or became full in the window."""
        is_full_now = self.available and self.total_pages > 0 and self.last["unused_pages"] == 0
        return is_full_now or bool(self.total("full_count"))

    @property
    def fills_up(self) -> bool:
        """Whether it expands by itself, and has next to no free page all the same."""
        is_filled = self.total_pages > 0 and self.used_pages >= _NOT_EXPANDING * self.total_pages
        return self.available and self.expands is not None and is_filled

    @property
    def expansions(self) -> int:
        """Times that it was expanded since the queue manager started; 0 where nothing says."""
        return int(self.measure[EXPANDED_MOST] or 0)

    @property
    def unplaced(self) -> bool:
        """Whether it is there but out of use, so that nothing says which pool it will use."""
        return not self.available and self.last["status"] != NOT_DEFINED

    @property
    def from_smf(self) -> bool:
        """Whether its latest row is of a record; a command may have printed some page sets only."""
        return self.last["start"] is not None

    @property
    def used_most(self) -> int | None:
        """Most pages in use in any interval; None where nothing says."""
        pages = self.measure[USED_MOST]
        return None if pages is None else max(0, int(pages))

    @property
    def used_least(self) -> int | None:
        """Fewest pages in use in any interval; None where nothing says."""
        pages = self.measure[USED_LEAST]
        return None if pages is None else max(0, int(pages))

    def total(self, column: str) -> float:
        """The sum of a column over the window."""
        return float(self.measure[TOTALS[column]])


def page_sets(measures: Measures, owner: Key, of: Subsystem) -> tuple[PageSet, ...]:
    """The page sets of one queue manager, by number."""
    return tuple(
        PageSet(Object(of, f"page set {measure.key[-1]}"), measure) for measure in measures.within(owner)
    )


def all_mapped(sets: tuple[PageSet, ...]) -> bool:
    """Whether the pool of every page set is known: a record of subtype 201 has all page sets."""
    return bool(sets) and all(page_set.from_smf and not page_set.unplaced for page_set in sets)


def io_times(sets: tuple[PageSet, ...]) -> PageSetTimes:
    """Microseconds per page over the window; 500 µs for what was not measured, and it says which."""

    def both(pages: str, elapsed: str) -> tuple[Pages, Microseconds]:
        return Pages(sum(s.total(pages) for s in sets)), Microseconds(sum(s.total(elapsed) for s in sets))

    read, immediate, deferred = (both(pages, elapsed) for _, pages, elapsed in IO)
    return measured_times(read=read, immediate_write=immediate, deferred_write=deferred)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Pages to hold, those in use at the most at the end of an interval, and the interval whose reads show
    more of them; None: none does.
    """

    pages: int
    ends: int
    row: Row | None = None

    @property
    def buffers(self) -> int:
        """Buffers that hold them with 15 % available, so that MQ writes none out early."""
        return math.ceil(self.pages / USABLE)


def backlog(page_sets: Sequence[PageSet], reads: int, read_back: Row | None) -> Backlog | None:
    """The pages that a pool of these page sets would have to hold; None where they are not known.

    Where nothing was read in the window only what was added to them in it counts: older messages may lie
    there for good.
    """
    if not page_sets:
        return None
    most = sum(set_.total_pages if set_.used_most is None else set_.used_most for set_ in page_sets)
    if not reads:
        new = most - sum(set_.used_least or 0 for set_ in page_sets if set_.used_most is not None)
        return Backlog(new, most)
    if read_back is None:
        return Backlog(most, most)
    held = int(read_back["used"]) + int(read_back["reads"])
    added = read_back["getpages_new"]
    bounds = [held, sum(set_.total_pages for set_ in page_sets)]
    if added is not None:
        bounds.append(most + int(added))
    return Backlog(most, most) if min(bounds) <= most else Backlog(min(bounds), most, read_back)
