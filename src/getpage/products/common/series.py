"""Values over time for pictures, thinned: a point an interval, or, of a long window, a point a stretch of it.

A picture is some hundred points wide, and less where a site has so many objects that a page draws few of
their pictures. Where there are more intervals, a point is the highest value of its stretch, because a peak
that is averaged away is not seen; the note says so. Times are the ends. Stretches are parts of a day, or
days, so that the points of days make those of a window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Count, Key, Measure

from .by_day import Held, by_day, spelled
from .fold import OBJECT, PLACE, Objects, Renumbering

#: Points of one object, and of all objects together as long as each has FEWEST.
MOST: Final = 720
MOST_OF_ALL: Final = 1 << 18
FEWEST: Final = 120
#: One point is no picture.
FEWEST_INTERVALS: Final = 2
#: A pause of so many times the usual interval breaks the line.
GAP: Final = 1.5
#: Stretches of which what is kept of a day is one each, of windows of some hours to years; and how many of
#: them a window takes together. All are parts of a day, or days.
_OF_DAYS: Final = {
    timedelta(seconds=1): (1, 2, 5, 10, 20, 30),
    timedelta(minutes=1): (1, 2, 3, 4),
    timedelta(minutes=5): (1, 2, 3, 4, 6),
    timedelta(hours=1): (1, 2, 3, 4, 6, 8, 12),
}
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Values over time, and how wide the stretches are of which each is a point: None, every row is one. Of
    the values in `lowest` a point is the lowest of its stretch.
    """

    values: tuple[str, ...]
    lowest: tuple[str, ...]
    width: timedelta | None

    @classmethod
    def of(
        cls,
        values: Sequence[str],
        objects: Sequence[Measure],
        *,
        rows: Count,
        ends: tuple[Aggregate[datetime | None], Aggregate[datetime | None]],
        lowest: Sequence[str] = (),
    ) -> Series:
        """Of the rows of these objects: their measures say how many these are and when the first and the last
        of them end.
        """
        first = min((end for measure in objects if (end := measure[ends[0]])), default=None)
        last = max((end for measure in objects if (end := measure[ends[1]])), default=None)
        most = max(FEWEST, min(MOST, MOST_OF_ALL // max(len(objects), 1)))
        width = None
        if (
            max((measure[rows] for measure in objects), default=0) > most
            and first is not None
            and last is not None
        ):
            width = next(width for width in _widths() if most * width >= last - first)
        return cls(values=tuple(values), lowest=tuple(lowest), width=width)

    @property
    def of_day(self) -> Series:
        """What is kept of a day: it serves windows of several lengths."""
        widths = (width for width in (*_OF_DAYS, _A_DAY) if self.width is not None and width <= self.width)
        return replace(self, width=max(widths, default=None))

    @property
    def name(self) -> str:
        """Its name where it is kept of days."""
        return spelled("series", self.of_day)

    def note_of(self, which: str = "highest") -> str:
        """What a picture has to say of it, where a point is the `which` of a stretch."""
        return "" if self.width is None else f" A point is the {which} of some neighboring intervals."


class SeriesFold:
    """Rows of `start`, `end` and values by the number of their object."""

    def __init__(self, series: Series, objects: Objects) -> None:
        """Begin without rows of these objects."""
        self._series, self.objects = series, objects
        self._pieces: list[pl.DataFrame] = []
        self._held, self._full = 0, 2 * MOST_OF_ALL  # rows; and how many are thinned out again

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows, with `file` and `record`."""
        self._pieces.append(frame if self._series.width is None else self._thinned(frame))
        self._held += self._pieces[-1].height
        if self._series.width is not None and self._held > self._full:
            self._pieces = [self._thinned(pl.concat(self._pieces))]
            self._held = self._pieces[0].height
            self._full = max(self._full, 2 * self._held)

    def held(self) -> dict[str, pl.DataFrame]:
        """The points so far, and their objects."""
        if self.objects.known is None or not self._pieces:
            return {}
        points = pl.concat(self._pieces)
        return {
            "objects": self.objects.known,
            "points": points if self._series.width is None else self._thinned(points),
        }

    def take(self, every: Sequence[Held]) -> None:
        """Take the points of others."""
        if every := [held for held in every if held]:
            numbers = Renumbering(self.objects, [held["objects"] for held in every])
            self.add(numbers.rows([held["points"] for held in every]))

    def done(self) -> pl.DataFrame:
        """Number of the object, `start`, `end` and values, in order of object and end; one row an end."""
        frame = pl.concat(self._pieces)
        self._pieces = []
        if self._series.width is not None:
            frame = self._thinned(frame)
        else:
            frame = frame.sort("end", "start", *self._series.values, *PLACE)
            frame = frame.unique((OBJECT, "end"), keep="last", maintain_order=True)
        return frame.select(OBJECT, "start", "end", *self._series.values).sort(OBJECT, "end")

    def by_object(self) -> dict[Key, pl.DataFrame]:
        """What `done` gives, by the names of each object; nothing where no row was taken."""
        if self.objects.known is None:
            return {}
        keys = self.objects.known.drop(OBJECT).rows()
        frames = self.done().partition_by(OBJECT, as_dict=True, maintain_order=True)
        return {keys[number]: frame for (number,), frame in frames.items()}

    def _thinned(self, frame: pl.DataFrame) -> pl.DataFrame:
        assert self._series.width is not None
        # An interval that ends with its stretch is of it.
        end = pl.col("end").cast(pl.Datetime("us")).to_physical()
        stretch = (end - 1) // (self._series.width // timedelta(microseconds=1))
        grouped = frame.group_by(OBJECT, stretch.alias("stretch"), maintain_order=True)
        values = (
            pl.col(name).min() if name in self._series.lowest else pl.col(name).max()
            for name in self._series.values
        )
        return grouped.agg(pl.col("start").min(), pl.col("end").max(), *values)


def over_time(
    evidence: Evidence,
    tables: Sequence[str],
    by: Sequence[str],
    series: Series,
    context: str,
    add: Callable[[Evidence, SeriesFold], None],
) -> SeriesFold:
    """What `add` adds of these tables, for the objects that the columns `by` name; `context` is all that it
    knows beside the rows.
    """
    return by_day(
        evidence,
        tables,
        spelled(series.name, context, add),
        lambda: SeriesFold(series.of_day, Objects(by)),
        add,
        SeriesFold(series, Objects(by)),
    )


def _widths() -> Iterator[timedelta]:
    """Widths that stretches may have, ascending."""
    yield from (width * times for width, every in _OF_DAYS.items() for times in every)
    yield from (_A_DAY * days for days in count(1))


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
