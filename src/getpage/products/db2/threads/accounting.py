"""Accounting records of threads and packages, added up: by plan, by reason, by package, by second, by class.

A record is one transaction, or several where records are rolled up (its parent agent is its own agent) and
then counts as many as it says. Tasks of query parallelism (another parent agent) add CPU and nothing else, as
their parent has the commits and the elapsed time; classes leave them out, as their CPU is no part of an
elapsed time. Class 2 CPU and elapsed time include stored procedures and
user-defined functions.

Reference: public readers of SMF 101 of Db2 10 to 12: kinds of records and the formulas of class 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence

from ..rows import OWNER, PACKAGES_OF_THREADS, THREADS

#: Waits of class 3 that are for other work and not for data: see `accounting.WAITS`.
LOCKS: Final = ("lock and latch wait", "global contention")
READS: Final = ("synchronous I/O wait", "prefetch wait")


@dataclass(frozen=True, slots=True)
class ClassThreeWaits:
    """Seconds of class 2 elapsed time, of those waits for locks, latches and global contention, and waits for
    reads; and the plan that waited for locks longest, with its seconds.
    """

    elapsed: float
    locks: float
    reads: float
    plan: str
    plan_locks: float

    @property
    def lock_share(self) -> float:
        """The share of class 2 elapsed time that is waits for locks, latches and global contention."""
        return self.locks / self.elapsed


def class_three(classes: pl.DataFrame) -> ClassThreeWaits | None:
    """The waits of rows of `accounting.CLASSES`; None where no elapsed time was recorded."""
    elapsed = float(classes["elapsed"].sum() or 0)
    if not elapsed:
        return None
    by_plan = (
        classes.group_by("plan").agg(locks=_sum_of(LOCKS)).sort("locks", "plan", descending=[True, False])
    )
    plan, longest = by_plan.row(0)
    locks, reads = classes.select(locks=_sum_of(LOCKS), reads=_sum_of(READS)).row(0)
    return ClassThreeWaits(elapsed, float(locks), float(reads), plan or "", float(longest))


def _sum_of(names: Sequence[str]) -> pl.Expr:
    return pl.sum_horizontal(pl.col(name).sum() for name in names)


PLANS, ENDS, PACKAGES, SECONDS, CLASSES = "plans", "ends", "packages", "seconds", "classes"
IN_CICS: Final = "in CICS"
#: Classes of work are plans; their records are put together by quarters of an hour of when they were written.
QUARTER: Final = 900.0

_NO_AGENT: Final = "00000000"
#: Connections whose work runs in DIST, whose CPU is in the times of that address space too.
_REMOTE: Final = ("DRDA", "DUW")
_CICS: Final = "CICS"
_CPU: Final = ("class2_cpu", "procedure_class2_cpu", "function_class2_cpu")
_ELAPSED: Final = (
    *("class2_elapsed", "procedure_class2_elapsed", "function_class2_elapsed"),
    *("procedure_schedule_wait", "function_schedule_wait"),
)

#: Class 3: what a thread waited for, as far as the waits surely are apart from each other.
WAITS: Final = {
    "synchronous I/O wait": ("sync_io_wait",),
    "prefetch wait": ("other_read_wait",),
    "write wait": ("other_write_wait",),
    "log write wait": ("log_write_wait",),
    "lock and latch wait": ("lock_wait", "latch_wait", "page_latch_wait"),
    "global contention": (
        *("global_contention_wait", "global_contention_child_wait", "global_contention_other_wait"),
        *("page_set_contention_wait", "page_contention_wait", "other_contention_wait"),
    ),
}


def accounting(evidence: Evidence, what: str) -> pl.DataFrame:
    """Sums with `system` and `member`, by what is asked: PLANS, ENDS, PACKAGES, SECONDS, CLASSES or IN_CICS.

    Times are in seconds; `first` and `last` are when records were written.
    """
    if what == PACKAGES:
        return _packages(evidence.scan(PACKAGES_OF_THREADS))
    threads = evidence.scan(THREADS).with_columns(*_kinds(), *_waits()).with_columns(*_sums())
    if what == CLASSES:
        return _classes(threads)
    if what == IN_CICS:
        return _in_cics(threads)
    if what == SECONDS:
        return _added(threads.with_columns(second=pl.col("written").dt.truncate("1s")), "second", "remote")
    if what == ENDS:
        return _added(threads.with_columns(reason=pl.col("reason_code").cast(pl.String)), "reason")
    return _added(threads, "plan")


def _packages(packages: pl.LazyFrame) -> pl.DataFrame:
    return (
        packages.group_by(*OWNER, "collection", "package", maintain_order=True)
        .agg(
            executions=pl.len(),
            sql_calls=pl.col("sql_calls").sum(),
            class7_cpu=pl.col("class7_cpu").sum() / 1e6,
            first=pl.col("written").min(),
            last=pl.col("written").max(),
        )
        .sort(*OWNER, "package", "collection", nulls_last=False)
        .collect(engine="streaming")
    )


def _kinds() -> tuple[pl.Expr, ...]:
    parent, agent = pl.col("parent_agent"), pl.col("agent")
    rolled = (parent == agent) & (pl.col("parallel_records") > 0)
    child = (parent != agent) & (parent != _NO_AGENT)
    return (
        rolled.fill_null(value=False).alias("rolled"),
        child.fill_null(value=False).alias("child"),
        pl.col("connection_type").is_in(_REMOTE).fill_null(value=False).alias("remote"),
    )


def _waits() -> tuple[pl.Expr, ...]:
    return tuple(pl.sum_horizontal(columns).alias(name) for name, columns in WAITS.items())


def _sums() -> tuple[pl.Expr, ...]:
    own = pl.when(~pl.col("child"))
    rolled = pl.col("parallel_records").cast(pl.Int64)
    return (
        pl.when("child").then(0).when("rolled").then(rolled).otherwise(1).alias("transactions"),
        own.then(pl.col("commits").cast(pl.Int64)).alias("commits"),
        pl.sum_horizontal(_CPU).alias("cpu"),
        own.then(pl.sum_horizontal(_ELAPSED)).alias("elapsed"),
        pl.col("sync_io_wait").alias("sync_io_wait_us"),
        pl.col("sync_io_waits").cast(pl.Int64),
    )


def _seconds(*columns: str) -> pl.Expr:
    """Sums of times, which are microseconds in records: those add up to the same in any order."""
    return pl.col(columns).sum() / 1e6


def _classes(threads: pl.LazyFrame) -> pl.DataFrame:
    """What each plan did in each quarter of an hour: commits, elapsed, CPU, and waits by name; seconds."""
    return (
        threads.filter(~pl.col("child"))
        .with_columns(start=pl.col("written").dt.truncate(f"{QUARTER:.0f}s"))
        .group_by(*OWNER, "plan", "start", maintain_order=True)
        .agg(pl.col("commits").sum(), _seconds("elapsed", "cpu", *WAITS), records=pl.len())
        .sort(*OWNER, "start", "plan", nulls_last=False)
        .collect(engine="streaming")
    )


def _in_cics(threads: pl.LazyFrame) -> pl.DataFrame:
    """The quarter of an hour in which each plan of CICS was in Db2 longest, with commits and seconds."""
    cics = (pl.col("connection_type") == _CICS).fill_null(value=False)
    quarters = _classes(threads.filter(cics)).select(*OWNER, "plan", "start", "elapsed", "commits")
    longest = quarters.sort("elapsed", descending=True, maintain_order=True)
    return longest.unique((*OWNER, "plan"), keep="first", maintain_order=True)


def _added(threads: pl.LazyFrame, *by: str) -> pl.DataFrame:
    added = ("transactions", "commits", "sync_io_wait_us", "sync_io_waits")
    return (
        threads.group_by(*OWNER, *by, maintain_order=True)
        .agg(
            pl.col(added).sum(),
            _seconds("cpu", "elapsed", "sync_io_wait"),
            records=pl.len(),
            first=pl.col("written").min(),
            last=pl.col("written").max(),
        )
        .sort(*OWNER, *by, nulls_last=False)
        .collect(engine="streaming")
    )
