"""Days of readings joined to a window: each day is read once, and what it comes to is kept.

What lies between two days is the difference of the last reading of the one and the first of the other. Where
readings are so close that they are taken together, it belongs to what lies in the first slot of the day.
Members that have displays too are read as a whole: a display says what was defined before it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, Generic

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.by_day import Held, batches, kept_of, spelled, stacked
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.owners import Owners

from ..constants import JUDGED, SHORTEST_RATED
from ..rows import OWNER
from .counters import KINDS, CounterKind
from .differences import IN_SLOT, intervals
from .pieces import (
    CounterTable,
    EveryInterval,
    G,
    Gathering,
    M,
    New,
    Piece,
    gathered_at_once,
    without_surprise,
)
from .readings import dropped, in_time, readings
from .survey import Members

#: Ends of days that are joined at a time.
_MOST: Final = 1 << 17
#: Places of the intervals of a day in the order of all; those between two days are before them.
_OF_A_DAY: Final = 1 << 40
_BETWEEN: Final = 1 << 39
_EPOCH: Final = date(1970, 1, 1)
#: Of an end of a day: which day; whether it is the first reading; whether its object has an interval on it.
_DAY, _IS_FIRST, _IS_COUNTED = "day", "is_first", "is_counted"
_ENDS: Final = "ends "


def gathered(
    evidence: Evidence,
    table: str,
    columns: Sequence[str],
    owners: Owners,
    new: New[G],
    *,
    name: str = "",
    judged: float = JUDGED,
) -> G:
    """What all pieces of a table of counters were added to, from what is kept of the days of the window where
    that has this name. Without a name, or days, the window is read as a whole.
    """
    days = evidence.days((table,)) if name else ()
    if not days:
        return gathered_at_once(evidence, table, columns, owners, new, judged)
    members = Members.of(evidence, table, owners)
    name = spelled(name, table, columns, judged, owners.context, members.context)

    def of_day(day: date | None, part: Evidence) -> Held:
        counters = CounterTable.of(part, table, columns, owners, members.clocks)
        counters = replace(counters, survey=members.recorded_of(counters.survey))
        read = without_surprise(
            table,
            lambda objects: _Day(day, new(objects, part), counters),
            lambda objects, close: counters.recorded(objects, judged, close=close or not judged),
        )
        return read.held()

    def joint(part: Evidence, objects: Objects, *, is_month: bool) -> _Joint[G]:
        return _Joint(new(objects, part), KINDS[table], objects, is_month=is_month)

    def together(every: Iterable[Held]) -> Held:
        # Of the rows without a time: a month has no other rows than those of its days.
        month = joint(days[0].evidence, Objects((*OWNER, *KINDS[table].key)), is_month=True)
        for batch in batches(every):
            month.take(batch)
        return month.held()

    objects = Objects((*OWNER, *KINDS[table].key))
    joined = joint(evidence, objects, is_month=False)
    for batch in batches(kept_of(days, name, of_day, together)):
        joined.take(batch)
    whole = joined.done()
    if members.others.height:
        counters = CounterTable.of(evidence, table, columns, owners, members.clocks, members.printed)
        for piece in counters.printed(objects, judged):
            whole.add(replace(piece, begin=_place(date.max)))
    return whole


def _place(day: date) -> int:
    """The first place of the intervals of a day."""
    return (day - _EPOCH).days * _OF_A_DAY


def _without_ends(held: Held) -> Held:
    return {label: frame for label, frame in held.items() if not label.startswith(_ENDS)}


def every_interval(
    evidence: Evidence,
    owners: Owners,
    table: str,
    columns: Sequence[str],
    new: Callable[[], M],
    add: Callable[[M, pl.DataFrame], None],
) -> M:
    """What `add` adds of the differences of each two readings of a table, however close, to a `new` one."""
    kind = KINDS[table]
    gathering: EveryInterval[M] = gathered(
        evidence,
        table,
        columns,
        owners,
        lambda *_: EveryInterval(kind, columns, new(), add),
        name=spelled("every interval", add),
        judged=0,
    )
    return gathering.to


class _Day:
    """What is gathered of one day, and its ends: the first and the last reading of each object, and what lies
    in the first slot of close ones, which may begin the day before.
    """

    def __init__(self, day: date | None, own: Gathering, counters: CounterTable) -> None:
        self._day = date.min if day is None else day
        self._own, self._columns = own, list(counters.read)
        self._first: list[pl.DataFrame] = []
        self._last = self._known = pl.DataFrame()
        self._begun: list[pl.DataFrame] = []
        self._counted: set[int] = set()

    def add(self, piece: Piece) -> None:
        """One more piece."""
        self._see(piece.shown)
        rows = piece.intervals.filter("difference")
        self._counted |= set(rows[OBJECT].unique())
        if IN_SLOT in rows.columns:
            begins = rows.select(OBJECT, "less_file", "less_record").join(
                self._known.with_columns(known=True),
                left_on=(OBJECT, "less_file", "less_record"),
                right_on=(OBJECT, "file", "record"),
                how="left",
                maintain_order="left",
            )
            begun = rows[IN_SLOT] & begins["known"].fill_null(value=False)
            if begun.any():
                self._begun.append(rows.filter(begun))
                rows = rows.filter(~begun)
        self._own.add(replace(piece, intervals=rows, begin=_place(self._day)))

    def _see(self, shown: pl.DataFrame) -> None:
        """The first and the last reading of objects: in each piece those of one object are in order."""
        ends = {
            keep: shown.unique(OBJECT, keep=keep, maintain_order=True).select(OBJECT, *self._columns)
            for keep in ("first", "last")
        }
        first = ends["first"]
        if self._known.height:
            first = first.join(self._known, on=OBJECT, how="anti", maintain_order="left")
            before = self._last.join(ends["last"], on=OBJECT, how="anti", maintain_order="left")
            self._last = pl.concat([before, ends["last"]])
        else:
            self._last = ends["last"]
        self._first.append(first)
        self._known = pl.concat(part.select(OBJECT, "file", "record") for part in self._first)

    def held(self) -> dict[str, pl.DataFrame]:
        """What is kept of the day."""
        if not self._first:
            return {}
        counted = self._last.select(pl.col(OBJECT).is_in(sorted(self._counted))).to_series()
        ends = {"first": pl.concat(self._first), "last": self._last.with_columns(counted.alias(_IS_COUNTED))}
        if self._begun:
            ends["begun"] = pl.concat(self._begun)
        day = pl.lit(self._day, pl.Date).alias(_DAY)
        held = {f"{_ENDS}{which}": rows.drop(OBJECT).with_columns(day) for which, rows in ends.items()}
        return {**self._own.held(), **held}


class _Joint(Generic[G]):
    """What was gathered of days so far, and the ends of days that have not been joined. Of a month, which is
    kept like a day, the ends at which others may follow stay open.
    """

    def __init__(self, own: G, kind: CounterKind, objects: Objects, *, is_month: bool) -> None:
        self.own = own
        self._kind, self._objects, self._is_month = kind, objects, is_month
        self._ends: list[pl.DataFrame] = []
        self._begun: list[pl.DataFrame] = []
        self._open: list[pl.DataFrame] = []  # begun, and nothing before it
        self._first: pl.DataFrame | None = None  # of each object
        self._last: pl.DataFrame | None = None
        self._counted = pl.Series(OBJECT, dtype=pl.UInt32)  # objects that have an interval

    def take(self, every: Sequence[Held]) -> None:
        """Take what is kept of more days."""
        self.own.take([_without_ends(held) for held in every])
        first, last, begun = (_ends_of(every, which) for which in ("first", "last", "begun"))
        if first.height:
            first = first.with_columns(**{_IS_FIRST: True, _IS_COUNTED: False})
            self._ends += first, last.with_columns(**{_IS_FIRST: False}).select(first.columns)
        if begun.height:
            self._begun.append(begun)
        if sum(ends.height for ends in self._ends) > _MOST:
            self._join()

    def held(self) -> Held:
        """What is kept of all of them."""
        if self._ends:
            self._join()
        if self._first is None or self._last is None:
            return self.own.held()
        counted = self._objects.numbered(self._last)[OBJECT].is_in(self._counted.implode())
        last = self._last.drop(_IS_FIRST).with_columns(counted.alias(_IS_COUNTED))
        held = {f"{_ENDS}first": self._first.drop(_IS_FIRST, _IS_COUNTED), f"{_ENDS}last": last}
        if self._open:
            held[f"{_ENDS}begun"] = pl.concat(self._open)
        return {**self.own.held(), **held}

    def done(self) -> G:
        """All that was gathered, also of readings of objects that have no other."""
        if self._ends:
            self._join()
        if self._last is None:
            return self.own
        numbers = self._objects.numbered(self._last)[OBJECT]
        alone = self._last.filter(~numbers.is_in(self._counted.implode()))
        if alone.height:
            read = readings(in_time(alone.drop(_DAY, _IS_FIRST, _IS_COUNTED), self._objects), self._kind)
            over = intervals(read, self._kind, judged=0)
            self.own.add(Piece(read.clear(), dropped(read).clear(), over, every=True))
        return self.own

    def _join(self) -> None:
        """Add what lies between the days."""
        # The first reading of a day stands before the last, also where both are one.
        raw = pl.concat(self._ends if self._last is None else [self._last, *self._ends])
        ends = in_time(raw, self._objects)
        if not self._begun and raw[_DAY].n_unique() == 1:  # nothing is between days
            self._keep_ends(ends, raw, ends.filter(_IS_COUNTED)[OBJECT])
            return
        read = readings(ends, self._kind)
        over = intervals(read, self._kind, judged=0).filter(pl.col("difference"), pl.col(_IS_FIRST))
        if self._begun:
            begun = self._objects.numbered(pl.concat(self._begun))
            if self._is_month:
                self._open.append(begun.join(over, on=(OBJECT, _DAY), how="anti").drop(OBJECT))
                begun = begun.join(over, on=(OBJECT, _DAY), how="semi", maintain_order="left")
            whole = begun.with_columns(**{_IS_FIRST: True, _IS_COUNTED: False}).select(over.columns)
            over = _with_begun(over, whole, self._kind.counters(raw.schema))
        self._keep_ends(ends, raw, over[OBJECT], ends.filter(_IS_COUNTED)[OBJECT])
        days = over[_DAY].cast(pl.Int64) * _OF_A_DAY
        self.own.add(
            Piece(
                ends.clear(),
                dropped(read).filter(_IS_FIRST),
                over,
                every=True,
                places=days - _BETWEEN + pl.int_range(over.height, eager=True),
            )
        )

    def _keep_ends(self, ends: pl.DataFrame, raw: pl.DataFrame, *counted: pl.Series) -> None:
        """Hold the first and the last reading of each object, and which have an interval so far."""
        self._counted = pl.concat([self._counted, *counted]).unique()
        self._first = self._firsts(ends).select(raw.columns)
        last = ends.unique(OBJECT, keep="last", maintain_order=True)
        self._last = last.select(raw.columns).with_columns(**{_IS_FIRST: False})
        self._ends, self._begun = [], []

    def _firsts(self, ends: pl.DataFrame) -> pl.DataFrame:
        """The first reading of each object."""
        first = ends.filter(_IS_FIRST).unique(OBJECT, keep="first", maintain_order=True)
        if self._first is None:
            return first
        known = self._objects.numbered(self._first)
        return pl.concat([known, first.join(known, on=OBJECT, how="anti").select(known.columns)])


def _ends_of(every: Sequence[Held], which: str) -> pl.DataFrame:
    """These ends of days."""
    label = f"{_ENDS}{which}"
    ends = [held[label] for held in every if label in held]
    return stacked(ends) if ends else pl.DataFrame()


def _with_begun(over: pl.DataFrame, begun: pl.DataFrame, counters: Sequence[str]) -> pl.DataFrame:
    """Intervals between days, each with what lies in the first slot of the day as one."""
    earlier = ("start", "less_file", "less_record")
    added = [name for name in (*counters, "seconds") if name in over.columns]
    later = [name for name in over.columns if name not in {*added, *earlier, OBJECT, _DAY}]
    sums = (pl.when(pl.col(name).null_count() == 0).then(pl.col(name).sum()).alias(name) for name in added)
    joined = (
        pl.concat([over, begun], how="vertical_relaxed")
        .group_by(OBJECT, _DAY, maintain_order=True)
        .agg(*sums, pl.col(earlier).first(), pl.col(later).last())
    )
    rated = pl.when(pl.col("seconds") >= SHORTEST_RATED).then("seconds")
    return joined.with_columns(rated.alias("rate_seconds")).select(over.columns)
