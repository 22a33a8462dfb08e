"""What each member did in each interval: commits, synchronous reads, CPU, elapsed time.

The intervals are those of the buffer pools, as short as the statistics records make them. CPU is that of the
address spaces of Db2 (IFCID 1) and, where accounting is there, class 2 CPU of the threads that are connected
locally, which run in other address spaces; distributed threads run in DIST. Of that, what ran on zIIPs is
preemptible service requests of the address spaces: class 2 CPU of accounting is that on general processors.
Commits are those of accounting where it is there; else those in two phases, which is what IFCID 1 has, and
the unit says so. An accounting record counts in the interval in which it was written.

Of a long window neighbouring intervals are one entry, so that there are never more than `bounded.MOST`.

Reference: IBM REDP-5238, 2.1; public readers of SMF 100 and 101.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.work import Work
from getpage.products.common.bounded import added_up
from getpage.products.common.fold import Objects

from .intervals.counter_pass import pieces
from .intervals.counters import KINDS
from .intervals.differences import RANK
from .rows import naive, partitioned
from .tables import OWNER
from .threads.accounting import SECONDS
from .thresholds import SAME_MOMENT, SHORTEST_RATED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from getpage.contract.measures import Row
    from getpage.products.common.owners import Owner
    from getpage.result import Fact

    from .measured import Measured
    from .member import Member

_KEY: Final = ["start", "end"]
_CPU: Final = ("tcb_time", "srb_time", "preemptible_srb_time", "ziip_time")
_SAME: Final = f"{SAME_MOMENT}s"
_POOLS: Final = ("getpages", "sync_reads")
_ACCOUNTED: Final = ("transactions", "elapsed", "sync_io_wait", "sync_io_waits", "records")
_SUMS: Final = (
    *(*_POOLS, "seconds", "commits", "space_cpu", "space_ziip"),
    *(*_ACCOUNTED, "accounted_commits", "cpu_local", "cpu_remote"),
)


def work(members: Sequence[Member]) -> Iterator[Work]:
    """One entry an interval with work in it, by member and in order of time."""
    if not members:
        return
    measured = members[0].measured
    pools, commits, cpu = _pools(measured), _commits(measured), _cpu(measured)
    for member in members:
        if member.key not in pools:
            continue
        found = _at(pools[member.key], commits.get(member.key), ("commits",))
        found = _at(found, cpu.get(member.key), ("space_cpu", "space_ziip"))
        found = _during(found, measured.accounted(SECONDS, member.key))
        units = pl.when(pl.col("transactions") > 0).then("accounted_commits").otherwise("commits")
        worked = (units > 0) & (pl.col("seconds") >= SHORTEST_RATED)
        found = found.filter(worked).with_columns(pl.lit(str(member.id)).alias("member"))
        for row in added_up(found, ("member",), _SUMS).iter_rows(named=True):
            yield _one(member, row)


def _one(member: Member, row: Row) -> Work:
    accounted = bool(row["transactions"])
    units = row["accounted_commits"] if accounted else row["commits"]
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


def _rows(
    measured: Measured, table: str, columns: Sequence[str], shaped: Callable[[pl.DataFrame], pl.DataFrame]
) -> Mapping[Owner, pl.DataFrame]:
    """Differences of each two readings of a table, as `shaped`, by member and in order of time."""
    objects = Objects((*OWNER, *KINDS[table].key))
    found = [
        shaped(piece.intervals.filter((pl.col(RANK) == 0) & pl.col("difference")))
        for piece in pieces(measured.evidence, table, columns, measured.owners, objects, judged=0)
    ]
    return partitioned(pl.concat(found).sort(*OWNER, "end", "start", nulls_last=False)) if found else {}


def _pools(measured: Measured) -> Mapping[Owner, pl.DataFrame]:
    """Reads and getpages of all pools by interval."""
    parts = {name: [name, f"{name}_random", f"{name}_sequential"] for name in _POOLS}
    counted = [
        pl.coalesce(whole, pl.col(random) + pl.col(sequential)).alias(whole)
        for whole, random, sequential in parts.values()
    ]

    def added(rows: pl.DataFrame) -> pl.DataFrame:
        sums = [pl.col(name).sum() for name in parts]
        rows = rows.drop_nulls("seconds").with_columns(*counted)
        return rows.group_by(*OWNER, *_KEY, maintain_order=True).agg(*sums, pl.col("seconds").first())

    found = _rows(measured, "db2_buffer_pool", [name for names in parts.values() for name in names], added)
    # The pools of a member may have come in several pieces.
    sums = [pl.col(name).sum() for name in parts]
    return {
        key: rows.group_by(*_KEY, maintain_order=True).agg(*sums, pl.col("seconds").first()).sort(*_KEY)
        for key, rows in found.items()
    }


def _commits(measured: Measured) -> Mapping[Owner, pl.DataFrame]:
    return _rows(measured, "db2_subsystem", ("commits",), lambda rows: rows.select(*OWNER, *_KEY, "commits"))


def _cpu(measured: Measured) -> Mapping[Owner, pl.DataFrame]:
    """CPU seconds of all address spaces by interval; none where one of them is not there throughout.

    Those on zIIPs are null where a record does not have them.
    """
    total = pl.sum_horizontal(_CPU).sum() / 1e6
    told = pl.col("ziip_time").is_not_null().all()
    ziip = pl.when(told).then(pl.col("ziip_time").sum() / 1e6)
    spaces: set[tuple[str | None, str | None, str | None]] = set()

    def added(rows: pl.DataFrame) -> pl.DataFrame:
        spaces.update(rows.select(*OWNER, "space").unique().iter_rows())
        found = rows.group_by(*OWNER, *_KEY, maintain_order=True)
        return found.agg(total.alias("space_cpu"), ziip.alias("space_ziip"), pl.len().alias("spaces"))

    found = _rows(measured, "db2_address_space_cpu", _CPU, added)
    many = Counter((system, member) for system, member, _ in spaces)
    columns = (*OWNER, *_KEY, "space_cpu", "space_ziip")
    return {key: rows.filter(pl.col("spaces") == many[key]).select(columns) for key, rows in found.items()}


def _at(pools: pl.DataFrame, other: pl.DataFrame | None, values: Sequence[str]) -> pl.DataFrame:
    """Beside each interval what another record counted in the same one, from and to the same moments."""
    if other is None:
        return pools.with_columns(pl.lit(None, pl.Float64).alias(name) for name in values)
    other = other.select(pl.col("start").alias("other_start"), "end", *values)
    joined = pools.sort("end").join_asof(other, on="end", strategy="nearest", tolerance=_SAME)
    apart = (pl.col("start") - pl.col("other_start")).dt.total_microseconds().abs() / 1e6
    same = (apart <= SAME_MOMENT).fill_null(value=False)
    return joined.with_columns(pl.when(same).then(pl.col(name)).alias(name) for name in values).drop(
        "other_start"
    )


def _during(pools: pl.DataFrame, seconds: pl.DataFrame) -> pl.DataFrame:
    """Beside each interval the sums of accounting records that were written in it."""
    rows = seconds.with_columns(naive("second").alias("second")).drop_nulls("second").sort("second")
    rows = rows.join_asof(
        pools.select(*_KEY).sort("start"), left_on="second", right_on="start", strategy="backward"
    ).filter(pl.col("second") < pl.col("end"))
    local = pl.col("cpu").filter(~pl.col("remote")).sum().alias("cpu_local")
    remote = pl.col("cpu").filter("remote").sum().alias("cpu_remote")
    sums = [pl.col(name).sum() for name in _ACCOUNTED]
    commits = pl.col("commits").sum().alias("accounted_commits")
    added = rows.group_by(*_KEY, maintain_order=True).agg(*sums, commits, local, remote)
    return pools.join(added, on=_KEY, how="left", maintain_order="left")
