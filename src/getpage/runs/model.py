"""What a table of measured points holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from getpage.result import Fact
from getpage.result.prove import FigureRule, FigureVerdict
from getpage.runs.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class RunColumn:
    """A measured column. `name` is canonical where `recognized`, else made from the heading; `heading` is as
    printed. `unit` is that of the values; "" where the table does not say. `assumed` is what figures without
    a unit were taken for, where that has to be said. `derived` columns are not printed, but worked out.
    """

    name: str
    heading: str
    unit: str
    recognized: bool = False
    assumed: str = ""
    derived: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A figure with the rounding of its printed digits, in its column's unit, and where it stands.

    The fact's `record` is the byte offset of the line in the file.
    """

    span: Span
    text: str
    line: int
    fact: Fact

    @property
    def value(self) -> float:
        """The figure as printed."""
        return self.span.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One run: its label, its figures by column name (those that it has), and its other cells as text."""

    label: str
    line: int
    cells: Mapping[str, Cell]
    texts: Mapping[str, str]

    def value(self, column: str) -> float | None:
        """The figure in a column as printed; None where the run has none."""
        cell = self.cells.get(column)
        return None if cell is None else cell.value


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureCheck:
    """A printed figure against what it must be by the table's other figures."""

    label: str
    kind: FigureRule
    rule: str
    printed: Span
    computed: Span
    unit: str
    verdict: FigureVerdict
    facts: tuple[Fact, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether it agrees, rounded or cut off."""
        return self.verdict is not FigureVerdict.NO


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A table of runs.

    Canonical columns: `processors`, `cpu_percent` (busy share of the system, %), `etr` (external throughput
    rate, a second), `itr` (internal throughput rate, a CPU busy second), `response_s`, `sync_reads_per_s`,
    `pool_bytes`. All other numeric columns are under their own names. `summaries` are rows that a table
    prints of its other rows (average). `checks` are the table's figures against each other. `label_column` is
    the measured column whose figures are the labels, None where labels are words. `without_work` are runs
    whose ETR or ITR is printed as zero: nothing was done, so they have no such figure. `title` is what the
    remarks above the headings say.
    """

    file: str
    columns: tuple[RunColumn, ...]
    points: tuple[Point, ...]
    label_heading: str = ""
    summaries: tuple[Point, ...] = ()
    checks: tuple[FigureCheck, ...] = ()
    label_column: str | None = None
    without_work: tuple[str, ...] = ()
    title: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The runs' labels in the order of the table."""
        return tuple(point.label for point in self.points)

    @property
    def assumed_units(self) -> tuple[str, ...]:
        """What figures without a unit were taken for, a sentence per column."""
        return tuple(
            f"{column.heading!r} has no unit: taken for {column.assumed}"
            for column in self.columns
            if column.assumed
        )

    def column(self, name: str) -> RunColumn | None:
        """The column of this name; None where the table has none."""
        return next((column for column in self.columns if column.name == name), None)

    def point(self, label: str) -> Point:
        """The run of this label; KeyError when there is none."""
        for point in self.points:
            if point.label == label:
                return point
        raise KeyError(label)
