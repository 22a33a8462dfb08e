"""One table: its runs against one of them (CICS PA, LSPR and RMF tables), or its cells as changes already.

Every difference carries the rounding of the printed digits, so "not shown" means here that the digits do not
tell the two apart. One figure per run does not show how much runs scatter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from getpage.core.errors import GetpageError, NotEnoughEvidenceError, UnknownNameError, Without, command
from getpage.prove.answer import confirm, first_line
from getpage.prove.printed import compare_printed, direction, estimate, mean_estimate
from getpage.prove.printed_changes import printed_changes
from getpage.result import Estimate
from getpage.result.prove import Difference, FigureRule, FigureVerdict, MeanChange, PrintedFigure, Proof, Side
from getpage.runs import FigureCheck, Point, Points, RunColumn, Span, read_points
from getpage.runs.agree import with_itr
from getpage.runs.grid import CsvGrid, read_grid, shown
from getpage.runs.headings import NOT_RUNS, is_delta
from getpage.runs.links import LINKS, RULE, with_links
from getpage.runs.number import printed as read_number
from getpage.runs.read import is_sideways, points_of, turned
from getpage.runs.span import mean

#: Headings of figures that are of one request or run, whatever the number of servers.
_OF_A_UNIT: Final = re.compile(r"(?i)\b(avg|average|mean|response|elapsed|latency|duration|per)\b|/")
_SCATTER: Final = (
    "One figure a run: the intervals are what the rounding of the printed digits allows; how much runs "
    "scatter is not known from one run of each."
)
_ACROSS: Final = (
    "The columns are taken for the runs, {base} for the base: the changes that the table prints agree so, "
    "and not from row to row. --base names another."
)


def prove_table(
    path: str | Path, *, base: str | None = None, per: str | None = None, level: float = 0.95
) -> Proof:
    """Every run of a table against its base: the first run, or the one labelled `base`.

    `base` may also be the heading of a column: then columns are runs and rows are measures. So they are where
    the changes that the table prints agree with its columns rather than with its rows. `per` names a column
    that every figure is divided by. Raises NotEnoughEvidenceError when there is nothing to compare.
    """
    grid = read_grid(path)
    by_changes = base is None and not is_sideways(grid) and _changes_are_across(grid)
    across = by_changes or _is_heading(grid, base) or is_sideways(grid)
    points = with_links(with_itr(points_of(turned(grid) if across else grid)))
    points = replace(points, points=tuple(p for p in points.points if p.label not in points.without_work))
    first = _base(points, base)
    others = [point for point in points.points if point is not first]
    measures = [column for column in points.columns if across or not is_delta(column.heading)]
    if per is not None:
        measures = [column for column in measures if per not in {column.name, column.heading}]
    undivided = [column.heading for column in measures if per is not None and _is_of_a_unit(column)]
    if base is None and not across and _rows_are_no_runs(points):
        return _without_runs(points, level)
    differences = confirm(_differences(points, measures, undivided, first, others, per), level)
    if not differences:
        message = (
            f"{path}: nothing to compare with {shown(first.label)}: no other run has a figure in the same "
            "column"
        )
        raise NotEnoughEvidenceError(message, command("vi", path))
    changes = printed_changes(grid, points, first.label, across=across)
    return Proof(
        source="table",
        level=level,
        before=Side(label=first.label, files=(points.file,)),
        after=tuple(Side(label=point.label, files=(points.file,)) for point in others),
        answer=first_line(differences, level),
        differences=differences,
        printed=(*map(printed_figure, points.checks), *changes),
        notes=(
            *((_ACROSS.format(base=shown(first.label)),) if by_changes else ()),
            _SCATTER,
            *table_notes(points),
            *_division_notes(per, undivided),
        ),
    )


def table_notes(points: Points) -> Iterator[str]:
    """What was assumed and worked out when a table was read, a sentence each."""
    yield from (f"{assumption}." for assumption in points.assumed_units)
    itr = points.column("itr")
    if itr is not None and itr.derived:
        yield "ITR is not printed: it is ETR / CPU busy, within the rounding of both."
    links = points.column(LINKS)
    if links is not None and links.derived:
        yield f"Links are not printed: {RULE}. Over a bridge of messages each takes a message each way."
    if points.without_work:
        idle = ", ".join(shown(label) for label in points.without_work[:12])
        yield f"Left out, as ETR or ITR is printed as 0 and nothing was done: {idle}."


def _division_notes(per: str | None, undivided: list[str]) -> Iterator[str]:
    if per and undivided:
        kept = ", ".join(undivided)
        yield f"Figures are divided by {per}, except {kept}: of one request, or a share, whatever the number."
    elif per:
        yield f"Every figure is divided by {per}."


def _rows_are_no_runs(points: Points) -> bool:
    """Whether rows are different things, or moments of one run: no change turns one of them into another."""
    return points.label_heading.lower() in NOT_RUNS or points.label_column == "etr"


def _without_runs(points: Points, level: float) -> Proof:
    """A table that has nothing to compare but checks of its own figures. NotEnoughEvidenceError, with how to
    compare it, where it has no averages either.
    """
    things = f"{points.label_heading.lower()}s" if points.label_heading.lower() in NOT_RUNS else "loads"
    why = f"the rows are {things}, which are not compared with one another"
    how = (
        "compare them before and after with a second table; where columns are runs, --base HEADING; "
        "to compare the rows all the same, --base LABEL"
    )
    if not any(check.kind is FigureRule.AVERAGE for check in points.checks):
        if all(column.unit in {"%", ""} for column in points.columns):
            how = f"if the cells are changes in %, --changes gives the mean of each column; otherwise {how}"
        message = f"{points.file}: {why}; {how}"
        raise NotEnoughEvidenceError(message, command("--base", points.labels[0]))
    return Proof(
        source="table",
        level=level,
        before=Side(label=points.file, files=(points.file,)),
        after=(),
        printed=tuple(map(printed_figure, points.checks)),
        notes=(f"{why[0].upper()}{why[1:]}. To do so, {how}.", *table_notes(points)),
    )


def _is_of_a_unit(column: RunColumn) -> bool:
    """Whether a figure is of one request, or a share: it is not divided among servers."""
    if direction(column.name, column.heading, column.unit) > 0:
        return False
    return column.unit == "%" or column.name == "response_s" or _OF_A_UNIT.search(column.heading) is not None


def prove_changes(path: str | Path, *, goal: float | None = None, level: float = 0.95) -> Proof:
    """A table whose cells are changes in % already (release to release, workload by size): the mean of each
    column over its rows, and whether it reaches `goal` (in %).
    """
    points = read_points(path)
    if not any(column.unit in {"%", ""} for column in points.columns):
        message = f"{path}: no column of changes in %; without --changes the figures themselves are compared"
        raise GetpageError(message, Without(flags=("--changes",)))
    return Proof(
        source="changes",
        level=level,
        before=Side(label="base of the printed changes", files=(points.file,)),
        after=(Side(label=points.file, files=(points.file,)),),
        means=tuple(_means(points, goal, level)),
        printed=tuple(map(printed_figure, points.checks)),
        notes=("The cells are taken as changes in %; blank ones are left out of the means.",),
    )


def printed_figure(check: FigureCheck) -> PrintedFigure:
    """A check of a table's own figures as part of a proof."""
    return PrintedFigure(
        label=check.label,
        kind=check.kind,
        rule=check.rule,
        unit=check.unit,
        printed=check.printed.value,
        computed=check.computed.value,
        low=check.computed.low,
        high=check.computed.high,
        verdict=check.verdict,
        open_ended=check.printed.open_ended,
    )


