"""Threads of one member: how many were reused, which plans commit most, which packages are allocated most.

The termination section of an accounting report says it best. Accounting records have only a code for why
they end, whose meaning is in a macro of IBM (DSNDQWAC): where a layout of the site names the codes as a
report does, they count alike. Else the statistics tell: sign-ons beyond the threads created are of reused
threads, and requests of distributed work that found a pooled thread are.

Reference: IBM REDP-5238, 2.2.2 and 2.2.3: NEW USER, RESIGNON, TYPE2 INACTIVE and DBAT INACTIVE are ends of a
transaction after which the thread is reused, DEALLOCATION is the end of the thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.measures import Measure, Row, Sum
from getpage.products.common.subsystem import row_of, total_of
from getpage.products.db2.constants import (
    ALLOCATIONS_WORTH_A_WORD,
    COMMITS_WORTH_A_WORD,
    ENDS_WORTH_A_WORD,
    FREQUENT_SHARE,
    REUSED_AT_ALL,
    SHORTEST_RATED,
)
from getpage.products.db2.intervals.counter_pass import LAST, CounterPass

from . import accounting

REUSED: Final = ("NEW USER", "RESIGNON", "DBAT INACTIVE", "TYPE2 INACTIVE")
ENDED: Final = "DEALLOCATION"

TERMINATIONS, STATISTICS = "terminations", "statistics"

#: Reports that print what accounting counted.
PRINTED: Final = ("db2_thread_end", "db2_plan_activity", "db2_package_activity")

_SIGNONS, _CREATED, _SECONDS = Sum("signons"), Sum("threads_created"), Sum("rate_seconds")
_DBATS_REUSED, _DBATS_CREATED = Sum("dbats_reused"), Sum("dbats_created")
SUBSYSTEMS: Final = CounterPass(
    table="db2_subsystem", columns=("signons", "threads_created"), asks=(_SIGNONS, _CREATED, _SECONDS)
)
DBATS: Final = CounterPass(
    table="db2_dbat",
    columns=("dbats_reused", "dbats_created"),
    asks=(_DBATS_REUSED, _DBATS_CREATED, _SECONDS),
)


@dataclass(frozen=True, slots=True)
class Reuse:
    """Transactions after which the thread was reused, and all others; where from, and in how many seconds."""

    reused: int
    ended: int
    basis: str
    seconds: float | None = None

    @property
    def share(self) -> float | None:
        """The share that was reused; None where nothing was counted."""
        both = self.reused + self.ended
        return self.reused / both if both else None

    def enough(self, share: float) -> bool:
        """Whether so many threads are reused, or hardly any ends: there is nothing to gain."""
        rare = bool(self.seconds) and self.ended < ENDS_WORTH_A_WORD * (self.seconds or 0.0)
        return rare or (self.share is not None and self.share >= share)


@dataclass(frozen=True)
class Threads:
    """What accounting and statistics say of the threads of one member.

    `tables` are reports as printed and accounting added up; `allied` and `distributed` are measures of the
    counters of its threads.
    """

    tables: Mapping[str, pl.DataFrame]
    allied: Measure | None = None
    distributed: Measure | None = None

    @cached_property
    def reuse(self) -> Reuse | None:
        """How many threads were reused; None where nothing says."""
        for reuse in (self._printed(), self._recorded(), self._counted()):
            if reuse.share is not None:
                return reuse
        return None

    @property
    def share(self) -> float | None:
        """The share of transactions after which the thread was reused; None where nothing says."""
        return self.reuse.share if self.reuse else None

    @property
    def persistent(self) -> bool:
        """Whether most threads are reused, so that RELEASE(DEALLOCATE) has something to keep."""
        return self.share is not None and self.share >= REUSED_AT_ALL

    def row(self, reason: str) -> Row | None:
        """The largest count of a reason in a report."""
        rows = self.tables["db2_thread_end"].filter(pl.col("reason") == reason)
        rows = rows.sort("threads", descending=True, maintain_order=True)
        return rows.row(0, named=True) if rows.height else None

    def codes(self) -> list[Row]:
        """Accounting records by reason code, most first; the code is as it was recorded."""
        ends = self.tables[accounting.ENDS].filter(pl.col("transactions") > 0)
        return list(ends.sort("transactions", descending=True, maintain_order=True).iter_rows(named=True))

    @property
    def last_allied(self) -> Row | None:
        """The latest interval of the counters of allied threads."""
        return row_of(self.allied, LAST)

    @property
    def last_distributed(self) -> Row | None:
        """The latest interval of the counters of distributed threads."""
        return row_of(self.distributed, LAST)

    @cached_property
    def wait_of_a_read(self) -> float | None:
        """Seconds of a synchronous read, as accounting has it; None where there was none."""
        plans = self.tables[accounting.PLANS]
        waits = int(plans["sync_io_waits"].sum() or 0)
        return float(plans["sync_io_wait_us"].sum()) / 1e6 / waits if waits else None

    def frequent_plans(self) -> list[Row]:
        """Plans with a tenth of all listed commits or more and one a second, most first."""
        return _frequent(self.plans, "commits_per_second", COMMITS_WORTH_A_WORD)

    def frequent_packages(self) -> list[Row]:
        """Packages with a tenth of all listed allocations or more and one a second, most first."""
        return _frequent(self.packages, "allocations_per_second", ALLOCATIONS_WORTH_A_WORD)

    @cached_property
    def commits_of_a_record(self) -> float | None:
        """Commits that an accounting record holds on average, None without records.

        It is more than 1 where threads stay or records are rolled up; a package has one row in each record,
        however often it was allocated.
        """
        added = self.tables[accounting.PLANS]
        records = int(added["records"].sum())
        return float(added["commits"].sum()) / records if records else None

    @property
    def plans_listed(self) -> bool:
        """Whether the evidence lists plans for their commits, as a report does."""
        return bool(self.tables["db2_plan_activity"].height)

    @cached_property
    def plans(self) -> pl.DataFrame:
        """Plans with commits a second and class 2 CPU: as printed, else added up from accounting records."""
        printed = self.tables["db2_plan_activity"]
        added = self.tables[accounting.PLANS]
        if printed.height or not added.height:
            return printed
        return _a_second(added, "commits", "commits_per_second").with_columns(class2_cpu=pl.col("cpu"))

    @cached_property
    def packages(self) -> pl.DataFrame:
        """Packages with allocations a second and class 7 CPU: as printed, else added up."""
        printed = self.tables["db2_package_activity"]
        added = self.tables[accounting.PACKAGES]
        if printed.height or not added.height:
            return printed
        cpu = pl.col("class7_cpu")
        return _a_second(added, "executions", "allocations_per_second").with_columns(
            class7_cpu_share=pl.when(cpu.sum() > 0).then(100 * cpu / cpu.sum()),
            class7_cpu_average=cpu / pl.col("executions"),
            records=pl.col("executions"),
        )

    def _printed(self) -> Reuse:
        return _by_reason(self.tables["db2_thread_end"], "threads")

    def _recorded(self) -> Reuse:
        return _by_reason(self.tables[accounting.ENDS], "transactions")

    def _counted(self) -> Reuse:
        """Sign-ons and threads created, DBATs reused and created, of all intervals."""
        signons, created = total_of(self.allied, _SIGNONS), total_of(self.allied, _CREATED)
        reused, new = total_of(self.distributed, _DBATS_REUSED), total_of(self.distributed, _DBATS_CREATED)
        if not signons:  # of TSO and batch, whose threads are not reused
            created = 0
        seconds = max(
            float(measure[_SECONDS]) if measure else 0.0 for measure in (self.allied, self.distributed)
        )
        return Reuse(max(0, signons - created) + reused, created + new, STATISTICS, seconds)


def _by_reason(ends: pl.DataFrame, counted: str) -> Reuse:
    reused = ends.filter(pl.col("reason").is_in(REUSED))[counted].sum()
    ended = ends.filter(pl.col("reason") == ENDED)[counted].sum()
    return Reuse(int(reused), int(ended), TERMINATIONS)


def _a_second(added: pl.DataFrame, counted: str, name: str) -> pl.DataFrame:
    """Counts over the time in which records were written; without rows where it is too short for a rate."""
    span = added.select(pl.col("first").min(), length=pl.col("last").max() - pl.col("first").min())
    first, length = span.row(0)
    seconds = length.total_seconds() if length is not None else 0.0
    if seconds < SHORTEST_RATED:
        return added.clear().with_columns(pl.lit(0.0).alias(name))
    return added.with_columns(
        (pl.col(counted) / seconds).alias(name),
        pl.lit(first).alias("start"),
        pl.lit(seconds).alias("seconds"),
    )


def _frequent(frame: pl.DataFrame, column: str, worth_a_word: float) -> list[Row]:
    least = max(worth_a_word, FREQUENT_SHARE * float(frame[column].sum() or 0))
    frequent = frame.filter(pl.col(column) >= least)
    return list(frequent.sort(column, descending=True, maintain_order=True).iter_rows(named=True))
