"""Two of one name: evidence of two sysplexes, or of two systems with one SMF identifier, in one load.

Names are unique within a sysplex only, and nothing forbids one SMF identifier on two systems. What two of one
name did must not be added up, so the evidence is refused. Three marks show it:

- another sysplex or system name in the same hours (`refuse_other`);
- intervals of one object that lie over one another by more than half (`refuse_overlaps`);
- a cumulative counter that goes back and forth between two series (`refuse_alternating`).

Limits: intervals are in local time. An hour that clocks repeat looks the same, so an hour of overlap is let
pass whose intervals begin together: on a Sunday at night, or in evidence of more than two hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, NoReturn, cast

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.core.errors import GetpageError

from .by_day import each_day, spelled
from .collected import collected
from .owners import SYSTEM
from .stretches import INTERVAL as START
from .stretches import stretches

#: Intervals that begin within this share of the shorter one of each other are not one after the other.
_OVERLAPPING: Final = 0.5
#: Microseconds by which intervals start late. How long clocks repeat, and when, as in the IANA time zones.
_SECONDS_LATE: Final = 5_000_000
_REPEATED: Final = timedelta(hours=1, microseconds=_SECONDS_LATE)
_SUNDAY, _AT_NIGHT = 6, frozenset({0, 1, 2, 3})
#: No subsystem ends and starts again so soon.
_AT_ONCE: Final = timedelta(seconds=10)
_AT, _UNTIL, _LATER = "at", "until", "later"


@dataclass(frozen=True, kw_only=True)
class OfOneName:
    """A table with rows of intervals: `name` is the column of the subsystem, `by` what else names an object;
    `what` is the subsystem in the plural. `end` is when an interval ended, where no record tells when it
    began: the length that is said may be the one that was set.
    """

    table: str
    name: str
    what: str
    by: Sequence[str] = ()
    end: str = ""
    where: pl.Expr | None = None

    @property
    def owner(self) -> list[str]:
        """What names the system, and the subsystem where it is none."""
        return list(dict.fromkeys((SYSTEM, self.name)))

    @property
    def key(self) -> list[str]:
        """What names one object."""
        return [*self.owner, *self.by]


def refuse_other(evidence: Evidence, table: str, what: str, identity: Mapping[str, str]) -> None:
    """GetpageError where a system has another identity in the same hours: columns, and words for them."""
    if not evidence.most_rows(table):
        return
    spans = (
        evidence.scan(table)
        .group_by(SYSTEM, *identity)
        .agg(pl.col("written").min().alias("first"), pl.col("written").max().alias("last"))
    )
    few = collected(spans, evidence.most_rows(table))
    every = few.drop_nulls([SYSTEM, "first"]).sort(SYSTEM, *identity).rows()
    for (system, *names, first, last), (other, *others, begin, end) in combinations(every, 2):
        if system != other or first >= end or begin >= last:
            continue
        for called, name, second in zip(identity.values(), names, others, strict=True):
            if name and second and name != second:
                _refuse(what, system, f"one in {called} {name} and one in {called} {second}", name)


def refuse_overlaps(evidence: Evidence, kinds: Sequence[OfOneName]) -> None:
    """GetpageError where intervals of one object lie over one another, within a day where there are days."""
    each_day(
        evidence,
        [kind.table for kind in kinds],
        spelled("overlaps", *kinds),
        lambda part: _refuse_overlaps(part, kinds),
    )


def _refuse_overlaps(evidence: Evidence, kinds: Sequence[OfOneName]) -> None:
    for kind in kinds:
        for rows in _pieces(evidence, kind, kind.end or START, "interval_us"):
            over = _overlapping(rows, kind)
            for owner in over.select(kind.owner).unique(maintain_order=True).rows():
                own = [pl.col(column) == value for column, value in zip(kind.owner, owner, strict=True)]
                _refuse_overlap(kind, owner, over.filter(own), rows.filter(own))


def _overlapping(rows: pl.DataFrame, kind: OfOneName) -> pl.DataFrame:
    """The rows that begin, or end, within half an interval of the one before, with when that is."""
    at = pl.col(kind.end or START)
    timed = (
        rows.filter(pl.col("interval_us") > 0)
        .with_columns(at.alias(_AT), (at + pl.duration(microseconds=pl.col("interval_us"))).alias(_UNTIL))
        .sort(*kind.key, _AT, _UNTIL)
    )
    shorter = pl.min_horizontal("interval_us", pl.col("interval_us").shift().over(kind.key))
    later = (pl.col(_AT) - pl.col(_AT).shift().over(kind.key)).dt.total_microseconds()
    return timed.with_columns(later.alias(_LATER)).filter(pl.col(_LATER) < _OVERLAPPING * shorter)


def _refuse_overlap(kind: OfOneName, owner: Sequence[str], over: pl.DataFrame, rows: pl.DataFrame) -> None:
    times = rows[kind.end or START]
    bounds = (over[_AT].min(), over[_UNTIL].max(), times.min(), times.max())
    first, last, earliest, latest = (cast("datetime", bound) for bound in bounds)
    at_night = first.weekday() == _SUNDAY and first.hour in _AT_NIGHT
    at_once = (over[_LATER] <= _SECONDS_LATE).all()
    if at_once and last - first <= _REPEATED and (at_night or latest - earliest > 2 * _REPEATED):
        return
    _refuse(kind.what, owner[-1], f"whose intervals of {first:%Y-%m-%d %H:%M} lie over one another", owner[0])


def refuse_alternating(evidence: Evidence, kind: OfOneName, counter: str, moment: str) -> None:
    """GetpageError where a counter that only grows is of two series: records that follow each other at once
    have values that do not lie between those around them.
    """
    name = spelled("alternating", kind, counter, moment)
    each_day(evidence, (kind.table,), name, lambda part: _refuse_alternating(part, kind, counter, moment))


def _refuse_alternating(evidence: Evidence, kind: OfOneName, counter: str, moment: str) -> None:
    for rows in _pieces(evidence, kind, moment, counter):
        before, after = (pl.col(counter).shift(by).over(kind.key) for by in (1, -1))
        since, until = (pl.col(moment).shift(by).over(kind.key) for by in (1, -1))
        at_once = pl.min_horizontal(pl.col(moment) - since, until - pl.col(moment)) <= _AT_ONCE
        astray = (after >= before) & ~pl.col(counter).is_between(before, after) & at_once
        alternating = rows.sort(*kind.key, moment).filter(astray)
        if alternating.height:
            *owner, at = alternating.select(*kind.owner, moment).row(0)
            _refuse(kind.what, owner[-1], f"whose counters alternate from {at:%Y-%m-%d %H:%M} on", owner[0])


def _pieces(evidence: Evidence, kind: OfOneName, *columns: str) -> Iterator[pl.DataFrame]:
    """Rows of the table that have all of it, stretch by stretch."""
    if evidence.most_rows(kind.table):
        wanted = {kind.table: [*kind.key, *columns]}
        for piece in stretches(evidence, wanted, where=kind.where):
            rows = piece[kind.table].drop_nulls()
            for name in kind.by:  # of the objects of a subsystem, which are written together, one tells
                rows = rows.filter(pl.col(name) == pl.col(name).min().over(kind.owner))
            yield rows


def _refuse(what: str, name: str, why: str, store: str) -> NoReturn:
    message = (
        f"two {what} are called {name}, {why}: what they use must not be added up; give the evidence of one "
        "sysplex at a time"
    )
    raise GetpageError(message, f"getpage load FILES --into {store}")
