"""The rows of a table of counters piece by piece, as shown and as intervals, and who gathers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Any, Final, Generic, Protocol, TypeVar

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.by_day import Held, Mergeable
from getpage.products.common.every_row import every_row
from getpage.products.common.fold import Objects
from getpage.products.common.owners import Owners

from ..constants import JUDGED
from ..rows import ALWAYS, OWNER, owned
from .by_time import Recorded
from .counters import KINDS, STEADY, CounterKind, steadily
from .differences import RANK, CloseReadings, intervals
from .readings import dropped, filled, in_time, readings, restarts
from .survey import BY, ROWS, Survey, TablePart, parts, read_part, survey

#: Values that are held, of 8 bytes each mostly.
_MOST: Final = 1 << 23


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows of objects as shown, for each in order of time; the intervals that restarts took (`dropped`), and
    those that are known. `every` says whether there is one between each two readings, however close, and
    `more` whether the next piece has other objects of the same members and times. `places` are those of the
    intervals in the order of all, where that is not the order of the pieces, which begins with the place
    `begin`.
    """

    shown: pl.DataFrame
    dropped: pl.DataFrame
    intervals: pl.DataFrame
    every: bool
    more: bool = False
    places: pl.Series | None = None
    begin: int = 0


class Adding(Protocol):
    """What all pieces of a table are added to."""

    def add(self, piece: Piece) -> None:
        """One more piece."""


class Gathering(Adding, Mergeable, Protocol):
    """The same, which can be kept of a day."""


A = TypeVar("A", bound=Adding)
G = TypeVar("G", bound=Gathering)
M = TypeVar("M", bound=Mergeable)
#: Begins to gather of the numbered objects of these rows of the evidence.
New = Callable[[Objects, Evidence], A]


