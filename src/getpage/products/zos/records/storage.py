"""Real storage, auxiliary storage and large frames from RMF paging activity (SMF 71), and the storage of
partitions from RMF processor activity (SMF 70.1).
"""

from __future__ import annotations

import polars as pl

from getpage.core.units import GIB, MIB

from .drawn import BEGUN, DerivedColumn, RowSource

_SECONDS = pl.when(pl.col("interval_us") > 0).then(pl.col("interval_us")) / 1e6
_READ_BACK = pl.col("page_ins").cast(pl.Float64) + pl.col("block_page_ins").cast(pl.Float64)


def _in_2g(column: str, ibm_name: str) -> DerivedColumn:
    """Bytes of a count of units of 2 GiB."""
    return DerivedColumn(column, (pl.col(column) * (2 * GIB)).cast(pl.UInt64), ibm_name)


STORAGE = RowSource(
    table="zos_storage",
    origin="rmf_paging",
    common={"interval_start": BEGUN, "report": pl.lit("SMF 71")},
    columns={
        "online_frames": DerivedColumn("total_minimum"),
        "available_average": DerivedColumn("available_average"),
        "available_minimum": DerivedColumn("available_minimum"),
        "available_maximum": DerivedColumn("available_maximum"),
        "low_impact_frames": DerivedColumn("low_impact_average"),
        "medium_impact_frames": DerivedColumn("medium_impact_average"),
        "high_impact_frames": DerivedColumn("high_impact_average"),
        "fixed_frames": DerivedColumn("fixed_average"),
        "fixed_frames_maximum": DerivedColumn("fixed_maximum"),
        "demand_page_rate": DerivedColumn(
            "page_ins", _READ_BACK / _SECONDS, "(SMF71PIN + SMF71BLP) / SMF71INT"
        ),
        "uic_minimum": DerivedColumn("uic_current_lowest"),
        "uic_average": DerivedColumn("uic_current_average"),
        "slots_total": DerivedColumn("slots_total_minimum"),
        "slots_available_minimum": DerivedColumn("slots_free_minimum"),
        "dedicated_online": _in_2g("dedicated_online_minimum", "SMF71_DMEMTOTALONLINE2G_M"),
        "dedicated_assigned": _in_2g("dedicated_assigned_maximum", "SMF71_DMEMASSIGNED2G_X"),
        "dedicated_requested": _in_2g("dedicated_requested_maximum", "SMF71_DMEMREQUESTED2G_X"),
    },
)

_BROKEN_UP = pl.col("demotions_1m_by_system") + pl.col("demotions_1m_by_request")

#: The highest use of each interval.
LARGE_FRAMES = RowSource(
    table="zos_large_frames",
    origin="rmf_paging",
    where=pl.col("lfarea_1m_limit").is_not_null(),
    common={"interval_start": BEGUN, "report": pl.lit("SMF 71")},
    columns={
        "frames_1m_limit": DerivedColumn("lfarea_1m_limit"),
        "frames_1m_used": DerivedColumn("fixed_1m_pages_maximum"),
        "frames_1m_high": DerivedColumn("fixed_1m_high"),
        "frames_1m_pageable": DerivedColumn("pageable_1m_maximum"),
        "frames_1m_converted": DerivedColumn("demotions_1m_by_system", _BROKEN_UP, "SMF71LSI + SMF71LRI"),
        "frames_2g_limit": DerivedColumn("fixed_2g_usable_maximum"),
        "frames_2g_used": DerivedColumn("frames_2g_used_maximum"),
        "frames_2g_high": DerivedColumn("frames_2g_high"),
    },
)

#: The machine's own use of processors, which has no storage.
_MACHINE = "PHYSICAL"

PARTITIONS = RowSource(
    table="zos_partition",
    origin="rmf_partition",
    where=pl.col("partition") != _MACHINE,
    common={"interval_start": BEGUN, "report": pl.lit("SMF 70")},
    columns={
        "partition": DerivedColumn("partition"),
        "operating_system": DerivedColumn("operating_system"),
        "online_bytes": DerivedColumn("online_mb", pl.col("online_mb").cast(pl.UInt64) * MIB, "SMF70CSF"),
    },
)
