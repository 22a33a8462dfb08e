"""Coupling facilities and their structures as RMF's records tell of them (SMF 74.4), for whoever has one.

Every system writes what it asked of the structures that it is connected to, sizes among it; one system of the
sysplex writes the storage of the facility and the counters of cache structures. A structure that is duplexed
is in two facilities, and is here once for each. z/OS says what room a facility has; a group buffer pool is a
structure there. They name the limit alike, see `limits`, and know nothing else of each other.

Reference: IBM z/OS SMF record type 74 subtype 4; IBM REDP-5238, 2.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.core.names import Object, Subsystem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

Row = dict[str, Any]

FACILITY: Final = "rmf_coupling_facility"
REQUEST: Final = "rmf_structure_request"
CACHE: Final = "rmf_cache_structure"
TABLES: Final = (FACILITY, REQUEST, CACHE, "rmf_structure", "rmf_structure_scm")

_KEY: Final = ["sysplex", "coupling_facility"]
_TYPE_CACHE: Final = "cache"

#: A structure of which no record tells for so long before the end of the window is no longer there: the
#: longest interval that RMF writes records in.
_GONE_AFTER: Final = "1h"


@dataclass(frozen=True)
class Structure:
    """A structure in one coupling facility over the window."""

    evidence: Evidence
    sysplex: str
    facility: str
    name: str
    requests: pl.DataFrame  # a row a system and interval
    cache: pl.DataFrame  # a row a storage class and interval; empty for other types

    @cached_property
    def last(self) -> Row:
        """The latest row: sizes and totals are the same in those of all systems."""
        return self.requests.row(-1, named=True)

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
        """The sum of a cache counter over the window; None where no record has it."""
        known = self.cache[counter].drop_nulls()
        return round(float(known.sum())) if len(known) else None

    def worst(self, counter: str) -> Row | None:
        """The first row of the cache counters with the largest value above 0."""
        rows = self.cache.filter(pl.col(counter) > 0).sort(counter, descending=True, maintain_order=True)
        return rows.row(0, named=True) if rows.height else None

    def facts(self, table: str, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column, nulls left out."""
        return _facts(self.evidence, table, row, labels)


@dataclass(frozen=True)
class Facility:
    """A coupling facility over the window."""

    evidence: Evidence
    sysplex: str
    name: str
    storage: pl.DataFrame  # a row an interval; empty where no record of the system that writes them is there
    structures: tuple[Structure, ...]

    @cached_property
    def tightest(self) -> Row | None:
        """The interval in which least of its storage was free."""
        rows = self.storage.drop_nulls("storage_free").sort("storage_free", maintain_order=True)
        return rows.row(0, named=True) if rows.height else None

    def facts(self, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row of its storage by column, nulls left out."""
        return _facts(self.evidence, FACILITY, row, labels)


def of_sysplex(sysplex: str, name: str) -> Object:
    """A coupling facility or a structure, which are of no image."""
    return Object(Subsystem("zos"), f"{sysplex}.{name}")


def facilities(evidence: Evidence) -> tuple[Facility, ...]:
    """Every coupling facility of the evidence, by sysplex and name."""
    storage, requests, cache = (_in_time(evidence.frame(table)) for table in (FACILITY, REQUEST, CACHE))
    keys = pl.concat([frame.select(_KEY) for frame in (storage, requests)]).drop_nulls().unique()
    return tuple(
        Facility(
            evidence,
            sysplex,
            name,
            _of(storage, sysplex, name),
            tuple(_structures(evidence, _of(requests, sysplex, name), _of(cache, sysplex, name))),
        )
        for sysplex, name in sorted(keys.iter_rows())
    )


def named(found: Iterable[Facility], ending: str, size: int | None) -> tuple[Structure, ...]:
    """The cache structures of one name that ends so, in all facilities that have it: `_GBP1`.

    Several groups may have one each; then it is the one of that size, or none.
    """
    by_name: dict[tuple[str, str], list[Structure]] = {}
    for facility in found:
        for one in facility.structures:
            if one.is_cache and one.name.endswith(ending):
                by_name.setdefault((one.sysplex, one.name), []).append(one)
    groups = list(by_name.values())
    if len(groups) > 1:
        groups = [group for group in groups if any(one.size == size for one in group)]
    return tuple(groups[0]) if len(groups) == 1 else ()


def _structures(evidence: Evidence, requests: pl.DataFrame, cache: pl.DataFrame) -> Iterable[Structure]:
    """Those there at the end of the window. What two systems count of the same cache is taken once."""
    latest = requests["start"].max()
    once = cache.filter(pl.col("system") == pl.col("system").min().over("start"))
    for (name,), rows in sorted(requests.partition_by("structure", as_dict=True).items()):
        last = rows.filter(pl.col("start").dt.offset_by(_GONE_AFTER) >= latest)
        if last.height:
            first = rows.row(0, named=True)
            own = once.filter(pl.col("structure") == name)
            yield Structure(evidence, first["sysplex"], first["coupling_facility"], str(name), rows, own)


def _of(frame: pl.DataFrame, sysplex: str, facility: str) -> pl.DataFrame:
    return frame.filter(pl.col("sysplex") == sysplex, pl.col("coupling_facility") == facility)


def _in_time(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(
        pl.col("interval_start").alias("start"), (pl.col("interval_us") / 1e6).alias("seconds")
    ).sort("written", "file", "record", nulls_last=False, maintain_order=True)


def _facts(evidence: Evidence, table: str, row: Row | None, labels: dict[str, str]) -> tuple[Fact, ...]:
    if row is None:
        return ()
    return tuple(
        evidence.fact(table, column, row, label=label)
        for column, label in labels.items()
        if row.get(column) is not None
    )
