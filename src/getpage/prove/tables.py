"""Runs of one table against one of them: CICS-PA-like, LSPR-like and RMF-like tables.

Every difference carries the rounding of the printed digits, so "not shown" here means that the digits do not
tell the two apart. How much runs scatter, one figure a run cannot tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.prove.answer import answer, firm
from getpage.prove.deltas import printed_deltas
from getpage.prove.spans import compared
from getpage.result.prove import Printed, Proof, Side
from getpage.runs.grid import Grid, read_grid, shown
from getpage.runs.headings import is_delta
from getpage.runs.number import printed as read_number
from getpage.runs.read import is_sideways, points_of, turned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from getpage.result.prove import Difference
    from getpage.runs import Agreement, Column, Point, Points, Span

_SCATTER = (
    "One figure a run: the intervals are what the rounding of the printed digits allows; how much runs "
    "scatter is not known from one run of each."
)
_ACROSS = (
    "The columns are taken for the runs, {base} for the base: the changes that the table prints agree so, "
    "and not from row to row. --base names another."
)


def prove_table(
    path: str | Path, *, base: str | None = None, per: str | None = None, level: float = 0.95
) -> Proof:
    """Every run of a table against its base (the first run, or the one labelled `base`).

    `base` may also be the heading of a column: then columns are runs and rows are measures. So they are where
    the changes that the table prints agree with its columns rather than with its rows. `per` names a column
    that every figure is divided by. Raises NotEnoughEvidenceError when there is nothing to compare.
    """
    grid = read_grid(path)
    by_changes = base is None and not is_sideways(grid) and _changes_are_across(grid)
    across = by_changes or _is_heading(grid, base) or is_sideways(grid)
    points = points_of(turned(grid) if across else grid)
    first = _base(points, base)
    others = [point for point in points.points if point is not first]
    measures = [column for column in points.columns if across or not is_delta(column.heading)]
    if per is not None:
        measures = [column for column in measures if per not in {column.name, column.heading}]
    differences = firm(_differences(points, measures, first, others, per), level)
    if not differences:
        message = (
            f"{path}: nothing to compare with {shown(first.label)}: no other run has a figure in the same "
            "column; give a table with two runs or more"
        )
        raise NotEnoughEvidenceError(message)
    deltas = printed_deltas(grid, points, first.label, across=across)
    return Proof(
        source="table",
        level=level,
        before=Side(label=first.label, files=(points.file,)),
        after=tuple(Side(label=point.label, files=(points.file,)) for point in others),
        answer=answer(differences, level),
        differences=differences,
        printed=(*map(agreement, points.agreements), *deltas),
        notes=(
            *((_ACROSS.format(base=shown(first.label)),) if by_changes else ()),
            _SCATTER,
            *(f"{one}." for one in points.taken),
            *((f"Every figure is divided by {per}.",) if per else ()),
        ),
    )


def agreement(one: Agreement) -> Printed:
    """What a table says of itself, as a proof says it."""
    return Printed(
        label=one.label,
        rule=one.rule,
        unit=one.unit,
        printed=one.printed.value,
        computed=one.computed.value,
        low=one.computed.low,
        high=one.computed.high,
        verdict=one.verdict,
    )


def _is_heading(grid: Grid, base: str | None) -> bool:
    rows = {row[0].text for row in grid.rows}
    return base is not None and base not in rows and base in {cell.text for cell in grid.headings[1:]}


def _changes_are_across(grid: Grid) -> bool:
    """Whether more of the changes that a table prints agree with its columns as runs than with its rows."""
    if not any(is_delta(cell.text) for cell in grid.headings):
        return False
    return _agreeing(grid, across=True) > _agreeing(grid, across=False)


def _agreeing(grid: Grid, *, across: bool) -> int:
    """How many printed changes agree with the figures; none where the table cannot be read so."""
    try:
        points = points_of(turned(grid) if across else grid)
    except GetpageError:
        return 0
    found = printed_deltas(grid, points, points.points[0].label, across=across)
    return sum(one.verdict != "no" for one in found)


def _base(points: Points, base: str | None) -> Point:
    if base is None:
        return points.points[0]
    try:
        return points.point(base)
    except KeyError:
        labels = ", ".join(shown(label) for label in points.labels[:12])
        message = f"{points.file}: no run is labelled {shown(base)}; there are: {labels}"
        raise GetpageError(message) from None


def _differences(
    points: Points, measures: list[Column], base: Point, others: list[Point], per: str | None
) -> Iterator[Difference]:
    for column in measures:
        for other in others:
            before, after = base.cells.get(column.name), other.cells.get(column.name)
            if before is None or after is None:
                continue
            old, new = before.span, after.span
            if per is not None:
                old, new = _divided(points, base, old, per), _divided(points, other, new, per)
            yield compared(
                other.label,
                column.name,
                column.heading,
                column.unit,
                old,
                new,
                facts=(before.fact, after.fact),
                held=f"a unit of {per}" if per else "",
            )


def _divided(points: Points, point: Point, span: Span, per: str) -> Span:
    column = next((c for c in points.columns if per in {c.name, c.heading}), None)
    divisor: Span | None = None
    if column is not None and column.name in point.cells:
        divisor = point.cells[column.name].span
    elif per == points.label_heading:
        found = read_number(point.label)
        divisor = found[0] if found else None
        if divisor is not None and float(divisor.value).is_integer():
            divisor = type(divisor).exact(divisor.value)  # a label is a count, not a measurement
    result = span.over(divisor) if divisor is not None else None
    if result is None:
        headings = ", ".join(shown(c.heading) for c in points.columns[:12])
        message = (
            f"{points.file}: line {point.line}: no figure to divide by in {shown(per)}; there are: {headings}"
        )
        raise GetpageError(message)
    return result
