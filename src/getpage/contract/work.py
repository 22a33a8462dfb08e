"""What was done meanwhile: work by interval, and where the time of each class of it went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from itertools import chain
from typing import overload

import polars as pl

from getpage.contract.measures import Row
from getpage.core.names import Subsystem
from getpage.result import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What one subsystem did in one interval; what a price on a read is worked out from.

    `units` counts commits, messages or transactions, as `unit` says. `reads` are reads that somebody waited
    for. `getpages` are requests for pages, read or not: with them a heavier mix of work is told from more
    reads for the same work. `ziip_seconds` is the part of `cpu_seconds` that ran on zIIPs. None is what the
    evidence does not tell.
    """

    subsystem: Subsystem
    start: datetime
    seconds: float
    unit: str
    units: float
    reads: float | None = None
    read_seconds: float | None = None
    getpages: float | None = None
    cpu_seconds: float | None = None
    ziip_seconds: float | None = None
    elapsed_seconds: float | None = None
    facts: tuple[Fact, ...] = ()


class WorkColumns(Sequence[Work]):
    """What one subsystem did, a row an interval and in order of time: a column each field of `Work`, null
    what the evidence does not tell. An entry is made for whoever looks at it, with what `facts` says of its
    row.
    """

    def __init__(
        self, subsystem: Subsystem, rows: pl.DataFrame, facts: Callable[[Row], Iterable[Fact]]
    ) -> None:
        """`rows` may have other columns beside those of `Work`, for `facts`."""
        self.subsystem, self.rows, self._facts = subsystem, rows, facts

    def __len__(self) -> int:
        """How many intervals there are."""
        return self.rows.height

    def __iter__(self) -> Iterator[Work]:
        """One interval after the other."""
        return map(self._entry, self.rows.iter_rows(named=True))

    @overload
    def __getitem__(self, index: int) -> Work: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Work]: ...

    def __getitem__(self, index: int | slice) -> Work | Sequence[Work]:
        """One interval, or some of them."""
        if isinstance(index, slice):
            return WorkColumns(self.subsystem, self.rows[index], self._facts)
        return self._entry(self.rows.row(index, named=True))

    def _entry(self, row: Row) -> Work:
        return Work(
            subsystem=self.subsystem,
            start=row["start"],
            seconds=row["seconds"],
            unit=row["unit"],
            units=row["units"],
            reads=row["reads"],
            read_seconds=row["read_seconds"],
            getpages=row["getpages"],
            cpu_seconds=row["cpu_seconds"],
            ziip_seconds=row["ziip_seconds"],
            elapsed_seconds=row["elapsed_seconds"],
            facts=tuple(self._facts(row)),
        )


class _Part:
    """Work that is made when somebody asks for a subsystem of its product; of any where that is None."""

    def __init__(self, product: str | None, make: Callable[[], Iterable[Sequence[Work]]]) -> None:
        self.product = product
        self._make: Callable[[], Iterable[Sequence[Work]]] | None = make

    @cached_property
    def lines(self) -> Mapping[Subsystem, Sequence[Work]]:
        """The work of each subsystem that did any."""
        lines = self._make() if self._make else ()
        self._make = None  # and with it what was read
        return {line[0].subsystem: line for line in lines if line}


class AllWork(Sequence[Work]):
    """Work grouped by subsystem. The work of a product is loaded when a subsystem of it is first used."""

    def __init__(self, parts: Iterable[_Part]) -> None:
        """See `later` and `together`."""
        self._parts = tuple(parts)

    @classmethod
    def later(cls, product: str, make: Callable[[], Iterable[Sequence[Work]]]) -> AllWork:
        """The work of a product, made on the first look: that of each subsystem in order of time."""
        return cls([_Part(product, make)])

    @classmethod
    def together(cls, every: Iterable[Sequence[Work]]) -> AllWork:
        """All of these, in their order; where there is one, it with what is kept of it."""
        several = tuple(every)
        if len(several) == 1 and isinstance(several[0], cls):
            return several[0]
        return cls(part for work in several for part in cls._parts_of(work))

    @classmethod
    def _parts_of(cls, work: Sequence[Work]) -> Sequence[_Part]:
        return work._parts if isinstance(work, cls) else [_Part(None, partial(_lines, work))]

    @property
    def lines(self) -> Iterator[Sequence[Work]]:
        """The work of each subsystem that did any."""
        return (line for part in self._parts for line in part.lines.values())

    @property
    def first(self) -> datetime | None:
        """When the first entry begins; None where there is none."""
        return min((line[0].start for line in self.lines), default=None)

    def of(self, subsystem: Subsystem) -> Sequence[Work]:
        """What one subsystem did; nothing where it is not told."""
        parts = (part for part in self._parts if part.product in (None, subsystem.product))
        lines = [part.lines[subsystem] for part in parts if subsystem in part.lines]
        return lines[0] if len(lines) == 1 else tuple(chain.from_iterable(lines))

    def __len__(self) -> int:
        """How many entries there are."""
        return sum(map(len, self.lines))

    def __iter__(self) -> Iterator[Work]:
        """One entry after the other."""
        return chain.from_iterable(self.lines)

    @overload
    def __getitem__(self, index: int) -> Work: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Work]: ...

    def __getitem__(self, index: int | slice) -> Work | Sequence[Work]:
        """One entry, or some of them."""
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        """Equal to any sequence of the same."""
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


def _lines(work: Iterable[Work]) -> Iterable[Sequence[Work]]:
    by_subsystem: dict[Subsystem, list[Work]] = defaultdict(list)
    for interval in work:
        by_subsystem[interval.subsystem].append(interval)
    return by_subsystem.values()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassTime:
    """Where the time of one class of work went in one interval: the MQGETs of a queue, the commits of a plan.

    `kind` says what is counted and its unit (MQGET call); all classes of one kind make its mix. `elapsed`
    are seconds of all `units` together, and `parts` what they are made of as far as it is known, by name
    (CPU, page set wait); parts do not overlap. `within` are seconds that lie in these parts (CPU on QR): what
    moves from one to another of them is neither better nor worse by itself. `rounded` is the unit of the last
    digit, in seconds a unit of work, where the figures are printed averages; 0 where they are not. `start` is
    None where nothing says when.
    """

    subsystem: Subsystem
    kind: str
    name: str
    units: float
    elapsed: float
    parts: Mapping[str, float]
    within: Mapping[str, float] = field(default_factory=dict)
    start: datetime | None = None
    rounded: float = 0.0
    facts: tuple[Fact, ...] = ()
