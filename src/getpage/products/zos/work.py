"""What service classes did in each interval, from RMF workload activity (SMF 72.3), for a forecast to price.

Reads are page-ins. Processor time is that of tasks and service requests, from service
units: `R723CCPU` times `R723MADJ` (16,000,000 divided by service units a second) and divided by the
coefficient, which the record has times 10,000. `R723CCPU` holds what ran on zIIPs too, as time that a general
processor would have taken: that part is `R723CSUP` times `R723NFFS` / 256. Report classes count the same work
again and are left out.

References: IBM z/OS RMF Report Analysis, Workload Activity: SERVICE TIME, and APPL %, which takes IIP off
CPU; B. Merrill, IBM-MAIN: a class with 3,931K units of CPU service is 392.9 s, of which 213.16 s are zIIPs'.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Row
from getpage.contract.work import WorkColumns
from getpage.core.names import Image, Subsystem
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches
from getpage.result import Fact

_TABLE = "rmf_class_period"
_UNITS_A_SECOND = 16e6
_COEFFICIENT = 10_000
_UNIT_SECONDS = 1024e-6

_FACTOR_ONE = 256

#: Entries of one service class: the hours of a month. A large site has a thousand classes on its systems, so
#: that of a longer window neighboring intervals are added up, the same ones of all classes.
MOST: Final = 720

_WHERE: Final = (
    (pl.col("last_service_class").fill_null("") == "")
    & (pl.col("interval_us") > 0)
    & pl.col("interval_start").is_not_null()
)
_KEY: Final = ("interval_start", "system", "class_name", "interval_us")
_COLUMNS: Final = (
    *("class_name", "service_adjustment", "cpu_service", "cpu_coefficient", "srb_service", "srb_coefficient"),
    *("ziip_service", "ziip_factor", "transactions", "page_ins", "block_page_ins", "elapsed_time"),
)
_SUMS = ("transactions", "page_ins", "block_page_ins", "elapsed_time", "tcb", "srb", "ziip")


def work(evidence: Evidence) -> Iterator[WorkColumns]:
    """Each service class with its periods added up, by system and name."""
    starts = _starts(evidence)
    pieces = [
        _together(_by_interval(piece[_TABLE]), starts)
        for piece in stretches(evidence, {_TABLE: read(evidence, _TABLE, _COLUMNS)}, where=_WHERE)
    ]
    rows = _as_work(_together(pl.concat(pieces), starts)).sort("system", "class_name", "start", "seconds")
    for (system, name), mine in rows.partition_by("system", "class_name", as_dict=True).items():
        yield WorkColumns(
            Subsystem("zos", Image(str(system or "")), str(name or "")), mine, partial(_facts, evidence)
        )


def _starts(evidence: Evidence) -> pl.Series:
    """When entries begin: with every interval, or of a long window with each so many of them."""
    rows = evidence.scan(_TABLE).filter(_WHERE).select("interval_start").unique()
    every = rows.collect(engine="streaming").to_series().sort()
    return every.gather_every(-(-len(every) // MOST) or 1)


def _by_interval(periods: pl.DataFrame) -> pl.DataFrame:
    seconds = pl.col("service_adjustment") * _COEFFICIENT / _UNITS_A_SECOND
    ziip = pl.col("ziip_service") * (_above_zero("ziip_factor") / _FACTOR_ONE) * seconds
    timed = periods.with_columns(
        tcb=pl.col("cpu_service") * seconds / _above_zero("cpu_coefficient"),
        srb=pl.col("srb_service") * seconds / _above_zero("srb_coefficient"),
        ziip=pl.when(pl.col("ziip_service") == 0).then(0.0).otherwise(ziip / _above_zero("cpu_coefficient")),
    )
    return timed.group_by(*_KEY, maintain_order=True).agg(
        *(pl.col(name).sum() for name in _SUMS),
        pl.col("tcb").null_count().alias("without_cpu"),
        pl.col("ziip").null_count().alias("without_ziip"),
        pl.col("file").first(),
        pl.col("record").min(),
    )


def _together(rows: pl.DataFrame, starts: pl.Series) -> pl.DataFrame:
    """Neighbouring intervals added up, where an entry has several."""
    if rows["interval_start"].is_in(starts.implode()).all():
        return rows
    entry = starts.search_sorted(rows["interval_start"], side="right").alias("entry")
    grouped = rows.sort(*_KEY).group_by("system", "class_name", entry, maintain_order=True)
    sums = (*_SUMS, "without_cpu", "without_ziip", "interval_us")
    return grouped.agg(pl.col(sums).sum(), pl.col("interval_start", "file", "record").first()).select(
        rows.columns
    )


def _above_zero(column: str) -> pl.Expr:
    return pl.when(pl.col(column) > 0).then(pl.col(column))


def _as_work(rows: pl.DataFrame) -> pl.DataFrame:
    """With the columns of `Work`."""
    timed = pl.col("without_cpu") == 0
    return rows.with_columns(
        pl.col("interval_start").alias("start"),
        pl.Series("seconds", rows["interval_us"].to_numpy() / 1e6),
        pl.lit("transaction").alias("unit"),
        pl.col("transactions").cast(pl.Float64).alias("units"),
        (pl.col("page_ins") + pl.col("block_page_ins")).cast(pl.Float64).alias("reads"),
        pl.when(timed).then(pl.col("tcb") + pl.col("srb")).alias("cpu_seconds"),
        pl.when(timed & (pl.col("without_ziip") == 0)).then(pl.col("ziip")).alias("ziip_seconds"),
        pl.when(pl.col("transactions") != 0)
        .then(pl.col("elapsed_time") * _UNIT_SECONDS)
        .alias("elapsed_seconds"),
        *(pl.lit(None, pl.Float64).alias(name) for name in ("read_seconds", "getpages")),
    )


def _facts(evidence: Evidence, row: Row) -> Iterator[Fact]:
    yield evidence.fact(_TABLE, "transactions", row, label="transactions that ended")
    yield evidence.fact(_TABLE, "page_ins", row, label="page-ins")
