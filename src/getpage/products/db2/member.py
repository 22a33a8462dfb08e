"""One Db2 subsystem, or member of a data sharing group, as the rules see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Measure, Measures, Row
from getpage.core.names import Object
from getpage.products.common.subsystem import SubsystemInWindow, row_of, total_of
from getpage.result import Fact
from getpage.result.trust import DERIVED

from .group_pools.group_pool import SHOWN_COUNTERS, GroupPool
from .group_pools.group_pool import TABLE as GROUP_POOLS
from .intervals.counter_pass import Counted
from .intervals.counters import KINDS
from .measured import Db2Measures
from .placement.page_sets import Db2PageSet
from .pools.pool import NAME, Db2Pool
from .pools.pool_rows import pool_name, worst_page_ins
from .pools.simulation import Simulation
from .storage.address_spaces import Db2DumpSpace, dump_space, paged_out
from .storage.sql import LACKED_MOST, PARAMETERS
from .threads import accounting
from .threads.accounting import ClassThreeWaits, class_three
from .threads.reuse import PRINTED, Threads
from .thresholds import IDLE, PAGE_INS


@dataclass(frozen=True)
class Member(SubsystemInWindow):
    """What the window holds of one member."""

    PRODUCT: ClassVar[str] = "db2"
    NAMELESS: ClassVar[str] = "the Db2 subsystem"

    measured: Db2Measures

    def row(self, measures: Measures | Counted, ask: Aggregate[Row | None]) -> Row | None:
        """The row that answers what was asked of the member itself."""
        return row_of(measures.of(*self.key), ask)

    def total(self, measures: Measures | Counted, ask: Aggregate[Any]) -> int:
        """A sum that was asked of the member itself; 0 where nothing was measured."""
        return total_of(measures.of(*self.key), ask)

    @cached_property
    def pools(self) -> tuple[Db2Pool, ...]:
        """All pools that displays or records name, by identifier."""
        measured = self.measured
        return tuple(
            Db2Pool(
                object=Object(self.id, _name(ways, number)),
                ways=measured.pools.counted.apart.get(key, ways),
                at_any_size=ways,
                shown=shown,
                number=number,
                sizes=measured.pools.sizes.get(key, ()),
                simulations=tuple(measured.simulations.get(key, ())),
                simulated_size=measured.simulated_size(shown),
                page_sets=measured.page_sets.get(key),
                catalog_pages=measured.catalog_pools.get(pool_name(number), 0),
                wait=self.threads.wait_of_a_read,
                idle_below=self.in_force(IDLE, Object(self.id, _name(ways, number))),
            )
            for key, number, ways, shown in self._numbered(measured.pools.counted)
        )

    @cached_property
    def group_pools(self) -> tuple[GroupPool, ...]:
        """All group buffer pools that it displayed, by identifier."""
        return tuple(
            GroupPool(
                object=Object(
                    self.id, str(shown.latest(GroupPool.SHOWN["pool"], "pool") or f"G{pool_name(number)}")
                ),
                ways=ways,
                shown=shown,
                number=number,
                facilities=self.measured.facilities,
                reports_group=self._reports_group(number),
            )
            for _, number, ways, shown in self._numbered(self.measured.group_pools)
        )

    def _reports_group(self, number: int) -> bool:
        """Whether it is the first member with a group buffer pool whose group counters no display shows."""
        same = [measure for measure in self.measured.group_pools.shown if measure.key[-1] == number]
        if any(measure[SHOWN_COUNTERS["directory_reclaims"]] for measure in same):
            return False
        names = sorted(name for measure in same if (name := measure.key[1]))
        return not names or names[0] == self.name

    def _numbered(self, counted: Counted) -> list[tuple[tuple[Any, ...], int, tuple[Measure, ...], Measure]]:
        """Its objects that have intervals, with their numbers; those without a number are left out."""
        return [
            (shown.key, shown.key[-1], counted.ways[shown.key], shown)
            for shown in counted.shown.within(self.key)
            if shown.key[-1] is not None and shown.key in counted.ways
        ]

    @cached_property
    def page_sets(self) -> Mapping[int, Sequence[Db2PageSet]]:
        """The page sets of each of its pools, by its number."""
        placed = self.measured.placed
        return {pool.number: placed.get((*self.key, pool.number), ()) for pool in self.pools}

    @property
    def nameless_simulations(self) -> Sequence[Simulation]:
        """Results of simulated pools without the name of the pool: quoted or cut-off displays."""
        return self.measured.simulations.get((*self.key, None), ())

    @cached_property
    def threads(self) -> Threads:
        """What accounting says of its threads."""
        measured = self.measured
        added = (accounting.PLANS, accounting.ENDS, accounting.PACKAGES)
        return Threads(
            {table: measured.printed(table, self.key) for table in PRINTED}
            | {what: measured.accounted(what, self.key) for what in added},
            measured.subsystems.of(*self.key),
            measured.dbats.of(*self.key),
        )

    @cached_property
    def waits(self) -> ClassThreeWaits | None:
        """What its threads waited for; None without accounting."""
        return class_three(self.measured.accounted(accounting.CLASSES, self.key))

    @cached_property
    def group(self) -> tuple[Member, ...]:
        """All members of the evidence, in their order."""
        owners = self.measured.owners.owners
        return tuple(Member(self.evidence, system, name, self.measured) for system, name in owners)

    @cached_property
    def spaces(self) -> Mapping[str, Measure]:
        """Its address spaces, by name."""
        return {measure.key[-1]: measure for measure in self.measured.spaces.within(self.key)}

    @cached_property
    def pool_bytes(self) -> int:
        """Storage of all its pools."""
        return sum(pool.bytes or 0 for pool in self.pools)

    @cached_property
    def dump(self) -> Db2DumpSpace | None:
        """What a dump of it takes; None where no evidence says."""
        return dump_space(self.spaces, self.pool_bytes)

    @property
    def lacks_rid_limit(self) -> bool:
        """Whether RID lists found no storage, and no job shows how large their pool may be."""
        found_none = self.row(self.measured.sql, LACKED_MOST) is not None
        return found_none and not self.measured.printed(PARAMETERS, self.key).height

    @cached_property
    def short_of_real(self) -> bool:
        """Whether its pools were paged in during the window, or some of it is paged out."""
        paged = [
            page_ins
            for pool in self.pools
            if (page_ins := worst_page_ins(pool.measure, self.in_force(PAGE_INS, pool.object)))
        ]
        return any(not page_ins.from_activation for page_ins in paged) or bool(
            paged_out(self.spaces.values())
        )

    def fact(self, table: str, column: str, row: Mapping[str, Any], label: str) -> Fact:
        """A number of the evidence, with where it stands; a difference stands where both its ends do."""
        shown = self._shown(table, column, row)
        if shown is not None:
            return self.evidence.fact(table, column, shown, label=label)
        less = row.get("less_file")
        original = self.evidence.fact(table, column, row, label=label)
        return replace(
            original,
            # Arithmetic does not make a field's place better known.
            trust=DERIVED if original.trust == DERIVED else "computed",
            interval_start=row["start"],
            interval_seconds=row["seconds"],
            less_file="" if less is None else self.evidence.file_name(less),
            less_record=row.get("less_record"),
        )

    def _shown(self, table: str, column: str, row: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The row of the evidence that has the value as it is; None for what was worked out.

        An attribute or an extreme may stand in another row than the counters do.
        """
        kind = KINDS.get(table)
        if kind is None:
            return row
        if column in kind.attributes:
            return self._telling(table, column, row)
        if column in kind.most | kind.least:
            at = row.get(f"{column}_file"), row.get(f"{column}_record")
            return row if at[0] is None else {**row, "file": at[0], "record": at[1]}
        if column in kind.gauges:
            return row
        return None if row["difference"] or row.get(f"{column}_worked_out") else row

    def _telling(self, table: str, column: str, row: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The row in which an attribute stands: this one, else the last that shows the same of the object."""
        measured = self.measured
        counted = measured.group_pools if table == GROUP_POOLS else measured.pools.counted
        rows = counted.attributes.get(self.key)
        if rows is None:
            return None
        same = [pl.col(name).eq_missing(pl.lit(row[name])) for name in KINDS[table].key]
        matching = rows.filter(*same, pl.col(column) == pl.lit(row[column]))
        here = matching.filter(pl.col("file") == row["file"], pl.col("record") == row["record"])
        return next((rows.row(-1, named=True) for rows in (here, matching) if rows.height), None)


def _name(ways: Sequence[Measure], number: int) -> str:
    return str(ways[0].latest(NAME, "pool") or pool_name(number))


def members(
    evidence: Evidence, of_rules: Mapping[str, tuple[Aggregate[Any], ...]] | None = None
) -> tuple[Member, ...]:
    """Every member in the evidence, by system and name; `of_rules` is what rules ask of each table."""
    measured = Db2Measures(evidence, of_rules or {})
    return tuple(Member(evidence, system, name, measured) for system, name in measured.owners.owners)
