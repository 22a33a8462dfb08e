"""A pass over one table of counters: what is asked of the intervals of each object, and of its rows as shown.

    LATCHES = CounterPass(table="db2_latch", columns=("class_14",), asks=(BUSIEST,))
    measured = LATCHES.over(evidence, owners)
    measured.of("SYSA", "DB1A")[BUSIEST]

An object that was measured in several ways (by records and by displays) has measures of each, the best
first: see `ways`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Key, Latest, Measure, Measures
from getpage.products.common.by_day import Held, of_part, spelled, under
from getpage.products.common.fold import OBJECT, Fold, Objects, Renumbering, nothing, replaced
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.resized import Resized

from ..rows import ALWAYS, partitioned
from .counters import KINDS
from .differences import RANK, extremes
from .joined import gathered
from .pieces import Gathering, New, Piece

#: The order of rows, by object and in order of time in each piece; the number of the object of an interval.
_PLACE: Final = "place"
_OF: Final = "of_object"
_NAMES: Final = "names"

_OF_INTERVALS: Final = (
    *("start", "end", "seconds", "rate_seconds", "difference", "origin", "less_file", "less_record"),
)

LAST: Final = Latest()


@dataclass(frozen=True, kw_only=True)
class CounterPass:
    """What is measured of the objects of a table of counters. `worked_out` adds columns to intervals; rows
    are kept with `columns`, `keep` and where they stand.
    """

    table: str
    columns: Sequence[str]
    asks: Sequence[Aggregate[Any]] = ()
    shown: Sequence[Aggregate[Any]] = ()  # asked of the rows as displays and records have them
    keep: Sequence[str] = ()
    worked_out: Callable[[pl.DataFrame], pl.DataFrame] | None = None

    def over(
        self,
        evidence: Evidence,
        owners: Owners,
        *,
        name: str = "",
        also: New[Gathering] | None = None,
        since: Resized | None = None,
    ) -> Counted:
        """The measures of the window; what `also` began gets every piece, with its intervals worked out. Of
        the objects whose limit had several values what counts `since` it is as high as now is measured apart,
        too. `name` says all that what is worked out and gathered depends on beside the rows and these asks;
        without it nothing is kept of a day.
        """
        days = evidence.days((self.table,)) if name else ()
        at_once = None if days else since

        def new(objects: Objects, part: Evidence) -> _Passing:
            return _Passing(self, part, objects, at_once, None if also is None else also(objects, part))

        def new_apart(objects: Objects, part: Evidence) -> _Passing:
            return _Passing(self, part, objects, since, None)

        name = name and spelled(name, *self.asks, *self.shown, self.keep)
        counted = gathered(evidence, self.table, self.columns, owners, new, name=name).done()
        if since is None or at_once is not None:
            return counted
        # Apart from the others, which stay as they are when a limit has another value.
        name = spelled(name, since.context)
        apart = gathered(evidence, self.table, self.columns, owners, new_apart, name=name)
        return replace(counted, apart=apart.done().apart)


class _Passing:
    """What is known of the pieces so far."""

    def __init__(
        self,
        counter_pass: CounterPass,
        evidence: Evidence,
        objects: Objects,
        since: Resized | None,
        also: Gathering | None,
    ) -> None:
        kind = KINDS[counter_pass.table]
        schema = evidence.schema(counter_pass.table)
        present = [
            name for name in (*ALWAYS, "statistics", *kind.key, *counter_pass.columns) if name in schema
        ]
        places = [f"{name}_{part}" for name in extremes(kind, present) for part in ("file", "record")]
        self._asked, self._since, self._also = counter_pass, since, also
        self._objects = objects
        self._ways = Objects((RANK, _OF))  # the number that changes comes last
        self._asks = (*counter_pass.asks, LAST)
        keep = (*present, *_OF_INTERVALS, *places, *counter_pass.keep)
        self._fold, self._aside = (Fold(self._ways, self._asks, keep=keep, order=[_PLACE]) for _ in range(2))
        self._shown = Fold(objects, (*counter_pass.shown, LAST), keep=present, order=[_PLACE])
        self._defining = [name for name in present if name in kind.attributes]
        self._attributes: list[pl.DataFrame] = []
        self._intervals_before = self._rows_before = 0

    def add(self, piece: Piece) -> None:
        """One more piece."""
        work_out = self._asked.worked_out
        rows = piece.intervals if work_out is None else work_out(piece.intervals)
        if piece.places is None:
            places = pl.int_range(pl.len(), dtype=pl.Int64) + (piece.begin + self._intervals_before)
            self._intervals_before += rows.height
        else:
            places = pl.lit(piece.places)
        placed = self._ways.numbered(rows.rename({OBJECT: _OF}).with_columns(places.alias(_PLACE)))
        self._fold.add(placed)
        if self._since is not None:
            self._aside.add(self._since.apart(placed, pl.col("start")))
        places = pl.int_range(pl.len(), dtype=pl.Int64) + (piece.begin + self._rows_before)
        self._shown.add(piece.shown.with_columns(places.alias(_PLACE)))
        self._rows_before += piece.shown.height
        if (telling := _telling(piece.shown, self._defining)).height:
            self._attributes.append(telling)
        if self._also is not None:
            self._also.add(replace(piece, intervals=rows))

    def held(self) -> dict[str, pl.DataFrame]:
        """What tells the same as all pieces: intervals by the objects in `objects`."""
        if self._objects.known is None:
            return {}
        return {
            _NAMES: self._objects.known,
            **under("way", self._fold.held()),
            **under("aside", {} if self._since is None else self._aside.held()),
            **under("shown", self._shown.held()),
            **under("also", {} if self._also is None else self._also.held()),
        }

    def take(self, every: Sequence[Held]) -> None:
        """Take the pieces of more days."""
        every = [held for held in every if held]
        if not every:
            return
        numbers = Renumbering(self._objects, [held[_NAMES] for held in every])
        for fold, part in ((self._fold, "way"), (self._aside, "aside")):
            ways = enumerate(of_part(part, every))
            fold.take([_changed(held, partial(numbers.of_day, day), _OF) for day, held in ways])
        self._shown.take(of_part("shown", every))
        if self._also is not None:
            self._also.take(of_part("also", every))

    def done(self) -> Counted:
        """The answers."""
        apart = _by_object(self._aside.done(), self._objects)
        if self._since is not None:
            apart = {key: (nothing(key, self._asks),) for key in self._since.keys} | apart
        return Counted(
            ways=_by_object(self._fold.done(), self._objects),
            apart=apart,
            shown=self._shown.done(),
            attributes=partitioned(pl.concat(self._attributes)) if self._attributes else {},
            also=self._also,
        )


def _changed(held: Held, change: Callable[[pl.Series], pl.Series], name: str) -> Held:
    """The frames, with another column of this name in those that have it."""
    return {
        label: replaced(rows, change(rows[name]).alias(name)) if name in rows.columns else rows
        for label, rows in held.items()
    }


def _by_object(measures: Measures, objects: Objects) -> dict[Key, tuple[Measure, ...]]:
    """The measures of each way by the object, in order of the objects' numbers."""
    by_number: dict[int, list[Measure]] = defaultdict(list)
    for measure in measures:
        by_number[measure.key[1]].append(measure)
    known = () if objects.known is None else objects.known.drop(OBJECT).rows()
    return {key: tuple(by_number[number]) for number, key in enumerate(known) if number in by_number}


def _telling(shown: pl.DataFrame, attributes: Sequence[str]) -> pl.DataFrame:
    """The rows that say how an object is defined: displays, as records do not."""
    if not attributes:
        return shown.clear()
    return shown.filter(pl.any_horizontal(pl.col(attributes).is_not_null()))


@dataclass(frozen=True, kw_only=True)
class Counted:
    """What was measured: by object the ways in which it was, the best first, and all its rows as shown;
    and `apart`, of objects whose limit had several values, the ways since it is as high as now.

    `attributes` are the rows of each member that say how an object is defined; `also` is what was gathered
    beside.
    """

    ways: Mapping[Key, tuple[Measure, ...]]
    apart: Mapping[Key, tuple[Measure, ...]]
    shown: Measures
    attributes: Mapping[Owner, pl.DataFrame]
    also: Gathering | None = None

    def of(self, *key: object) -> Measure | None:
        """The measures of an object in the way with most intervals; None where there is none."""
        measures = self.ways.get(key)
        return measures[0] if measures else None
