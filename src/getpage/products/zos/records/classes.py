"""Frames and page-in rates of service and report classes from RMF workload activity (SMF 72.3).

Sums over the interval become the figures that the Workload Activity report prints: residency divided by the
interval is how many address spaces were in storage, pages divided by their residency a rate of each of them.
Enclaves of this system are not resident and are taken off. Times are in units of 1.024 ms.
"""

from __future__ import annotations

import polars as pl

from .drawn import BEGUN, DerivedColumn, RowSource

_UNIT_US = 1024.0
_INTERVAL = pl.when(pl.col("interval_us") > 0).then(pl.col("interval_us"))
_RESIDENCY = pl.when(pl.col("residency") > 0).then(pl.col("residency"))
_OWN = pl.col("residency") - pl.col("enclave_time").fill_null(0.0)
_RESIDENT_SECONDS = pl.when(_OWN > 0).then(_OWN) * _UNIT_US / 1e6


def _over_interval(column: str) -> pl.Expr:
    return pl.col(column) * _UNIT_US / _INTERVAL


def _rate(column: str, ibm: str) -> DerivedColumn:
    value = pl.when(pl.col("residency") > 0).then(pl.col(column) / _RESIDENT_SECONDS).otherwise(None)
    return DerivedColumn(column, value, f"{ibm} / (R723CTRR - R723CIEA)")


#: What a sample may have waited for, in RMF's words.
PAGING = {
    "private_paging_samples": "Paging of private storage.",
    "common_paging_samples": "Paging of common storage.",
    "cross_memory_paging_samples": "Paging of cross-memory storage.",
    "vio_paging_samples": "Paging of VIO data sets.",
}
_PAGING_IBM = "R723CAPR + R723CACO + R723CAXM + R723CVIO"


def delay_percent() -> pl.Expr:
    """Samples that waited for a page, of all in execution."""
    samples = pl.when(pl.col("execution_samples") > 0).then(pl.col("execution_samples"))
    return 100.0 * pl.sum_horizontal(pl.col(name).cast(pl.Float64) for name in PAGING) / samples


def primary_delay() -> pl.Expr:
    """What was waited for most; null where nothing was."""
    most = pl.max_horizontal(*PAGING)
    named = pl.coalesce(pl.when(pl.col(name) == most).then(pl.lit(words)) for name, words in PAGING.items())
    return pl.when(most > 0).then(named)


#: A report class names the service class that last did work in it; a service class does not.
_IS_REPORT_CLASS = pl.col("last_service_class").fill_null("").str.strip_chars() != ""

SOURCE = RowSource(
    table="zos_service_class",
    origin="rmf_class_period",
    where=pl.col("residency") > 0,
    common={
        "interval_start": BEGUN,
        "report": pl.lit("SMF 72"),
        "sysplex": pl.col("sysplex"),
        "workload": pl.col("workload"),
        "kind": pl.when(_IS_REPORT_CLASS).then(pl.lit("REPORT CLASS")).otherwise(pl.lit("SERVICE CLASS")),
    },
    columns={
        "class_name": DerivedColumn("class_name"),
        "period": DerivedColumn("period"),
        "resident": DerivedColumn("residency", _over_interval("residency"), "R723CTRR / SMF72INT"),
        "transactions": DerivedColumn("active_time", _over_interval("active_time"), "R723CTAT / SMF72INT"),
        "frames_each": DerivedColumn(
            "page_residency", pl.col("page_residency") / _RESIDENCY, "R723CPRS / R723CTRR"
        ),
        "frames": DerivedColumn("page_residency", _over_interval("page_residency"), "R723CPRS / SMF72INT"),
        "shared_frames": DerivedColumn(
            "shared_page_residency", _over_interval("shared_page_residency"), "R723CSRS / SMF72INT"
        ),
        "page_in_rate": _rate("page_ins", "R723CPIR"),
        "block_page_in_rate": _rate("block_page_ins", "R723CBPI"),
        "shared_page_in_rate": _rate("shared_page_ins", "R723CSPA"),
        "hiperspace_page_in_rate": _rate("hiperspace_page_ins", "R723CHPI"),
        "storage_delay_percent": DerivedColumn(
            "private_paging_samples", delay_percent(), f"({_PAGING_IBM}) / R723CTSA"
        ),
        "primary_delay": DerivedColumn("private_paging_samples", primary_delay(), f"most of {_PAGING_IBM}"),
    },
)
