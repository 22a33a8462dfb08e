"""What is measured of a region's storage: its limits, its dynamic storage areas, and messages about them."""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.measures import Count, First, Largest, Latest, Worst
from getpage.products.common.passes import Pass

from .rows import CONTEXT, OWNER, TRACE
from .totals import seconds, total

STORAGE_TABLE: Final = "cics_storage"
DSA_TABLE: Final = "cics_dsa"
MESSAGE_TABLE: Final = "cics_message"


def _share(peak: str, limit: str) -> pl.Expr:
    return pl.when(pl.col(limit) > 0).then(pl.col(peak) / pl.col(limit))


#: The collection in which each came closest to its limit.
DSA_PEAK: Final = Worst("dsa_share")
EDSA_PEAK: Final = Worst("edsa_share")
GDSA_PEAK: Final = Worst("gdsa_share")
LAST_STORAGE: Final = Latest(pl.col("edsa_limit").is_not_null())
LAST_REAL: Final = Worst(pl.coalesce("peak_real_frames", "real_frames"))
AUXILIARY: Final = Worst(pl.coalesce("peak_auxiliary_slots", "auxiliary_slots"))
ISOLATED: Final = Largest("transaction_isolation")

STORAGE: Final = Pass(
    table=STORAGE_TABLE,
    by=OWNER,
    columns=(
        *("dsa_limit", "edsa_limit", "dsa_total", "edsa_total", "peak_dsa_total", "peak_edsa_total"),
        *("memlimit_mb", "memlimit_source", "gdsa_active_mb", "peak_gdsa_active_mb", "gdsa_allocated_mb"),
        *(
            "transaction_isolation",
            "above_bar_active",
            "peak_above_bar_active",
            "real_frames",
            "peak_real_frames",
        ),
        *("auxiliary_slots", "peak_auxiliary_slots", *CONTEXT),
    ),
    asks=(DSA_PEAK, EDSA_PEAK, GDSA_PEAK, LAST_STORAGE, LAST_REAL, AUXILIARY, ISOLATED),
    keep=(*TRACE, "dsa_share", "edsa_share", "gdsa_share"),
    worked_out=lambda rows: rows.with_columns(
        _share("peak_dsa_total", "dsa_limit").alias("dsa_share"),
        _share("peak_edsa_total", "edsa_limit").alias("edsa_share"),
        _share("peak_gdsa_active_mb", "memlimit_mb").alias("gdsa_share"),
    ),
)


TIMES_SHORT: Final = total("times_short")
SUSPENDED: Final = total("suspended")
RELEASES: Final = total("cushion_releases")
SHORT_SECONDS: Final = seconds("short_us")
WORST_DSA: Final = Worst(pl.col("short_us").fill_null(0.0), then=("times_short", "suspended"))
LAST_DSA: Final = Latest(pl.col("size").is_not_null())

DSAS: Final = Pass(
    table=DSA_TABLE,
    by=(*OWNER, "dsa"),
    columns=(
        *("location", "size", "peak_size", "cushion", "free", "lowest_free", "largest_free", "times_short"),
        *("short_us", "suspended", "peak_waiting", "cushion_releases", "conditional_refused", *CONTEXT),
    ),
    asks=(
        *(ask for one in (TIMES_SHORT, SUSPENDED, RELEASES, SHORT_SECONDS) for ask in one.asks),
        *(WORST_DSA, LAST_DSA),
    ),
    keep=TRACE,
)

WRITTEN: Final = Count()
FIRST_WRITTEN: Final = First()
LAST_WRITTEN: Final = Latest()

MESSAGES: Final = Pass(
    table=MESSAGE_TABLE,
    by=(*OWNER, "message"),
    columns=("percent", "job"),
    asks=(WRITTEN, FIRST_WRITTEN, LAST_WRITTEN),
    keep=TRACE,
)
