"""Values over time for pictures, thinned: a point an interval, or, of a long window, a point a stretch of it.

A picture is some hundred points wide, and less where a site has so many objects that a page draws few of
their pictures. Where there are more intervals, a point is the highest value of its stretch, because a peak
that is averaged away is not seen; the note says so. Times are the ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import polars as pl

from .fold import OBJECT, PLACE

#: Points of one object, and of all objects together as long as each has FEWEST.
MOST: Final = 720
MOST_OF_ALL: Final = 1 << 18
FEWEST: Final = 120
#: One point is no picture.
FEWEST_INTERVALS: Final = 2
#: A pause of so many times the usual interval breaks the line.
GAP: Final = 1.5


class SeriesFold:
    """Rows of `start`, `end` and values by the number of their object.

    `rows` is how many rows one object has at most, `objects` how many of these there are, and `window` from
    when to when the rows are.
    """

    def __init__(
        self,
        values: Sequence[str],
        *,
        rows: int,
        objects: int,
        window: tuple[datetime | None, datetime | None],
        lowest: Sequence[str] = (),
    ) -> None:
        """Begin without rows. Of the values in `lowest` a point is the lowest of its stretch."""
        self._values, self._lowest = list(values), set(lowest)
        self._pieces: list[pl.DataFrame] = []
        self._held, self._full = 0, 2 * MOST_OF_ALL  # rows; and how many are thinned out again
        first, last = window
        most = max(FEWEST, min(MOST, MOST_OF_ALL // max(objects, 1)))
        self._thin = rows > most and first is not None and last is not None
        self._stretch = pl.col("end")
        if first is not None and last is not None:
            width = max(1, int((last - first) / most / timedelta(microseconds=1)))
            self._stretch = (pl.col("end") - first).dt.total_microseconds() // width

    @property
    def note(self) -> str:
        """What a picture has to say of it."""
        return self.note_of("highest")

    def note_of(self, which: str) -> str:
        """The same where a point is something else than the highest."""
        return f" A point is the {which} of some neighboring intervals." if self._thin else ""

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows, with `file` and `record`."""
        self._pieces.append(self._thinned(frame) if self._thin else frame)
        self._held += self._pieces[-1].height
        if self._thin and self._held > self._full:
            self._pieces = [self._thinned(pl.concat(self._pieces))]
            self._held = self._pieces[0].height
            self._full = max(self._full, 2 * self._held)

    def done(self) -> pl.DataFrame:
        """Number of the object, `start`, `end` and values, in order of object and end; one row an end."""
        frame = pl.concat(self._pieces)
        self._pieces = []
        if self._thin:
            frame = self._thinned(frame)
        else:
            frame = frame.sort("end", "start", *self._values, *PLACE)
            frame = frame.unique((OBJECT, "end"), keep="last", maintain_order=True)
        return frame.select(OBJECT, "start", "end", *self._values).sort(OBJECT, "end")

    def _thinned(self, frame: pl.DataFrame) -> pl.DataFrame:
        grouped = frame.group_by(OBJECT, self._stretch.alias("stretch"), maintain_order=True)
        values = (pl.col(name).min() if name in self._lowest else pl.col(name).max() for name in self._values)
        return grouped.agg(pl.col("start").min(), pl.col("end").max(), *values)


def with_gaps(frame: pl.DataFrame) -> pl.DataFrame:
    """An empty row in the middle of every pause of an object, so that no line is drawn through it."""
    before = pl.col("end").shift(1).over(OBJECT)
    length = (pl.col("end") - pl.col("start")).median().over(OBJECT)
    pause = pl.col("start") - before
    after = frame.with_columns(
        (before + pause / 2).alias("middle"), (pause > (GAP - 1) * length).alias("gap")
    )
    empty = after.filter("gap").select(OBJECT, pl.col("middle").cast(pl.Datetime("us")).alias("end"))
    return pl.concat([frame, empty], how="diagonal").sort(OBJECT, "end", maintain_order=True)
