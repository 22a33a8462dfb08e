"""Rows of evidence made ready to be measured: owners filled in, times without zone, intervals in seconds.

Statistics have when they were collected, and of an interval its length. Requested statistics (REQ) leave the
counters as they are, so that the next interval counts the same again: they are left out of sums
(`counted`). A page that was printed has no length; that of the QR TCB is what it waited and was dispatched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from getpage.products.common.owners import Owners

#: The columns that name a region, and those that every kept row has beside them.
OWNER: Final = ("system", "region")
CONTEXT: Final = ("job", "statistics_type", "interval_end")
TRACE: Final = ("file", "record", "start", "end", "seconds", *CONTEXT)

_RESETS: Final = ("INT", "EOD", "RRT", "USS")
_NO_TIME: Final = pl.lit(None, pl.Datetime("us"))
_ABSENT: Final = {
    "interval_end": _NO_TIME,
    "interval_start": _NO_TIME,
    "interval_us": pl.lit(None, pl.Float64),
    "job": pl.lit(None, pl.String),
    "statistics_type": pl.lit(None, pl.String),
}


def ready(frame: pl.DataFrame, owners: Owners) -> pl.DataFrame:
    """Rows with their owners, `start`, `end`, `seconds` and `resets`."""
    frame = frame.with_columns(owners.named(frame))
    frame = frame.with_columns(
        null.alias(name) for name, null in _ABSENT.items() if name not in frame.columns
    )
    length = pl.col("interval_us").cast(pl.Float64)
    seconds = pl.when(length > 0).then(length / 1e6)
    after = (seconds * 1e6).round().cast(pl.Int64).cast(pl.Duration("us"))
    end = pl.coalesce(_naive("interval_end"), _naive("written"))
    return frame.with_columns(
        end.alias("end"),
        pl.coalesce(_naive("interval_start"), end - after).alias("start"),
        seconds.alias("seconds"),
        pl.col("statistics_type").is_in(_RESETS).fill_null(value=False).alias("resets"),
    )


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
