"""Limits that had several values in the window, and what was counted since one is as high as now.

A store may hold evidence from before a limit was raised. What came to the lower limit says nothing of the
present one, and is not told of it; what came to one as high or higher does. An interval in which the limit
was raised holds both, and counts as one from before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Key, Largest, Measure, Smallest

from .by_day import Gathered, by_day, spelled
from .fold import OBJECT, Objects
from .passes import Pass, read
from .stretches import stretches

_AT, _THEN, _NOW, _LOWER, _ROW = "_at", "_then", "_now", "_lower", "_row"
#: Rows without a time are before all others, as in measures.
_EARLIEST: Final = pl.lit(datetime(1, 1, 1), pl.Datetime("us"))
#: An interval follows the one before it at once: both ends are taken at about the same time.
_APART: Final = pl.duration(minutes=1)


@dataclass(frozen=True, kw_only=True)
class LimitColumn:
    """A limit of the objects that `by` names, as the rows of a table show it at their end. `beside` are the
    columns that rows are made ready with.
    """

    table: str
    by: Sequence[str]
    column: str
    beside: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Values:
    """The values that a limit has in the rows of an object, and what is asked of them."""

    of: str
    least: Smallest = field(init=False)
    most: Largest = field(init=False)

    def __post_init__(self) -> None:
        """What to ask."""
        object.__setattr__(self, "least", Smallest(self.of))
        object.__setattr__(self, "most", Largest(self.of))

    @property
    def asks(self) -> tuple[Aggregate[int], ...]:
        """What the pass has to answer."""
        return self.least, self.most

    def label(self, measure: Measure) -> str:
        """The limit as a sentence says it of all rows: 500, or 500 or more; "?" where nothing tells."""
        least = measure[self.least]
        if least is None:
            return "?"
        return f"{least:,}" + (" or more" if measure[self.most] != least else "")


class Resized:
    """The objects whose limit had several values, with these."""

    def __init__(self, limit: LimitColumn, objects: Objects, shown: pl.DataFrame) -> None:
        """`shown` has the number of the object, _AT and _THEN, in order; where a value begins and ends."""
        self._limit, self._objects = limit, objects
        now = shown.group_by(OBJECT, maintain_order=True).agg(pl.col(_THEN).last().alias(_NOW))
        known = shown.unique([OBJECT, _AT], keep="last", maintain_order=True).join(now, on=OBJECT)
        first = pl.int_range(pl.len()).over(OBJECT) == 0
        self._values = known.with_columns(pl.when(first).then(_EARLIEST).otherwise(_AT).alias(_AT)).sort(_AT)
        self._lower = (
            known.filter(pl.col(_THEN) < pl.col(_NOW))
            .select(OBJECT, _AT, pl.col(_AT).alias(_LOWER))
            .sort(_AT)
        )

    @cached_property
    def context(self) -> str:
        """All that is known beside a row, as a name: the same until a limit has another value again."""
        begins = pl.col(_THEN).ne_missing(pl.col(_THEN).shift(1).over(OBJECT))
        known = self._objects.known
        frames = self._values.filter(begins), self._lower
        named = [] if known is None else [frame.join(known, on=OBJECT).drop(OBJECT) for frame in frames]
        return spelled(self._limit, *(frame.sort(frame.columns).rows() for frame in named))

    def since(self, rows: pl.DataFrame, begin: pl.Expr) -> pl.Series:
        """Whether each row, which counts from `begin` until `end`, is from when its limit was as high as now.
        Where nothing shows several values it is.
        """
        joined = self._joined(rows.with_columns(begin.alias("_begin")))
        high = pl.col(_THEN) >= pl.col(_NOW)
        raised_within = pl.col(_LOWER) >= pl.coalesce("_begin", _AT) - _APART
        kept = high.fill_null(value=True) & ~raised_within.fill_null(value=False)
        return joined.select(kept.alias("kept")).to_series()

    def apart(self, rows: pl.DataFrame, begin: pl.Expr) -> pl.DataFrame:
        """Of the rows of objects with several values those `since`."""
        return rows.filter(self.since(rows, begin) & self._joined(rows)[_NOW].is_not_null())

    @property
    def keys(self) -> frozenset[Key]:
        """The objects with several values."""
        known, several = self._objects.known, self._values[OBJECT].unique().implode()
        if known is None:
            return frozenset()
        return frozenset(known.filter(pl.col(OBJECT).is_in(several)).drop(OBJECT).rows())

    def steady(self, rows: pl.DataFrame, begin: pl.Expr) -> pl.Series:
        """Whether the value was the same when a row began to count and at its end, as far as is known."""
        ends = self._joined(rows)[_THEN]
        begun = rows.with_columns(pl.coalesce(begin.cast(pl.Datetime("us")) + _APART, "end").alias("end"))
        begins = self._joined(begun.drop(self._limit.column, strict=False))[_THEN]
        return (begins == ends).fill_null(value=True)

    def same(self, rows: pl.DataFrame) -> pl.Series:
        """Whether each row is from when the value was what it is now: for what begins anew with each."""
        return self._joined(rows).select((pl.col(_THEN) == pl.col(_NOW)).fill_null(value=True)).to_series()

    def _joined(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows in their order with the value then, the one of now, and when one lower was shown last."""
        own = self._limit.column
        then = pl.coalesce(own, _THEN) if own in rows.columns else pl.col(_THEN)
        return (
            self._objects.numbered(rows)
            .with_columns(pl.coalesce(pl.col("end").cast(pl.Datetime("us")), _EARLIEST).alias(_AT))
            .with_row_index(_ROW)
            .sort(_AT)
            .join_asof(self._values, on=_AT, by=OBJECT, check_sortedness=False)
            .join_asof(self._lower, on=_AT, by=OBJECT, check_sortedness=False)
            .with_columns(pl.when(pl.col(_NOW).is_not_null()).then(then).alias(_THEN))
            .sort(_ROW)
        )


