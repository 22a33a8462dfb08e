"""What is measured of the dispatcher: TCB modes and their pools.

Of a mode, time dispatched is what z/OS gave it a processor for or stopped it in: between the waits that it
asked for. What of that is no CPU it was held up, by a page fault, by others on the processor, or by a call
that blocks (IBM REDP-5238, 4.1.3).
"""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.measures import Count, Key, Largest, Latest, Least, Worst
from getpage.contract.thresholds import Thresholds
from getpage.core.names import Image, Object, Subsystem
from getpage.products.common.in_force import in_force, with_thresholds
from getpage.products.common.passes import Pass
from getpage.products.common.resized import Values

from .constants import QR_RATIO_FROM
from .rows import CONTEXT, OWNER, TRACE, CounterTotal, seconds, total
from .thresholds import QR_RATIO

QR: Final = "QR"
QR_TCB: Final = "QR TCB"
MODES_TABLE: Final = "cics_tcb_mode"
POOLS_TABLE: Final = "cics_tcb_pool"

_LOW: Final = pl.col("ratio") < in_force(QR_RATIO)
#: Collections in which it was dispatched enough to tell, those with a low ratio, and the worst of them.
TOLD: Final = Count(pl.col("ratio").is_not_null())
LOW: Final = Count(_LOW)
LOWEST: Final = Least("ratio")
BUSIEST: Final = Worst("busy")
#: Seconds dispatched without CPU where the ratio was low.
HELD: Final = CounterTotal(pl.when(_LOW).then(pl.col("held_us") / 1e6))


def worked_out(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of modes with what is worked out of each interval: ratio, share busy, time held up."""
    dispatched, cpu = pl.col("dispatched_us"), pl.col("cpu_us")
    elapsed = pl.coalesce(pl.col("seconds") * 1e6, pl.col("wait_us") + dispatched)
    is_qr = (pl.col("mode") == QR) & (elapsed > 0)
    is_judged = is_qr & (dispatched >= QR_RATIO_FROM * elapsed) & (cpu <= dispatched)
    return rows.with_columns(
        pl.when(is_judged).then(cpu / dispatched).alias("ratio"),
        pl.when(is_qr & (cpu <= elapsed)).then(cpu / elapsed).alias("busy"),
        (dispatched - cpu).alias("held_us"),
        elapsed.alias("elapsed_us"),
        # A page says when it was printed: the TCB waited or was dispatched all the time since the last reset.
        pl.when(is_qr)
        .then(pl.coalesce("start", pl.col("end") - pl.duration(microseconds=elapsed.cast(pl.Int64))))
        .otherwise("start")
        .alias("start"),
    )


MODES: Final = Pass(
    table=MODES_TABLE,
    by=(*OWNER, "mode"),
    columns=("wait_us", "dispatched_us", "cpu_us", *CONTEXT),
    asks=(TOLD, LOW, LOWEST, BUSIEST, *HELD.asks),
    keep=(*TRACE, "ratio", "busy", "held_us", "elapsed_us"),
    worked_out=worked_out,
)

WAITED: Final = seconds("limit_wait_us")
WAITS: Final = total("limit_waits")
AT_LIMIT: Final = total("times_at_limit")
LONGEST_WAIT: Final = Worst(pl.col("limit_wait_us").fill_null(0.0), then=("times_at_limit",))
POOL_LIMIT: Final = Values("limit")
MOST_WAITING: Final = Largest("peak_waiting")
LAST_POOL: Final = Latest(pl.col("limit").is_not_null())

POOLS: Final = Pass(
    table=POOLS_TABLE,
    by=(*OWNER, "pool"),
    columns=(
        *("limit", "tcbs", "peak_tcbs", "peak_tcbs_in_use", "times_at_limit", "limit_wait_us", "limit_waits"),
        *("peak_waiting", *CONTEXT),
    ),
    asks=(
        *(ask for counter in (WAITED, WAITS, AT_LIMIT, POOL_LIMIT) for ask in counter.asks),
        *(LONGEST_WAIT, MOST_WAITING, LAST_POOL),
    ),
    keep=TRACE,
)


def with_ratio(rows: pl.DataFrame, thresholds: Thresholds) -> pl.DataFrame:
    """Rows of modes with the ratio of QR that is low in their region."""

    def tcb(key: Key) -> Object:
        system, region = key
        return Object(Subsystem("cics", Image(system or ""), region or ""), QR_TCB)

    return with_thresholds(rows, thresholds, (QR_RATIO,), OWNER, tcb)
