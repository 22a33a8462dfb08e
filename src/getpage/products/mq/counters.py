"""What the log, the data manager and queue statistics of a queue manager count, and records of no length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Largest, Sum, Worst
from getpage.products.common.passes import Pass

from .rows import OWNER, TABLES, TRACE, ready

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Key, Measure
    from getpage.products.common.owners import Owners

LOG_BUFFER_WAITS: Final = Sum("unavailable_buffer_waits")
MOST_LOG_BUFFER_WAITS: Final = Worst("unavailable_buffer_waits", where=pl.col("unavailable_buffer_waits") > 0)
LOG_SECONDS: Final = Sum("seconds")
CHECKPOINTS: Final = Sum("checkpoints")

LOGS: Final = Pass(
    table="mq_log",
    by=OWNER,
    columns=("unavailable_buffer_waits", "log_writes", "checkpoints"),
    asks=(LOG_BUFFER_WAITS, MOST_LOG_BUFFER_WAITS, LOG_SECONDS, CHECKPOINTS),
    keep=TRACE,
)

PUTS: Final = Sum("message_puts")
DATA_MANAGERS: Final = Pass(table="mq_data_manager", by=OWNER, columns=("message_puts",), asks=(PUTS,))

DEEPEST: Final = Largest(
    pl.when(pl.col("shared").not_()).then(
        pl.max_horizontal("depth", "depth_high_water").fill_null(0).cast(pl.Int64)
    )
)
QUEUES: Final = Pass(
    table="mq_queue",
    by=(*OWNER, "queue"),
    columns=("shared", "depth", "depth_high_water"),
    asks=(DEEPEST,),
)

_RECORD: Final = ("file", "record")


def messages_on(queues: Sequence[Measure]) -> int | None:
    """Messages on private queues at the most; None where no private queue is there."""
    depths = [depth for queue in queues if (depth := queue[DEEPEST]) is not None]
    return sum(depths) if depths else None


@dataclass(frozen=True, slots=True)
class ZeroLength:
    """Records of intervals of no length of one queue manager, and when they were written; None: not known."""

    records: int
    first: datetime | None
    last: datetime | None


def zero_length(evidence: Evidence, owners: Owners) -> Mapping[Key, ZeroLength]:
    """By queue manager. A record has a row in several tables, and is counted once."""
    by_table = []
    for table in TABLES:
        scan = evidence.scan(table)
        if "interval_us" not in scan.collect_schema():
            continue
        columns = [*_RECORD, *OWNER, "written", "interval_start", "interval_us"]
        rows = scan.filter(pl.col("interval_us") == 0).select(columns).unique().collect()
        by_table.append(ready(rows, owners).select(*OWNER, *_RECORD, "end"))
    counted = (
        pl.concat(by_table)
        .unique()
        .group_by(OWNER, maintain_order=True)
        .agg(pl.len(), pl.col("end").min().alias("first"), pl.col("end").max().alias("last"))
    )
    return {
        (system, queue_manager): ZeroLength(records, first, last)
        for system, queue_manager, records, first, last in counted.iter_rows()
    }
