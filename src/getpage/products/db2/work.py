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
from getpage.contract.work import WorkColumns
from getpage.products.common.fold import OBJECT, Objects

from .intervals.counter_pass import pieces
from .intervals.counters import KINDS
from .intervals.differences import RANK
from .rows import naive, partitioned
from .tables import OWNER
from .threads.accounting import SECONDS
from .thresholds import SAME_MOMENT, SHORTEST_RATED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Row
    from getpage.products.common.owners import Owners
    from getpage.result import Fact

    from .measured import Measured
    from .member import Member

_KEY: Final = ["start", "end"]
_CPU: Final = ("tcb_time", "srb_time", "preemptible_srb_time", "ziip_time")
_SAME: Final = f"{SAME_MOMENT}s"
_POOLS: Final = ("getpages", "sync_reads")
_ACCOUNTED: Final = ("transactions", "elapsed", "sync_io_wait", "sync_io_waits", "records")
_NO_POOLS: Final[Mapping[str, pl.DataType | type[pl.DataType]]] = {
    **dict.fromkeys(OWNER, pl.String),
    **dict.fromkeys(_KEY, pl.Datetime("us")),
    **dict.fromkeys(_POOLS, pl.Int64),
    "seconds": pl.Float64,
}


def work(members: Sequence[Member]) -> Iterator[WorkColumns]:
    """Intervals with work in them, by member."""
    if not members:
        return
    measured = members[0].measured
    found = _at(measured.work_of_pools, _commits(measured), ("commits",))
    found = _at(found, _cpu(measured), ("space_cpu", "space_ziip"))
    found = _as_work(_during(found, measured.accounted_by(SECONDS)))
    worked = (pl.col("units") > 0) & (pl.col("seconds") >= SHORTEST_RATED)
    rows = partitioned(found.filter(worked).sort(*OWNER, *_KEY, nulls_last=False))
    for member in members:
        if member.key in rows:
            yield WorkColumns(member.id, rows[member.key], _facts)


def _as_work(found: pl.DataFrame) -> pl.DataFrame:
    """With the columns of `Work`."""
    accounted = (pl.col("transactions") > 0).fill_null(value=False)
    threads = pl.when(pl.col("space_cpu").is_null()).then(pl.col("cpu_local") + pl.col("cpu_remote"))
    cpu = threads.otherwise("cpu_local") + pl.col("space_cpu").fill_null(0.0)
    return found.with_columns(
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


def of_pools(intervals: pl.DataFrame) -> pl.DataFrame:
    """Reads and getpages of all pools by member and interval, of a piece of their intervals."""
    parts = {name: [name, f"{name}_random", f"{name}_sequential"] for name in _POOLS}
    counted = [
        pl.coalesce(whole, pl.col(random) + pl.col(sequential)).alias(whole)
        for whole, random, sequential in parts.values()
    ]
    needed = dict.fromkeys(
        (*OWNER, *_KEY, "seconds", *(part for of_one in parts.values() for part in of_one))
    )
    rows = intervals.select("difference", *needed).filter("difference").drop_nulls("seconds")
    return _together(rows.with_columns(*counted))


def pools_together(pieces: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """What `of_pools` says of all pieces: the pools of a member may have come in several."""
    return _together(pl.concat(pieces)) if pieces else pl.DataFrame(schema=_NO_POOLS)


def _together(rows: pl.DataFrame) -> pl.DataFrame:
    sums = [pl.col(name).sum() for name in _POOLS]
    return rows.group_by(*OWNER, *_KEY, maintain_order=True).agg(*sums, pl.col("seconds").first())


def every_interval(
    evidence: Evidence,
    owners: Owners,
    table: str,
    columns: Sequence[str],
    shaped: Callable[[pl.DataFrame], pl.DataFrame],
) -> list[pl.DataFrame]:
    """Differences of each two readings of a table, however close, as `shaped`, piece by piece."""
    objects = Objects((*OWNER, *KINDS[table].key))
    return [
        shaped(piece.intervals.filter((pl.col(RANK) == 0) & pl.col("difference")))
        for piece in pieces(evidence, table, columns, owners, objects, judged=0)
    ]


def pools_anew(evidence: Evidence, owners: Owners) -> pl.DataFrame:
    """Reads and getpages of all pools in every interval, read for this alone."""
    columns = [f"{name}{part}" for name in _POOLS for part in ("", "_random", "_sequential")]
    return pools_together(every_interval(evidence, owners, "db2_buffer_pool", columns, of_pools))


def _commits(measured: Measured) -> pl.DataFrame | None:
    return _rows(measured, "db2_subsystem", ("commits",), lambda rows: rows.select(*OWNER, *_KEY, "commits"))


def _rows(
    measured: Measured, table: str, columns: Sequence[str], shaped: Callable[[pl.DataFrame], pl.DataFrame]
) -> pl.DataFrame | None:
    found = every_interval(measured.evidence, measured.owners, table, columns, shaped)
    return pl.concat(found) if found else None


def _cpu(measured: Measured) -> pl.DataFrame | None:
    """CPU seconds of all address spaces by interval; none where one of them is not there throughout.

    Those on zIIPs are null where a record does not have them.
    """
    total = pl.sum_horizontal(_CPU).sum() / 1e6
    told = pl.col("ziip_time").is_not_null().all()
    ziip = pl.when(told).then(pl.col("ziip_time").sum() / 1e6)
    spaces: list[pl.DataFrame] = []

    def added(rows: pl.DataFrame) -> pl.DataFrame:
        spaces.append(rows.select(*OWNER, "space").unique())
        found = rows.group_by(*OWNER, *_KEY, maintain_order=True)
        return found.agg(total.alias("space_cpu"), ziip.alias("space_ziip"), pl.len().alias("spaces"))

    found = _rows(measured, "db2_address_space_cpu", _CPU, added)
    if found is None:
        return None
    many = pl.concat(spaces).unique().group_by(OWNER).agg(pl.len().alias("many"))
    throughout = found.join(many, on=OWNER, how="left", nulls_equal=True, maintain_order="left")
    return throughout.filter(pl.col("spaces") == pl.col("many")).drop("spaces", "many")


def _at(pools: pl.DataFrame, other: pl.DataFrame | None, values: Sequence[str]) -> pl.DataFrame:
    """Beside each interval what another record counted in the same one, from and to the same moments."""
    if other is None:
        return pools.with_columns(pl.lit(None, pl.Float64).alias(name) for name in values)
    members = Objects(OWNER)
    pools = members.numbered(pools).sort("end")
    other = members.numbered(other).sort("end", "start", nulls_last=False)
    joined = pools.join_asof(
        other.select(OBJECT, pl.col("start").alias("other_start"), "end", *values),
        on="end",
        by=OBJECT,
        strategy="nearest",
        tolerance=_SAME,
        check_sortedness=False,
    )
    apart = (pl.col("start") - pl.col("other_start")).dt.total_microseconds().abs() / 1e6
    same = (apart <= SAME_MOMENT).fill_null(value=False)
    return joined.with_columns(pl.when(same).then(pl.col(name)).alias(name) for name in values).drop(
        "other_start", OBJECT
    )


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
