"""Group buffer pools: structure, directory, misses and reclaims, from a member's displays or records.

Reference: IBM REDP-5238, 2.1 and 2.3.1; IBM Db2 documentation, "Storage estimate for group buffer pools".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

import polars as pl

from getpage.contract.measures import Count, Latest, Sum
from getpage.products.common import coupling
from getpage.products.common.coupling import CouplingFacility, Structure
from getpage.products.common.resized import LimitColumn, Resized
from getpage.result import Fact

from ..constants import DIRECTORY_ENTRY, MEMBERS_OF_THE_STUDY
from ..intervals.counter_pass import CounterPass
from ..intervals.ways import Counters, MeasuredObject, latest_of
from ..rows import OWNER

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


@dataclass(frozen=True, slots=True)
class Misses:
    """Reads of invalidated pages that went to disk: of pages that others wrote, and up to how many of pages
    that a directory reclaim invalidated; None where no evidence counts those.
    """

    by_writes: int
    by_reclaims: int | None


@dataclass(frozen=True, kw_only=True)
class GroupPool(MeasuredObject):
    """One group buffer pool as one member displayed it over the window."""

    COUNTERS: ClassVar[Counters] = _COUNTERS
    SHOWN: ClassVar[Mapping[str, Latest]] = latest_of(_ATTRIBUTES)

    facilities: tuple[CouplingFacility, ...]  # the coupling facilities of the evidence
    reports_group: bool  # whether what records count of the whole group is reported under this member

    @property
    def duplexed(self) -> bool:
        """Whether a secondary structure is kept."""
        return bool(self.whole("secondary_size")) or self.latest("duplex_mode") == "DUPLEX"

    @cached_property
    def structures(self) -> tuple[Structure, ...]:
        """Its structure as records show it, once for each coupling facility that holds it."""
        return coupling.named(self.facilities, f"_{self.name}", self.whole("size"))

    @property
    def counted_structures(self) -> tuple[Structure, ...]:
        """The structures whose group counters are reported under this member; empty if a display has them."""
        return self.structures if self.reports_group else ()

    @property
    def structure_name(self) -> str:
        """What the CFRM policy calls it, by a display or by records; empty where neither says."""
        displayed = self.latest("structure")
        if isinstance(displayed, str):
            return displayed
        named = {structure.name for structure in self.structures}
        return named.pop() if len(named) == 1 else ""

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells structures apart: names in records, else the pool with what displays show of it."""
        shown = (self.size, self.largest, self.whole("directory_entries"), self.whole("data_pages"))
        names = {(structure.sysplex, structure.name) for structure in self.structures}
        return (self.name, *(names or shown))

    @property
    def size(self) -> int | None:
        """Bytes of the structure: as a display shows it, or a record."""
        return self.whole("size") or (self.structures[0].size if self.structures else None)

    @property
    def largest(self) -> int | None:
        """Bytes that the policy allows it: as a display shows it, or a record."""
        return self.whole("policy_size") or (self.structures[0].largest if self.structures else None)

    def total_of_group(self, counter: str) -> int:
        """A counter of the group over the window: of displays where one has it, else of the records."""
        if self.shown[SHOWN_COUNTERS[counter]]:
            return self.total(counter)
        totals = (structure.total(counter) for structure in self.counted_structures)
        return next((value for value in totals if value is not None), 0)

    @property
    def misses(self) -> Misses:
        """What the member missed over the window.

        A page whose entry was taken has no data in the group buffer pool, so that each such invalidation may
        be one miss. Where the two were counted in different times, those by reclaims are taken at their rate.
        """
        lost = self.total(_MISSED)
        if not self.shown[SHOWN_COUNTERS[_RECLAIMED]]:
            counts = [structure.total(_RECLAIMED) for structure in self.structures]
            by_group = next((value for value in counts if value is not None), None)
        else:
            seconds, of_lost = (
                float(self.having(name)[COUNTED_SECONDS[name]] or 0) for name in (_RECLAIMED, _MISSED)
            )
            as_long = of_lost / seconds if seconds and of_lost else 1.0
            by_group = round(self.total(_RECLAIMED) * as_long)
        if by_group is None:
            return Misses(lost, None)
        by_reclaims = min(lost, by_group)
        return Misses(lost - by_reclaims, by_reclaims)


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


def reclaim_facts(recorded: tuple[Structure, ...]) -> tuple[Fact, ...]:
    """Reclaims as the records have them, in the worst interval, and the size of the directory."""
    for structure in recorded:
        row = structure.worst("invalidations_by_reclaim") or structure.worst("directory_reclaims")
        if row:
            return (
                *structure.facts(
                    coupling.CACHE,
                    row,
                    directory_reclaims="directory entries reclaimed",
                    invalidations_by_reclaim="pages invalidated by reclaims",
                ),
                *structure.facts(
                    coupling.REQUEST,
                    structure.last,
                    directory_entries="directory entries",
                    data_elements="data elements",
                    size="storage of the structure",
                ),
            )
    return ()
