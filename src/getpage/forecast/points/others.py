"""The other columns of a table: lines over what the forecast goes by, through the calibration rows."""

from __future__ import annotations

from collections.abc import Collection

from getpage.forecast.draws import log_middle
from getpage.forecast.points.line import FEWEST, Bend, along, line_error
from getpage.forecast.points.runs import READS, REPEAT, Case, used_columns
from getpage.forecast.points.system import _COLUMNS, PointFigures, figure_of
from getpage.runs import units
from getpage.runs.headings import is_delta

# How steeply a figure of which no model is known goes from one part of the rows to the next differs by this
# factor, for 90 of 100: ours.
_BENDS = 4.0
#: An interval wider than this many times the figure tells nothing: ours.
_WIDEST = 2.0

_NAMES = {column: str(name) for name, column in _COLUMNS.items()}


def figures(case: Case, forecast_before: Collection[str]) -> PointFigures:
    """A figure for every column of two calibration rows or more that no model has forecast."""
    of_lines = []
    missing: list[tuple[str, str]] = []
    lines = 0
    draws = case.settings.draws
    skip = {"processors", case.target.by, *used_columns(case.points)}
    if case.target.by == READS:
        skip |= {"sync_reads_per_s", "pool_bytes"}
    sigma = log_middle(1 / _BENDS, _BENDS)[1]
    for column in case.points.columns:
        name = _NAMES.get(column.name, column.name)
        cells = [point.cells.get(column.name) for point in case.rows]
        if (
            is_delta(column.heading)
            or column.name in skip
            or name in forecast_before
            or len(cells) < 2
            or None in cells
        ):
            continue
        values = [
            cell.value * (1 + REPEAT * draws.normal(f"{cell.fact.label} repeated"))
            for cell in cells
            if cell is not None
        ]
        decays = _is_size(case)
        error = line_error([float(p[0]) for p in case.places], [float(v[0]) for v in values])
        lines += len(values) == FEWEST
        reached = along(case.places, values, case.target.at, Bend(name, sigma, decays=decays), draws)
        if reached.beyond and error.refused(float(case.target.at[0])):
            missing.append(
                (
                    f"What is {column.heading}?",
                    "the line through the rows was out by half of a row or more where a row at an end was "
                    f"left out, so it is not drawn beyond them: measure a run near that {case.target.by}",
                )
            )
            continue
        wider = draws.constant(1.0) if _at_row(case) else error.factor(name, draws, beyond=reached.beyond)
        measured = case.target.point.value(column.name) if case.target.point else None
        figure = figure_of(
            case, name, column.unit, reached.value * wider, values[case.nearest], measured,
            f"line over {case.target.by}", case.settings.level,
        )  # fmt: skip
        width = figure.after.high - figure.after.low
        if width > _WIDEST * abs(figure.after.value):
            missing.append(
                (
                    f"What is {column.heading}?",
                    "cannot tell: from these rows its interval is wider than twice the figure; measure a run "
                    f"near that {case.target.by}",
                )
            )
            continue
        of_lines.append(figure)
    words = [f"columns without a model of their own are interpolated along a line over {case.target.by}"]
    if lines:
        words.append(
            "lines through three rows: that they are lines was seen at one row between two others only"
        )
    return PointFigures(tuple(of_lines), tuple(words) if of_lines else (), missing=tuple(missing))


def _at_row(case: Case) -> bool:
    """Whether a calibration row is just where the forecast is."""
    return any(float(place[0]) == float(case.target.at[0]) for place in case.places)


def _is_size(case: Case) -> bool:
    column = case.points.column(case.target.by)
    unit = units.spelled(column.unit) if column is not None else None
    return unit is not None and unit.kind == "storage"
