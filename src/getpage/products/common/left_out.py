"""Evidence without what some subsystems wrote, for answers that are about the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import TypeVar

import polars as pl

from getpage.contract.evidence import Evidence, KeptDay, KeptMonth
from getpage.contract.fields import Field
from getpage.contract.thresholds import Thresholds
from getpage.result import Fact

from .by_day import spelled

Rows = TypeVar("Rows", pl.DataFrame, pl.LazyFrame)


@dataclass(frozen=True)
class LeftOut:
    """The evidence without the rows of some owners: their values in the columns `by`, in all tables that have
    these columns.
    """

    evidence: Evidence
    by: tuple[str, ...]
    owners: tuple[tuple[str, ...], ...]

    @property
    def thresholds(self) -> Thresholds:
        """The thresholds that are in force."""
        return self.evidence.thresholds

    def frame(self, table: str) -> pl.DataFrame:
        """The rows of a table that are left."""
        return self._left(self.evidence.frame(table), self.evidence.frame(table).columns)

    def scan(self, table: str) -> pl.LazyFrame:
        """The same, not yet read."""
        rows = self.evidence.scan(table)
        return self._left(rows, rows.collect_schema().names())

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The same, in the parts in which they are stored."""
        parts = self.evidence.parts(table)
        return [self._left(part, part.collect_schema().names()) for part in parts]

    def schema(self, table: str) -> pl.Schema:
        """Its columns."""
        return self.evidence.schema(table)

    def most_rows(self, table: str) -> int:
        """Rows that the table has at the most."""
        return self.evidence.most_rows(table)

    def days(self, tables: Sequence[str]) -> Sequence[KeptDay]:
        """The same, day by day."""
        return [_DayLeft(day, self) for day in self.evidence.days(tables)]

    def field(self, table: str, column: str) -> Field:
        """The dictionary's entry of a column."""
        return self.evidence.field(table, column)

    def file_name(self, file: int) -> str:
        """The name of a file by its number."""
        return self.evidence.file_name(file)

    def fact(self, table: str, column: str, row: Mapping[str, object], *, label: str = "") -> Fact:
        """The number in a column of a row, with where it stands."""
        return self.evidence.fact(table, column, row, label=label)

    def of(self, evidence: Evidence) -> LeftOut:
        """Another evidence without the same."""
        return LeftOut(evidence, self.by, self.owners)

    def name(self, name: str) -> str:
        """The name under which the answer of this name is kept for what is left."""
        return spelled(name, "without", self.by, self.owners)

    def _left(self, rows: Rows, columns: Collection[str]) -> Rows:
        if not set(self.by) <= set(columns):
            return rows
        theirs = [
            pl.all_horizontal(
                pl.col(name).eq_missing(value) for name, value in zip(self.by, owner, strict=True)
            )
            for owner in self.owners
        ]
        return rows.filter(~reduce(or_, theirs))


@dataclass(frozen=True)
class _DayLeft:
    """A day of it: what is kept of a day is kept for what was left out."""

    all_rows: KeptDay
    whole: LeftOut

    @property
    def day(self) -> date | None:
        """Which day it is."""
        return self.all_rows.day

    @property
    def evidence(self) -> Evidence:
        """The rows of the day that are left."""
        return self.whole.of(self.all_rows.evidence)

    def kept(
        self, name: str, work_out: Callable[[Evidence], Mapping[str, pl.DataFrame]]
    ) -> Mapping[str, pl.DataFrame]:
        """What `work_out` gives for them."""
        return self.all_rows.kept(self.whole.name(name), lambda part: work_out(self.whole.of(part)))

    @property
    def month(self) -> KeptMonth | None:
        """The month that it is of."""
        month = self.all_rows.month
        return None if month is None else _MonthLeft(month, self.whole)


@dataclass(frozen=True)
class _MonthLeft:
    """A month of it."""

    all_rows: KeptMonth
    whole: LeftOut

    def kept(
        self, name: str, work_out: Callable[[], Mapping[str, pl.DataFrame]]
    ) -> Mapping[str, pl.DataFrame]:
        """What `work_out` gives of what is kept of its days."""
        return self.all_rows.kept(self.whole.name(name), work_out)
