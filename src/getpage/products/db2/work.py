"""What each member did in each interval: commits, synchronous reads, CPU, elapsed time.

The intervals are those of the buffer pools, as short as the statistics records make them. CPU is that of the
address spaces of Db2 (IFCID 1) and, where accounting is there, class 2 CPU of the threads that are connected
locally, which run in other address spaces; distributed threads run in DIST. Of that, what ran on zIIPs is
preemptible service requests of the address spaces: class 2 CPU of accounting is that on general processors.
Commits are those of accounting where it is there; else those in two phases, which is what IFCID 1 has, and
the unit says so. An accounting record counts in the interval in which it was written. Of a long window
neighboring intervals are added up (`common/entries`); what is not there, or not at the same time, in some
interval of an entry is left out, and so is an entry with a gap in it.

Reference: IBM REDP-5238, 2.1; public readers of SMF 100 and 101.

Class times: where the time of the commits of each plan went: class 2 elapsed time, CPU in it, and waits of
class 3. Elapsed time and CPU are those in Db2, with stored procedures and user-defined functions; CPU is that
on general processors, as accounting has it. What neither runs nor waits for anything known (not dispatched,
on a zIIP, other suspensions) is left as the rest. A record counts in the quarter of an hour in which it was
written; records of threads that stay hold the commits of a longer time.

Reference: IBM REDP-5238, 2.2.2; public readers of SMF 101.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.contract.work import ClassTime, WorkColumns
from getpage.products.common.by_day import Distinct, Several
from getpage.products.common.entries import BEGUN, ENDED, Entries, alike
from getpage.products.common.fold import OBJECT, Objects
from getpage.result import Fact

from .constants import SAME_MOMENT, SHORTEST_RATED
from .intervals.joined import every_interval
from .measured import Db2Measures
from .member import Member
from .rows import OWNER, naive, partitioned
from .threads.accounting import CLASSES, QUARTER, SECONDS, WAITS

_KEY: Final = ["start", "end"]
_CPU: Final = ("tcb_time", "srb_time", "preemptible_srb_time", "ziip_time")
_SAME: Final = f"{SAME_MOMENT}s"
_SPENT: Final = ("space_cpu", "ziip", "ziip_told", "spaces")
_ACCOUNTED: Final = ("transactions", "elapsed", "sync_io_wait", "sync_io_waits", "records")
_Schema = dict[str, pl.DataType | type[pl.DataType]]
_NO_WORK: Final[_Schema] = {**dict.fromkeys(OWNER, pl.String), **dict.fromkeys(_KEY, pl.Datetime("us"))}
_NO_CPU: Final[_Schema] = {
    **dict.fromkeys(("space_cpu", "ziip"), pl.Float64),
    **dict.fromkeys(("ziip_told", "spaces"), pl.UInt32),
}


def work(members: Sequence[Member]) -> Iterator[WorkColumns]:
    """Intervals with work in them, by member."""
    if not members:
        return
    measured = members[0].measured
    cpu, many = _cpu(measured)
    pools, commits, spent = map(_spanned, alike(measured.work_of_pools, _commits(measured), cpu))
    # Of two readings the later is the earlier of the next two: only a gap lets entries last longer.
    lasts = (pl.col("end") - pl.col("start")).dt.total_microseconds() / 1e6
    without_gap = (pl.col("intervals") == 1) | (lasts <= pl.col("seconds") + SAME_MOMENT)
    joined = _at(pools.filter(without_gap), commits, ("commits",))
    joined = _at(joined, _throughout(spent, many), ("space_cpu", "space_ziip"))
    joined = _as_work(_during(joined, measured.accounted_by(SECONDS)))
    worked = (pl.col("units") > 0) & (pl.col("seconds") >= SHORTEST_RATED)
    rows = partitioned(joined.filter(worked).sort(*OWNER, *_KEY, nulls_last=False))
    for member in members:
        if member.key in rows:
            yield WorkColumns(member.id, rows[member.key], _facts)


def _spanned(entries: pl.DataFrame) -> pl.DataFrame:
    """Entries from when the first of their intervals began to when the last ended."""
    return entries.drop(_KEY).rename({BEGUN: "start", ENDED: "end"})


def _as_work(rows: pl.DataFrame) -> pl.DataFrame:
    """With the columns of `Work`."""
    accounted = (pl.col("transactions") > 0).fill_null(value=False)
    threads = pl.when(pl.col("space_cpu").is_null()).then(pl.col("cpu_local") + pl.col("cpu_remote"))
    cpu = threads.otherwise("cpu_local") + pl.col("space_cpu").fill_null(0.0)
    return rows.with_columns(
        pl.when(accounted).then(pl.lit("commit")).otherwise(pl.lit("commit in two phases")).alias("unit"),
        pl.when(accounted).then("accounted_commits").otherwise("commits").cast(pl.Float64).alias("units"),
        pl.col("sync_reads").cast(pl.Float64).alias("reads"),
        pl.when(accounted).then("sync_io_wait").cast(pl.Float64).alias("read_seconds"),
        pl.col("getpages").cast(pl.Float64),
        pl.when(accounted).then(cpu).otherwise("space_cpu").cast(pl.Float64).alias("cpu_seconds"),
        pl.col("space_ziip").cast(pl.Float64).alias("ziip_seconds"),
        pl.when(accounted).then("elapsed").cast(pl.Float64).alias("elapsed_seconds"),
        accounted.alias("accounted"),
    )


def _facts(row: Row) -> Iterator[Fact]:
    yield computed("synchronous reads of all pools (IFCID 2)", row["sync_reads"], "count", row)
    if row["space_cpu"] is not None:
        yield computed("CPU of the address spaces (IFCID 1)", round(row["space_cpu"], 3), "s", row)
    if row["space_ziip"] is not None:
        yield computed("CPU on zIIPs (IFCID 1)", round(row["space_ziip"], 3), "s", row)
    if row["accounted"]:
        yield computed("accounting records (IFCID 3)", row["records"], "count", row)
        yield computed("class 2 CPU", round(row["cpu_local"] + row["cpu_remote"], 3), "s", row)


def _commits(measured: Db2Measures) -> Entries:
    def new() -> Entries:
        return _entries(("commits",), {"commits": pl.Int64})

    return every_interval(measured.evidence, measured.owners, "db2_subsystem", ("commits",), new, Entries.add)


def _entries(sums: Sequence[str], types: _Schema) -> Entries:
    entries = Entries(OWNER, sums, spans=True)
    entries.add(pl.DataFrame(schema={**_NO_WORK, **types}))
    return entries


class _Spent(Several):
    """CPU seconds of all address spaces, and which these are."""

    def __init__(self) -> None:
        self.entries = _entries(_SPENT, _NO_CPU)
        self.spaces = Distinct({name: pl.String() for name in (*OWNER, "space")})
        super().__init__(entries=self.entries, spaces=self.spaces)


def _cpu(measured: Db2Measures) -> tuple[Entries, pl.DataFrame]:
    """CPU seconds of all address spaces, and how many these are; and how many each member has."""
    table = "db2_address_space_cpu"
    spent = every_interval(measured.evidence, measured.owners, table, _CPU, _Spent, _spend)
    return spent.entries, spent.spaces.done().group_by(OWNER).agg(pl.len().alias("many"))


def _spend(spent: _Spent, rows: pl.DataFrame) -> None:
    has_ziip = pl.col("ziip_time").is_not_null().all().cast(pl.UInt32)
    spent.spaces.add(rows)
    spent.entries.add(
        rows.group_by(*OWNER, *_KEY, maintain_order=True).agg(
            (pl.sum_horizontal(_CPU).sum() / 1e6).alias("space_cpu"),
            (pl.col("ziip_time").sum() / 1e6).alias("ziip"),
            has_ziip.alias("ziip_told"),
            pl.len().alias("spaces"),
        )
    )


def _throughout(spent: pl.DataFrame, many: pl.DataFrame) -> pl.DataFrame:
    """CPU seconds by interval; none where an address space is not there throughout.

    Those on zIIPs are null where a record does not have them.
    """
    joined = spent.join(many, on=OWNER, how="left", nulls_equal=True, maintain_order="left")
    whole = pl.col("spaces") == pl.col("many") * pl.col("intervals")
    ziip = pl.when(pl.col("ziip_told") == pl.col("intervals")).then("ziip").alias("space_ziip")
    return joined.filter(whole).with_columns(ziip)


def _at(pools: pl.DataFrame, other: pl.DataFrame, values: Sequence[str]) -> pl.DataFrame:
    """Beside each interval what another record counted in the same one, from and to the same moments; of
    entries of several intervals, in as many.
    """
    members = Objects(OWNER)
    pools = members.numbered(pools).sort("end")
    other = members.numbered(other).sort("end", "start", nulls_last=False)
    there = [pl.col(name).alias(f"other_{name}") for name in ("start", "intervals")]
    joined = pools.join_asof(
        other.select(OBJECT, "end", *there, *values),
        on="end",
        by=OBJECT,
        strategy="nearest",
        tolerance=_SAME,
        check_sortedness=False,
    )
    apart = (pl.col("start") - pl.col("other_start")).dt.total_microseconds().abs() / 1e6
    same = (apart <= SAME_MOMENT) & (pl.col("intervals") == pl.col("other_intervals"))
    return joined.with_columns(
        pl.when(same.fill_null(value=False)).then(pl.col(name)).alias(name) for name in values
    ).drop("other_start", "other_intervals", OBJECT)


def _during(pools: pl.DataFrame, seconds: pl.DataFrame) -> pl.DataFrame:
    """Beside each interval the sums of accounting records that were written in it."""
    members = Objects(OWNER)
    pools = members.numbered(pools)
    rows = seconds.with_columns(naive("second").alias("second")).drop_nulls("second").sort("second")
    rows = (
        members.numbered(rows)
        .join_asof(
            pools.select(OBJECT, *_KEY).sort("start"),
            left_on="second",
            right_on="start",
            by=OBJECT,
            strategy="backward",
            check_sortedness=False,
        )
        .filter(pl.col("second") < pl.col("end"))
    )
    local = pl.col("cpu").filter(~pl.col("remote")).sum().alias("cpu_local")
    remote = pl.col("cpu").filter("remote").sum().alias("cpu_remote")
    sums = [pl.col(name).sum() for name in _ACCOUNTED]
    commits = pl.col("commits").sum().alias("accounted_commits")
    by = (OBJECT, *_KEY)
    added = rows.group_by(by, maintain_order=True).agg(*sums, commits, local, remote)
    return pools.join(added, on=by, how="left", maintain_order="left").drop(OBJECT)


KIND: Final = "commit (class 2)"


def class_times(members: Sequence[Member]) -> Iterator[ClassTime]:
    """The plans of all members that committed at all, by member and in order of time and name."""
    for member in members:
        yield from _of_member(member)


def _of_member(member: Member) -> Iterator[ClassTime]:
    commits = pl.col("commits").sum().over("plan")
    rows = member.measured.accounted(CLASSES, member.key).filter(commits > 0).with_columns(naive("start"))
    for row in rows.iter_rows(named=True):
        of = f", {row['plan'] or 'no plan'}, of {row['records']:,} accounting records"
        at = row | {"seconds": QUARTER}
        yield ClassTime(
            subsystem=member.id,
            kind=KIND,
            name=row["plan"] or "",
            units=float(row["commits"]),
            elapsed=row["elapsed"],
            parts={"CPU": row["cpu"]} | {name: row[name] for name in WAITS},
            start=row["start"],
            facts=(
                computed(f"class 2 elapsed{of}", round(row["elapsed"], 3), "s", at),
                computed(f"commits{of}", row["commits"], "count", at),
            ),
        )
