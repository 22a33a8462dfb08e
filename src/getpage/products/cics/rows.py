"""Rows of evidence made ready to be measured, and what a counter came to in the window.

Statistics have the time of their collection, and those of an interval its length; a printed page has none.
CICS sets counters to zero at the end of an interval or a day, and where a request says so (INT, EOD, RRT,
USS): these add up. Requested statistics (REQ) and a page of DFH0STAT count from the last reset: several of
them count the same again, so the largest of them counts, where it is more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Aggregate, Largest, Measure, Smallest, Sum
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


@dataclass(frozen=True, eq=False)
class CounterTotal:
    """A counter, or an expression, and what is asked of its rows."""

    of: pl.Expr
    added: Sum = field(init=False)
    largest: Largest = field(init=False)

    def __post_init__(self) -> None:
        """What to ask."""
        resets = pl.col("resets")
        object.__setattr__(self, "added", Sum(pl.when(resets).then(self.of).otherwise(0)))
        object.__setattr__(self, "largest", Largest(pl.when(~resets).then(self.of)))

    @property
    def asks(self) -> tuple[Aggregate[float], ...]:
        """What the pass has to answer."""
        return self.added, self.largest

    def in_(self, measure: Measure | None) -> float:
        """What it came to; 0 where nothing was measured."""
        if measure is None:
            return 0.0
        return max(float(measure[self.added] or 0), float(measure[self.largest] or 0))

    def count(self, measure: Measure | None) -> int:
        """The same as a whole number."""
        return round(self.in_(measure))


def total(column: str) -> CounterTotal:
    """Of a counter."""
    return CounterTotal(pl.col(column))


def seconds(column: str) -> CounterTotal:
    """Of a time in microseconds."""
    return CounterTotal(pl.col(column).cast(pl.Float64) / 1e6)


#: From when to when an object was counted: the statistics of an interval are written at its end, and tasks
#: are added up by quarters of an hour that have a length.
SINCE: Final = Smallest("start")
UNTIL: Final = Largest(
    pl.coalesce(pl.col("start") + pl.duration(microseconds=(pl.col("seconds") * 1e6).cast(pl.Int64)), "end")
)
SPAN: Final[tuple[Aggregate[Any], ...]] = (SINCE, UNTIL)


def span_of(measures: Iterable[Measure]) -> float | None:
    """Seconds from the first of all rows to the last; None where nothing tells."""
    there = [(measure[SINCE], measure[UNTIL]) for measure in measures]
    starts = [start for start, _ in there if start is not None]
    ends = [end for _, end in there if end is not None]
    length = (max(ends) - min(starts)).total_seconds() if starts and ends else 0.0
    return float(length) if length > 0 else None
