"""Two of one name: evidence of two sysplexes, or of two systems with one SMF identifier, in one load.

Names are unique within a sysplex only, and nothing forbids one SMF identifier on two systems. What two of one
name did must not be added up: subsystems of one name are named and left out (`apart`), and the others are
answered; of two systems the evidence is refused, as all that is on them would be added up. What shows them:

- another sysplex or system name in the same hours (`two_identities`);
- intervals of one object that lie over one another by more than half (`overlapping`);
- records of a subsystem whose numbers, names or counters since its start cannot be of one (`alternating`);
- displays that count from a time at which the one before them was still counting (`counted_at_once`).

An hour that clocks repeat looks like an hour of two, so one is let pass whose intervals begin together, on a
Sunday at night or in evidence of more than two hours. Where records carry UTC or number their intervals, an
hour of one is an hour later by these.

Limits, where nothing in the evidence tells: an hour of overlap in records without UTC and without numbers.
Members whose records have no sequence number, of one location and release, that are there once or twice
each, more than ten seconds apart: one that restarted looks the same. Displays of one hour, by less than an
hour; displays without the time of a log, and records of Db2 without that of their event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, pairwise
from typing import Any, Final, cast

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.namesakes import Namesakes, Twins
from getpage.core.errors import GetpageError
from getpage.result import Missing

from .by_day import Gathered, by_day, spelled
from .collected import collected
from .left_out import LeftOut
from .owners import SYSTEM
from .stretches import INTERVAL as START
from .stretches import stretches

#: Intervals that begin within this share of the shorter one of each other are not one after the other.
_OVERLAPPING: Final = 0.5
#: Microseconds by which intervals start late. How long clocks repeat, and when, as in the IANA time zones.
_SECONDS_LATE: Final = 5_000_000
_HOUR: Final = timedelta(hours=1)
_REPEATED: Final = timedelta(hours=1, microseconds=_SECONDS_LATE)
_SUNDAY, _AT_NIGHT = 6, frozenset({0, 1, 2, 3})
#: No subsystem ends and starts again so soon.
_AT_ONCE: Final = timedelta(seconds=10)
#: A member writes its statistics every few seconds at the most; some more where a trace starts.
_RECORDS_A_SECOND: Final = 1
_RECORDS_AT_ONCE: Final = 5
#: Times that a counter falls, each within hours, until restarts are not what it tells.
_FALLS: Final = 3
_RESTART: Final = timedelta(hours=2)
_AT, _UNTIL, _LATER = "at", "until", "later"
_UTC, _NUMBER = "by UTC", "by number"
_WHY: Final = "why"


@dataclass(frozen=True, kw_only=True)
class OfOneName:
    """A table with rows of intervals: `name` is the column of the subsystem, `by` what else names an object;
    `what` is the subsystem in the plural. `end` is when an interval ended, where no record tells when it
    began: the length that is said may be the one that was set. `utc` is a time of an interval in UTC, and
    `number` its number, where records carry them.
    """

    table: str
    name: str
    what: str
    by: Sequence[str] = ()
    end: str = ""
    where: pl.Expr | None = None
    utc: str = ""
    number: str = ""

    @property
    def owner(self) -> list[str]:
        """What names the system, and the subsystem where it is none."""
        return list(dict.fromkeys((SYSTEM, self.name)))

    @property
    def key(self) -> list[str]:
        """What names one object."""
        return [*self.owner, *self.by]


def of_kind(kind: OfOneName, twins: Twins) -> Namesakes:
    """What shows of a kind."""
    return Namesakes(kind.what, kind.table, tuple(kind.owner), twins)


def two_identities(evidence: Evidence, table: str, what: str, identity: Mapping[str, str]) -> Namesakes:
    """Systems that have another identity in the same hours: columns, and words for them."""
    return Namesakes(what, table, (SYSTEM,), dict(_two_identities(evidence, table, identity)))


def _two_identities(
    evidence: Evidence, table: str, identity: Mapping[str, str]
) -> Iterator[tuple[tuple[str], str]]:
    if not evidence.most_rows(table):
        return
    by = (SYSTEM, *identity)

    def add(part: Evidence, to: Gathered) -> None:
        spans = (
            part.scan(table)
            .group_by(by)
            .agg(pl.col("written").min().alias("first"), pl.col("written").max().alias("last"))
        )
        to.add(collected(spans, part.most_rows(table)))

    spans = by_day(evidence, (table,), spelled("spans", table, by), Gathered, add).done()
    few = spans.group_by(by).agg(pl.col("first").min(), pl.col("last").max())
    every = few.drop_nulls([SYSTEM, "first"]).sort(by).rows()
    for (system, *names, first, last), (other, *others, begin, end) in combinations(every, 2):
        if system != other or first >= end or begin >= last:
            continue
        for called, name, second in zip(identity.values(), names, others, strict=True):
            if name and second and name != second:
                yield (system,), f"one in {called} {name} and one in {called} {second}"


def refuse(every: Iterable[Namesakes]) -> None:
    """GetpageError where any are two: what they use is on one system and would be added up."""
    for namesakes in every:
        for (*_, name), why in namesakes.twins.items():
            message = (
                f"two {namesakes.what} are called {name}, {why}: what they use must not be added up; give "
                "the evidence of one sysplex at a time"
            )
            raise GetpageError(message, f"getpage load FILES --into {name}")


def apart(
    evidence: Evidence, product: str, every: Iterable[Namesakes]
) -> tuple[Evidence, tuple[Missing, ...]]:
    """The evidence without subsystems that are two of one name, and what says so of each."""
    missing: list[Missing] = []
    for namesakes in every:
        if namesakes.twins:
            evidence = LeftOut(evidence, namesakes.columns, tuple(sorted(namesakes.twins)))
        missing += [
            Missing(
                subsystem=product,
                question=f"{'.'.join(owner)} is not judged: two {namesakes.what} have this name, {why}",
                supply="give the evidence of one sysplex at a time: what two use must not be added up",
                failed=True,
            )
            for owner, why in sorted(namesakes.twins.items())
        ]
    return evidence, tuple(missing)


def overlapping(evidence: Evidence, kinds: Sequence[OfOneName]) -> Twins:
    """The owners of objects whose intervals lie over one another, within a day where there are days."""
    owner = kinds[0].owner
    tables = [kind.table for kind in kinds]
    return _twins(evidence, tables, owner, spelled("overlaps", *kinds), lambda part: _overlaps(part, kinds))


def _twins(
    evidence: Evidence,
    tables: Sequence[str],
    owner: Sequence[str],
    name: str,
    look: Callable[[Evidence], Iterable[tuple[Any, ...]]],
) -> Twins:
    """What `look` finds in each day, as values of `owner` and why; what was found first stands."""
    schema = dict.fromkeys((*owner, _WHY), pl.String())

    def add(part: Evidence, to: Gathered) -> None:
        to.add(pl.DataFrame(list(look(part)), schema=schema, orient="row"))

    twins: dict[tuple[str, ...], str] = {}
    for *of, why in by_day(evidence, tables, name, lambda: Gathered(schema), add).done().iter_rows():
        twins.setdefault(tuple(of), why)
    return twins


def _overlaps(evidence: Evidence, kinds: Sequence[OfOneName]) -> Iterator[tuple[str, ...]]:
    for kind in kinds:
        optional = [name for name in (kind.utc, kind.number) if name]
        for rows in _pieces(evidence, kind, kind.end or START, "interval_us", may_lack=optional):
            over = _overlapping(rows, kind)
            for owner in over.select(kind.owner).unique(maintain_order=True).rows():
                own = [pl.col(column) == value for column, value in zip(kind.owner, owner, strict=True)]
                if why := _overlap(kind, over.filter(own), rows.filter(own)):
                    yield (*owner, why)


def _overlapping(rows: pl.DataFrame, kind: OfOneName) -> pl.DataFrame:
    """The rows that begin, or end, within half an interval of the one before, with when that is."""
    at = pl.col(kind.end or START)
    timed = (
        rows.filter(pl.col("interval_us") > 0)
        .with_columns(at.alias(_AT), (at + pl.duration(microseconds=pl.col("interval_us"))).alias(_UNTIL))
        .sort(*kind.key, _AT, _UNTIL)
    )
    shorter = pl.min_horizontal("interval_us", pl.col("interval_us").shift().over(kind.key))
    steps = {_LATER: _step(pl.col(_AT), kind).dt.total_microseconds()}
    if kind.utc:
        steps[_UTC] = _step(pl.col(kind.utc), kind).dt.total_microseconds().abs()
    if kind.number:  # of the repeated hour, in intervals of this length
        number = pl.when(pl.col(kind.number) > 0).then(pl.col(kind.number).cast(pl.Int64))
        hour = (pl.lit(_HOUR.total_seconds() * 1e6) / pl.col("interval_us")).round()
        step = _step(number, kind).abs()
        steps[_NUMBER] = (step > 0) & ((step - hour).abs() <= 1)
    return timed.with_columns(**steps).filter(pl.col(_LATER) < _OVERLAPPING * shorter)


def _step(value: pl.Expr, kind: OfOneName) -> pl.Expr:
    """By how much it grew since the row before."""
    return value - value.shift().over(kind.key)


def _overlap(kind: OfOneName, over: pl.DataFrame, rows: pl.DataFrame) -> str:
    """Why intervals that lie over one another are of two; empty where clocks may have repeated an hour."""
    times = rows[kind.end or START]
    bounds = (over[_AT].min(), over[_UNTIL].max(), times.min(), times.max())
    first, last, earliest, latest = (cast("datetime", bound) for bound in bounds)
    at_night = first.weekday() == _SUNDAY and first.hour in _AT_NIGHT
    at_once = (over[_LATER] <= _SECONDS_LATE).all()
    later = _is_an_hour_later(over)
    may_repeat = later or (later is None and (at_night or latest - earliest > 2 * _REPEATED))
    if at_once and last - first <= _REPEATED and may_repeat:
        return ""
    return f"whose intervals of {first:%Y-%m-%d %H:%M} lie over one another"


def _is_an_hour_later(over: pl.DataFrame) -> bool | None:
    """Whether the second of intervals of one local time was an hour later by what records say beside it; None
    where they say nothing.
    """
    hours_later: list[bool] = []
    if _UTC in over.columns:
        hours_later += [step > _HOUR.total_seconds() * 1e6 / 2 for step in over[_UTC].drop_nulls()]
    if _NUMBER in over.columns:
        hours_later += over[_NUMBER].drop_nulls().to_list()
    return all(hours_later) if hours_later else None


@dataclass(frozen=True, kw_only=True)
class SinceStart:
    """What the records of a subsystem say of itself since it started, by their columns: when each is of, a
    counter that only grows, the number of the record, and names that change at a restart only.
    """

    moment: str
    counter: str
    number: str = ""
    names: Sequence[str] = ()


def alternating(evidence: Evidence, kind: OfOneName, of: SinceStart) -> Twins:
    """The owners whose records are of two series."""
    name = spelled("alternating", kind, of)
    return _twins(evidence, [kind.table], kind.owner, name, lambda part: _alternate(part, kind, of))


def _alternate(evidence: Evidence, kind: OfOneName, of: SinceStart) -> Iterator[tuple[str, ...]]:
    optional = [name for name in (of.number, *of.names) if name]
    for piece in _pieces(evidence, kind, of.moment, of.counter, may_lack=optional):
        rows = piece.sort(*kind.key, of.moment, of.counter)
        for own in rows.partition_by(kind.owner, maintain_order=True):
            records = own.rows(named=True)
            at = _numbers_of_two(records, of) or _names_of_two(records, of) or _counters_of_two(own, of)
            if at is not None:
                what = "records" if optional else "counters"
                yield (*own.select(kind.owner).row(0), f"whose {what} alternate from {at:%Y-%m-%d %H:%M} on")


def _numbers_of_two(records: Sequence[Mapping[str, Any]], of: SinceStart) -> datetime | None:
    """Where a number is neither among those that one may have written since, nor small as after a restart."""
    for before, after in pairwise(records):
        grew = _grew(before, after, of)
        if _is_restart(before, after, of) is False and grew not in _may_be(before, after, of):
            return cast("datetime", before[of.moment])
    return None


def _names_of_two(records: Sequence[Mapping[str, Any]], of: SinceStart) -> datetime | None:
    """Where a name changed without a restart, or is another and then the same again."""
    for name in of.names:
        named = [record for record in records if record[name]]
        changes = [(before, after) for before, after in pairwise(named) if before[name] != after[name]]
        for before, after in changes:
            runs_on = _is_restart(before, after, of) is False
            if runs_on or len(changes) > len({record[name] for record in named}) - 1:
                return cast("datetime", before[of.moment])
    return None


def _is_restart(before: Mapping[str, Any], after: Mapping[str, Any], of: SinceStart) -> bool | None:
    """Whether the record may be of one that started since; None where records are not numbered."""
    if not of.number or not before[of.number] or not after[of.number]:
        return None
    return bool(after[of.number] in _may_be(before, after, of))


def counted_at_once(evidence: Evidence, kind: OfOneName, moment: str, since: str) -> Twins:
    """The owners whose displays count since a time before the moment of the display before them.

    One that starts or counts anew does so after what it displayed last.
    """

    def look(part: Evidence) -> Iterator[tuple[str, ...]]:
        for piece in _pieces(part, kind, moment, since):
            rows = piece.sort(*kind.key, moment, since)
            for own in rows.partition_by(kind.owner, maintain_order=True):
                if at := _counted_at_once(own[moment].to_list(), own[since].to_list()):
                    yield (
                        *own.select(kind.owner).row(0),
                        f"whose displays overlap from {at:%Y-%m-%d %H:%M} on",
                    )

    name = spelled("counted at once", kind, moment, since)
    return _twins(evidence, [kind.table], kind.owner, name, look)


def _counted_at_once(moments: Sequence[datetime], since: Sequence[datetime]) -> datetime | None:
    """The first display that was still counting as the next began; within an hour clocks may have been it."""
    first: datetime | None = None
    for (before, began), (after, begins) in pairwise(zip(moments, since, strict=True)):
        by = before - begins
        moved = abs(abs(begins - began) - _HOUR)  # the same start, told by a clock that changed meanwhile
        if begins == began or by <= _AT_ONCE or moved <= _AT_ONCE:
            continue
        first = first or before
        if by > _REPEATED or after - first > _REPEATED:
            return first
    return None


def _grew(before: Mapping[str, Any], after: Mapping[str, Any], of: SinceStart) -> int:
    return int(after[of.number]) - int(before[of.number])


def _may_be(before: Mapping[str, Any], after: Mapping[str, Any], of: SinceStart) -> range:
    """How many records may have been written between two."""
    seconds = (after[of.moment] - before[of.moment]).total_seconds()
    return range(int(seconds * _RECORDS_A_SECOND) + _RECORDS_AT_ONCE + 1)


def _counters_of_two(own: pl.DataFrame, of: SinceStart) -> datetime | None:
    """Where the counter is of two: records that follow each other at once have values that do not lie between
    those around them, or it falls again and again and is two counters that never do.
    """
    moment, counter = pl.col(of.moment), pl.col(of.counter)
    before, after = counter.shift(1), counter.shift(-1)
    at_once = pl.min_horizontal(moment - moment.shift(1), moment.shift(-1) - moment) <= _AT_ONCE
    astray = own.filter((after >= before) & ~counter.is_between(before, after) & at_once)
    if astray.height:
        return cast("datetime", astray[of.moment][0])
    values, times = own[of.counter].to_list(), own[of.moment].to_list()
    falls = [n for n in range(1, len(values)) if values[n] < values[n - 1]]
    soon = [n for n in falls if times[n] - times[n - 1] <= _RESTART]
    if len(soon) >= _FALLS and _series(values) == 2:
        return cast("datetime", times[soon[0] - 1])
    return None


def _series(values: Sequence[int]) -> int:
    """Into how few series that never fall these values part."""
    ends: list[int] = []
    for value in values:
        below = [end for end in ends if end <= value]
        if below:
            ends.remove(max(below))
        ends.append(value)
    return len(ends)


def _pieces(
    evidence: Evidence, kind: OfOneName, *columns: str, may_lack: Sequence[str] = ()
) -> Iterator[pl.DataFrame]:
    """Rows of the table that have all of it, stretch by stretch; and what they may lack."""
    if evidence.most_rows(kind.table):
        wanted = [*kind.key, *columns]
        for piece in stretches(evidence, {kind.table: [*wanted, *may_lack]}, where=kind.where):
            rows = piece[kind.table].drop_nulls(wanted)
            for name in kind.by:  # of the objects of a subsystem, which are written together, one tells
                rows = rows.filter(pl.col(name) == pl.col(name).min().over(kind.owner))
            yield rows
