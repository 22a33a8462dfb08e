"""Readings of records as they come, stretch by stretch, to intervals: no row is sorted or carried along.

The last reading of each object is held by its number (`crates/measures`), so that a reading is subtracted
from the one before wherever that stood. Intervals come in the order of their rows, which for each object is
that of time.

For members of which there is nothing but records, with readings far enough apart to be intervals each; see
`by_time`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage import _native
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.passes import those
from getpage.products.db2.rows import naive
from getpage.products.db2.tables import OWNER

from .differences import ELAPSED, RANK, apart, timed
from .readings import ORDER, READ_AT, RECORD, placed

if TYPE_CHECKING:
    from .counters import CounterKind

#: Rows of objects that have one reading so far are held; when these are more, one an object.
_MOST_ALONE: Final = 1 << 16
_TOLD: Final = ("difference", "again", "alone", "elapsed")


class CloseReadings(Exception):
    """Readings are so close that they may have to be taken together: what was told so far does not count."""


class Rising:
    """The readings of all stretches so far."""

    def __init__(self, kind: CounterKind, objects: Objects, closest: float) -> None:
        """Begin without readings; `objects` numbers their objects, and less than `closest` seconds between
        two of them are CloseReadings.
        """
        self._kind, self._objects, self._closest = kind, objects, closest
        self._members = Objects(OWNER)
        self._member_of = pl.Series(dtype=pl.UInt32)  # by number of the object
        self._rises: _native.Rises | None = None
        self._alone: list[pl.DataFrame] = []
        self._told: tuple[pl.DataFrame, pl.DataFrame] | None = None  # no rows of what each stretch gives

    def after(self, rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
        """Rows of a stretch with what `readings.placed` adds, the intervals that restarts took (`dropped`),
        and the intervals that end in it.
        """
        shown = placed(rows, self._objects)
        counters = self._kind.counters(shown.schema)
        if self._rises is None:
            steady = set(self._kind.restarts(counters))
            self._rises = _native.Rises([(name, name in steady) for name in counters])
        told = self._taken(self._rises, shown, counters)
        if told is None:
            shown = shown.sort(OBJECT, *ORDER, nulls_last=False, maintain_order=True)
            told = self._taken(self._rises, shown, counters)
        assert told is not None, "readings of stretches follow each other"
        if self._closest and (told["elapsed"] < self._closest * 1e6).any():
            raise CloseReadings
        own = pl.col("written"), pl.lit(RECORD).alias("origin"), naive("written").alias("end")
        found = shown.with_columns(*own, *told)
        dropped = found.filter("again") if found["again"].any() else found.clear()
        self._leave(found)
        whole = those(found, pl.col("difference"))
        named = dropped.select(*OWNER, *self._kind.key, "start", "end")
        self._told = shown.clear(), named.clear()
        return shown, named, self._timed(whole)

    def rest(self) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame] | None:
        """The same without rows of their own: readings of objects that have no other, as they are; None
        without any.
        """
        if self._rises is None or self._told is None or not self._alone:
            return None
        found = self._only_alone(self._rises)
        return (*self._told, self._timed(found.sort(OBJECT))) if found.height else None

    def _taken(self, rises: _native.Rises, shown: pl.DataFrame, counters: list[str]) -> pl.DataFrame | None:
        read = shown.select(
            OBJECT,
            self._members_of(shown[OBJECT]).alias("member_number"),
            READ_AT,
            naive("written").alias("end"),
            "file",
            "record",
            *counters,
        )
        told = rises.take(read.rechunk())
        return None if told is None else pl.DataFrame(told)

    def _members_of(self, objects: pl.Series) -> pl.Series:
        """The number of the member of each object."""
        known = self._objects.known
        if known is not None and known.height > len(self._member_of):
            self._member_of = self._members.numbered(known.drop(OBJECT))[OBJECT]
        return self._member_of.gather(objects)

    def _timed(self, found: pl.DataFrame) -> pl.DataFrame:
        elapsed = (pl.col("elapsed") / 1e6).alias(ELAPSED)
        found = found.with_columns(elapsed, pl.lit(0, pl.Int64).alias(RANK))
        difference = found["difference"]
        found = apart(found.drop(_TOLD), self._kind, pl.DataFrame())
        return timed(found.with_columns(difference))

    def _leave(self, found: pl.DataFrame) -> None:
        """Hold the last reading of objects that have no interval so far."""
        alone = found.filter("alone") if found["alone"].any() else found.clear()
        if alone.height or not self._alone:
            none = pl.lit(None, found.schema["start"]).alias("start")
            self._alone.append(alone.with_columns(none))
        if self._rises is not None and sum(one.height for one in self._alone) > _MOST_ALONE:
            self._alone = [self._only_alone(self._rises)]

    def _only_alone(self, rises: _native.Rises) -> pl.DataFrame:
        alone = pl.concat(self._alone).unique(OBJECT, keep="last", maintain_order=True)
        subtracted = pl.DataFrame(rises.subtracted())["there"]
        return alone.filter(~subtracted.gather(alone[OBJECT]), ~pl.col("difference"))
