"""All that is measured of the members: a pass over each table, each when it is first asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Key, Measure, Measures, Worst
from getpage.products.common import coupling
from getpage.products.common.by_day import spelled
from getpage.products.common.coupling import CouplingFacility
from getpage.products.common.entries import Entries
from getpage.products.common.every_row import every_row
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.passes import Pass
from getpage.products.common.resized import Resized, resized
from getpage.products.common.sizes import Interval

from .group_pools.group_pool import DIRECTORY, GROUP_POOLS, with_entries
from .intervals.counter_pass import Counted, CounterPass
from .intervals.pieces import Gathering, New
from .placement.page_sets import LSTATS, TRACED, Db2PageSet, page_sets
from .pools.measured_pools import (
    MeasuredPools,
    SimulatedPools,
    measured_pools,
    read_work_of_pools,
    simulated_pools,
)
from .pools.pool import SIZE
from .pools.simulation import RESULT, Simulation
from .rows import CATALOG, OWNER, READ, owned, partitioned, ready
from .storage.address_spaces import LOG_BUFFERS, METRICS, SPACES, least_free
from .storage.edm_pools import EDM_POOLS, POOLS, EdmPool, with_left, with_pages
from .storage.edm_sizes import EdmSizes, with_loads
from .storage.sql import SQL
from .threads.accounting import accounting
from .threads.reuse import DBATS, SUBSYSTEMS

#: The interval with most waits a second for each class of latches that matters to buffers and EDM pools.
LATCH_RATES: Final = {
    name: Worst(pl.col(name) / pl.col("rate_seconds"), where=pl.col(name) > 0)
    for name in ("class_14", "class_23", "class_24")
}
_LATCHES: Final = CounterPass(table="db2_latch", columns=tuple(LATCH_RATES), asks=tuple(LATCH_RATES.values()))
_LOGS: Final = CounterPass(
    table="db2_log",
    columns=("no_buffer_waits", "buffer_page_ins", "writes_waited", "writes_not_waited"),
)
_STORAGE_MANAGERS: Final = CounterPass(
    table="db2_storage_manager",
    columns=("abends", "critical_contractions", "contractions"),
)


@dataclass(frozen=True)
class Db2Measures:
    """What the window holds of all members."""

    evidence: Evidence
    #: What single rules ask of the intervals of a table.
    of_rules: Mapping[str, tuple[Aggregate[Any], ...]] = field(default_factory=dict)

    @cached_property
    def owners(self) -> Owners:
        """Every member of the evidence."""
        return Owners.of(self.evidence, READ, "member")

    @cached_property
    def pools(self) -> MeasuredPools:
        """Buffer pools, by member and number."""
        results = self._simulated.results
        asks = self.of_rules.get(SIZE.table, ())
        return measured_pools(self.evidence, self.owners, results, asks, self._resized)

    @cached_property
    def _resized(self) -> Resized | None:
        """The pools that had several sizes."""
        return resized(self.evidence, SIZE, lambda rows: ready(rows, self.owners), self.owners.context)

    @cached_property
    def work_of_pools(self) -> Entries:
        """Reads and getpages of all pools, by member and interval, see `work`."""
        done = self.pools.work
        return read_work_of_pools(self.evidence, self.owners) if done is None else done

    @cached_property
    def _simulated(self) -> SimulatedPools:
        return simulated_pools(self.evidence, self.owners, self._resized)

    @cached_property
    def simulations(self) -> Mapping[Key, Sequence[Simulation]]:
        """Results of simulated pools by member and number, in order of time; None is without a name."""
        results: dict[Key, list[Simulation]] = defaultdict(list)
        for row in self._simulated.results.iter_rows(named=True):
            pool = self.pools.meanwhile.get(row[RESULT])
            results[(*(row[name] for name in OWNER), row["buffer_pool"])].append(
                Simulation(row, row["stayed_full"], pool)
            )
        return results

    def simulated_size(self, pool: Measure) -> int | None:
        """Buffers that are simulated now on top of a pool, by what its rows show; 0 where none are, None
        where they are not known.
        """
        return self._simulated.size_now(pool)

    @cached_property
    def group_pools(self) -> Counted:
        """Group buffer pools, by member and number; of the directory what was counted since it had as many
        entries as now.
        """
        several = resized(
            self.evidence, DIRECTORY, lambda rows: ready(rows, self.owners), self.owners.context
        )
        if several is None:
            return self._counted(GROUP_POOLS, "group pools")
        counters = replace(GROUP_POOLS, worked_out=lambda rows: with_entries(rows, several))
        return self._counted(counters, spelled("group pools", several.context))

    @cached_property
    def facilities(self) -> tuple[CouplingFacility, ...]:
        """Coupling facilities, which hold the structures of group buffer pools."""
        return coupling.facilities(self.evidence)

    @cached_property
    def latches(self) -> Counted:
        """Waits for latches, by member."""
        return self._counted(_LATCHES, "latches")

    @cached_property
    def logs(self) -> Counted:
        """Log managers, by member."""
        return self._counted(_LOGS, "logs")

    @cached_property
    def storage_managers(self) -> Counted:
        """Storage managers, by member."""
        return self._counted(_STORAGE_MANAGERS, "storage managers")

    @cached_property
    def edm_pools(self) -> Counted:
        """EDM pools, by member; of what each lacked what was counted since it had as many pages as now."""
        sizes = [
            (
                pool,
                resized(
                    self.evidence, pool.limit, lambda rows: ready(rows, self.owners), self.owners.context
                ),
            )
            for pool in POOLS
        ]
        several = [(pool, had) for pool, had in sizes if had is not None]
        thresholds = self.evidence.thresholds

        def worked_out(rows: pl.DataFrame) -> pl.DataFrame:
            return with_left(with_pages(with_loads(rows, several), several), thresholds)

        return self._counted(
            replace(EDM_POOLS, worked_out=worked_out),
            spelled("EDM pools and sizes", *((pool.parameter, had.context) for pool, had in several)),
            also=lambda objects, _: EdmSizes(objects),
        )

    def edm_sizes(self, pool: EdmPool, owner: Owner) -> tuple[Interval, ...]:
        """The sizes that an EDM pool of a member had."""
        sizes = self.edm_pools.also
        return sizes.of(pool, owner) if isinstance(sizes, EdmSizes) else ()

    @cached_property
    def sql(self) -> Counted:
        """RID lists and prepares, by member."""
        return self._counted(SQL, "RID lists and prepares")

    @cached_property
    def subsystems(self) -> Counted:
        """Counters of allied threads, by member."""
        return self._counted(SUBSYSTEMS, "subsystems")

    @cached_property
    def dbats(self) -> Counted:
        """Counters of distributed threads, by member."""
        return self._counted(DBATS, "distributed threads")

    @cached_property
    def spaces(self) -> Measures:
        """Storage, by member and address space."""
        return self._of(SPACES)

    @cached_property
    def metrics(self) -> Measures:
        """What z/OS told Db2 of itself, by member."""
        return self._of(METRICS)

    @cached_property
    def log_buffers(self) -> Measures:
        """Storage of the log buffers, by member."""
        return self._of(LOG_BUFFERS)

    @cached_property
    def least_free(self) -> Mapping[Owner, tuple[str, pl.DataFrame]]:
        """What was free of the real storage of each member's image, by quarter of an hour."""
        return least_free(self.evidence, self.owners)

    def accounted(self, what: str, owner: Owner) -> pl.DataFrame:
        """Accounting of a member, added up by `what`, see `threads.accounting`."""
        return self._of_member(what, owner, accounting)

    def accounted_by(self, what: str) -> pl.DataFrame:
        """Accounting of all members, added up by `what`, see `threads.accounting`."""
        return owned(accounting(self.evidence, what), self.owners)

    def printed(self, table: str, owner: Owner) -> pl.DataFrame:
        """The rows that reports and displays print of a member: few, as somebody asked for them."""
        return self._of_member(table, owner, every_row)

    @cached_property
    def page_sets(self) -> Mapping[Key, pl.DataFrame]:
        """Page sets as LSTATS shows them, by member and pool."""
        rows = owned(every_row(self.evidence, LSTATS), self.owners)
        by = (*OWNER, "buffer_pool")
        return rows.partition_by(by, as_dict=True, maintain_order=True)

    @cached_property
    def placed(self) -> Mapping[Key, Sequence[Db2PageSet]]:
        """Page sets with what they read and hold, by member and pool."""
        shown, traced = (owned(every_row(self.evidence, name), self.owners) for name in (LSTATS, TRACED))
        return page_sets(shown, traced, self._catalog)

    @cached_property
    def catalog_pools(self) -> Mapping[str, int]:
        """Pages of the page sets that the catalog has in each pool; none where it was not read."""
        known = self._catalog.drop_nulls(["pool", "pages"]).unique(["database", "space"], keep="first")
        return dict(known.group_by("pool").agg(pl.col("pages").sum()).sort("pool").iter_rows())

    @cached_property
    def _catalog(self) -> pl.DataFrame:
        return every_row(self.evidence, CATALOG)

    @cached_property
    def _frames(self) -> dict[str, tuple[Mapping[Owner, pl.DataFrame], pl.DataFrame]]:
        return {}

    def _of_member(
        self, name: str, owner: Owner, make: Callable[[Evidence, str], pl.DataFrame]
    ) -> pl.DataFrame:
        if name not in self._frames:
            frame = owned(make(self.evidence, name), self.owners)
            self._frames[name] = (partitioned(frame), frame.clear())
        of, empty = self._frames[name]
        return of.get(owner, empty)

    def _counted(self, table: CounterPass, name: str = "", also: New[Gathering] | None = None) -> Counted:
        """The measures of a table of counters, kept by day under a `name`, with what `also` gathers."""
        asks = (*table.asks, *self.of_rules.get(table.table, ()))
        return replace(table, asks=asks).over(self.evidence, self.owners, name=name, also=also)

    def _of(self, table: Pass) -> Measures:
        return table.over(self.evidence, lambda rows: ready(rows, self.owners), self.owners.context)
