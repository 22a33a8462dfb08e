"""A pass over one table of counters: what is asked of the intervals of each object, and of its rows as shown.

    LATCHES = CounterPass(table="db2_latch", columns=("class_14",), asks=(BUSIEST,))
    measured = LATCHES.over(evidence, owners)
    measured.of("SYSA", "DB1A")[BUSIEST]

An object that was measured in several ways (by records and by displays) has measures of each, the best
first: see `ways`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Key, Latest, Measure, Measures
from getpage.products.common.fold import OBJECT, Fold, Objects, nothing
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.resized import Resized

from ..constants import JUDGED
from ..rows import ALWAYS, OWNER, owned, partitioned
from .by_time import Recorded
from .counters import KINDS, STEADY, steadily
from .differences import RANK, CloseReadings, extremes, intervals
from .readings import dropped, filled, in_time, readings, restarts
from .survey import BY, ROWS, TablePart, parts, read_part, survey

#: Values that are held, of 8 bytes each mostly.
_MOST: Final = 1 << 23


def held(evidence: Evidence, table: str, columns: Iterable[str]) -> Evidence:
    """The evidence, with these columns of a table in memory where they are few values; as it is otherwise."""
    schema = evidence.scan(table).collect_schema()
    names = [name for name in dict.fromkeys(columns) if name in schema]
    if len(evidence.parts(table)) < 2 or evidence.most_rows(table) * len(names) > _MOST:
        return evidence
    return _Held(evidence, table, evidence.scan(table).select(names).collect().rechunk())


@dataclass(frozen=True, slots=True)
class _Held:
    """Evidence with one table in memory."""

    evidence: Evidence
    table: str
    rows: pl.DataFrame

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table."""
        return self.rows.lazy() if table == self.table else self.evidence.scan(table)

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The same rows in the order of the store, as one part."""
        return [self.rows.lazy()] if table == self.table else self.evidence.parts(table)

    def __getattr__(self, name: str) -> Any:
        """All else as it is."""
        return getattr(self.evidence, name)


#: The order of rows, by object and in order of time in each piece; the number of the object of an interval.
_PLACE: Final = "place"
_OF: Final = "of_object"

_OF_INTERVALS: Final = (
    *("start", "end", "seconds", "rate_seconds", "difference", "origin", "less_file", "less_record"),
)

LAST: Final = Latest()


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows of objects as shown, for each in order of time; the intervals that restarts took (`dropped`), and
    those that are known. `every` says whether there is one between each two readings, however close, and
    `more` whether the next piece has other objects of the same members and times.
    """

    shown: pl.DataFrame
    dropped: pl.DataFrame
    intervals: pl.DataFrame
    every: bool
    more: bool = False


def pieces(
    evidence: Evidence,
    table: str,
    columns: Sequence[str],
    owners: Owners,
    objects: Objects,
    *,
    judged: float = JUDGED,
    close: bool = True,
    rows: int | None = None,
) -> Iterator[Piece]:
    """The rows of a table of counters, by the numbers of `objects`, so many `rows` at a time; `judged`
    is that of `intervals`. Members with records only come by stretches of time, others by whole objects.
    Without `close` readings no pass looks for these before; CloseReadings where there are any.
    """
    kind = KINDS[table]
    schema = evidence.scan(table).collect_schema()
    wanted = [
        name
        for name in dict.fromkeys((*kind.key, *kind.restarts(kind.counters(schema)), *columns))
        if name in schema
    ]
    evidence = held(evidence, table, (*ALWAYS, *BY, *sorted(kind.attributes), *wanted))
    surveyed = survey(evidence, table, kind, owners, wanted)
    evidence = steadily(evidence, table, surveyed.offsets)
    schema = evidence.scan(table).collect_schema()
    telling = (*ALWAYS, STEADY, "statistics", *kind.key, *kind.restarts(kind.counters(schema)))
    read, told_by = (
        [name for name in dict.fromkeys(names) if name in schema] for names in ((*telling, *columns), telling)
    )
    recorded = Recorded(
        evidence=evidence, table=table, kind=kind, owners=owners, objects=objects, survey=surveyed, rows=rows
    )
    yield from starmap(Piece, recorded.pieces(read, told_by, judged, close=close))
    for together in parts(evidence, table, kind.key, owners, members=surveyed.others, rows=rows or ROWS):
        restarted: pl.DataFrame | None = None
        if not all(part.whole for part in together):
            # Restarts that any object tells are those of all objects of the member.
            restarted = pl.concat(
                restarts(readings(_read(evidence, table, part, told_by, owners, objects), kind))
                for part in together
            ).unique()
        for place, part in enumerate(together, start=1):
            shown = _read(evidence, table, part, read, owners, objects)
            filled_in = readings(filled(shown, kind), kind, restarted)
            found_in = intervals(filled_in, kind, judged=judged)
            yield Piece(shown, dropped(filled_in), found_in, every=not judged, more=place < len(together))