@dataclass(frozen=True, kw_only=True)
class CounterTable:
    """A table of counters that was surveyed. `read` are the columns that are read of it, `telling` those that
    tell restarts.
    """

    evidence: Evidence
    table: str
    owners: Owners
    survey: Survey
    read: Sequence[str]
    telling: Sequence[str]

    @classmethod
    def of(
        cls,
        evidence: Evidence,
        table: str,
        columns: Sequence[str],
        owners: Owners,
        clocks: pl.DataFrame | None = None,
        surveyed: Survey | None = None,
    ) -> CounterTable:
        """The table with these columns; `clocks` as in `steadily`, None is those of the evidence, which is
        `surveyed` where it was not.
        """
        kind = KINDS[table]
        schema = evidence.schema(table)
        telling = [*kind.key, *kind.restarts(kind.counters(schema))]
        wanted = [name for name in dict.fromkeys((*telling, *columns)) if name in schema]
        evidence = _held(evidence, table, (*ALWAYS, *BY, *sorted(kind.attributes), *wanted), surveyed)
        surveyed = surveyed or survey(evidence, table, kind, owners, wanted)
        evidence = steadily(evidence, table, surveyed.offsets, clocks)
        schema = evidence.scan(table).collect_schema()
        telling = [*ALWAYS, STEADY, "statistics", *telling]
        read, told_by = (
            [name for name in dict.fromkeys(names) if name in schema]
            for names in ((*telling, *columns), telling)
        )
        return cls(evidence=evidence, table=table, owners=owners, survey=surveyed, read=read, telling=told_by)

    @property
    def kind(self) -> CounterKind:
        """How its rows become intervals."""
        return KINDS[self.table]

    def recorded(
        self, objects: Objects, judged: float, *, close: bool, rows: int | None = None
    ) -> Iterator[Piece]:
        """The rows of members that have records only, by stretches of time. Without `close` readings no pass
        looks for these before; CloseReadings where there are any.
        """
        by_time = Recorded(
            evidence=self.evidence,
            table=self.table,
            kind=self.kind,
            owners=self.owners,
            objects=objects,
            survey=self.survey,
            rows=rows,
        )
        yield from starmap(Piece, by_time.pieces(self.read, self.telling, judged, close=close))

    def printed(self, objects: Objects, judged: float, *, rows: int | None = None) -> Iterator[Piece]:
        """The rows of all other members, by whole objects."""
        together_of = parts(
            self.evidence,
            self.table,
            self.kind.key,
            self.owners,
            members=self.survey.others,
            rows=rows or ROWS,
        )
        for together in together_of:
            restarted: pl.DataFrame | None = None
            if not all(part.whole for part in together):
                # Restarts that any object tells are those of all objects of the member.
                restarted = pl.concat(
                    restarts(readings(self._read(part, self.telling, objects), self.kind))
                    for part in together
                ).unique()
            for place, part in enumerate(together, start=1):
                shown = self._read(part, self.read, objects)
                filled_in = readings(filled(shown, self.kind), self.kind, restarted)
                over = intervals(filled_in, self.kind, judged=judged)
                yield Piece(shown, dropped(filled_in), over, every=not judged, more=place < len(together))

    def _read(self, part: TablePart, columns: Sequence[str], objects: Objects) -> pl.DataFrame:
        rows = read_part(self.evidence, self.table, part, columns)
        return in_time(owned(rows, self.owners), objects)


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
    is that of `intervals`, `close` that of `CounterTable.recorded`.
    """
    counters = CounterTable.of(evidence, table, columns, owners)
    yield from counters.recorded(objects, judged, close=close, rows=rows)
    yield from counters.printed(objects, judged, rows=rows)


def gathered_at_once(
    evidence: Evidence,
    table: str,
    columns: Sequence[str],
    owners: Owners,
    new: New[A],
    judged: float = JUDGED,
) -> A:
    """What all `pieces` were added to: it is begun anew from the first piece on, where readings turn out to
    be close, which the first stretch mostly tells.
    """
    return without_surprise(
        table,
        lambda objects: new(objects, evidence),
        lambda objects, close: pieces(
            evidence, table, columns, owners, objects, judged=judged, close=close or not judged
        ),
    )


def without_surprise(
    table: str, begin: Callable[[Objects], A], pieces_of: Callable[[Objects, bool], Iterator[Piece]]
) -> A:
    """What all pieces were added to, where readings may turn out to be close."""
    for close in (False, True):
        objects = Objects((*OWNER, *KINDS[table].key))
        whole = begin(objects)
        try:
            for piece in pieces_of(objects, close):
                whole.add(piece)
                del piece  # before the next is read
        except CloseReadings:
            continue
        return whole
    raise AssertionError  # close readings are none that surprise where they are expected


def _held(evidence: Evidence, table: str, columns: Iterable[str], surveyed: Survey | None) -> Evidence:
    """The evidence, with these columns of a table, of the others that were `surveyed` where only those are
    wanted, in memory where they are few values; as it is otherwise.
    """
    schema = evidence.schema(table)
    names = [name for name in dict.fromkeys(columns) if name in schema]
    most = evidence.most_rows(table) if surveyed is None else surveyed.rows
    if most * len(names) > _MOST or (surveyed is None and len(evidence.parts(table)) < 2):
        return evidence
    if surveyed is None:
        rows = evidence.scan(table).select(names).collect()
    else:
        rows = every_row(evidence, table, columns=names, of=surveyed.others)
    return _Held(evidence, table, rows.rechunk())


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


def of_best_way(piece: Piece) -> pl.DataFrame:
    """The intervals of each object in the way that is read."""
    rows = piece.intervals
    return rows.filter(pl.col(RANK) == 0) if rows[RANK].max() else rows


#: The columns by which intervals of several tables are put beside each other.
SPAN: Final = ("start", "end", "seconds", "difference")


class EveryInterval(Generic[M]):
    """Adds the differences of each two readings, however close, to something; all objects of an interval
    together.
    """

    def __init__(
        self, kind: CounterKind, columns: Sequence[str], to: M, add: Callable[[M, pl.DataFrame], None]
    ) -> None:
        """`columns` of the intervals are what `add` adds `to` the sums."""
        self.to, self._add = to, add
        self._wanted = (*OWNER, *kind.key, *SPAN, *columns)
        self._together: list[pl.DataFrame] = []

    def add(self, piece: Piece) -> None:
        """One more piece."""
        self._together.append(of_best_way(piece).filter("difference").select(self._wanted))
        if not piece.more:
            self._add(self.to, pl.concat(self._together, how="vertical_relaxed"))
            self._together = []

    def held(self) -> dict[str, pl.DataFrame]:
        """The sums."""
        return self.to.held()

    def take(self, every: Sequence[Held]) -> None:
        """Take the sums of others."""
        self.to.take(every)
