"""All that is measured of regions: a pass over each table, each when it is first asked for.

What came to a limit counts since the limit is as high as now (`products/common/resized.py`): those measures
are called `..._now`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key, Measures
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.owners import Owners
from getpage.products.common.passes import Pass
from getpage.products.common.resized import LimitColumn, Resized, resized

from . import connections, dispatcher, facilities, storage, tasks, transactions
from .evidence import TABLES
from .percentiles import BUCKETS, counted
from .responses.hours import hours
from .responses.releases import quarters
from .responses.side_by_side import SideBySide, side_by_side
from .rows import CONTEXT, OWNER, ready

#: Where a row counts what happened at its end, as a message does.
_AT_ONCE: Final = pl.col("end")
#: What statistics count from: those that nothing reset count from before their collection, so that all of the
#: day is meant; CICS resets them at its end.
_COUNTED_FROM: Final = pl.coalesce(
    "start", pl.when("resets").then("end").otherwise(pl.col("end").dt.truncate("1d"))
)


@dataclass(frozen=True)
class CicsMeasures:
    """What the window holds of all regions."""

    evidence: Evidence

    @cached_property
    def owners(self) -> Owners:
        """Every region of the evidence."""
        return Owners.of(self.evidence, TABLES, "region")

    @cached_property
    def modes(self) -> Measures:
        """By region and TCB mode."""

        def ready(rows: pl.DataFrame) -> pl.DataFrame:
            return dispatcher.with_ratio(self._ready(rows), self.evidence.thresholds)

        return dispatcher.MODES.over(self.evidence, ready, self.owners.context)

    @cached_property
    def pools(self) -> Measures:
        """By region and TCB pool."""
        return self.of(dispatcher.POOLS)

    @cached_property
    def pools_now(self) -> Measures:
        """The same since the limit of the pool is as high as now."""
        return self._own(dispatcher.POOLS, "limit")

    @cached_property
    def tasks(self) -> Measures:
        """By region."""
        return self.of(tasks.MANAGER)

    @cached_property
    def tasks_now(self) -> Measures:
        """The same since MXT is as high as now."""
        return self._own(tasks.MANAGER, "mxt")

    @cached_property
    def classes(self) -> Measures:
        """By region and transaction class."""
        return self.of(tasks.CLASSES)

    @cached_property
    def classes_now(self) -> Measures:
        """The same since MAXACTIVE is as high as now."""
        return self._own(tasks.CLASSES, "limit")

    @cached_property
    def storage(self) -> Measures:
        """By region."""
        return self.of(storage.STORAGE)

    @cached_property
    def dsas(self) -> Measures:
        """By region and dynamic storage area."""
        return self.of(storage.DSAS)

    @cached_property
    def dsas_now(self) -> Measures:
        """The same since the limit that holds the area is as high as now."""
        limits = (
            (self._limited(storage.STORAGE, limit.limit), pl.col("location") == limit.where)
            for limit in storage.LIMITS
        )
        return self._since(storage.DSAS, limits, _COUNTED_FROM)

    @cached_property
    def messages_now(self) -> Measures:
        """By region and identifier, since the limit that a message is about is as high as now."""
        limits = [
            (self._limited(storage.STORAGE, limit.limit), pl.col("message") == limit.message)
            for limit in storage.LIMITS
        ]
        about_main = pl.col("message").is_in([facilities.MAIN_WARNED, facilities.MAIN_EXCEEDED])
        limits.append((self._limited(facilities.TS, "main_limit"), about_main))
        return self._since(storage.MESSAGES, limits, _AT_ONCE)

    @cached_property
    def temporary(self) -> Measures:
        """Temporary storage, by region."""
        return self.of(facilities.TS)

    @cached_property
    def temporary_now(self) -> dict[str, Measures]:
        """The same since its buffers, its strings, and TSMAINLIMIT are as many or as high as now."""
        limits = ("buffers", "strings", "main_limit")
        return {name: self._own(facilities.TS, name) for name in limits}

    @cached_property
    def lsr_pools(self) -> Measures:
        """By region and pool, with the strings of now: a pool that is built anew counts anew."""
        return self._same(facilities.LSR_POOLS, "strings")

    @cached_property
    def lsr_buffers(self) -> Measures:
        """By region, pool, kind and size of buffers, with as many of them as now."""
        return self._same(facilities.LSR_BUFFERS, "buffers")

    @cached_property
    def loader(self) -> Measures:
        """By region."""
        return self.of(facilities.LOADER)

    @cached_property
    def programs(self) -> Measures:
        """By region and program."""
        return self.of(facilities.PROGRAMS)

    @cached_property
    def first_programs(self) -> Measures:
        """By region and transaction."""
        return self.of(facilities.FIRST_PROGRAMS)

    @cached_property
    def transient(self) -> dict[str, Measures]:
        """Transient data by region, since its buffers and its strings are as many as now."""
        return {name: self._own(facilities.TD, name) for name in ("buffers", "strings")}

    @cached_property
    def jvm_servers_now(self) -> Measures:
        """By region and JVM server, since THREADLIMIT is as high as now."""
        return self._own(connections.JVM_SERVERS, "thread_limit")

    @cached_property
    def db2_connection_now(self) -> Measures:
        """By region, since TCBLIMIT is as high as now."""
        return self._own(connections.DB2_CONNECTION, "tcb_limit")

    @cached_property
    def dbctl_now(self) -> Measures:
        """By region and DBCTL, since MAXTHRD is as high as now."""
        return self._own(connections.DBCTL, "most_threads")

    @cached_property
    def db2_entries(self) -> Measures:
        """By region and DB2ENTRY."""
        return self.of(connections.DB2_ENTRIES)

    @cached_property
    def mq_connection(self) -> Measures:
        """By region."""
        return self.of(connections.MQ_CONNECTION)

    @cached_property
    def files(self) -> Measures:
        """By region and file."""
        return self.of(facilities.FILES)

    @cached_property
    def files_now(self) -> Measures:
        """By region and file, counted since the file has its present strings."""
        return self._own(facilities.FILES, "strings")

    @cached_property
    def transactions(self) -> Measures:
        """By region and transaction."""
        return self.of(transactions.TRANSACTIONS)

    @cached_property
    def responses(self) -> pl.DataFrame:
        """Tasks by region, transaction and bucket of their response, of each day."""
        table, by = transactions.TABLE, (*OWNER, "transaction")

        def add(part: Evidence, to: Gathered) -> None:
            to.add(counted(part.scan(table).select(*by, *BUCKETS), by))

        tasks = by_day(self.evidence, (table,), spelled("responses", by), Gathered, add).done()
        return tasks.with_columns(self.owners.named(tasks))

    @cached_property
    def hours(self) -> Mapping[Key, pl.DataFrame]:
        """The hours of each transaction, by region and transaction."""
        rows = hours(self.evidence, self.owners)
        return rows.partition_by(*OWNER, "transaction", as_dict=True, maintain_order=True)

    @cached_property
    def releases(self) -> Sequence[SideBySide]:
        """Transactions that ran in two releases at once."""
        return side_by_side(quarters(self.evidence, self.owners))

    @cached_property
    def transactions_now(self) -> Measures:
        """The same since MXT is as high as now."""
        mxt = self._limited(tasks.MANAGER, "mxt")
        return self._since(transactions.TRANSACTIONS, [(mxt, None)], _COUNTED_FROM)

    @cached_property
    def _whole(self) -> dict[str, Measures]:
        return {}

    def of(self, wanted: Pass) -> Measures:
        """What a pass gives; there is one for each table."""
        if wanted.table not in self._whole:
            self._whole[wanted.table] = wanted.over(self.evidence, self._ready, self.owners.context)
        return self._whole[wanted.table]

    def _ready(self, rows: pl.DataFrame) -> pl.DataFrame:
        return ready(rows, self.owners)

    @cached_property
    def _resized(self) -> dict[tuple[str, str], Resized | None]:
        return {}

    def _limited(self, shown: Pass, column: str) -> Resized | None:
        """The objects of a pass of which a limit had several values."""
        key = shown.table, column
        if key not in self._resized:
            limit = LimitColumn(table=shown.table, by=shown.by, column=column, beside=CONTEXT)
            self._resized[key] = resized(self.evidence, limit, self._ready, self.owners.context)
        return self._resized[key]

    def _own(self, wanted: Pass, column: str) -> Measures:
        """What a pass gives since a limit in its own rows is as high as now."""
        return self._since(wanted, [(self._limited(wanted, column), None)], _COUNTED_FROM)

    def _since(
        self, wanted: Pass, limits: Iterable[tuple[Resized | None, pl.Expr | None]], begin: pl.Expr
    ) -> Measures:
        """The same for limits that each hold the rows for which an expression is true; all without one."""
        several = [(limit, where) for limit, where in limits if limit is not None]
        if not several:
            return self.of(wanted)

        def as_now(rows: pl.DataFrame) -> pl.DataFrame:
            rows_ready = self._ready(rows)
            for limit, where in several:
                kept = pl.lit(limit.since(rows_ready, begin))
                rows_ready = rows_ready.filter(
                    kept if where is None else kept | ~where.fill_null(value=False)
                )
            return rows_ready

        known = [(limit.context, where) for limit, where in several]
        return wanted.over(self.evidence, as_now, spelled(self.owners.context, begin, *known))

    def _same(self, wanted: Pass, column: str) -> Measures:
        """What a pass gives of the rows in which the size was what it is now."""
        several = self._limited(wanted, column)
        if several is None:
            return self.of(wanted)

        def as_now(rows: pl.DataFrame) -> pl.DataFrame:
            rows_ready = self._ready(rows)
            return rows_ready.filter(several.same(rows_ready))

        return wanted.over(self.evidence, as_now, spelled(self.owners.context, "same", several.context))
