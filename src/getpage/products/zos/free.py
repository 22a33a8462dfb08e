"""Available frames over a window: average, 5th percentile and minimum, never the average alone.

The minimum of an interval is what counts: in one published case an hour's average of 7 GB hid a minimum of
100 MB (M. Packer, mainframeperformancetopics, 2020). Where the evidence has averages only, the lowest of
them is a bound from above on what was free, and said to be one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from .thresholds import FRAME

if TYPE_CHECKING:
    from collections.abc import Mapping

Row = dict[str, Any]

PERCENTILE = 0.05
MINIMUM, AVERAGE = "available_minimum", "available_average"


class Free:
    """What was available, in bytes."""

    def __init__(self, storage: pl.DataFrame) -> None:
        """Look at the rows of one system."""
        self._rows = storage.filter(pl.any_horizontal(pl.col(MINIMUM, AVERAGE).is_not_null()))

    def __bool__(self) -> bool:
        """Whether the evidence says anything."""
        return self._rows.height > 0

    @cached_property
    def column(self) -> str:
        """The column that the lowest is taken from: minima where there are any, else averages."""
        return MINIMUM if self._rows[MINIMUM].drop_nulls().len() else AVERAGE

    @property
    def is_average(self) -> bool:
        """Whether only averages of intervals are known."""
        return self.column == AVERAGE

    @cached_property
    def row(self) -> Row:
        """The interval in which there was least."""
        return self._rows.drop_nulls(self.column).sort(self.column, maintain_order=True).row(0, named=True)

    @property
    def lowest(self) -> int:
        """The least that was available."""
        return int(self.row[self.column]) * FRAME

    @property
    def percentile(self) -> int:
        """What was available in all but 5 % of the intervals."""
        return int(self._rows[self.column].quantile(PERCENTILE, interpolation="lower") or 0) * FRAME

    @property
    def average(self) -> int | None:
        """The average over the intervals; None where the evidence has none."""
        mean = self._rows[AVERAGE].mean()
        return round(float(mean) * FRAME) if isinstance(mean, (int, float)) else None

    @property
    def intervals(self) -> int:
        """How many intervals say it."""
        return self._rows.drop_nulls(self.column).height

    def of(self, row: Mapping[str, Any]) -> tuple[int | None, bool]:
        """What was available in one interval, and whether that is an average."""
        if row.get(MINIMUM) is not None:
            return int(row[MINIMUM]) * FRAME, False
        value = row.get(AVERAGE)
        return (None if value is None else int(value) * FRAME), True
