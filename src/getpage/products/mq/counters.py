"""What the log, the storage manager, the data manager and accounting of calls count, and records of no
length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Count, First, Key, Latest, Row, Sum, Worst, latest
from getpage.products.common.by_day import Distinct, by_day, spelled
from getpage.products.common.collected import collected
from getpage.products.common.owners import Owners
from getpage.products.common.passes import Pass
from getpage.products.mq.evidence import TABLES

#: The columns that name a queue manager, and those that every kept row has beside them.
OWNER: Final = ("system", "queue_manager")
TRACE: Final = ("file", "record", "interval_start", "interval_us", "start", "end", "seconds")

_NO_TIME: Final = pl.lit(None, pl.Datetime("us"))
_NO_LENGTH: Final = pl.lit(None, pl.Float64)

SHORTEST_RATED = 10.0  # seconds; ours


def ready(frame: pl.DataFrame, owners: Owners) -> pl.DataFrame:
    """Rows with their owners, `start`, `end`, `seconds` and `rate_seconds`."""
    return timed(frame.with_columns(owners.named(frame)))


def timed(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows with `start`, `end`, `seconds` and `rate_seconds`."""
    absent = {"interval_start": _NO_TIME, "interval_us": _NO_LENGTH}
    frame = frame.with_columns(null.alias(name) for name, null in absent.items() if name not in frame.columns)
    start, length = _naive("interval_start"), pl.col("interval_us")
    seconds = pl.when(length > 0).then(length.cast(pl.Float64) / 1e6)
    after = (seconds * 1e6).round().cast(pl.Int64).cast(pl.Duration("us"))
    return frame.with_columns(
        start.alias("start"),
        pl.coalesce(start + after, _naive("written")).alias("end"),
        seconds.alias("seconds"),
        pl.when(seconds >= SHORTEST_RATED).then(seconds).alias("rate_seconds"),
    )


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)


#: The latest row that names a release: 800 is V8. Printed rows name none.
RELEASED: Final = Latest(pl.col("level").is_not_null())


def release(rows: Iterable[Row | None]) -> int | None:
    """The release that the latest of these rows names in its record's header; None: none does."""
    newest = latest(row for row in rows if row is not None and re.fullmatch("[0-9]{3}", row["level"]))
    return None if newest is None else int(newest["level"])


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

STORAGE_COUNTS: Final = {
    "short_on_storage_count": "times storage was critically short",
    "short_on_storage_contractions": "times pools were reduced for lack of storage",
    "short_on_storage_abends": "abends for lack of storage",
}
_ANY_SHORT: Final = pl.any_horizontal(pl.col(*STORAGE_COUNTS) > 0)
SHORT_OF_STORAGE: Final = Count(_ANY_SHORT)
STORAGE_TOTALS: Final = {name: Sum(name) for name in STORAGE_COUNTS}
WORST_OF_STORAGE: Final = Worst(
    pl.col("short_on_storage_abends").fill_null(0),
    where=_ANY_SHORT,
    then=("short_on_storage_count", "short_on_storage_contractions"),
)
STORAGE_MANAGERS: Final = Pass(
    table="mq_storage_manager",
    by=OWNER,
    columns=tuple(STORAGE_COUNTS),
    asks=(SHORT_OF_STORAGE, WORST_OF_STORAGE, *STORAGE_TOTALS.values()),
    keep=TRACE,
)

PUTS: Final = Sum("message_puts")
DATA_MANAGERS: Final = Pass(table="mq_data_manager", by=OWNER, columns=("message_puts",), asks=(PUTS,))

CALLS: Final = ("get", "put", "put1")


@dataclass(frozen=True, slots=True)
class CallAsks:
    """What is asked of one kind of call."""

    count: Sum
    elapsed: Sum
    waited: Sum
    worst: Worst


