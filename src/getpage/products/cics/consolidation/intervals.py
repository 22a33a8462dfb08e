"""What each region took and did in each interval: SMF 30 of its address space beside its own statistics.

Frames are SMF30PSC over processor time: the average, weighted by it. Rows of both are of the same interval
where they end in the same minute.

References: z/OS MVS System Management Facilities, SMF30PSC; IBM CICS TS documentation, transaction manager
and dispatcher statistics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.cics import dispatcher, tasks
from getpage.products.cics.rows import ready

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.products.cics.region import Region

#: A row of SMF 30 for each address space and interval.
SPACES: Final = "smf30_storage"
_PROCESSOR: Final = "smf30_processor"
_AT: Final = ["file", "record"]
_BY: Final = ["region", "end"]
#: Page-seconds of SMF30PSC are counted in 1.024 ms; processor time in hundredths of a second.
_UNIT, _HUNDREDTH = 1.024e-3, 0.01
_STEP_END: Final = 4


def intervals(regions: Sequence[Region]) -> pl.DataFrame:
    """Rows with region, end, frames, cpu and qr_cpu (seconds), tasks, peak_active and seconds, by region and
    time; those of which both SMF 30 and statistics tell.
    """
    statistics = _statistics(regions)
    jobs = {job: region.label for region in regions for job in region.jobs(region.task_limit)}
    spaces = _spaces(regions[0], jobs)
    joined = statistics.join(spaces, on=_BY, how="inner", maintain_order="left")
    return joined.filter(pl.col("cpu") > 0).sort(_BY)


def _statistics(regions: Sequence[Region]) -> pl.DataFrame:
    manager = _own(regions, tasks.MANAGER_TABLE, ("total_active", "peak_active"))
    manager = manager.select(*_BY, "seconds", "peak_active", pl.col("total_active").alias("tasks"))
    modes = _own(regions, dispatcher.MODES_TABLE, ("mode", "cpu_us"))
    qr = modes.filter(pl.col("mode") == dispatcher.QR).select(*_BY, (pl.col("cpu_us") / 1e6).alias("qr_cpu"))
    return manager.join(qr.unique(_BY, keep="last"), on=_BY, how="left", maintain_order="left")


def _own(regions: Sequence[Region], table: str, columns: Sequence[str]) -> pl.DataFrame:
    """Rows of intervals of these regions."""
    measured = regions[0].measured
    found = ready(measured.evidence.scan(table).collect(engine="streaming"), measured.owners)
    keys = pl.DataFrame(
        [(*region.key, region.label) for region in regions],
        schema={"system": pl.String, "region": pl.String, "label": pl.String},
        orient="row",
    )
    mine = found.join(keys, on=["system", "region"], how="inner", nulls_equal=True, maintain_order="left")
    mine = mine.filter(
        pl.col("resets"), pl.col("seconds") > 0, pl.all_horizontal(pl.col(columns).is_not_null())
    )
    mine = mine.with_columns(_minute(pl.col("end")).alias("end"), pl.col("label").alias("region"))
    return mine.sort("end", *_AT)


def _spaces(region: Region, jobs: dict[str, str]) -> pl.DataFrame:
    evidence = region.measured.evidence
    mine = pl.col("job").is_in(list(jobs)) & (pl.col("subtype") != _STEP_END)
    storage = evidence.scan(SPACES).filter(mine).select(*_AT, "job", "written", "page_time")
    processor = evidence.scan(_PROCESSOR).filter(mine).select(*_AT, "tcb_hundredths", "srb_hundredths")
    joined = storage.join(processor, on=_AT, how="inner").collect(engine="streaming").sort(_AT)
    cpu = (pl.col("tcb_hundredths").cast(pl.Float64) + pl.col("srb_hundredths").cast(pl.Float64)) * _HUNDREDTH
    rows = joined.select(
        pl.col("job").replace_strict(jobs, return_dtype=pl.String).alias("region"),
        _minute(pl.col("written").cast(pl.Datetime("us")).dt.replace_time_zone(None)).alias("end"),
        cpu.alias("cpu"),
        pl.when(cpu > 0).then(pl.col("page_time") * _UNIT / cpu).alias("frames"),
    )
    return rows.unique(_BY, keep="last", maintain_order=True)


def _minute(moment: pl.Expr) -> pl.Expr:
    return (moment + pl.duration(seconds=30)).dt.truncate("1m")