def each_piece(
    evidence: Evidence,
    table: str,
    columns: Sequence[str],
    owners: Owners,
    begin: Callable[[Objects], Callable[[Piece], None]],
) -> None:
    """Gives all `pieces` to what `begin` makes of the objects by whose numbers they are: to another one, from
    the first piece on, where readings turn out to be close, which the first stretch mostly tells.
    """
    for close in (False, True):
        objects = Objects((*OWNER, *KINDS[table].key))
        take = begin(objects)
        try:
            for piece in pieces(evidence, table, columns, owners, objects, close=close):
                take(piece)
                del piece  # before the next is read
        except CloseReadings:
            continue
        return


def _read(
    evidence: Evidence,
    table: str,
    part: TablePart,
    columns: Sequence[str],
    owners: Owners,
    objects: Objects,
) -> pl.DataFrame:
    return in_time(owned(read_part(evidence, table, part, columns), owners), objects)


def every_interval(
    evidence: Evidence, owners: Owners, table: str, columns: Sequence[str]
) -> Iterator[pl.DataFrame]:
    """Differences of each two readings of a table, however close; all objects of an interval together."""
    objects = Objects((*OWNER, *KINDS[table].key))
    together: list[pl.DataFrame] = []
    wanted = (*OWNER, *KINDS[table].key, "start", "end", "seconds", "difference", *columns)
    for piece in pieces(evidence, table, columns, owners, objects, judged=0):
        together.append(piece.intervals.filter((pl.col(RANK) == 0) & pl.col("difference")).select(wanted))
        if not piece.more:
            yield pl.concat(together, how="vertical_relaxed")
            together = []


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
        also: Callable[[Objects], Callable[[Piece], None]] | None = None,
        since: Resized | None = None,
    ) -> Counted:
        """The measures of the window; what `also` made last gets every piece, with its intervals worked out,
        see `each_piece`. Of the objects whose limit had several values what counts `since` it is as high as
        now is measured apart, too.
        """
        schema = evidence.scan(self.table).collect_schema()
        passing: list[_Passing] = []

        def begin(objects: Objects) -> Callable[[Piece], None]:
            beside = None if also is None else also(objects)
            passing.append(_Passing(self, schema, objects, since, beside))
            return passing[-1].take

        each_piece(evidence, self.table, self.columns, owners, begin)
        return passing[-1].done()


class _Passing:
    """What is known of the pieces so far."""

    def __init__(
        self,
        counter_pass: CounterPass,
        schema: Collection[str],
        objects: Objects,
        since: Resized | None,
        also: Callable[[Piece], None] | None,
    ) -> None:
        kind = KINDS[counter_pass.table]
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

    def take(self, piece: Piece) -> None:
        """One more piece."""
        work_out = self._asked.worked_out
        rows = piece.intervals if work_out is None else work_out(piece.intervals)
        placed = rows.rename({OBJECT: _OF}).with_row_index(_PLACE, self._intervals_before)
        placed = self._ways.numbered(placed)
        self._fold.add(placed)
        if self._since is not None:
            self._aside.add(self._since.apart(placed, pl.col("start")))
        self._shown.add(piece.shown.with_row_index(_PLACE, self._rows_before))
        self._intervals_before += rows.height
        self._rows_before += piece.shown.height
        self._attributes.append(_telling(piece.shown, self._defining))
        if self._also is not None:
            self._also(replace(piece, intervals=rows))

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
        )


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

    `attributes` are the rows of each member that say how an object is defined.
    """

    ways: Mapping[Key, tuple[Measure, ...]]
    apart: Mapping[Key, tuple[Measure, ...]]
    shown: Measures
    attributes: Mapping[Owner, pl.DataFrame]

    def of(self, *key: object) -> Measure | None:
        """The measures of an object in the way with most intervals; None where there is none."""
        measures = self.ways.get(key)
        return measures[0] if measures else None
