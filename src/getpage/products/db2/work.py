"""What each member did in each interval: commits, synchronous reads, CPU, elapsed time.

The intervals are those of the buffer pools, as short as the statistics records make them. CPU is that of the
address spaces of Db2 (IFCID 1) and, where accounting is there, class 2 CPU of the threads that are connected
locally, which run in other address spaces; distributed threads run in DIST. Of that, what ran on zIIPs is
preemptible service requests of the address spaces: class 2 CPU of accounting is that on general processors.
Commits are those of accounting where it is there; else those in two phases, which is what IFCID 1 has, and
the unit says so. An accounting record counts in the interval in which it was written.

Reference: IBM REDP-5238, 2.1; public readers of SMF 100 and 101.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.work import Work

from .accounting import SECONDS
from .counters import KINDS
from .intervals import intervals, naive
from .thresholds import SAME_MOMENT, SHORTEST_RATED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Fact

    from .frames import Row
    from .member import Member

_KEY: Final = ["start", "end"]
_CPU: Final = ("tcb_time", "srb_time", "preemptible_srb_time", "ziip_time")
_SAME: Final = f"{SAME_MOMENT}s"


def work(member: Member) -> Iterator[Work]:
    """One entry an interval with work in it, in order of time."""
    pools = _pools(member)
    if not pools.height:
        return
    found = _during(_at(_at(pools, _commits(member)), _cpu(member)), member.frames[SECONDS])
    for row in found.iter_rows(named=True):
        one = _one(member, row)
        if one is not None:
            yield one


def _one(member: Member, row: Row) -> Work | None:
    accounted = bool(row["transactions"])
    units = row["accounted_commits"] if accounted else row["commits"]
    if not units or row["seconds"] < SHORTEST_RATED:
        return None
    cpu = row["space_cpu"]
    if accounted:
        threads = row["cpu_local"] if cpu is not None else row["cpu_local"] + row["cpu_remote"]
        cpu = threads + (cpu or 0.0)
    return Work(
        subsystem=member.id,
        start=row["start"],
        seconds=row["seconds"],
        unit="commit" if accounted else "commit in two phases",
        units=float(units),
        reads=_number(row["sync_reads"]),
        read_seconds=row["sync_io_wait"] if accounted else None,
        getpages=_number(row["getpages"]),
        cpu_seconds=cpu,
        ziip_seconds=row["space_ziip"],
        elapsed_seconds=row["elapsed"] if accounted else None,
        facts=tuple(_facts(row, accounted=accounted)),
    )


def _number(value: int | None) -> float | None:
    return None if value is None else float(value)


def _facts(row: Row, *, accounted: bool) -> Iterator[Fact]:
    yield computed("synchronous reads of all pools (IFCID 2)", row["sync_reads"], "count", row)
    if row["space_cpu"] is not None:
        yield computed("CPU of the address spaces (IFCID 1)", round(row["space_cpu"], 3), "s", row)
    if row["space_ziip"] is not None:
        yield computed("CPU on zIIPs (IFCID 1)", round(row["space_ziip"], 3), "s", row)
    if accounted:
        yield computed("accounting records (IFCID 3)", row["records"], "count", row)
        yield computed("class 2 CPU", round(row["cpu_local"] + row["cpu_remote"], 3), "s", row)


def _pools(member: Member) -> pl.DataFrame:
    """Reads and getpages of all pools by interval."""
    kind = KINDS["db2_buffer_pool"]
    rows = intervals(member.ready.shown["db2_buffer_pool"], kind, judged=0).drop_nulls("seconds")
    parts = {name: [name, f"{name}_random", f"{name}_sequential"] for name in ("getpages", "sync_reads")}
    counted = [
        pl.coalesce(whole, pl.col(random) + pl.col(sequential)).alias(whole)
        for whole, random, sequential in parts.values()
    ]
    rows = rows.filter("difference").with_columns(*counted)
    sums = [pl.col(name).sum() for name in parts]
    return rows.group_by(*_KEY).agg(*sums, pl.col("seconds").first()).sort(*_KEY)


def _commits(member: Member) -> pl.DataFrame:
    rows = intervals(member.ready.shown["db2_subsystem"], KINDS["db2_subsystem"], judged=0)
    return rows.filter("difference").select(*_KEY, "commits").sort("end")


def _cpu(member: Member) -> pl.DataFrame:
    """CPU seconds of all address spaces by interval; none where one of them is not there throughout.

    Those on zIIPs are null where a record does not have them.
    """
    kind = KINDS["db2_address_space_cpu"]
    rows = intervals(member.ready.shown["db2_address_space_cpu"], kind, judged=0).filter("difference")
    spaces = rows["space"].n_unique()
    total = pl.sum_horizontal(_CPU).sum() / 1e6
    told = pl.col("ziip_time").is_not_null().all()
    ziip = pl.when(told).then(pl.col("ziip_time").sum() / 1e6)
    found = rows.group_by(*_KEY).agg(
        total.alias("space_cpu"), ziip.alias("space_ziip"), pl.len().alias("spaces")
    )
    return found.filter(pl.col("spaces") == spaces).select(*_KEY, "space_cpu", "space_ziip").sort("end")


def _at(pools: pl.DataFrame, other: pl.DataFrame) -> pl.DataFrame:
    """Beside each interval what another record counted in the same one, from and to the same moments."""
    values = [name for name in other.columns if name not in _KEY]
    other = other.rename({"start": "other_start"})
    joined = pools.sort("end").join_asof(other, on="end", strategy="nearest", tolerance=_SAME)
    apart = (pl.col("start") - pl.col("other_start")).dt.total_microseconds().abs() / 1e6
    same = (apart <= SAME_MOMENT).fill_null(value=False)
    return joined.with_columns(pl.when(same).then(pl.col(name)).alias(name) for name in values).drop(
        "other_start"
    )


def _during(pools: pl.DataFrame, seconds: pl.DataFrame) -> pl.DataFrame:
    """Beside each interval the sums of accounting records that were written in it."""
    names = ("transactions", "commits", "cpu", "elapsed", "sync_io_wait", "records")
    rows = seconds.with_columns(naive("second").alias("second")).drop_nulls("second").sort("second")
    rows = rows.join_asof(
        pools.select(*_KEY).sort("start"), left_on="second", right_on="start", strategy="backward"
    ).filter(pl.col("second") < pl.col("end"))
    local = pl.col("cpu").filter(~pl.col("remote")).sum().alias("cpu_local")
    remote = pl.col("cpu").filter("remote").sum().alias("cpu_remote")
    sums = [pl.col(name).sum() for name in names if name not in ("commits", "cpu")]
    commits = pl.col("commits").sum().alias("accounted_commits")
    added = rows.group_by(*_KEY).agg(*sums, commits, local, remote)
    return pools.join(added, on=_KEY, how="left", maintain_order="left")
