"""Large frames from RMF paging activity (SMF 71): the highest use of each interval."""

from __future__ import annotations

import polars as pl

from .drawn import Drawn, Source

_BROKEN_UP = pl.col("demotions_1m_by_system") + pl.col("demotions_1m_by_request")

SOURCE = Source(
    table="zos_large_frames",
    origin="rmf_paging",
    where=pl.col("lfarea_1m_limit").is_not_null(),
    common={"report": pl.lit("SMF 71")},
    columns={
        "frames_1m_limit": Drawn("lfarea_1m_limit"),
        "frames_1m_used": Drawn("fixed_1m_pages_maximum"),
        "frames_1m_high": Drawn("fixed_1m_high"),
        "frames_1m_pageable": Drawn("pageable_1m_maximum"),
        "frames_1m_converted": Drawn("demotions_1m_by_system", _BROKEN_UP, "SMF71LSI + SMF71LRI"),
        "frames_2g_limit": Drawn("fixed_2g_usable_maximum"),
        "frames_2g_used": Drawn("frames_2g_used_maximum"),
        "frames_2g_high": Drawn("frames_2g_high"),
    },
)
