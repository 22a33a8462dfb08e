"""Address spaces from their accounting records (SMF 30): page-ins, and frames while they used a processor.

Records of intervals (2, 3, 6) are of that interval, the one at the end of a step (4) of all of the step:
they are never added up, and where there are intervals the end of the step is left out. SMF 30 has no average
of frames held before z/OS 3.1; frames times processor time, divided by processor time, is the average
weighted by that time.

Which storage it waited for, SMF 30 does not say; a report class that it has to itself does (SMF 72.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.zos.thresholds import ONE_REGION

from .classes import PAGING, delay_percent, primary_delay
from .drawn import Drawn, Source

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence

#: `report` of rows whose frames are an average, not what was held at one time.
AVERAGED: Final = "SMF 30"

_STEP_END = 4
_WHO = ("system", "job", "asid", "read_time")
_AT = ("file", "record")

_SECONDS = pl.when(pl.col("interval_us") > 0).then(pl.col("interval_us")) / 1e6
_READ_BACK = pl.col("page_ins").cast(pl.Float64) + pl.col("block_page_ins").cast(pl.Float64)
#: Processor time in milliseconds.
_CPU_MS = (pl.col("tcb_hundredths").cast(pl.Float64) + pl.col("srb_hundredths").cast(pl.Float64)) * 10
_WEIGHTED = pl.col("page_time") * 1.024 / pl.when(_CPU_MS > 0).then(_CPU_MS)


def _rows(evidence: Evidence) -> pl.DataFrame:
    storage = evidence.frame("smf30_storage")
    cpu = evidence.frame("smf30_processor").select(*_AT, "tcb_hundredths", "srb_hundredths")
    classes = evidence.frame("smf30_performance").select(*_AT, "service_class", "report_class")
    joined = (
        storage.join(cpu, on=_AT, how="left")
        .join(classes, on=_AT, how="left")
        .join(_delays(evidence), on=["system", "report_class"], how="left")
    )
    by_interval = joined.filter(pl.col("subtype") != _STEP_END).select(_WHO).unique()
    whole = joined.filter(pl.col("subtype") == _STEP_END).join(
        by_interval, on=_WHO, how="anti", nulls_equal=True
    )
    kept = pl.concat([joined.filter(pl.col("subtype") != _STEP_END), whole])
    of_step = pl.col("subtype") == _STEP_END
    step = (pl.col("written") - pl.col("started")).dt.total_microseconds()
    interval = (pl.col("interval_end") - pl.col("interval_start")).dt.total_microseconds()
    length = pl.when(of_step).then(step).otherwise(interval).cast(pl.Float64)
    start = pl.col("written") - pl.duration(microseconds=length.cast(pl.Int64))
    return kept.with_columns(interval_us=length, interval_start=start).sort(_AT, maintain_order=True)


def _delays(evidence: Evidence) -> pl.DataFrame:
    """Samples by what they waited for, of report classes that never held more than one address space."""
    periods = evidence.frame("rmf_class_period").with_columns(
        resident=pl.col("residency") * 1024.0 / pl.col("interval_us")
    )
    sums = (pl.col(name).cast(pl.Float64).sum() for name in (*PAGING, "execution_samples"))
    by_class = periods.group_by("system", pl.col("class_name").alias("report_class"), maintain_order=True)
    return by_class.agg(*sums, pl.col("resident").max()).filter(pl.col("resident") <= ONE_REGION)


SOURCE = Source(
    table="zos_address_space",
    origin="smf30_storage",
    reads=("smf30_storage", "smf30_processor", "smf30_performance"),
    rows=_rows,
    common={"report": pl.lit(AVERAGED), "job_id": pl.col("job_id"), "asid": pl.col("asid")},
    columns={
        "job": Drawn("job"),
        "service_class": Drawn("job", pl.col("service_class"), "SMF30SCN"),
        "page_in_rate": Drawn(
            "page_ins", _READ_BACK / _SECONDS, "(SMF30PGI + SMF30BIA) / (SMF30IET - SMF30ISS)"
        ),
        "storage_delay_percent": Drawn("job", delay_percent(), "R723CAPR, CACO, CAXM, CVIO / R723CTSA"),
        "primary_delay": Drawn("job", primary_delay(), "R723CAPR, R723CACO, R723CAXM, R723CVIO"),
        "frames": Drawn(
            "page_time",
            _WEIGHTED,
            "SMF30PSC / (SMF30CPT + SMF30CPS), average weighted by processor time",
        ),
    },
)
