"""What regions did in each interval: transactions, and the CPU of all TCB modes.

Only intervals count: an end-of-day or unsolicited collection is of another length. CPU is the sum of the TCB
modes (DSGACT), which CICS resets with each collection; SRB time is not in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.work import WorkColumns
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches

from . import dispatcher, tasks
from .rows import CONTEXT, OWNER, ready

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from getpage.contract.measures import Row
    from getpage.result import Fact

    from .region import Region

_KEY: Final = [*OWNER, "start", "seconds"]
_INTERVAL: Final = "INT"


def work(regions: Iterable[Region]) -> Iterator[WorkColumns]:
    """Each region in order of time."""
    regions = tuple(regions)
    if not regions:
        return
    rows = _by_interval(regions[0]).sort(*_KEY)
    by_region = rows.partition_by(*OWNER, as_dict=True)
    for region in regions:
        mine = by_region.get(region.key)
        if mine is not None:
            yield WorkColumns(region.id, mine, _facts(region))


def _by_interval(region: Region) -> pl.DataFrame:
    done = _rows(region, tasks.MANAGER_TABLE, ("transactions_total",))
    modes = _rows(region, dispatcher.MODES_TABLE, ("cpu_us",))
    cpu = modes.group_by(_KEY, maintain_order=True).agg((pl.col("cpu_us").sum() / 1e6).alias("cpu_seconds"))
    units = done.drop_nulls("transactions_total").unique(_KEY, keep="first", maintain_order=True)
    joined = units.join(cpu, on=_KEY, how="left", nulls_equal=True, maintain_order="left")
    return joined.with_columns(
        pl.lit("transaction").alias("unit"),
        pl.col("transactions_total").cast(pl.Float64).alias("units"),
        *(pl.lit(None, pl.Float64).alias(name) for name in _UNKNOWN),
    )


_UNKNOWN: Final = ("reads", "read_seconds", "getpages", "ziip_seconds", "elapsed_seconds")


def _rows(region: Region, table: str, columns: tuple[str, ...]) -> pl.DataFrame:
    measured = region.measured
    wanted = read(measured.evidence, table, (*OWNER, *CONTEXT, *columns))
    made = [
        ready(piece[table], measured.owners).filter(
            pl.col("statistics_type") == _INTERVAL, pl.col("seconds") > 0, pl.col("start").is_not_null()
        )
        for piece in stretches(measured.evidence, {table: wanted})
    ]
    return pl.concat(made).sort("end", "file", "record", maintain_order=True)


def _facts(region: Region) -> Callable[[Row], Iterator[Fact]]:
    def facts(row: Row) -> Iterator[Fact]:
        yield region.fact(tasks.MANAGER_TABLE, "transactions_total", row, "transactions")

    return facts
