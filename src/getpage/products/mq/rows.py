"""Rows of evidence made ready to be measured: owners filled in, times without zone, intervals in seconds.

`rate_seconds` is null for intervals under 10 s too, such as those that a restart leaves: a rate of them
misleads. An interval of zero length (records written at start, stop or a log switch) has null `seconds`, so
that nothing is ever divided by it. Rows of subtypes 5, 6 and 7 and printed rows have no interval: their
`start` is null.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Latest, latest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.measures import Row
    from getpage.products.common.owners import Owners

TABLES: Final = (
    "mq_buffer_pool",
    "mq_page_set",
    "mq_storage_region",
    "mq_storage_usage",
    "mq_storage_manager",
    "mq_message",
    "mq_log",
    "mq_data_manager",
    "mq_message_manager",
    "mq_task_queue",
    "mq_queue",
    "mq_call_average",
)

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
