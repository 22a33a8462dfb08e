"""Coupling facilities and their structures as RMF's records tell of them (SMF 74.4), for whoever has one.

Every system writes what it asked of the structures that it is connected to, sizes among it; one system of the
sysplex writes the storage of the facility and the counters of cache structures. A structure that is duplexed
is in two facilities, and is here once for each. z/OS says what room a facility has; a group buffer pool is a
structure there. They name the limit alike, see `limits`, and know nothing else of each other.

Reference: IBM z/OS SMF record type 74 subtype 4; IBM REDP-5238, 2.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Count, Largest, Latest, Least, Measure, Measures, Sum, Worst
from getpage.core.names import Object, Subsystem
from getpage.result import Fact

from .by_day import by_day, spelled
from .coupling_tables import CACHE, FACILITY, REQUEST
from .fold import Fold
from .passes import read
from .stretches import stretches
from .subsystem import facts_of, row_of

Row = dict[str, Any]

#: What has to be seen to before a structure grows, as a sentence.
ROOM_FOR_STRUCTURE: Final = (
    "The coupling facility must have the storage, and the one that would hold the structure after a rebuild "
    "too."
)
_KEY: Final = ("sysplex", "coupling_facility")
_STRUCTURE: Final = (*_KEY, "structure")
_TYPE_CACHE: Final = "cache"

#: A structure of which no record tells for so long before the end of the window is no longer there: the
#: longest interval that RMF writes records in.
_GONE_AFTER: Final = timedelta(hours=1)


#: The latest row: sizes and totals are the same in those of all systems.
_LAST: Final = Latest()
_LAST_START: Final = Largest("start")
#: The interval in which most of a list structure was in use, by what is counted.
FULLEST: Final = {
    name: Worst(pl.col(name) / pl.col(f"{name}_limit"), where=pl.col(f"{name}_limit") > 0)
    for name in ("list_entries", "list_elements")
}
COUNTERS: Final = ("directory_reclaims", "invalidations_by_reclaim", "castouts")
_TOTAL: Final = {name: Sum(name) for name in COUNTERS}
_KNOWN: Final = {name: Count(pl.col(name).is_not_null()) for name in COUNTERS}
_WORST: Final = {name: Worst(name, where=pl.col(name) > 0) for name in COUNTERS}
_USED: Final = ("directory_entries_used", "data_elements_used")
_LAST_USED: Final = Latest(pl.col("written").is_not_null())
_TIGHTEST: Final = Least("storage_free")

_STORAGE_COLUMNS: Final = (*_KEY, "storage", "storage_free")
_REQUEST_COLUMNS: Final = (
    *(*_KEY, "structure", "structure_type", "size", "size_minimum", "size_maximum", "directory_entries"),
    *("data_elements", "lock_entries", "lock_entries_limit", "list_entries", "list_entries_limit"),
    *("list_elements", "list_elements_limit"),
)
_CACHE_COLUMNS: Final = (*_KEY, "structure", *COUNTERS, *_USED)


@dataclass(frozen=True)
class Structure:
    """A structure in one coupling facility over the window."""

    evidence: Evidence
    sysplex: str
    facility: str
    name: str
    requests: Measure  # of what systems asked of it
    cache: Measure | None  # of its counters; None for other types
    used: Measure | None  # of its entries and elements in use, all storage classes together

    @cached_property
    def last(self) -> Row:
        """The latest row: sizes and totals are the same in those of all systems."""
        return self.requests[_LAST] or {}

    @property
    def type(self) -> str:
        """List, serialized list, lock or cache."""
        return str(self.last["structure_type"])

    @property
    def is_cache(self) -> bool:
        """Whether it is a cache structure, as group buffer pools are."""
        return self.type == _TYPE_CACHE

    @property
    def size(self) -> int:
        """Bytes that it takes now."""
        return int(self.last["size"])

    @property
    def largest(self) -> int:
        """Bytes that it may take at most."""
        return int(self.last["size_maximum"])

    def total(self, counter: str) -> int | None:
        """The sum of one of COUNTERS over the window; None where no record has it."""
        if self.cache is None or not self.cache[_KNOWN[counter]]:
            return None
        return round(float(self.cache[_TOTAL[counter]]))

    def worst(self, counter: str) -> Row | None:
        """The first row with the largest value above 0 of one of COUNTERS."""
        return row_of(self.cache, _WORST[counter])

    def fullest(self, counted: str) -> Row | None:
        """The first row with the largest share of its limit in use, `list_entries` or `list_elements`."""
        return self.requests[FULLEST[counted]]

    @property
    def in_use(self) -> Row | None:
        """Directory entries and data elements of a cache in use at last (`directory_entries_used`,
        `data_elements_used`); None where no record tells.
        """
        return row_of(self.used, _LAST_USED)

    def facts(self, table: str, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column, nulls left out."""
        return facts_of(self.evidence, table, row, labels)


