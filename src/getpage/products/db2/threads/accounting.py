"""Accounting records of threads and packages, added up: by plan, by reason, by package, by second, by class.

A record is one transaction, or several where records are rolled up (its parent agent is its own agent) and
then counts as many as it says. Tasks of query parallelism (another parent agent) add CPU and nothing else, as
their parent has the commits and the elapsed time; classes leave them out, as their CPU is no part of an
elapsed time. Class 2 CPU and elapsed time include stored procedures and
user-defined functions.

Reference: public readers of SMF 101 of Db2 10 to 12: kinds of records and the formulas of class 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.by_day import Held, by_day, spelled

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


@dataclass(frozen=True, slots=True)
class _Sums:
    """What is added up of the records of a table: `sums` of whole numbers, of which `times` are microseconds
    that become seconds, by columns of which `by` come first in the order of rows.
    """

    table: str
    by: tuple[str, ...]
    sums: tuple[str, ...]
    times: tuple[str, ...] = ()
    rows: str = "records"  # how many they are
    spans: bool = True  # whether `first` and `last` say when they were written

    def of(self, evidence: Evidence, records: Callable[[pl.LazyFrame], pl.LazyFrame]) -> pl.DataFrame:
        """The sums of the window, of `records` of it."""

        def add(part: Evidence, to: _Added) -> None:
            if part.most_rows(self.table):
                to.add(self._summed(records(part.scan(self.table))).collect(engine="streaming"))

        name = spelled("accounting", self, records)
        rows = by_day(evidence, (self.table,), name, lambda: _Added(self), add).done()
        if rows is None:
            rows = self._summed(records(evidence.scan(self.table).head(0))).collect()
        seconds = (pl.col(name) / 1e6 for name in self.times)
        return rows.with_columns(seconds).sort(*OWNER, *self.by, nulls_last=False)

    def _summed(self, records: pl.LazyFrame) -> pl.LazyFrame:
        spans = {"first": pl.col("written").min(), "last": pl.col("written").max()} if self.spans else {}
        return records.group_by(*OWNER, *self.by).agg(
            pl.col(*self.sums, *self.times).sum(), **{self.rows: pl.len()}, **spans
        )

    def together(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Sums of sums."""
        spans = (pl.col("first").min(), pl.col("last").max()) if self.spans else ()
        return rows.group_by(*OWNER, *self.by).agg(pl.col(*self.sums, *self.times, self.rows).sum(), *spans)


class _Added:
    """The sums of all days so far."""

    def __init__(self, sums: _Sums) -> None:
        self._sums = sums
        self._rows: list[pl.DataFrame] = []

    def add(self, rows: pl.DataFrame) -> None:
        self._rows.append(rows)
        if len(self._rows) > _MOST_DAYS:
            self._rows = [self._sums.together(pl.concat(self._rows))]

    def held(self) -> dict[str, pl.DataFrame]:
        return {"sums": rows} if (rows := self.done()) is not None else {}

    def take(self, every: Sequence[Held]) -> None:
        if rows := [held["sums"] for held in every if held]:
            self.add(pl.concat(rows))

    def done(self) -> pl.DataFrame | None:
        return self._sums.together(pl.concat(self._rows)) if self._rows else None


#: Days whose sums are added up at a time.
_MOST_DAYS: Final = 64
_OF_THREADS: Final = ("transactions", "commits", "sync_io_wait_us", "sync_io_waits")
_TIMES: Final = ("cpu", "elapsed", "sync_io_wait")


def _threads_by(*by: str) -> _Sums:
    return _Sums(THREADS, by, _OF_THREADS, _TIMES)


_CLASSES: Final = _Sums(THREADS, ("start", "plan"), ("commits",), ("elapsed", "cpu", *WAITS), spans=False)
_PACKAGES: Final = _Sums(
    PACKAGES_OF_THREADS, ("package", "collection"), ("sql_calls",), ("class7_cpu",), rows="executions"
)


def accounting(evidence: Evidence, what: str) -> pl.DataFrame:
    """Sums with `system` and `member`, by what is asked: PLANS, ENDS, PACKAGES, SECONDS, CLASSES or IN_CICS.

    Times are in seconds; `first` and `last` are when records were written.
    """
    if what == PACKAGES:
        return _PACKAGES.of(evidence, lambda packages: packages)
    if what == CLASSES:
        return _CLASSES.of(evidence, _own)
    if what == IN_CICS:
        return _in_cics(evidence)
    if what == SECONDS:
        return _threads_by("second", "remote").of(evidence, _timed)
    if what == ENDS:
        return _threads_by("reason").of(evidence, _reasoned)
    return _threads_by("plan").of(evidence, _threads)


def _threads(rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.with_columns(*_kinds(), *_waits()).with_columns(*_sums())


def _timed(rows: pl.LazyFrame) -> pl.LazyFrame:
    return _threads(rows).with_columns(second=pl.col("written").dt.truncate("1s"))


def _reasoned(rows: pl.LazyFrame) -> pl.LazyFrame:
    return _threads(rows).with_columns(reason=pl.col("reason_code").cast(pl.String))


def _own(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Records of what a plan did itself, with the quarter of an hour in which they were written."""
    own = _threads(rows).filter(~pl.col("child"))
    return own.with_columns(start=pl.col("written").dt.truncate(f"{QUARTER:.0f}s"))


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


def _in_cics(evidence: Evidence) -> pl.DataFrame:
    """The quarter of an hour in which each plan of CICS was in Db2 longest, with commits and seconds."""
    cics = (pl.col("connection_type") == _CICS).fill_null(value=False)
    of_cics = replace(_CLASSES, times=("elapsed",))
    quarters = of_cics.of(evidence, lambda rows: _own(rows.filter(cics))).drop("records")
    longest = quarters.sort("elapsed", descending=True, maintain_order=True)
    return longest.unique((*OWNER, "plan"), keep="first", maintain_order=True)
