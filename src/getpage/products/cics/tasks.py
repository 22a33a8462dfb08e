"""What is measured of tasks: how many there were against MXT, and those of transaction classes."""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.measures import Largest, Latest, Measure, Worst
from getpage.products.common.passes import Pass
from getpage.products.common.resized import Values

from .rows import CONTEXT, OWNER, SPAN, TRACE, CounterTotal, seconds, total

MANAGER_TABLE: Final = "cics_transaction_manager"
CLASSES_TABLE: Final = "cics_transaction_class"
#: How the limit is called.
MXT_NAME: Final = "MXT"

TIMES_AT_MXT: Final = total("times_at_mxt")
DELAYED: Final = total("total_delayed")
RAN: Final = total("total_active")
MOST_QUEUED: Final = Largest("peak_queued")
MOST_ACTIVE: Final = Largest("peak_active")
BUSIEST: Final = Worst("peak_active")
MXT: Final = Values("mxt")
WORST_MXT: Final = Worst("times_at_mxt", then=("peak_queued",))
LAST_MXT: Final = Latest(pl.col("mxt").is_not_null())

MANAGER: Final = Pass(
    table=MANAGER_TABLE,
    by=OWNER,
    columns=(
        *(
            "mxt",
            "active",
            "queued",
            "times_at_mxt",
            "peak_active",
            "peak_queued",
            "total_active",
            "total_delayed",
        ),
        *CONTEXT,
    ),
    asks=(
        *TIMES_AT_MXT.asks,
        *DELAYED.asks,
        *RAN.asks,
        MOST_QUEUED,
        MOST_ACTIVE,
        BUSIEST,
        WORST_MXT,
        LAST_MXT,
        *MXT.asks,
    ),
    keep=TRACE,
)

TIMES_AT_LIMIT: Final = total("times_at_limit")
QUEUED: Final = seconds("queue_us")
CLASS_QUEUED: Final = Largest("peak_queued")
PURGED: Final = CounterTotal(pl.col("purged_at_once").fill_null(0) + pl.col("purged_waiting").fill_null(0))
CLASS_LIMIT: Final = Values("limit")
WORST_CLASS: Final = Worst("times_at_limit", then=("peak_queued",))
LAST_CLASS: Final = Latest(pl.col("limit").is_not_null())

CLASSES: Final = Pass(
    table=CLASSES_TABLE,
    by=(*OWNER, "transaction_class"),
    columns=(
        *(
            "limit",
            "attaches",
            "times_at_limit",
            "active",
            "peak_active",
            "queued",
            "peak_queued",
            "queue_us",
        ),
        *("purged_at_once", "purged_waiting", "purge_threshold", *CONTEXT),
    ),
    asks=(
        *(ask for counter in (TIMES_AT_LIMIT, QUEUED, PURGED, CLASS_LIMIT) for ask in counter.asks),
        *(CLASS_QUEUED, WORST_CLASS, LAST_CLASS, *SPAN),
    ),
    keep=TRACE,
)


def class_name(measure: Measure) -> str:
    """How a transaction class is named as an object."""
    return f"TCLASS {measure.key[-1]}"