def _is_heading(grid: CsvGrid, base: str | None) -> bool:
    rows = {row[0].text for row in grid.rows}
    return base is not None and base not in rows and base in {cell.text for cell in grid.headings[1:]}


def _changes_are_across(grid: CsvGrid) -> bool:
    """Whether more of the changes that a table prints agree with its columns as runs than with its rows."""
    if not any(is_delta(cell.text) for cell in grid.headings):
        return False
    return _agreeing(grid, across=True) > _agreeing(grid, across=False)


def _agreeing(grid: CsvGrid, *, across: bool) -> int:
    """How many printed changes agree with the figures; none where the table cannot be read so."""
    try:
        points = points_of(turned(grid) if across else grid)
    except GetpageError:
        return 0
    changes = printed_changes(grid, points, points.points[0].label, across=across)
    return sum(change.verdict is not FigureVerdict.NO for change in changes)


def _base(points: Points, base: str | None) -> Point:
    if not points.points:
        message = (
            f"{points.file}: ETR or ITR is printed as 0 in every run: nothing was done that can be "
            "compared; supply what was measured"
        )
        raise NotEnoughEvidenceError(message, command("vi", points.file))
    if base is None:
        return points.points[0]
    if base in points.without_work:
        message = (
            f"{points.file}: ETR or ITR of {shown(base)} is printed as 0: nothing was done, so it is no base"
        )
        raise GetpageError(message, command("--base", points.labels[0]))
    try:
        return points.point(base)
    except KeyError:
        message = f"{points.file}: no run is labeled {shown(base)}"
        raise UnknownNameError(message, base, points.labels) from None


