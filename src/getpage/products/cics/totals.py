"""What a counter came to in the window, whatever its statistics were written for.

CICS sets counters to zero at the end of an interval, of a day, and where a request says so (INT, EOD, RRT):
these add up. Requested statistics (REQ) and a page of DFH0STAT count since the last time that this was done:
several of them count the same again, so that the largest of them counts, where it is more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.measures import Largest, Smallest, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.measures import Aggregate, Measure


@dataclass(frozen=True, eq=False)
class Total:
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


def total(column: str) -> Total:
    """Of a counter."""
    return Total(pl.col(column))


def seconds(column: str) -> Total:
    """Of a time in microseconds."""
    return Total(pl.col(column).cast(pl.Float64) / 1e6)


#: From when to when an object was counted: the statistics of an interval are written at its end, and tasks
#: are added up by quarters of an hour that have a length.
SINCE: Final = Smallest("start")
UNTIL: Final = Largest(
    pl.coalesce(pl.col("start") + pl.duration(microseconds=(pl.col("seconds") * 1e6).cast(pl.Int64)), "end")
)
SPAN: Final[tuple[Aggregate[Any], ...]] = (SINCE, UNTIL)


def span_of(measures: Iterable[Measure]) -> float | None:
    """Seconds from the first of all rows to the last; None where nothing tells."""
    there = [(one[SINCE], one[UNTIL]) for one in measures]
    starts = [start for start, _ in there if start is not None]
    ends = [end for _, end in there if end is not None]
    length = (max(ends) - min(starts)).total_seconds() if starts and ends else 0.0
    return float(length) if length > 0 else None