CALL_ASKS: Final = {
    call: CallAsks(
        Sum(f"{call}_count"),
        Sum(f"{call}_elapsed"),
        Sum(f"{call}_page_set_elapsed"),
        Worst(f"{call}_page_set_elapsed", where=pl.col(f"{call}_page_set_elapsed") > 0),
    )
    for call in CALLS
}
_CALL_COLUMNS: Final = tuple(
    f"{call}_{column}" for call in CALLS for column in ("count", "elapsed", "page_set_elapsed")
)
WAITED: Final = First(pl.any_horizontal(pl.col(f"{call}_page_set_elapsed") > 0 for call in CALLS))
LONGEST: Final = Worst(
    "total",
    where=pl.col("call").is_in([call.upper() for call in CALLS])
    & (pl.col("page_set_wait") > 0)
    & pl.col("elapsed").is_not_null(),  # without the average there is no share to tell
)


def named(rows: pl.DataFrame) -> pl.DataFrame:
    """Accounting rows with the `name` of their queue."""
    return rows.with_columns(pl.coalesce("queue", "opened_name").fill_null("").alias("name"))


QUEUE_CALLS: Final = Pass(
    table="mq_task_queue",
    by=(*OWNER, "name"),
    columns=("queue", "opened_name", "page_set", "buffer_pool", *_CALL_COLUMNS),
    asks=tuple(
        ask for asks in CALL_ASKS.values() for ask in (asks.count, asks.elapsed, asks.waited, asks.worst)
    ),
    keep=TRACE,
    worked_out=named,
)
QUEUE_POOLS: Final = Pass(
    table="mq_task_queue",
    by=(*OWNER, "name", "buffer_pool"),
    columns=("queue", "opened_name", *(f"{call}_page_set_elapsed" for call in CALLS)),
    asks=(WAITED,),
    worked_out=named,
)
PRINTED_CALLS: Final = Pass(
    table="mq_call_average",
    by=(*OWNER, "queue", "call"),
    columns=("calls", "elapsed", "cpu", "page_set_wait"),
    asks=(LONGEST,),
    keep=(*TRACE, "total"),
    worked_out=lambda rows: rows.with_columns(
        (pl.col("page_set_wait").cast(pl.UInt64) * pl.col("calls")).alias("total")
    ),
)

_RECORD: Final = ("file", "record")
_SHORT: Final[Mapping[str, pl.DataType]] = {
    **dict.fromkeys(OWNER, pl.String()),
    **{"file": pl.UInt32(), "record": pl.UInt64(), "end": pl.Datetime("us")},
}


@dataclass(frozen=True, slots=True)
class ZeroLength:
    """Records of intervals of no length of one queue manager, and when they were written; None: not known."""

    records: int
    first: datetime | None
    last: datetime | None


def zero_length(evidence: Evidence, owners: Owners) -> Mapping[Key, ZeroLength]:
    """By queue manager. A record has a row in several tables, and is counted once."""
    name = spelled("records of no length", owners.context)
    records = by_day(
        evidence, tuple(TABLES), name, lambda: Distinct(_SHORT), lambda part, to: _add_short(part, owners, to)
    )
    counted = (
        records.done()
        .group_by(OWNER, maintain_order=True)
        .agg(pl.len(), pl.col("end").min().alias("first"), pl.col("end").max().alias("last"))
    )
    return {
        (system, queue_manager): ZeroLength(records, first, last)
        for system, queue_manager, records, first, last in counted.iter_rows()
    }


def _add_short(evidence: Evidence, owners: Owners, to: Distinct) -> None:
    for table in filter(evidence.most_rows, TABLES):
        scan = evidence.scan(table)
        if "interval_us" in scan.collect_schema():
            columns = [*_RECORD, *OWNER, "written", "interval_start", "interval_us"]
            few = collected(
                scan.filter(pl.col("interval_us") == 0).select(columns).unique(), evidence.most_rows(table)
            )
            if few.height:
                to.add(ready(few, owners))
