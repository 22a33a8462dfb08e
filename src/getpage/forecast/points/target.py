"""What is forecast: a row of the table, of which only one figure is given, or a value that no row has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.saved import LARGEST
from getpage.runs import number, units
from getpage.runs.headings import heading

if TYPE_CHECKING:
    from getpage.forecast.draws import Draws, Floats
    from getpage.forecast.points.runs import TableRun
    from getpage.forecast.settings import RunSettings
    from getpage.runs import Point, Points

READS = "reads_per_unit"
SIZE = "pool_bytes"
#: The label itself, where it is a number: a record length, a dump of 10 GB.
LABEL = "label"


@dataclass(frozen=True, slots=True)
class Target:
    """What is forecast: its name, the figure that is given, and the row to compare with, if it is one."""

    label: str
    by: str
    at: Floats
    point: Point | None


@dataclass(frozen=True, slots=True)
class Case:
    """Calibration rows and what is forecast, on one scale."""

    points: Points
    rows: tuple[Point, ...]
    runs: tuple[TableRun, ...]
    places: tuple[Floats, ...]
    target: Target
    processors: int | None
    settings: RunSettings
    beyond: float  # how far the target lies beyond the rows, in ranges of theirs; 0 between them

    @property
    def nearest(self) -> int:
        """The calibration row nearest to what is forecast: what it is compared with."""
        return int(np.argmin([abs(float(p[0] - self.target.at[0])) for p in self.places]))


def label_of(points: Points, label: str, option: str) -> Point:
    """The row of a label, as the user wrote it. GetpageError, with the labels that there are."""
    wanted = label.strip().lower()
    for point in points.points:
        if point.label.lower() == wanted:
            return point
    labels = ", ".join(points.labels[:20])
    message = f"{points.file}: {option} {label!r}: no row has this label; the labels are: {labels}"
    raise GetpageError(message)


def value_of(points: Points, text: str, draws: Draws) -> Target | None:
    """`pool_bytes=480GB` or `reads_per_unit=0.9`: a column and its value; None where the text is a label."""
    form = re.fullmatch(r"\s*([A-Za-z_][\w ]*?)\s*=\s*([-+]?[0-9][0-9.,]*)\s*([A-Za-z%]*)\s*", text)
    if not form or any(point.label == text for point in points.points):
        return None
    name = form[1].lower().replace(" ", "_")
    column = points.column(name)
    if column is None and is_label(points, name):
        value = numbered(f"{form[2]} {form[3]}")
        if value is None:
            message = f"--predict {text}: expected a number after =, as the labels are: {points.labels[0]}"
            raise GetpageError(message)
        return Target(text.strip(), LABEL, draws.constant(value), None)
    if column is None and name != READS:
        known = ", ".join([READS, *(c.name for c in points.columns)])
        message = f"{points.file}: --predict {text}: there is no column {name}; there are: {known}"
        raise GetpageError(message)
    try:
        value = float(form[2].replace(",", ""))
    except ValueError as error:
        message = f"--predict {text}: expected a number after =, found {form[2]!r}"
        raise GetpageError(message) from error
    if form[3]:
        unit, own = units.spelled(form[3]), units.spelled(column.unit) if column else None
        if unit is None or own is None or unit.kind != own.kind:
            message = f"--predict {text}: {form[3]!r} is no unit of {name}"
            raise GetpageError(message)
        value *= float(unit.size / own.size)
    if not (value >= 0 if name == READS else value > 0) or value > LARGEST:
        message = f"--predict {text}: expected {name} above 0, and no more than a machine can have"
        raise GetpageError(message)
    return Target(text.strip(), name, draws.constant(value), None)


def is_label(points: Points, name: str) -> bool:
    """Whether a name, in the form of a column's, is that of the labels, or its last words."""
    slug = heading(points.label_heading).slug
    return name == LABEL or (name != "" and (name == slug or slug.endswith(f"_{name}")))


def numbered(label: str) -> float | None:
    """The number that a label is, in the base unit where it has one; None where it is none."""
    printed = number.printed(label)
    if printed is None:
        return None
    span, unit = printed
    return span.value * float(unit.size) if unit else span.value


def at_of(run: TableRun, point: Point, by: str) -> Floats | None:
    """The figure of a run that a forecast goes by; a chance of printing is no chance of what is given."""
    if by == READS:
        return run.reads
    if by == SIZE:
        return run.size
    value = numbered(point.label) if by == LABEL else point.value(by)
    return None if value is None or (run.etr is None and by == "etr") else np.full(1, value)


def not_told(points: Points, label: str, by: str) -> NotEnoughEvidenceError:
    """The error for a row that does not have the figure to go by."""
    what = {
        READS: "reads per unit of work (a column such as `sync reads/s` with an ETR, or `sync I/O per "
        "transaction`)",
        LABEL: "a number for a label",
    }.get(by, f"a figure in column {by}")
    return NotEnoughEvidenceError(
        f"{points.file}: not enough evidence: row {label!r} does not have {what}; supply it, or go by "
        "another column with --by"
    )
