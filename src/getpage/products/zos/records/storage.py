"""Real and auxiliary storage from RMF paging activity (SMF 71)."""

from __future__ import annotations

import polars as pl

from .drawn import Drawn, Source

_SECONDS = pl.when(pl.col("interval_us") > 0).then(pl.col("interval_us")) / 1e6
_READ_BACK = pl.col("page_ins").cast(pl.Float64) + pl.col("block_page_ins").cast(pl.Float64)

SOURCE = Source(
    table="zos_storage",
    origin="rmf_paging",
    common={"report": pl.lit("SMF 71")},
    columns={
        "online_frames": Drawn("total_minimum"),
        "available_average": Drawn("available_average"),
        "available_minimum": Drawn("available_minimum"),
        "available_maximum": Drawn("available_maximum"),
        "low_impact_frames": Drawn("low_impact_average"),
        "medium_impact_frames": Drawn("medium_impact_average"),
        "high_impact_frames": Drawn("high_impact_average"),
        "fixed_frames": Drawn("fixed_average"),
        "fixed_frames_maximum": Drawn("fixed_maximum"),
        "demand_page_rate": Drawn("page_ins", _READ_BACK / _SECONDS, "(SMF71PIN + SMF71BLP) / SMF71INT"),
        "uic_minimum": Drawn("uic_current_lowest"),
        "uic_average": Drawn("uic_current_average"),
        "slots_total": Drawn("slots_total_minimum"),
        "slots_available_minimum": Drawn("slots_free_minimum"),
    },
)