@dataclass(frozen=True)
class CouplingFacility:
    """A coupling facility over the window."""

    evidence: Evidence
    sysplex: str
    name: str
    storage: Measure | None  # None where no record of the system that writes them is there
    structures: tuple[Structure, ...]

    @property
    def tightest(self) -> Row | None:
        """The interval in which least of its storage was free."""
        return row_of(self.storage, _TIGHTEST)

    def facts(self, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row of its storage by column, nulls left out."""
        return facts_of(self.evidence, FACILITY, row, labels)


#: What a structure is short of that is full of entries or elements: who uses it and RMF see the same.
STRUCTURE_SPACE: Final = "space of the structure"


def of_sysplex(sysplex: str, name: str) -> Object:
    """A coupling facility or a structure, which are of no image."""
    return Object(Subsystem("zos"), f"{sysplex}.{name}")


def facilities(evidence: Evidence) -> tuple[CouplingFacility, ...]:
    """Every coupling facility of the evidence, by sysplex and name."""
    stored = _measured(evidence, FACILITY, _STORAGE_COLUMNS, _KEY, (_TIGHTEST,))
    asks = (_LAST, _LAST_START, *FULLEST.values())
    requested = _measured(evidence, REQUEST, _REQUEST_COLUMNS, _STRUCTURE, asks)
    cache, used = _caches(evidence)
    keys = {measure.key[: len(_KEY)] for measures in (stored, requested) for measure in measures}
    return tuple(
        CouplingFacility(
            evidence,
            sysplex,
            name,
            stored.of(sysplex, name),
            tuple(_structures(evidence, list(requested.within((sysplex, name))), cache, used)),
        )
        for sysplex, name in sorted(key for key in keys if None not in key)
    )


def _caches(evidence: Evidence) -> tuple[Measures, Measures]:
    """Counters of caches, and what of them is in use. What two systems count of one cache is taken once."""
    asks: tuple[Aggregate[Any], ...] = (*_TOTAL.values(), *_KNOWN.values(), *_WORST.values())
    cache = _measured(evidence, CACHE, _CACHE_COLUMNS, _STRUCTURE, asks, _once)
    used = _measured(evidence, CACHE, _CACHE_COLUMNS, _STRUCTURE, (_LAST_USED,), _of_classes)
    return cache, used


def _once(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter(pl.col("system") == pl.col("system").min().over(*_KEY, "start"))


def _of_classes(rows: pl.DataFrame) -> pl.DataFrame:
    classes = _once(rows).group_by(*_STRUCTURE, "written", maintain_order=True)
    return classes.agg(pl.col(*_USED).sum(), pl.col("end", "file", "record").last())


def named(candidates: Iterable[CouplingFacility], ending: str, size: int | None) -> tuple[Structure, ...]:
    """The cache structures of one name that ends so, in all facilities that have it: `_GBP1`.

    Several groups may have one each; then it is the one of that size, or none.
    """
    by_name: dict[tuple[str, str], list[Structure]] = {}
    for facility in candidates:
        for structure in facility.structures:
            if structure.is_cache and structure.name.endswith(ending):
                by_name.setdefault((structure.sysplex, structure.name), []).append(structure)
    groups = list(by_name.values())
    if len(groups) > 1:
        groups = [group for group in groups if any(member.size == size for member in group)]
    return tuple(groups[0]) if len(groups) == 1 else ()


def _structures(
    evidence: Evidence, requests: Sequence[Measure], cache: Measures, used: Measures
) -> Iterator[Structure]:
    """Those of one facility that are there at the end of the window."""
    starts = [start for request in requests if (start := request[_LAST_START]) is not None]
    for request in requests:
        start = request[_LAST_START]
        if start is not None and start + _GONE_AFTER >= max(starts):
            sysplex, facility, name = request.key
            yield Structure(
                evidence, sysplex, facility, str(name), request, cache.of(*request.key), used.of(*request.key)
            )


def alter_command(structure: str, size: int) -> str:
    """The command that gives a structure so many KB; IBM z/OS MVS System Commands, SETXCF START,ALTER."""
    return f"SETXCF START,ALTER,STRNAME={structure},SIZE={size}"


def _measured(
    evidence: Evidence,
    table: str,
    columns: Sequence[str],
    by: Sequence[str],
    asks: Sequence[Aggregate[Any]],
    ready: Callable[[pl.DataFrame], pl.DataFrame] | None = None,
) -> Measures:
    """Measures of a table by these columns; rows are made `ready` first."""

    def add(part: Evidence, fold: Fold) -> None:
        if part.most_rows(table):
            for piece in stretches(part, {table: read(part, table, columns)}):
                rows = piece[table].with_columns(
                    pl.col("interval_start").alias("start"),
                    pl.col("written").alias("end"),
                    (pl.col("interval_us") / 1e6).alias("seconds"),
                )
                fold.add(rows if ready is None else ready(rows))

    name = spelled("coupling", table, tuple(columns), tuple(by), tuple(asks), ready)
    return by_day(evidence, (table,), name, lambda: Fold(by, asks), add).done()


__all__ = [
    "CACHE",
    "COUNTERS",
    "REQUEST",
    "ROOM_FOR_STRUCTURE",
    "CouplingFacility",
    "Structure",
    "alter_command",
    "facilities",
    "named",
    "of_sysplex",
]
