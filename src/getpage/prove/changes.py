"""A table whose cells are changes in % already (release to release, workload by size): means and a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError
from getpage.prove.spans import estimate
from getpage.prove.student import mean_of
from getpage.prove.tables import agreement
from getpage.result.prove import MeanChange, Proof, Side
from getpage.runs import read_points
from getpage.runs.span import mean

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result import Estimate
    from getpage.runs import Points, Span


def prove_changes(path: str | Path, *, goal: float | None = None, level: float = 0.95) -> Proof:
    """The mean of each column of changes over its rows, and whether it reaches `goal` (in %)."""
    points = read_points(path)
    if not any(column.unit in {"%", ""} for column in points.columns):
        message = f"{path}: no column of changes in %; without --changes the figures themselves are compared"
        raise GetpageError(message)
    return Proof(
        source="changes",
        level=level,
        before=Side(label="base of the printed changes", files=(points.file,)),
        after=(Side(label=points.file, files=(points.file,)),),
        means=tuple(_means(points, goal, level)),
        printed=tuple(map(agreement, points.agreements)),
        notes=("The cells are taken as changes in %; blank ones are left out of the means.",),
    )


def _means(points: Points, goal: float | None, level: float) -> list[MeanChange]:
    found = []
    for column in points.columns:
        spans = [point.cells[column.name].span for point in points.points if column.name in point.cells]
        if not spans or column.unit not in {"%", ""}:
            continue
        middle = mean(spans)
        found.append(
            MeanChange(
                subject=column.heading,
                rows=len(spans),
                mean=estimate(middle, "mean change", "%"),
                scatter=_scatter(spans, level) if len(spans) > 1 else None,
                goal=goal,
                outcome="" if goal is None else _outcome(middle, goal),
            )
        )
    return found


def _outcome(middle: Span, goal: float) -> str:
    if middle.low >= goal:
        return "met"
    return "not met" if middle.high < goal else "cannot tell"


def _scatter(spans: list[Span], level: float) -> Estimate:
    rounding = sum(span.width**2 for span in spans) / (12 * len(spans))
    label, basis = "mean change of workloads like these", "scatter of rows"
    return mean_of([span.value for span in spans], rounding, level, label=label, unit="%", basis=basis)