def _differences(
    points: Points,
    measures: list[RunColumn],
    undivided: list[str],
    base: Point,
    others: list[Point],
    per: str | None,
) -> Iterator[Difference]:
    for column in measures:
        divisor = None if column.heading in undivided else per
        for other in others:
            before, after = base.cells.get(column.name), other.cells.get(column.name)
            if before is None or after is None:
                continue
            old, new = before.span, after.span
            if divisor is not None:
                old, new = _divided(points, base, old, divisor), _divided(points, other, new, divisor)
            yield compare_printed(
                other.label,
                column.name,
                column.heading,
                column.unit,
                old,
                new,
                facts=(before.fact, after.fact),
                held=f"a unit of {divisor}" if divisor else "",
                context=points.title,
            )


def _divided(points: Points, point: Point, span: Span, per: str) -> Span:
    column = next((c for c in points.columns if per in {c.name, c.heading}), None)
    divisor: Span | None = None
    if column is not None and column.name in point.cells:
        divisor = point.cells[column.name].span
    elif per == points.label_heading:
        number = read_number(point.label)
        divisor = number[0] if number else None
        if divisor is not None and float(divisor.value).is_integer():
            divisor = type(divisor).exact(divisor.value)  # a label is a count, not a measurement
    result = span.over(divisor) if divisor is not None else None
    if result is None:
        message = f"{points.file}: line {point.line}: no figure to divide by in {shown(per)}"
        raise UnknownNameError(message, per, [column.heading for column in points.columns])
    return result


def _means(points: Points, goal: float | None, level: float) -> list[MeanChange]:
    means = []
    for column in points.columns:
        spans = [point.cells[column.name].span for point in points.points if column.name in point.cells]
        if not spans or column.unit not in {"%", ""}:
            continue
        middle = mean(spans)
        means.append(
            MeanChange(
                subject=column.heading,
                rows=len(spans),
                mean=estimate(middle, "mean change", "%"),
                scatter=_scatter(spans, level) if len(spans) > 1 and not middle.open_ended else None,
                goal=goal,
                outcome="" if goal is None else _outcome(middle, goal),
            )
        )
    return means


def _outcome(middle: Span, goal: float) -> str:
    if middle.low >= goal:
        return "met"
    return "not met" if middle.high < goal else "cannot tell"


def _scatter(spans: list[Span], level: float) -> Estimate:
    rounding = sum(span.width**2 for span in spans) / (12 * len(spans))
    label, basis = "mean change of workloads like these", "scatter of rows"
    return mean_estimate([span.value for span in spans], rounding, level, label=label, unit="%", basis=basis)
