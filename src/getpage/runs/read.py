"""A table of runs: which column is the label, which are measured, and what their figures are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from getpage.result import Fact
from getpage.runs import number, units
from getpage.runs.agree import checks
from getpage.runs.grid import CsvCell, CsvGrid, read_grid, shown, wrong
from getpage.runs.headings import (
    CANONICAL,
    LABELS,
    MEASURES,
    SUMMARIES,
    ColumnHeading,
    heading,
    is_count,
    is_delta,
    is_share,
)
from getpage.runs.model import Cell, Point, Points, RunColumn
from getpage.runs.span import Span
from getpage.runs.units import Unit

#: Rates that are zero only where nothing was done: such a run has no rate.
_RATES = frozenset({"etr", "itr"})
_REMARK = re.compile(r"\s*\([^()]{0,200}\)$")


@dataclass(frozen=True, slots=True)
class _MeasuredColumn:
    """A column with its cells; None is a cell without a figure."""

    index: int
    column: RunColumn
    spans: tuple[Span | None, ...]


def read_points(path: str | Path) -> Points:
    """Read a table of measured points: a CSV file with headings and a line a run.

    One column is the label (the first that is no measure); columns with figures are measured, the rest is
    text. A table whose rows are the measures and whose columns are the runs is turned. Raises GetpageError,
    with line and column, for what is no table, ragged lines, words among figures, and labels or measures
    that are there twice.
    """
    grid = read_grid(path)
    return points_of(turned(grid) if is_sideways(grid) else grid)


def turned(grid: CsvGrid) -> CsvGrid:
    """A grid whose columns are runs, with the runs as rows; columns of changes are left out."""
    return grid.without({i for i, cell in enumerate(grid.headings) if is_delta(cell.text)}).turned()


def is_sideways(grid: CsvGrid) -> bool:
    """Whether rows are measures and columns are runs: the first column says so, or names more measures."""
    if grid.headings[0].text.lower() in MEASURES:
        return True
    across = sum(heading(cell.text).canonical is not None for cell in grid.headings)
    down = sum(heading(row[0].text).canonical is not None for row in grid.rows)
    return down > across and down >= 2


def points_of(grid: CsvGrid) -> Points:
    """The runs of a grid whose rows are runs."""
    label, measured = _label_column(grid)
    read, text_columns = [], []
    names: set[str] = set()
    for index, cell in enumerate(grid.headings):
        if index == label and not measured:
            continue
        measured_column = _column(grid, index, heading(cell.text), names)
        if measured_column is None:
            text_columns.append(index)
        else:
            read.append(measured_column)
            names.add(measured_column.column.name)
    if not read:
        line = grid.headings[0].line
        raise wrong(
            grid.file, line, "no column of figures; expected measures such as ETR, CPU %, response ms"
        )
    rows = [_point(grid, number, label, read, text_columns) for number in range(len(grid.rows))]
    points = tuple(point for point in rows if point.label.lower() not in SUMMARIES)
    _check_labels(grid.file, points)
    columns = tuple(column.column for column in read)
    summaries = tuple(point for point in rows if point.label.lower() in SUMMARIES)
    rates = [column.column.name for column in read if column.column.name in _RATES]
    return Points(
        file=grid.file,
        columns=columns,
        points=points,
        label_heading="" if label is None else grid.headings[label].text,
        summaries=summaries,
        checks=checks(columns, points, summaries),
        label_column=next((c.column.name for c in read if measured and c.index == label), None),
        without_work=tuple(
            p.label for p in points if any(_printed_zero(grid, read, p, rate) for rate in rates)
        ),
        title=grid.title,
    )


def _printed_zero(grid: CsvGrid, read: Sequence[_MeasuredColumn], point: Point, column: str) -> bool:
    """Whether a rate is printed as zero; `_point` has left it out."""
    index = next(c.index for c in read if c.column.name == column)
    row = next(row for row in grid.rows if row[0].line == point.line)
    figure = number.printed(_remark_off(row[index].text))
    return figure is not None and figure[0].value == 0


def _label_column(grid: CsvGrid) -> tuple[int | None, bool]:
    """The column of labels, and whether it is measured as well: one that is headed so, else the first.

    A first column of figures that are a measure (a pool's size, ETR) names the rows by what it prints, unless
    two rows print the same; a row of averages under it is named as such.
    """
    for index, cell in enumerate(grid.headings):
        if cell.text.lower() in LABELS:
            return index, False
    first = heading(grid.headings[0].text)
    if not (first.canonical or first.unit):
        return 0, False
    names = [row[0].text for row in grid.rows if not _names_a_summary(0, row[0].text)]
    if not names or not all(number.printed(name, first.kind) for name in names):
        return 0, False
    return (0, True) if len(set(names)) == len(names) else (None, False)


def _names_a_summary(index: int, text: str) -> bool:
    """Whether a cell says that its row is of the other rows (average)."""
    return index == 0 and text.lower() in SUMMARIES


def _remark_off(text: str) -> str:
    """`4,082,779 (15.57 GB)` without what it says in parentheses."""
    return _REMARK.sub("", text) if len(text) < 300 else text


def _column(grid: CsvGrid, index: int, head: ColumnHeading, names: set[str]) -> _MeasuredColumn | None:
    """A measured column; None where its cells are words."""
    cells = [(row[index], _remark_off(row[index].text)) for row in grid.rows]
    cells = [
        (cell, text) for cell, text in cells if not (number.is_missing(text) or _names_a_summary(index, text))
    ]
    canonical = head.canonical if head.canonical not in names else None
    kind = head.kind or (CANONICAL[canonical].kind if canonical else "")
    read = {cell: number.printed(text, kind) for cell, text in cells}
    figures = {cell: figure for cell, figure in read.items() if figure is not None}
    if not figures and not (canonical and cells):
        return None
    for cell, figure in read.items():
        if figure is None:
            raise _no_number(grid.file, cell, index, head)
    unit = unit_of_cells = _unit(grid.file, head, figures)
    rate = head.rate or any(own is not None and own.name.endswith("/s") for _, own in figures.values())
    if canonical:
        measure = CANONICAL[canonical]
        bare = measure.bare or is_share(canonical, head, (span.value for span, _ in figures.values()))
        if bare or rate or (unit and unit.kind == measure.kind):
            unit = units.SPELLED.get(measure.unit, unit)
        else:
            canonical = None
    assumed = ""
    if canonical:
        name, unit_name = canonical, CANONICAL[canonical].unit
        if head.unit is None and unit_of_cells is None and not rate:
            assumed = CANONICAL[canonical].assumed
    else:
        name, unit_name = _own_name(head, index, names), (unit.name if unit else "/s" if rate else "")
    spans = {cell: _in_unit(figure, head.unit, unit) for cell, figure in figures.items()}
    spans = {cell: _possible(span, head, cell) for cell, span in spans.items()}
    first = grid.rows[0][index]
    if first in spans and unit is None and first.text == "1" and any("." in cell.text for cell in spans):
        spans[first] = type(spans[first]).exact(1.0)  # what the other rows are relative to
    column = RunColumn(
        name=name, heading=head.text, unit=unit_name, recognized=canonical is not None, assumed=assumed
    )
    return _MeasuredColumn(index, column, tuple(spans.get(row[index]) for row in grid.rows))


def _unit(file: str, head: ColumnHeading, figures: dict[CsvCell, tuple[Span, Unit | None]]) -> Unit | None:
    """The unit of the column: the heading's, or the base unit of what all cells have units of."""
    expected = head.unit.kind if head.unit else None
    for cell, (_, own) in figures.items():
        kind = "" if own is None or own.kind == "count" else own.kind
        if expected is None:
            expected = kind
        if kind != expected and not (head.unit and kind == ""):
            problem = (
                f"{shown(head.text)}: expected a figure in {units.BASE.get(expected) or 'no unit'} as in the "
                f"rest of the column, found {shown(cell.text)}"
            )
            raise wrong(file, cell.line, problem)
    return head.unit or (units.SPELLED[units.BASE[expected]] if expected else None)


def _in_unit(figure: tuple[Span, Unit | None], heading: Unit | None, unit: Unit | None) -> Span:
    """A figure in the column's unit; one without a unit of its own is in the heading's."""
    span, own = figure
    if own is not None and own.kind == "count":
        span, own = number.scaled(span, own, units.ONE), heading
    own = own or heading
    return span if own is None or unit is None or own == unit else number.scaled(span, own, unit)


def _possible(span: Span, head: ColumnHeading, cell: CsvCell) -> Span:
    """What a printed figure can stand for: counts are exact."""
    if is_count(head) and cell.text.replace(",", "").isdecimal():
        return span.exact(span.value)
    return span


def _own_name(head: ColumnHeading, index: int, names: set[str]) -> str:
    name = head.slug or f"column_{index + 1}"
    while name in names or name in CANONICAL:
        name += "_"
    return name


def _point(
    grid: CsvGrid, row: int, label: int | None, read: list[_MeasuredColumn], text_columns: list[int]
) -> Point:
    cells = grid.rows[row]
    name = f"row {row + 1}" if label is None else cells[label].text
    if not name:
        raise wrong(grid.file, cells[0].line, "the run has no label")
    figures = {}
    for measured in read:
        span = measured.spans[row]
        if span is not None and not (measured.column.name in _RATES and span.value == 0):
            column = measured.column
            figures[column.name] = _cell(grid.file, name, cells[measured.index], column, span)
    texts = {grid.headings[index].text: cells[index].text for index in text_columns}
    return Point(label=name, line=cells[0].line, cells=figures, texts=texts)


def _cell(file: str, label: str, cell: CsvCell, column: RunColumn, span: Span) -> Cell:
    fact = Fact(
        label=f"{label}, {column.heading}",
        value=span.value,
        unit=column.unit,
        column=column.name,
        ibm_name=column.heading,
        trust="text",
        file=file,
        record=cell.offset,
    )
    return Cell(span=span, text=cell.text, line=cell.line, fact=fact)


def _check_labels(file: str, points: tuple[Point, ...]) -> None:
    seen: dict[str, int] = {}
    for point in points:
        if point.label in seen:
            problem = (
                f"the label {shown(point.label)} is also that of line {seen[point.label]}; give each run a "
                "label of its own"
            )
            raise wrong(file, point.line, problem)
        seen[point.label] = point.line


def _no_number(file: str, cell: CsvCell, index: int, head: ColumnHeading) -> Exception:
    hint = " (write a decimal point, not a comma)" if re.fullmatch(r"[0-9]+,[0-9]+", cell.text) else ""
    return wrong(
        file,
        cell.line,
        f"column {index + 1} {shown(head.text)}: expected a number, found {shown(cell.text)}{hint}; "
        "leave a cell empty where there is no figure",
    )
