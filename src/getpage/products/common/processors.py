"""How busy the general purpose processors and zIIPs of each partition that wrote records were (SMF 70.1).

LPAR busy is the time in which the logical processors of the partition were dispatched on physical ones, out
of the time in which they were online. A dedicated processor (weight 65535) is always dispatched: what it
waited is taken off. A record tells of all partitions of the machine, and its product section which of them
wrote it. Records that RMF broke into pieces are left out: which processors are whose is not told there.

Reference: IBM z/OS RMF Report Analysis, CPU Activity: LPAR BUSY; SMF 70.1: SMF70BDN, SMF70BDS, SMF70CIX,
SMF70GMU, SMF70GNM, SMF70LAC, SMF70MSU, SMF70ONT, SMF70PDT, SMF70PTN, SMF70WST.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.storage import Processors
from getpage.core.names import Image
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches

_LOGICAL: Final = "rmf_partition_processor"
_TYPES: Final = "rmf_processor_type"
_PARTITIONS: Final = "rmf_partition"
#: Of the partition that wrote a record, as it stands there.
_CAPACITY: Final = (
    *("interval_end_utc", "capacity_average", "defined_capacity", "capacity_group", "group_capacity"),
)
_TABLES: Final = {
    _LOGICAL: (
        *("reassembly_areas", "weight", "processor_type_index"),
        *("dispatched_us", "online_us", "wait_us"),
    ),
    _TYPES: ("reassembly_areas", "processor_type"),
    _PARTITIONS: (
        *("reassembly_areas", "number", "partition_number", "processors", "processors_before"),
        *_CAPACITY,
    ),
}
_RECORD: Final = ["file", "record"]
_DEDICATED: Final = 65_535
_GENERAL: Final = pl.col("processor_type") == "CP"
_ZIIP: Final = pl.col("processor_type") == "IIP"


def processors(evidence: Evidence) -> Iterator[Processors]:
    """One entry a system and interval, by system and in order of time. Intervals with one start in local time
    are two where they end at different times in UTC, as in the hour that clocks repeat.
    """
    for row in sums_by_interval(evidence).iter_rows(named=True):
        yield of_row(evidence, row)


def sums_by_interval(evidence: Evidence) -> pl.DataFrame:
    """The rows that these are made of: microseconds that processors were `busy` and `online`, and those of
    zIIPs, by system and interval.
    """
    rows = by_day(
        evidence, tuple(_TABLES), spelled("processors, zIIPs and limits of capacity"), Gathered, _add
    ).done()
    return rows.sort("system", "interval_start", "interval_end_utc", *_RECORD).unique(
        ["system", "interval_start", "interval_end_utc"], keep="first", maintain_order=True
    )


def _add(evidence: Evidence, rows: Gathered) -> None:
    tables = {table: read(evidence, table, columns) for table, columns in _TABLES.items()}
    for piece in stretches(evidence, tables):
        rows.add(_added(piece))


def _added(piece: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Sums of the processors of the partition that wrote each record."""
    logical = _numbered(_whole(piece[_LOGICAL]))
    types = _numbered(_whole(piece[_TYPES])).with_columns(pl.col("place") + 1)
    own = logical.join(_own(piece[_PARTITIONS]), on=_RECORD, how="inner", maintain_order="left").filter(
        pl.col("place") >= pl.col("before"), pl.col("place") < pl.col("before") + pl.col("count")
    )
    typed = own.join(
        types.select(*_RECORD, pl.col("place").alias("processor_type_index"), "processor_type"),
        on=[*_RECORD, "processor_type_index"],
        how="left",
        maintain_order="left",
    )
    waited = pl.when(pl.col("weight") == _DEDICATED).then(pl.col("wait_us").fill_null(0)).otherwise(0)
    busy = pl.col("dispatched_us").cast(pl.Float64) - waited
    online = pl.col("online_us").cast(pl.Float64)
    # A record with fewer processors than its partition says is damaged: its sum would be too small.
    sums = typed.group_by("system", "interval_start", "interval_us", *_RECORD, maintain_order=True).agg(
        busy.filter(_GENERAL).sum().alias("busy"),
        pl.col("dispatched_us").filter(_GENERAL).sum(),
        online.filter(_GENERAL).sum().alias("online"),
        busy.filter(_ZIIP).sum().alias("ziip_busy"),
        online.filter(_ZIIP).sum().alias("ziip_online"),
        (pl.len() == pl.col("count").first()).alias("all_there"),
        pl.col(_CAPACITY).first(),
    )
    return sums.filter(pl.col("all_there"), pl.col("online") > 0, pl.col("interval_us") > 0)


def of_row(evidence: Evidence, row: dict[str, Any]) -> Processors:
    """One entry of a row of `sums_by_interval`."""
    return Processors(
        image=Image(row["system"] or ""),
        start=row["interval_start"],
        seconds=row["interval_us"] / 1e6,
        busy_seconds=max(row["busy"], 0.0) / 1e6,
        online_seconds=row["online"] / 1e6,
        ziip_busy_seconds=max(row["ziip_busy"], 0.0) / 1e6,
        ziip_online_seconds=row["ziip_online"] / 1e6,
        msu=float(row["capacity_average"] or 0) or None,
        end_utc=row["interval_end_utc"],
        defined_msu=float(row["defined_capacity"] or 0) or None,
        group=row["capacity_group"] or "",
        group_msu=float(row["group_capacity"] or 0) or None,
        facts=(evidence.fact(_LOGICAL, "dispatched_us", row, label="time dispatched, all its CPs"),),
        msu_facts=(evidence.fact(_PARTITIONS, "capacity_average", row, label="average of four hours"),)
        if row["capacity_average"]
        else (),
    )


def _own(partitions: pl.DataFrame) -> pl.DataFrame:
    """Where the processors of the partition that wrote a record stand in it."""
    rows = _whole(partitions).filter(pl.col("number") == pl.col("partition_number"))
    return rows.unique(_RECORD, keep="none").select(
        *_RECORD,
        pl.col("processors_before").alias("before"),
        pl.col("processors").alias("count"),
        *_CAPACITY,
    )


def _whole(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows of records that RMF did not break into pieces."""
    return frame.filter(pl.col("reassembly_areas").fill_null(0) == 0).drop_nulls("interval_start")


def _numbered(frame: pl.DataFrame) -> pl.DataFrame:
    """Each row's `place` in its record, 0 the first; rows stand in the order of the sections."""
    return frame.with_columns(pl.int_range(pl.len(), dtype=pl.Int64).over(_RECORD).alias("place"))
