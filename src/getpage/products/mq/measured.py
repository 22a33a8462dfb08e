"""All that is measured of queue managers: a pass over each table, each when it is first asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Key, Measure, Measures
from getpage.core.names import Subsystem
from getpage.products.common import coupling
from getpage.products.common.by_day import Several, by_day, spelled
from getpage.products.common.entries import Entries
from getpage.products.common.fold import Fold, Objects, nothing
from getpage.products.common.owners import Owners
from getpage.products.common.passes import Pass, read
from getpage.products.common.resized import resized
from getpage.products.common.sizes import Interval, SizeFold
from getpage.products.common.stretches import stretches

from . import pool
from .counters import (
    DATA_MANAGERS,
    LOGS,
    OWNER,
    PRINTED_CALLS,
    QUEUE_CALLS,
    QUEUE_POOLS,
    STORAGE_MANAGERS,
    TRACE,
    ZeroLength,
    ready,
    zero_length,
)
from .evidence import TABLES
from .messages import MESSAGES
from .outage import PageSetTimes
from .page_set import PAGE_SETS, PageSet, io_times, page_sets
from .pool_rows import POOL, TABLES_OF_POOLS, WORK_OF_POOLS, pool_rows, work_of_pools
from .queues import QUEUES
from .smds import DATA_SETS, DEFINITIONS
from .storage import PRINTED, REGIONS
from .structures import STATUS, STRUCTURES


class _Pools(Several):
    """What is measured of all pools in one pass."""

    def __init__(self, asks: Sequence[Aggregate[Any]]) -> None:
        self.objects = Objects(POOL)
        self._fold = Fold(self.objects, asks, keep=(*TRACE, *pool.KEEP))
        self._sizes, self.work = SizeFold(self.objects), Entries(OWNER, WORK_OF_POOLS)
        super().__init__(pools=self._fold, sizes=self._sizes, work=self.work)

    def add(self, rows: pl.DataFrame) -> None:
        """Take rows of pools."""
        self._fold.add(rows)
        self._sizes.add(pool.of_sizes(rows))
        self.work.add(work_of_pools(rows))

    @cached_property
    def measures(self) -> Measures:
        """By queue manager and number."""
        return self._fold.done()

    @cached_property
    def sizes(self) -> Mapping[Key, tuple[Interval, ...]]:
        """The sizes that each pool had."""
        return self._sizes.done()


class _ResizedPools(Several):
    """Pools that had several sizes: since each has as many buffers as now, and all the time."""

    def __init__(self, asks: Sequence[Aggregate[Any]]) -> None:
        self.objects = Objects(POOL)
        self.now, self.ever = (Fold(self.objects, asks, keep=(*TRACE, *pool.KEEP)) for _ in range(2))
        super().__init__(now=self.now, ever=self.ever)


@dataclass(frozen=True)
class MqMeasures:
    """What the window holds of all queue managers."""

    evidence: Evidence
    #: What single rules ask of every pool.
    of_rules: tuple[Aggregate[Any], ...] = ()
    #: The owners, where they are known of more than this evidence.
    known: Owners | None = None

    @cached_property
    def owners(self) -> Owners:
        """Every queue manager of the evidence."""
        return self.known or Owners.of(self.evidence, TABLES, "queue_manager")

    @property
    def _pool_asks(self) -> tuple[Aggregate[Any], ...]:
        return *pool.ASKS, *self.of_rules

    @cached_property
    def page_sets(self) -> Measures:
        """By queue manager and number."""
        return self.of(PAGE_SETS)

    @cached_property
    def times(self) -> Mapping[Key, PageSetTimes]:
        """Time of a page of page set I/O over the window, by pool."""
        by_pool: dict[Key, list[PageSet]] = defaultdict(list)
        for owner in self.owners.owners:
            for set_ in page_sets(self.page_sets, owner, Subsystem("mq")):
                by_pool[*owner, set_.pool].append(set_)
        return {key: io_times(tuple(sets)) for key, sets in by_pool.items()}

    @property
    def pools(self) -> Measures:
        """By queue manager and number: pools that have buffers."""
        return self._pools.measures

    @cached_property
    def resized_pools(self) -> Mapping[Key, tuple[Measure, Measure]]:
        """Of the pools that had several sizes in the window: their intervals since they have as many buffers
        as now, and all intervals; how many were in use is not told of one in which the size changed.
        """
        if all(len(size) < 2 for size in self.sizes.values()):
            return {}
        several = resized(
            self.evidence, pool.SIZE, lambda rows: ready(rows, self.owners), self.owners.context
        )
        if several is None:
            return {}
        asks, start = self._pool_asks, pl.col("start")

        def add(part: Evidence, to: _ResizedPools) -> None:
            for piece in self._rows_of_pools(part, to.objects, several.keys):
                to.now.add(piece.filter(several.since(piece, start)))
                steady = pl.lit(several.steady(piece, start))
                ever = [pl.when(steady).then(name).alias(name) for name in pool.IN_USE]
                to.ever.add(piece.with_columns(ever))

        name = spelled("resized pools", *asks, pool.KEEP, self.owners.context, several.context)
        pools = by_day(self.evidence, TABLES_OF_POOLS, name, lambda: _ResizedPools(asks), add)
        of_now = {measure.key: measure for measure in pools.now.done()}
        return {
            measure.key: (of_now.get(measure.key) or nothing(measure.key, asks), measure)
            for measure in pools.ever.done()
        }

    @property
    def sizes(self) -> Mapping[Key, tuple[Interval, ...]]:
        """The sizes that each pool had."""
        return self._pools.sizes

    @property
    def work_of_pools(self) -> Entries:
        """What pools did, by queue manager and interval, see `pool_rows`."""
        return self._pools.work

    @cached_property
    def _pools(self) -> _Pools:
        asks = self._pool_asks
        name = spelled("pools", *asks, pool.KEEP, self.owners.context)
        return by_day(self.evidence, TABLES_OF_POOLS, name, lambda: _Pools(asks), self._add_pools)

    def _add_pools(self, evidence: Evidence, to: _Pools) -> None:
        for piece in self._rows_of_pools(evidence, to.objects):
            to.add(piece)

    def _rows_of_pools(
        self, evidence: Evidence, objects: Objects, of: frozenset[Key] | None = None
    ) -> Iterator[pl.DataFrame]:
        """Rows of pools, see `pool_rows`, with the times of a page in this part of the window."""
        times = (
            self.times
            if evidence is self.evidence
            else replace(self, evidence=evidence, known=self.owners).times
        )
        return pool_rows(evidence, self.owners, times, objects, of=of)

    def rows(
        self, table: str, columns: Sequence[str], part: Evidence | None = None
    ) -> Iterator[pl.DataFrame]:
        """Rows of one table, stretch by stretch, of a part of the window or all of it: for what is made by
        interval.
        """
        evidence = part or self.evidence
        wanted = read(evidence, table, (*OWNER, *columns))
        for piece in stretches(evidence, {table: wanted}):
            yield ready(piece[table], self.owners)

    @cached_property
    def regions(self) -> Measures:
        """Storage of address spaces, as recorded, by queue manager."""
        return self.of(REGIONS)

    @cached_property
    def printed_storage(self) -> Measures:
        """Storage of address spaces, as printed, by queue manager."""
        return self.of(PRINTED)

    @cached_property
    def storage_managers(self) -> Measures:
        """By queue manager."""
        return self.of(STORAGE_MANAGERS)

    @cached_property
    def logs(self) -> Measures:
        """By queue manager."""
        return self.of(LOGS)

    @cached_property
    def data_managers(self) -> Measures:
        """By queue manager."""
        return self.of(DATA_MANAGERS)

    @cached_property
    def messages(self) -> Measures:
        """By queue manager, identifier, place and pool."""
        return self.of(MESSAGES)

    @cached_property
    def queues(self) -> Measures:
        """By queue manager and queue."""
        return self.of(QUEUES)

    @cached_property
    def data_sets(self) -> Measures:
        """Shared message data sets, by queue manager, structure and number of buffers."""
        return self.of(DATA_SETS)

    @cached_property
    def definitions(self) -> Measures:
        """What displays show of them, by queue manager and structure."""
        return self.of(DEFINITIONS)

    @cached_property
    def structures(self) -> Measures:
        """Coupling facility structures, by queue manager and structure."""
        return self.of(STRUCTURES)

    @cached_property
    def facilities(self) -> tuple[coupling.CouplingFacility, ...]:
        """The coupling facilities of the evidence."""
        return coupling.facilities(self.evidence)

    @cached_property
    def structure_status(self) -> Measures:
        """What displays show of them, by queue manager and structure."""
        return self.of(STATUS)

    @cached_property
    def queue_calls(self) -> Measures:
        """By queue manager and queue."""
        return self.of(QUEUE_CALLS)

    @cached_property
    def queue_pools(self) -> Measures:
        """By queue manager, queue and pool."""
        return self.of(QUEUE_POOLS)

    @cached_property
    def printed_calls(self) -> Measures:
        """By queue manager, queue and call."""
        return self.of(PRINTED_CALLS)

    @cached_property
    def zero_length(self) -> Mapping[Key, ZeroLength]:
        """Records of intervals of no length, by queue manager."""
        return zero_length(self.evidence, self.owners)

    def of(self, counter_pass: Pass) -> Measures:
        """What a pass gives."""
        return counter_pass.over(self.evidence, lambda rows: ready(rows, self.owners), self.owners.context)
