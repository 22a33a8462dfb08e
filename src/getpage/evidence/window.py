"""From when to when evidence is looked at, and which rows of a table are of that time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping

A_DAY: Final = timedelta(days=1)
_LOCAL: Final = pl.Datetime("us")


#: Seconds by which an interval may end later than its time on the clock, as its record is written.
LATE: Final = timedelta(seconds=5)


def _length() -> pl.Expr:
    return pl.duration(microseconds=pl.col("interval_us"))


def _local_end(columns: Mapping[str, pl.DataType]) -> pl.Expr | None:
    """The end of a row's interval in local time; None for a table that does not tell it."""
    if "interval_us" not in columns:
        return None
    if columns.get("interval_end") == _LOCAL:
        return pl.col("interval_end")
    if not {"interval_start", "interval_end"} & columns.keys():
        return pl.col("written")  # the time since the line before it
    return pl.col("interval_start") + _length() if columns.get("interval_start") == _LOCAL else None


def has_local_end(columns: Mapping[str, pl.DataType]) -> bool:
    """Whether rows tell in local time when their interval ended."""
    return _local_end(columns) is not None


def _is_before(moment: datetime, columns: Mapping[str, pl.DataType], by_time: pl.Expr) -> pl.Expr:
    """Whether a row is of the time before a moment: an interval that ends there is, though its record is
    written up to `LATE` after it. `by_time` decides of rows without an interval.
    """
    if (ended := _local_end(columns)) is None:
        return by_time
    has_ended = (ended <= moment + LATE) & (ended - _length() < moment)
    return ((pl.col("written") < moment) | has_ended).fill_null(by_time)


@dataclass(frozen=True, slots=True)
class Window:
    """From when to when, in the local time of the systems, as in `written`; None is open."""

    first: datetime | None = None
    last: datetime | None = None

    def of(self, frame: pl.LazyFrame, columns: Mapping[str, pl.DataType], *, is_exact: bool) -> pl.LazyFrame:
        """Rows of the window; rows that have no time are always in it. Of two windows that adjoin one has an
        interval, or a row whose time `is_exact`; both have counters as they stood between them.
        """
        written = pl.col("written")
        if self.first is not None:
            is_before = _is_before(self.first, columns, written < self.first)
            frame = frame.filter(written.is_null() | ~is_before)
        if self.last is not None:
            by_time = written < self.last if is_exact else written <= self.last + LATE
            frame = frame.filter(written.is_null() | _is_before(self.last, columns, by_time))
        return frame

    def days(self) -> tuple[str | None, str | None]:
        """The first and the last day of it, as 2026-11-18."""
        first = None if self.first is None else self.first.date().isoformat()
        last = None if self.last is None else (self.last + LATE).date().isoformat()
        return first, last


@dataclass(frozen=True, slots=True)
class DayWindow(Window):
    """The intervals that began on one day, also the one that was written when the next had begun. `first` and
    `last` are the ends of the evidence on that day, `day` its first moment.
    """

    day: datetime = datetime.min

    @property
    def whole(self) -> Window:
        """All of the day."""
        return Window(self.day, self.day + timedelta(days=1))

    def of(self, frame: pl.LazyFrame, columns: Mapping[str, pl.DataType], *, is_exact: bool) -> pl.LazyFrame:
        """Rows of the day, and those that have no time."""
        return self.whole.of(frame, columns, is_exact=is_exact)

    def days(self) -> tuple[str | None, str | None]:
        """The day and the next."""
        return self.whole.days()


def is_cut(window: Window, day: date) -> bool:
    """Whether the window has only a part of the day."""
    if isinstance(window, DayWindow):
        return False
    start = datetime.combine(day, time())
    first, last = window.first, window.last
    return (first is not None and first > start) or (last is not None and last < start + A_DAY)


def hours_of(window: Window, day: date) -> str | None:
    """Which whole hours the window has of a day, " 10-24"; "" where it has all; None of part of an hour."""
    if not is_cut(window, day):
        return ""
    start = datetime.combine(day, time())
    first = max(window.first or start, start)
    last = min(window.last or start + A_DAY, start + A_DAY)
    hours = [(end - start) / timedelta(hours=1) for end in (first, last)]
    return f" {hours[0]:.0f}-{hours[1]:.0f}" if all(hour.is_integer() for hour in hours) else None
