"""Available frames over a window: average, 5th percentile and minimum, never the average alone.

The minimum of an interval is what counts: in one published case an hour's average of 7 GB hid a minimum of
100 MB (M. Packer, mainframeperformancetopics, 2020). Where the evidence has averages only, the lowest of
them is a bound from above on what was free, and said to be one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.measures import Count, Least, Quantile, Sum
from getpage.core.units import PAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.measures import Aggregate, Measure

Row = dict[str, Any]

PERCENTILE: Final = 0.05
MINIMUM: Final = "available_minimum"
AVERAGE: Final = "available_average"

_LEAST: Final = {name: Least(name) for name in (MINIMUM, AVERAGE)}
_KNOWN: Final = {name: Count(pl.col(name).is_not_null()) for name in (MINIMUM, AVERAGE)}
_LOW: Final = {name: Quantile(name, PERCENTILE, between="lower") for name in (MINIMUM, AVERAGE)}
_AVERAGES: Final = Sum(AVERAGE)

#: What is asked of each system.
ASKS: Final[tuple[Aggregate[Any], ...]] = (*_LEAST.values(), *_KNOWN.values(), *_LOW.values(), _AVERAGES)


class Free:
    """What was available, in bytes."""

    def __init__(self, measure: Measure | None) -> None:
        """Look at what was measured of one system; None where there are no rows."""
        self._measure = measure

    def __bool__(self) -> bool:
        """Whether the evidence says anything."""
        return self._measure is not None and any(self._measure[known] for known in _KNOWN.values())

    @property
    def _told(self) -> Measure:
        assert self._measure is not None, "ask whether there is any first"
        return self._measure

    @cached_property
    def column(self) -> str:
        """The column that the lowest is taken from: minima where there are any, else averages."""
        return MINIMUM if self._told[_KNOWN[MINIMUM]] else AVERAGE

    @property
    def is_average(self) -> bool:
        """Whether only averages of intervals are known."""
        return self.column == AVERAGE

    @cached_property
    def row(self) -> Row:
        """The interval in which there was least."""
        return self._told[_LEAST[self.column]] or {}

    @property
    def lowest(self) -> int:
        """The least that was available."""
        return int(self.row[self.column]) * PAGE

    @property
    def percentile(self) -> int:
        """What was available in all but 5 % of the intervals."""
        return int(self._told[_LOW[self.column]] or 0) * PAGE

    @property
    def average(self) -> int | None:
        """The average over the intervals; None where the evidence has none."""
        known = self._told[_KNOWN[AVERAGE]]
        return round(self._told[_AVERAGES] / known * PAGE) if known else None

    @property
    def intervals(self) -> int:
        """How many intervals say it."""
        return self._told[_KNOWN[self.column]]


def of(row: Mapping[str, Any]) -> tuple[int | None, bool]:
    """What was available in one interval, and whether that is an average."""
    if row.get(MINIMUM) is not None:
        return int(row[MINIMUM]) * PAGE, False
    value = row.get(AVERAGE)
    return (None if value is None else int(value) * PAGE), True
