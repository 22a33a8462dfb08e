"""Group buffer pools: what a member's displays show of the structure and of its use by the group.

Reference: IBM REDP-5238, 2.1 and 2.3.1; IBM Db2 documentation, "Storage estimate for group buffer pools".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import polars as pl

from getpage.contract.measures import Count, Latest, Sum
from getpage.products.common.resized import LimitColumn
from getpage.products.db2.constants import DIRECTORY_ENTRY, MEMBERS_OF_THE_STUDY
from getpage.products.db2.intervals.counter_pass import CounterPass
from getpage.products.db2.intervals.ways import Counters, MeasuredObject, latest_of
from getpage.products.db2.tables import OWNER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.products.common.resized import Resized

TABLE: Final = "db2_group_buffer_pool"

_ATTRIBUTES: Final = (
    *("pool", "size", "policy_size", "directory_entries", "data_pages", "ratio", "connections"),
    *("duplex_mode", "secondary_size", "structure"),
)
_COUNTED: Final = (
    *("invalidated_returned", "invalidated_not_returned", "not_found_not_returned", "writes_failed"),
    *("group_writes_failed", "directory_reclaims", "invalidations_by_reclaim", "data_reclaims"),
)
#: Reads that went to disk, as neither the member nor the group buffer pool had the page.
FROM_DISK: Final = ("invalidated_not_returned", "not_found_not_returned")

_BOTH: Final = pl.all_horizontal(pl.col("rate_seconds", *FROM_DISK).is_not_null())
LAST_READ: Final = Latest(_BOTH)
READ_SECONDS: Final = Sum(pl.when(_BOTH).then("rate_seconds"))
READS: Final = {name: Sum(pl.when(_BOTH).then(name)) for name in FROM_DISK}

#: Seconds in which invalidations were counted, by writes and by reclaims together and by reclaims alone.
_MISSED, _RECLAIMED = "invalidated_not_returned", "invalidations_by_reclaim"
COUNTED_SECONDS: Final = {
    name: Sum(pl.when(pl.col(name).is_not_null()).then("seconds")) for name in (_MISSED, _RECLAIMED)
}

_COUNTERS: Final = Counters(totals=_COUNTED, worst=_COUNTED)
#: How many rows show a counter of the group.
SHOWN_COUNTERS: Final = {
    name: Count(pl.col(name).is_not_null()) for name in ("directory_reclaims", "invalidations_by_reclaim")
}


@dataclass(frozen=True, kw_only=True)
class GroupPool(MeasuredObject):
    """One group buffer pool as one member displayed it over the window."""

    COUNTERS: ClassVar[Counters] = _COUNTERS
    SHOWN: ClassVar[Mapping[str, Latest]] = latest_of(_ATTRIBUTES)

    @property
    def duplexed(self) -> bool:
        """Whether a secondary structure is kept."""
        return bool(self.whole("secondary_size")) or self.latest("duplex_mode") == "DUPLEX"


GROUP_POOLS: Final = CounterPass(
    table=TABLE,
    columns=(*_ATTRIBUTES, "changed_pages_now", *_COUNTED),
    asks=(*_COUNTERS.asks, LAST_READ, READ_SECONDS, *READS.values(), *COUNTED_SECONDS.values()),
    shown=(*GroupPool.SHOWN.values(), *SHOWN_COUNTERS.values()),
)


#: Its directory, and what is counted of it.
DIRECTORY: Final = LimitColumn(table=TABLE, by=(*OWNER, "buffer_pool"), column="directory_entries")
_OF_DIRECTORY: Final = ("directory_reclaims", "invalidations_by_reclaim")


def with_entries(rows: pl.DataFrame, several: Resized) -> pl.DataFrame:
    """The intervals without what was counted of a directory that had fewer entries than now."""
    kept = pl.lit(several.since(rows, pl.col("start")))
    return rows.with_columns(pl.when(kept).then(name).alias(name) for name in _OF_DIRECTORY)


def directory_bytes(pages: int, members: int = MEMBERS_OF_THE_STUDY) -> int:
    """Directory that so many pages take when every member has each: 500 bytes a page of two members."""
    return pages * members * DIRECTORY_ENTRY


def structure_bytes(pages: int, page: int, *, members: int = MEMBERS_OF_THE_STUDY, duplexed: bool) -> int:
    """Coupling facility storage for so many data pages with their directory; twice that when duplexed."""
    return (pages * page + directory_bytes(pages, members)) * (2 if duplexed else 1)
