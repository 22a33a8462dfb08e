"""A pass over one table of counters: what is asked of the intervals of each object, and of its rows as shown.

    LATCHES = CounterPass(table="db2_latch", columns=("class_14",), asks=(BUSIEST,))
    measured = LATCHES.over(evidence, owners)
    measured.of("SYSA", "DB1A")[BUSIEST]

An object that was measured in several ways (by records and by displays) has measures of each, the best
first: see `ways`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.measures import Ask, Latest
from getpage.products.common.fold import OBJECT, Fold, Objects, nothing
from getpage.products.db2.rows import owned, partitioned
from getpage.products.db2.tables import ALWAYS, OWNER
from getpage.products.db2.thresholds import JUDGED

from .by_time import Recorded
from .counters import KINDS
from .differences import RANK, extremes, intervals
from .held import held
from .lost import dropped
from .pieces import ROWS, Part, parts, read_part
from .readings import filled, in_time, readings, restarts
from .steady import STEADY, steadily
from .survey import BY, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Key, Measure, Measures
    from getpage.products.common.owners import Owner, Owners
    from getpage.products.common.resized import Resized

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
    rows: int | None = None,
) -> Iterator[Piece]:
    """The rows of a table of counters, by the numbers of `objects`, so many `rows` at a time; `judged`
    is that of `intervals`. Members with records only come by stretches of time, others by whole objects.
    """
    kind = KINDS[table]
    schema = evidence.scan(table).collect_schema()
    wanted = [
        name
        for name in dict.fromkeys((*kind.key, *kind.restarts(kind.counters(schema)), *columns))
        if name in schema
    ]
    evidence = held(evidence, table, (*ALWAYS, *BY, *sorted(kind.attributes), *wanted))
    found = survey(evidence, table, kind, owners, wanted)
    evidence = steadily(evidence, table, found.offsets)
    schema = evidence.scan(table).collect_schema()
    telling = (*ALWAYS, STEADY, "statistics", *kind.key, *kind.restarts(kind.counters(schema)))
    read, told_by = (
        [name for name in dict.fromkeys(names) if name in schema] for names in ((*telling, *columns), telling)
    )
    recorded = Recorded(
        evidence=evidence, table=table, kind=kind, owners=owners, objects=objects, survey=found, rows=rows
    )
    yield from starmap(Piece, recorded.pieces(read, told_by, judged))
    for together in parts(evidence, table, kind.key, owners, members=found.others, rows=rows or ROWS):
        told: pl.DataFrame | None = None
        if not all(part.whole for part in together):
            # Restarts that any object tells are those of all objects of the member.
            told = pl.concat(
                restarts(readings(_read(evidence, table, part, told_by, owners, objects), kind))
                for part in together
            ).unique()
        for place, part in enumerate(together, start=1):
            shown = _read(evidence, table, part, read, owners, objects)
            filled_in = readings(filled(shown, kind), kind, told)
            found_in = intervals(filled_in, kind, judged=judged)
            yield Piece(shown, dropped(filled_in), found_in, every=not judged, more=place < len(together))


def _read(
    evidence: Evidence,
    table: str,
    part: Part,
    columns: Sequence[str],
    owners: Owners,
    objects: Objects,
) -> pl.DataFrame:
    return in_time(owned(read_part(evidence, table, part, columns), owners), objects)


@dataclass(frozen=True, kw_only=True)
class CounterPass:
    """What is measured of the objects of a table of counters. `worked_out` adds columns to intervals; rows
    are kept with `columns`, `keep` and where they stand.
    """

    table: str
    columns: Sequence[str]
    asks: Sequence[Ask[Any]] = ()
    shown: Sequence[Ask[Any]] = ()  # asked of the rows as displays and records have them
    keep: Sequence[str] = ()
    worked_out: Callable[[pl.DataFrame], pl.DataFrame] | None = None

    def over(
        self,
        evidence: Evidence,
        owners: Owners,
        *,
        also: Callable[[Piece, Objects], None] | None = None,
        since: Resized | None = None,
    ) -> Counted:
        """The measures of the window; `also` gets every piece, with its intervals worked out. Of the objects
        whose limit had several values what counts `since` it is as high as now is measured apart, too.
        """
        kind = KINDS[self.table]
        schema = evidence.scan(self.table).collect_schema()
        told = [name for name in (*ALWAYS, "statistics", *kind.key, *self.columns) if name in schema]
        places = [f"{name}_{part}" for name in extremes(kind, told) for part in ("file", "record")]
        objects, ways = (
            Objects((*OWNER, *kind.key)),
            Objects((RANK, _OF)),
        )  # the number that changes comes last
        fold, aside = (
            Fold(ways, (*self.asks, LAST), keep=(*told, *_OF_INTERVALS, *places, *self.keep), order=[_PLACE])
            for _ in range(2)
        )
        shown = Fold(objects, (*self.shown, LAST), keep=told, order=[_PLACE])
        attributes = []
        intervals_before = rows_before = 0
        for piece in pieces(evidence, self.table, self.columns, owners, objects):
            rows = piece.intervals if self.worked_out is None else self.worked_out(piece.intervals)
            placed = ways.numbered(rows.rename({OBJECT: _OF}).with_row_index(_PLACE, intervals_before))
            fold.add(placed)
            if since is not None:
                aside.add(since.apart(placed, pl.col("start")))
            shown.add(piece.shown.with_row_index(_PLACE, rows_before))
            intervals_before += rows.height
            rows_before += piece.shown.height
            attributes.append(_telling(piece.shown, [name for name in told if name in kind.attributes]))
            if also is not None:
                also(replace(piece, intervals=rows), objects)
            del piece, rows, placed  # before the next is read
        return Counted(
            ways=_by_object(fold.done(), objects),
            apart=_by_object(aside.done(), objects)
            if since is None
            else {key: (nothing(key, (*self.asks, LAST)),) for key in since.keys}
            | _by_object(aside.done(), objects),
            shown=shown.done(),
            attributes=partitioned(pl.concat(attributes)) if attributes else {},
        )


def _by_object(measures: Measures, objects: Objects) -> dict[Key, tuple[Measure, ...]]:
    """The measures of each way by the object, in order of the objects' numbers."""
    found: dict[int, list[Measure]] = defaultdict(list)
    for one in measures:
        found[one.key[1]].append(one)
    known = () if objects.known is None else objects.known.drop(OBJECT).rows()
    return {key: tuple(found[number]) for number, key in enumerate(known) if number in found}


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
        found = self.ways.get(key)
        return found[0] if found else None