def resized(
    evidence: Evidence, limit: LimitColumn, ready: Callable[[pl.DataFrame], pl.DataFrame], context: str
) -> Resized | None:
    """The objects whose limit had several values; None without any. `ready` gives rows their owners and
    `end`; `context` is all that it knows beside the row.
    """
    if not _may_differ(evidence, limit):
        return None
    objects, order = Objects(limit.by), [OBJECT, _AT, "file", "record"]

    def turns(rows: pl.DataFrame) -> pl.DataFrame:
        return _turns(objects.numbered(rows).sort(order))

    def add(part: Evidence, to: Gathered) -> None:
        wanted = read(part, limit.table, (*limit.by, *limit.beside, limit.column))
        for piece in stretches(part, {limit.table: wanted}):
            rows = ready(piece[limit.table]).filter(pl.col(limit.column).is_not_null())
            at = pl.coalesce(pl.col("end").cast(pl.Datetime("us")), _EARLIEST).alias(_AT)
            then = pl.col(limit.column).alias(_THEN)
            to.add(turns(rows.select(*limit.by, at, "file", "record", then)).drop(OBJECT))

    name = spelled("turns", limit, context)
    shown = turns(by_day(evidence, (limit.table,), name, Gathered, add).done())
    several = shown.filter(pl.col(_THEN).n_unique().over(OBJECT) > 1)
    return Resized(limit, objects, several) if several.height else None


def _may_differ(evidence: Evidence, limit: LimitColumn) -> bool:
    """Whether the limit of some object has several values, as far as rows name their objects in full."""
    schema = evidence.schema(limit.table)
    if not {limit.column, *limit.by} <= set(schema):
        return limit.column in schema
    values = Values(limit.column)
    ends = Pass(table=limit.table, by=limit.by, columns=(limit.column,), asks=values.asks)
    shown = ends.over(evidence, lambda rows: rows.filter(pl.col(limit.column).is_not_null()), context="shown")
    return any(None in each.key or each[values.least] != each[values.most] for each in shown)


def _turns(shown: pl.DataFrame) -> pl.DataFrame:
    """The rows in which a value begins or ends."""
    then = pl.col(_THEN)
    stays = (then == then.shift(1)) & (then == then.shift(-1))
    return shown.filter(~stays.over(OBJECT).fill_null(value=False))
