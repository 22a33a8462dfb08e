"""An object that was measured in one way or in several: where a rule finds a counter of it.

Records and displays of the same object count the same things in different intervals, so that only the kind of
measurement with most intervals is read (see `differences`). What that kind never has, such as directory
reclaims, which only a display of the whole group shows, is read from the next one that has it: each counter
from one kind alone, so that nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import polars as pl

from getpage.contract.measures import Aggregate, Count, Latest, Measure, Row, Sum, Worst
from getpage.core.names import Object
from getpage.products.db2.pools.pool_rows import page_bytes

from .counter_pass import LAST


class Counters:
    """What is asked of counters of each way: sums, and the first row with the largest value above 0."""

    def __init__(self, *, totals: Iterable[str] = (), worst: Iterable[str] = ()) -> None:
        """`totals` are summed up; of `worst` the worst rows are found."""
        totals, worst = tuple(totals), tuple(worst)
        both = dict.fromkeys((*totals, *worst))
        self.there = {name: Count(pl.col(name).is_not_null()) for name in both}
        self.totals = {name: Sum(name) for name in totals}
        self.worst = {name: Worst(name, where=pl.col(name) > 0) for name in worst}

    @property
    def asks(self) -> tuple[Aggregate[Any], ...]:
        """All of it."""
        return (*self.there.values(), *self.totals.values(), *self.worst.values())


def latest_of(columns: Iterable[str]) -> dict[str, Latest]:
    """The latest row that shows a column, for each of them."""
    return {name: Latest(pl.col(name).is_not_null()) for name in columns}


@dataclass(frozen=True, kw_only=True)
class MeasuredObject:
    """One pool of a member, of buffers or of the group, over the window: what its intervals say in each way
    in which it was measured, the best first, and what its rows show.
    """

    COUNTERS: ClassVar[Counters]
    SHOWN: ClassVar[Mapping[str, Latest]]

    object: Object
    number: int
    ways: tuple[Measure, ...]
    shown: Measure

    @property
    def page_bytes(self) -> int:
        """Bytes of a page."""
        return page_bytes(self.number)

    @property
    def name(self) -> str:
        """Its name, as commands want it."""
        return self.object.name

    @property
    def measure(self) -> Measure:
        """What its intervals say, in the way with most of them."""
        return self.ways[0]

    @property
    def last(self) -> Row:
        """The latest interval."""
        return self.measure[LAST] or {}

    def latest(self, column: str) -> str | int | bool | None:
        """The latest value of an attribute; None where nothing shows it."""
        value: str | int | bool | None = self.shown.latest(self.SHOWN[column], column)
        return value

    def whole(self, column: str) -> int | None:
        """The latest value of a numeric attribute."""
        value = self.latest(column)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def having(self, column: str) -> Measure:
        """The first way of measuring that has the counter at all."""
        there = self.COUNTERS.there[column]
        return next((way for way in self.ways if way[there]), self.measure)

    def total(self, column: str) -> int:
        """The sum of a counter over the window."""
        return int(self.having(column)[self.COUNTERS.totals[column]] or 0)

    def worst(self, column: str) -> Row | None:
        """The first row with the largest value above 0; None when there is none."""
        return self.having(column)[self.COUNTERS.worst[column]]
