"""What regions did in each interval: transactions, their CPU and their response.

Monitoring goes before statistics, as it has the response. Of statistics only intervals count: an end-of-day
or unsolicited collection is of another length; CPU is then the sum of the TCB modes (DSGACT), which CICS
resets with each collection. SRB time is in neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.contract.work import WorkColumns
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches
from getpage.result import Fact

from . import dispatcher, tasks, transactions
from .measured import CicsMeasures
from .region import Region
from .rows import CONTEXT, OWNER, ready

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
    pieces = stretches(measured.evidence, {table: wanted})
    parts = [ready(piece[table], measured.owners).filter(timed) for piece in pieces]
    return pl.concat(parts).sort("start", "file", "record", maintain_order=True)


def _facts(region: Region, table: str, column: str) -> Callable[[Row], Iterator[Fact]]:
    label = "tasks" if table == transactions.TABLE else "transactions"

    def facts(row: Row) -> Iterator[Fact]:
        yield region.fact(table, column, row, label)

    return facts
