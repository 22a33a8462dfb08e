"""What a table of measured points holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.result import Fact
    from getpage.runs.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A measured column. `name` is canonical where `recognised`, else made from the heading; `heading` is as
    printed. `unit` is that of the values; "" where the table does not say. `taken` tells what figures without
    a unit were taken for, where that is not plain.
    """

    name: str
    heading: str
    unit: str
    recognised: bool = False
    taken: str = ""


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
class Agreement:
    """Whether a printed figure agrees with what it must be by the table's other figures.

    `verdict`: rounding (agrees within the rounding of all digits printed), cut off (agrees if its digits were
    cut off rather than rounded), no.
    """

    label: str
    rule: str
    printed: Span
    computed: Span
    unit: str
    verdict: str
    facts: tuple[Fact, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether it agrees, rounded or cut off."""
        return self.verdict != "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A table of runs.

    Canonical columns: `processors`, `cpu_percent` (busy share of the system, %), `etr` (external throughput
    rate, a second), `itr` (internal throughput rate, a CPU busy second), `response_s`, `sync_reads_per_s`,
    `pool_bytes`. All other numeric columns are under their own names. `summaries` are rows that a table
    prints of its other rows (average). `agreements` are the table's figures against each other.
    """

    file: str
    columns: tuple[Column, ...]
    points: tuple[Point, ...]
    label_heading: str = ""
    summaries: tuple[Point, ...] = ()
    agreements: tuple[Agreement, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The runs' labels in the order of the table."""
        return tuple(point.label for point in self.points)

    @property
    def taken(self) -> tuple[str, ...]:
        """What figures without a unit were taken for, a sentence a column."""
        return tuple(
            f"{one.heading!r} has no unit: taken for {one.taken}" for one in self.columns if one.taken
        )

    def column(self, name: str) -> Column | None:
        """The column of a name, if the table has it."""
        return next((column for column in self.columns if column.name == name), None)

    def point(self, label: str) -> Point:
        """The run of a label; KeyError when there is none."""
        for point in self.points:
            if point.label == label:
                return point
        raise KeyError(label)
