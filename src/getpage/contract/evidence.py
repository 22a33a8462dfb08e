"""What a product is given: the tables of one window, and what a question needs of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import date

    import polars as pl

    from getpage.contract.fields import Field
    from getpage.contract.thresholds import Thresholds
    from getpage.result import Fact


class Evidence(Protocol):
    """What a product's rules may look at: tables of one window, the dictionary, and names of files."""

    @property
    def thresholds(self) -> Thresholds:
        """The thresholds that are in force."""

    def frame(self, table: str) -> pl.DataFrame:
        """All rows of a table in the window; an empty frame with all columns when there are none.

        Columns are those of the dictionary plus `file` (number of the file) and `record` (byte offset in it).
        """

    def scan(self, table: str) -> pl.LazyFrame:
        """The same rows in no order, not yet read: for tables with a row a transaction, to be added up."""

    def schema(self, table: str) -> pl.Schema:
        """Its columns and their types; no row is looked at, and no file is opened for it."""

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The same rows in the parts in which they are stored, at least one, and in that order: a stretch of
        time reads the parts that have rows of it, and opens no others.
        """

    def most_rows(self, table: str) -> int:
        """Rows that the table has in the window at the most, known before any is read."""

    def days(self, tables: Sequence[str]) -> Sequence[KeptDay]:
        """The window day by day, each row in one of them; nothing where few days, or few rows of these
        tables, are there, and it is to be looked at as a whole.
        """

    def field(self, table: str, column: str) -> Field:
        """The dictionary's entry of a column; KeyError when there is none."""

    def file_name(self, file: int) -> str:
        """The name of a file by its number."""

    def fact(self, table: str, column: str, row: Mapping[str, object], *, label: str = "") -> Fact:
        """The number in `column` of `row` (a row of `frame(table)` as a dict), with where it stands."""


class KeptDay(Protocol):
    """A day of a window, with answers that are kept of it."""

    @property
    def day(self) -> date | None:
        """Which day it is; None: the rows without a time."""

    @property
    def evidence(self) -> Evidence:
        """The rows of the day."""

    def kept(
        self, name: str, work_out: Callable[[Evidence], Mapping[str, pl.DataFrame]]
    ) -> Mapping[str, pl.DataFrame]:
        """What `work_out` gives for the rows of the day, from what was kept under this name, which says all
        that the answer depends on beside the rows, the site's settings and the program.
        """

    @property
    def month(self) -> KeptMonth | None:
        """The month that it is of, the same of all of its days, where answers are kept of them together."""


class KeptMonth(Protocol):
    """All days of a month that is over, with answers that are kept of them together."""

    def kept(
        self, name: str, work_out: Callable[[], Mapping[str, pl.DataFrame]]
    ) -> Mapping[str, pl.DataFrame]:
        """What `work_out` gives of what is kept of its days under this name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A question, the tables that answer it (any one of each group), how a site comes by them, and the step
    of `getpage collect` that says so in full.
    """

    question: str
    tables: tuple[tuple[str, ...], ...]
    how: str
    step: str

    @property
    def supply(self) -> str:
        """What would supply the answer, in words that end a sentence."""
        return f"{self.how} (getpage collect --for {self.step})"

    def met(self, present: Collection[str]) -> bool:
        """Whether the tables that are there answer the question."""
        return all(any(table in present for table in group) for group in self.tables)
