"""Changes that a table prints beside its figures (`ITR Delta`, `Delta (%)`), checked against the figures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from getpage.prove.printed import direction
from getpage.result.prove import FigureRule, PrintedFigure
from getpage.runs import Point, Points, RunColumn, Span, number
from getpage.runs.agree import agreement
from getpage.runs.grid import CsvCell, CsvGrid
from getpage.runs.headings import CANONICAL, heading, is_delta

_WORDS = re.compile(r"(?i)\b(delta|change|improvement|difference|performance|printed|in|of|the)\b|[%()]")


def printed_changes(grid: CsvGrid, points: Points, base: str, *, across: bool) -> tuple[PrintedFigure, ...]:
    """Every printed change against the change that the figures give."""
    return tuple(_across(grid, points, base) if across else _down(grid, points, base))


def _across(grid: CsvGrid, points: Points, base: str) -> Iterator[PrintedFigure]:
    """Columns are runs: a row's change is from the base to the run that the heading names, or the last."""
    for index, head in enumerate(grid.headings):
        if not is_delta(head.text):
            continue
        named = [p for p in points.points if p.label != base and p.label.lower() in head.text.lower()]
        runs = sorted(named, key=lambda p: len(p.label)) or [p for p in points.points if p.label != base]
        for row in grid.rows:
            column = next((c for c in points.columns if c.heading == heading(row[0].text).text), None)
            if column is not None and runs:
                yield from _checked(row[index], points.point(base), runs[-1], column, head.text)


def _down(grid: CsvGrid, points: Points, base: str) -> Iterator[PrintedFigure]:
    """Rows are runs: a column of changes is of the measure that its heading names, or the one before."""
    lines = {point.line: point for point in points.points}
    before: RunColumn | None = None
    for index, head in enumerate(grid.headings):
        column = next((c for c in points.columns if c.heading == heading(head.text).text), None)
        if not is_delta(head.text):
            before = column or before
            continue
        measured = _named(head.text, points) or before
        for row in grid.rows if measured else ():
            point = lines.get(row[0].line)
            if point is not None and measured is not None and point.label != base:
                yield from _checked(row[index], points.point(base), point, measured, head.text)


def _named(head: str, points: Points) -> RunColumn | None:
    """The column whose measure the heading of a change names; None where it names none."""
    words = " ".join(_WORDS.sub(" ", head).lower().split())
    if not words:
        return None
    measured = [c for c in points.columns if not is_delta(c.heading)]
    for column in measured:
        canonical = CANONICAL.get(column.name)
        if canonical is not None and words in canonical.spellings:
            return column
    return next((c for c in measured if words in c.heading.lower()), None)


def _checked(cell: CsvCell, base: Point, run: Point, column: RunColumn, head: str) -> Iterator[PrintedFigure]:
    """A printed change against that of its figures; nothing where one of them is missing."""
    read = None if number.is_missing(cell.text) else number.printed(cell.text)
    before, after = base.cells.get(column.name), run.cells.get(column.name)
    if read is None or before is None or after is None:
        return
    change = _change(before.span, after.span)
    if change is None:
        return
    computed = change.scaled(100.0)
    if "improvement" in head.lower() and direction(column.name, column.heading, column.unit) < 0:
        computed = computed.scaled(-1.0)
    printed, _ = read
    yield PrintedFigure(
        label=f"{run.label}, {column.heading}",
        kind=FigureRule.CHANGE,
        rule=f"{head}: change from {base.label}",
        unit="%",
        printed=printed.value,
        computed=computed.value,
        low=computed.low,
        high=computed.high,
        verdict=agreement(printed, computed),
        open_ended=printed.open_ended,
    )


def _change(before: Span, after: Span) -> Span | None:
    """The change as a share; two equal printed zeros changed by nothing, whatever was cut off them."""
    if before.value == after.value == 0:
        return type(before).exact(0.0)
    return before.change_to(after)
