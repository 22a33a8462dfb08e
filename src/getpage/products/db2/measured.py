"""An object that was measured in one way or in several: where a rule finds a counter of it.

Records and displays of the same object count the same things in different intervals, so that only the kind of
measurement with most intervals is read (see `intervals`). What that kind never has, such as directory
reclaims, which only a display of the whole group shows, is read from the next one that has it: each counter
from one kind alone, so that nothing is counted twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import polars as pl

from .names import page_bytes

if TYPE_CHECKING:
    from getpage.core.names import Object

    from .frames import Frames, Row


@dataclass(frozen=True, kw_only=True)
class Series:
    """The rows of one object: of the kind that is read, of the others from the best on, and as shown."""

    frame: pl.DataFrame
    others: tuple[pl.DataFrame, ...]
    shown: pl.DataFrame  # the same as displays and records have it, in order of time

    @classmethod
    def of(cls, frames: Frames, table: str, number: int) -> Self:
        """Those of one pool."""
        mine = pl.col("buffer_pool") == number
        others = frames.others[table].filter(mine).partition_by("rank", maintain_order=True)
        return cls(
            frame=frames.tables[table].filter(mine),
            others=tuple(sorted(others, key=lambda frame: int(frame["rank"][0]))),
            shown=frames.shown[table].filter(mine),
        )


@dataclass(frozen=True)
class Measured:
    """One buffer pool or group buffer pool of a member over the window."""

    number: int
    object: Object
    series: Series

    @property
    def frame(self) -> pl.DataFrame:
        """A row an interval, of the kind of measurement with most intervals."""
        return self.series.frame

    @property
    def shown(self) -> pl.DataFrame:
        """The rows as displays and records have them, in order of time."""
        return self.series.shown

    @cached_property
    def last(self) -> Row:
        """The latest row."""
        return self.frame.row(-1, named=True)

    @property
    def page_bytes(self) -> int:
        """Bytes of a page."""
        return page_bytes(self.number)

    def latest(self, column: str) -> str | int | bool | None:
        """The latest value of an attribute; None where nothing shows it."""
        known = self.shown[column].drop_nulls()
        value: str | int | bool | None = known[-1] if len(known) else None
        return value

    def whole(self, column: str) -> int | None:
        """The latest value of a numeric attribute."""
        value = self.latest(column)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def having(self, column: str) -> pl.DataFrame:
        """The rows of the first kind of measurement that has the column at all."""
        for frame in (self.frame, *self.series.others):
            if column in frame.columns and frame[column].null_count() < frame.height:
                return frame
        return self.frame

    def total(self, column: str) -> int:
        """The sum of a counter over the window."""
        return int(self.having(column)[column].sum() or 0)

    def worst(self, column: str) -> Row | None:
        """The first row with the largest value above 0; None when there is none."""
        rows = self.having(column)
        found = rows.filter(pl.col(column) > 0).sort(column, descending=True, maintain_order=True)
        return found.row(0, named=True) if found.height else None
