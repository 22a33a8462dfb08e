"""Address spaces from their accounting records (SMF 30): page-ins, and frames while they used a processor.

Records of intervals (2, 3, 6) are of that interval, the one at the end of a step (4) of all of the step:
they are never added up, and where there are intervals the end of the step is left out. SMF 30 has no average
of frames held before z/OS 3.1; frames times processor time, divided by processor time, is the average
weighted by that time.

Which storage it waited for, SMF 30 does not say; a report class that it has to itself does (SMF 72.3).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common import residency
from getpage.products.zos.constants import ONE_REGION

from .classes import PAGING, delay_percent, primary_delay
from .drawn import AT, DerivedColumn, Piece, RowSource

#: `report` of rows whose frames are an average, not what was held at one time.
AVERAGED: Final = "SMF 30"

_STEP_END = 4
#: By how much an interval may end after midnight and be of the day before, as for windows of the evidence.
_LATE: Final = timedelta(seconds=5)
_WHO = ("system", "job", "asid", "read_time")
_DAY = "day"
_OF_ONE = (*_WHO, "subtype")
_ON_A_DAY = (*_WHO, _DAY)
_CLASS = ("system", "report_class", _DAY)

_SECONDS = pl.when(pl.col("interval_us") > 0).then(pl.col("interval_us")) / 1e6
_READ_BACK = pl.col("page_ins").cast(pl.Float64) + pl.col("block_page_ins").cast(pl.Float64)


_STORAGE, _PROCESSOR, _CLASSES = "smf30_storage", "smf30_processor", "smf30_performance"
_OF_STEP: Final = pl.col("subtype") == _STEP_END
_WRITTEN_ON: Final = pl.col("written").dt.date().alias(_DAY)
#: The day of an interval that ended at midnight is that before, though its record is written later.
_MIDNIGHT: Final = pl.col("written").dt.truncate("1d")
_ENDED: Final = pl.col("interval_start") + pl.duration(microseconds=pl.col("interval_us"))
_LAST: Final = (_ENDED <= _MIDNIGHT + _LATE) & (pl.col("interval_start") < _MIDNIGHT)
_ENDED_ON: Final = (
    pl.when(_LAST).then(_MIDNIGHT - pl.duration(days=1)).otherwise(_MIDNIGHT).dt.date().alias(_DAY)
)


def _joined(evidence: Evidence) -> Callable[[Piece], pl.DataFrame]:
    by_interval, delays = _by_interval(evidence), _delays(evidence)

    def rows(piece: Piece) -> pl.DataFrame:
        joined = _side_by_side(_side_by_side(piece[_STORAGE], piece[_PROCESSOR]), piece[_CLASSES])
        joined = joined.with_columns(_WRITTEN_ON)
        if by_interval.height:
            joined = joined.join(
                by_interval, on=(*_OF_ONE, _DAY), how="anti", nulls_equal=True, maintain_order="left"
            )
        if delays.height:
            joined = joined.join(delays, on=_CLASS, how="left", maintain_order="left")
        else:
            nulls = (pl.lit(None, kind).alias(name) for name, kind in delays.schema.items())
            joined = joined.with_columns(null for null in nulls if null.meta.output_name() not in _CLASS)
        step = (pl.col("written") - pl.col("started")).dt.total_microseconds()
        interval = (pl.col("interval_end") - pl.col("interval_start")).dt.total_microseconds()
        length = pl.when(_OF_STEP).then(step).otherwise(interval).cast(pl.Float64)
        start = pl.col("written") - pl.duration(microseconds=length.cast(pl.Int64))
        return joined.with_columns(interval_us=length, interval_start=start)

    return rows


def _side_by_side(rows: pl.DataFrame, more: pl.DataFrame) -> pl.DataFrame:
    """Rows with what another section of the same records has. Most have one of each, in the same order: then
    nothing has to be looked up.
    """
    same = rows.height == more.height and all(rows[name].equals(more[name]) for name in AT)
    if same and not rows.select(pl.all_horizontal(pl.col(AT) == pl.col(AT).shift()).any()).item():
        return rows.hstack(more.drop(AT))
    return rows.join(more, on=AT, how="left", maintain_order="left")


def _by_interval(evidence: Evidence) -> pl.DataFrame:
    """Ends of steps for which there are records of intervals of that day too."""
    rows = evidence.scan(_STORAGE).select(*_OF_ONE, _WRITTEN_ON)
    ended = rows.filter(_OF_STEP).unique()
    if not ended.head(1).collect(engine="streaming").height:
        return pl.DataFrame(schema=rows.collect_schema())
    intervals = rows.filter(~_OF_STEP).join(ended, on=_ON_A_DAY, how="semi", nulls_equal=True)
    intervals = intervals.unique(_ON_A_DAY)
    kind = rows.collect_schema()["subtype"]
    return intervals.with_columns(pl.lit(_STEP_END, kind).alias("subtype")).collect(engine="streaming")


def _delays(evidence: Evidence) -> pl.DataFrame:
    """Samples by what they waited for, by day, of report classes that never held more than one address space
    on it.
    """
    resident = pl.col("residency") * 1024.0 / pl.col("interval_us")
    sums = (pl.col(name).cast(pl.Float64).sum() for name in (*PAGING, "execution_samples"))
    by_class = evidence.scan("rmf_class_period").group_by(
        "system", pl.col("class_name").alias("report_class"), _ENDED_ON
    )
    delays = by_class.agg(*sums, resident.max().alias("resident")).filter(pl.col("resident") <= ONE_REGION)
    if not evidence.scan(_STORAGE).head(1).collect().height:
        return pl.DataFrame(schema=delays.collect_schema())
    return delays.collect(engine="streaming")


SOURCE = RowSource(
    table="zos_address_space",
    origin=_STORAGE,
    beside=(_PROCESSOR, _CLASSES),
    also=(*_OF_ONE, "written", "started", "interval_end", "report_class"),
    joined=_joined,
    looks_at=("rmf_class_period",),
    common={"report": pl.lit(AVERAGED), "job_id": pl.col("job_id"), "asid": pl.col("asid")},
    columns={
        "job": DerivedColumn("job"),
        "service_class": DerivedColumn("job", pl.col("service_class"), "SMF30SCN"),
        "page_in_rate": DerivedColumn(
            "page_ins", _READ_BACK / _SECONDS, "(SMF30PGI + SMF30BIA) / (SMF30IET - SMF30ISS)"
        ),
        "storage_delay_percent": DerivedColumn(
            "job", delay_percent(), "R723CAPR, CACO, CAXM, CVIO / R723CTSA"
        ),
        "primary_delay": DerivedColumn("job", primary_delay(), "R723CAPR, R723CACO, R723CAXM, R723CVIO"),
        "auxiliary_slots": DerivedColumn("private_64_slots_high"),
        "frames": DerivedColumn("page_time", residency.FRAMES, residency.FORMULA),
    },
)
