"""Group buffer pools: structure, directory, misses and reclaims, from a member's displays or records.

Reference: IBM REDP-5238, 2.1 and 2.3.1; IBM Db2 documentation, "Storage estimate for group buffer pools".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import polars as pl

from getpage.contract.measures import Count, Latest, Sum
from getpage.products.common import coupling
from getpage.products.common.resized import LimitColumn

from ..constants import DIRECTORY_ENTRY, MEMBERS_OF_THE_STUDY
from ..intervals.counter_pass import CounterPass
from ..intervals.ways import Counters, MeasuredObject, latest_of
from ..rows import OWNER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.products.common.coupling import Structure
    from getpage.products.common.resized import Resized
    from getpage.result import Fact

    from ..member import Member


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


def structures(member: Member, pool: GroupPool) -> tuple[Structure, ...]:
    """The structure, once for each coupling facility that holds it."""
    return coupling.named(member.measured.facilities, f"_{pool.name}", pool.whole("size"))


def name(member: Member, pool: GroupPool) -> str:
    """What the CFRM policy calls it, by a display or by records; empty where neither says."""
    displayed = pool.latest("structure")
    if isinstance(displayed, str):
        return displayed
    named = {structure.name for structure in structures(member, pool)}
    return named.pop() if len(named) == 1 else ""


def identity(member: Member, pool: GroupPool) -> tuple[object, ...]:
    """What tells structures apart: by records their names, else the pool with what displays show of it."""
    of_records = structures(member, pool)
    sizes = size(pool, of_records), largest(pool, of_records)
    shown = (*sizes, pool.whole("directory_entries"), pool.whole("data_pages"))
    return (pool.name, *({(structure.sysplex, structure.name) for structure in of_records} or shown))


def reported_structures(member: Member, pool: GroupPool) -> tuple[Structure, ...]:
    """The structures whose group counters come from records and are reported under this member.

    Empty if a member has displayed them. Counters are of the whole group, so that one member reports them.
    """
    same = [measure for measure in member.measured.group_pools.shown if measure.key[-1] == pool.number]
    if any(measure[SHOWN_COUNTERS["directory_reclaims"]] for measure in same):
        return ()
    names = sorted(name for measure in same if (name := measure.key[1]))
    return structures(member, pool) if not names or names[0] == member.name else ()


def size(pool: GroupPool, recorded: tuple[Structure, ...]) -> int | None:
    """Bytes of the structure: as a display shows it, or a record."""
    return pool.whole("size") or (recorded[0].size if recorded else None)


def largest(pool: GroupPool, recorded: tuple[Structure, ...]) -> int | None:
    """Bytes that the policy allows it: as a display shows it, or a record."""
    return pool.whole("policy_size") or (recorded[0].largest if recorded else None)


def total(pool: GroupPool, recorded: tuple[Structure, ...], counter: str) -> int:
    """A counter of the group over the window: of displays where one has it, else of the records."""
    if pool.shown[SHOWN_COUNTERS[counter]]:
        return pool.total(counter)
    return next((value for structure in recorded if (value := structure.total(counter)) is not None), 0)


@dataclass(frozen=True, slots=True)
class Misses:
    """Reads of invalidated pages that went to disk: of pages that others wrote, and up to how many of pages
    that a directory reclaim invalidated; None where no evidence counts those.
    """

    by_writes: int
    by_reclaims: int | None


def misses(member: Member, pool: GroupPool) -> Misses:
    """What a member missed over the window.

    A page whose entry was taken has no data in the group buffer pool, so that each such invalidation may be
    one miss. Where the two were counted in different times, those by reclaims are taken at their rate.
    """
    missed, reclaimed = "invalidated_not_returned", "invalidations_by_reclaim"
    lost = pool.total(missed)
    if not pool.shown[SHOWN_COUNTERS[reclaimed]]:
        counts = [structure.total(reclaimed) for structure in structures(member, pool)]
        by_group = next((value for value in counts if value is not None), None)
    else:
        seconds, of_lost = (
            float(pool.having(name)[COUNTED_SECONDS[name]] or 0) for name in (reclaimed, missed)
        )
        as_long = of_lost / seconds if seconds and of_lost else 1.0
        by_group = round(pool.total(reclaimed) * as_long)
    if by_group is None:
        return Misses(lost, None)
    by_reclaims = min(lost, by_group)
    return Misses(lost - by_reclaims, by_reclaims)


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
