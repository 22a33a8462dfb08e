"""What regions did in each interval: transactions, their CPU and their response.

Monitoring goes before statistics, as it has the response. Of statistics only intervals count: an end-of-day
or unsolicited collection is of another length; CPU is then the sum of the TCB modes (DSGACT), which CICS
resets with each collection. SRB time is in neither.

Class times: where the time of transactions went, by region, transaction and quarter of an hour, for a proof
to compare.

Parts are CPU, what of the time dispatched was none, and waits that do not overlap: the waits of a resource
manager (RMI) and for redispatch hold or are held by others, and are left out. Of CPU it is told how much was
on QR and on open TCBs, which a program that is made threadsafe moves.

Reference: IBM CICS TS documentation, "Transaction wait (suspend) times".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Row
from getpage.contract.work import ClassTime, WorkColumns
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches
from getpage.result import Fact

from . import dispatcher, tasks, transactions
from .measured import CicsMeasures
from .region import Region
from .rows import CONTEXT, OWNER, ready
from .transactions import PARTS

_KEY: Final = [*OWNER, "start", "seconds"]
_INTERVAL: Final = "INT"
_TASK_SUMS: Final = ("tasks", "cpu_us", "standard_cpu_us", "response_us")


def work(regions: Iterable[Region]) -> Iterator[WorkColumns]:
    """Each region in order of time."""
    regions = tuple(regions)
    if not regions:
        return
    measured = regions[0].measured
    sources = (
        (_by_tasks(measured), transactions.TABLE, "tasks"),
        (_by_statistics(measured), tasks.MANAGER_TABLE, "transactions_total"),
    )
    parted = [
        (rows.sort(*_KEY).partition_by(*OWNER, as_dict=True), table, column)
        for rows, table, column in sources
    ]
    for region in regions:
        for by_region, table, column in parted:
            mine = by_region.get(region.key)
            if mine is not None:
                yield WorkColumns(region.id, mine, _facts(region, table, column))
                break


def _by_tasks(measured: CicsMeasures) -> pl.DataFrame:
    """From monitoring: tasks of all transactions."""
    table = transactions.TABLE
    rows = _rows(measured, table, _TASK_SUMS).sort("file", "record", maintain_order=True)
    added = rows.group_by(_KEY, maintain_order=True).agg(
        pl.col(_TASK_SUMS).cast(pl.Float64).sum(),
        pl.col("standard_cpu_us").null_count().alias("without_standard"),
        pl.col("file", "record").first(),
    )
    ziip = (pl.col("cpu_us") - pl.col("standard_cpu_us")).clip(lower_bound=0.0) / 1e6
    return _as_work(added.filter(pl.col("tasks") > 0)).with_columns(
        pl.col("tasks").alias("units"),
        (pl.col("cpu_us") / 1e6).alias("cpu_seconds"),
        pl.when(pl.col("without_standard") == 0).then(ziip).alias("ziip_seconds"),
        (pl.col("response_us") / 1e6).alias("elapsed_seconds"),
    )


def _by_statistics(measured: CicsMeasures) -> pl.DataFrame:
    """From interval statistics: transactions, and the CPU of all TCB modes."""
    interval = pl.col("statistics_type") == _INTERVAL
    done = _rows(measured, tasks.MANAGER_TABLE, ("transactions_total",)).filter(interval)
    modes = _rows(measured, dispatcher.MODES_TABLE, ("cpu_us",)).filter(interval)
    cpu = modes.group_by(_KEY, maintain_order=True).agg((pl.col("cpu_us").sum() / 1e6).alias("cpu_seconds"))
    units = done.drop_nulls("transactions_total").unique(_KEY, keep="first", maintain_order=True)
    joined = units.join(cpu, on=_KEY, how="left", nulls_equal=True, maintain_order="left")
    none = (pl.lit(None, pl.Float64).alias(name) for name in ("ziip_seconds", "elapsed_seconds"))
    return _as_work(joined).with_columns(pl.col("transactions_total").cast(pl.Float64).alias("units"), *none)


def _as_work(rows: pl.DataFrame) -> pl.DataFrame:
    """With what no evidence of CICS tells."""
    unknown = (pl.lit(None, pl.Float64).alias(name) for name in ("reads", "read_seconds", "getpages"))
    return rows.with_columns(pl.lit("transaction").alias("unit"), *unknown)


def _rows(measured: CicsMeasures, table: str, columns: tuple[str, ...]) -> pl.DataFrame:
    wanted = read(measured.evidence, table, (*OWNER, *CONTEXT, *columns))
    timed = (pl.col("seconds") > 0) & pl.col("start").is_not_null()

    def add(part: Evidence, to: Gathered) -> None:
        for piece in stretches(part, {table: wanted}):
            to.add(ready(piece[table], measured.owners).filter(timed))

    name = spelled("work", table, wanted, measured.owners.context)
    rows = by_day(measured.evidence, (table,), name, Gathered, add).done()
    return rows.sort("start", "file", "record", maintain_order=True)


def _facts(region: Region, table: str, column: str) -> Callable[[Row], Iterator[Fact]]:
    label = "tasks" if table == transactions.TABLE else "transactions"

    def facts(row: Row) -> Iterator[Fact]:
        yield region.fact(table, column, row, label)

    return facts


_KIND: Final = "transaction"
#: CPU by TCB, as far as it is of tasks' programs.
_TCBS: Final = {"CPU on QR": ("qr_cpu_us",), "CPU on open TCBs": ("key8_cpu_us", "key9_cpu_us")}
_COLUMNS: Final = (
    *("transaction", "tasks", "response_us", "cpu_us", "dispatch_us"),
    *(column for columns in _TCBS.values() for column in columns),
    *(column for columns in PARTS.values() for column in columns),
)
_CLASS_KEY: Final = [*OWNER, "transaction", "start"]


def class_times(regions: Iterable[Region]) -> Iterator[ClassTime]:
    """Each transaction of each region in order of time."""
    by_key = {region.key: region for region in regions}
    if not by_key:
        return
    measured = next(iter(by_key.values())).measured
    wanted = read(measured.evidence, transactions.TABLE, (*OWNER, *_COLUMNS))

    def add(part: Evidence, to: Gathered) -> None:
        for piece in stretches(part, {transactions.TABLE: wanted}):
            to.add(_added(ready(piece[transactions.TABLE], measured.owners)))

    name = spelled("class times", wanted, measured.owners.context)
    rows = by_day(measured.evidence, (transactions.TABLE,), name, Gathered, add).done()
    for row in _added(rows).sort(_CLASS_KEY).iter_rows(named=True):
        region = by_key.get((row["system"], row["region"]))
        if region is None or not row["tasks"]:
            continue
        cpu = row["cpu_us"] / 1e6
        parts = {name: sum(row[column] for column in columns) / 1e6 for name, columns in PARTS.items()}
        yield ClassTime(
            subsystem=region.id,
            kind=_KIND,
            name=row["transaction"] or "",
            units=float(row["tasks"]),
            elapsed=row["response_us"] / 1e6,
            parts={"CPU": cpu, "dispatched without CPU": max(row["dispatch_us"] / 1e6 - cpu, 0.0)}
            | {name: seconds for name, seconds in parts.items() if seconds},
            within={name: sum(row[column] for column in columns) / 1e6 for name, columns in _TCBS.items()},
            start=row["start"],
        )


def _added(rows: pl.DataFrame) -> pl.DataFrame:
    there = [name for name in _COLUMNS if name != "transaction"]
    ordered = rows.sort("file", "record", maintain_order=True) if "file" in rows.columns else rows
    return ordered.group_by(_CLASS_KEY, maintain_order=True).agg(
        pl.col(there).cast(pl.Float64).fill_null(0.0).sum()
    )
