"""One run of a table as the forecast sees it: what a unit of work reads, computes and waits for.

Figures are drawn within the rounding of their printed digits, and then by what two runs of the same work
differ by. Columns are those that `getpage.runs` knows, and, for reads, headings such as `sync I/O per
transaction`, `sync read time` and `sync I/O wait % of elapsed`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from getpage.core.errors import GetpageError, Instead, NotEnoughEvidenceError, UnknownNameError, command
from getpage.core.saved import LARGEST
from getpage.forecast.draws import Draws, Floats
from getpage.forecast.settings import RunSettings
from getpage.runs import Point, Points, number, units
from getpage.runs.headings import heading

#: The same work differs by this much (standard deviation) from run to run at another rate: the median of what
#: CPU per transaction varies by over the rates of the thirteen tables of CICS V5, "Release-Release (V5.1)",
#: "DSW (RLS) consolidation", "GENAPP consolidation", "Transaction Isolation" and CPSM routing is 2.4 %.
REPEAT = 0.024

_READ = r"(?:sync(?:hronous)?_)?(?:reads?|i_?o)(?:_i_?o)?s?"
_UNIT = r"(?:tran|trans|transaction|txn|commit|unit|message)"
_PATTERNS = {
    "reads_per_unit": re.compile(rf"{_READ}_(?:per|a)_{_UNIT}"),
    "read_s": re.compile(rf"(?:(?:avg|average)_)?{_READ}_(?:response_|service_|wait_)?time"),
    "group_read_s": re.compile(r"(?:(?:avg|average)_)?(?:gbp|group)_read_(?:response_|service_)?time"),
    "wait_percent": re.compile(rf"{_READ}_(?:suspension|suspend|wait)(?:_time)?_(?:share|of_.*elapsed.*)"),
    "cpu_s_per_unit": re.compile(rf"cpu_(?:time_)?(?:per|a)_{_UNIT}"),
}


@dataclass(frozen=True, slots=True)
class TableRun:
    """A run, each figure as draws; None is what the table does not tell.

    `internal` is the ITR where it is printed, `cpu` is processor seconds a unit (of the whole machine,
    where its processors are not known), `busy` the busy share of all processors, times are seconds.
    """

    label: str
    reads: Floats | None
    cpu: Floats | None
    itr: bool
    internal: Floats | None
    response: Floats | None
    etr: Floats | None
    busy: Floats | None
    size: Floats | None
    read_seconds: Floats | None
    group_read_seconds: Floats | None
    wait_share: Floats | None


def run_of(point: Point, points: Points, processors: int | None, draws: Draws) -> TableRun:
    """A row of the table; `processors` is None where neither the table nor the user tells."""
    figures = _Figures(point, points, draws)
    etr, itr, busy = figures.of("etr"), figures.of("itr"), figures.of("cpu_percent", repeat=0.5 * REPEAT)
    busy = None if busy is None else busy / 100
    cpu = figures.matching("cpu_s_per_unit")
    if cpu is None:
        machine = processors or 1
        if itr is not None:
            cpu = machine / itr
        elif etr is not None and busy is not None:
            cpu = machine * busy / etr
    reads = figures.matching("reads_per_unit")
    rate = figures.of("sync_reads_per_s", repeat=0.0)
    if reads is None and rate is not None and etr is not None:
        reads = rate / etr
    wait = figures.matching("wait_percent")
    return TableRun(
        label=point.label,
        reads=reads,
        cpu=cpu,
        itr=itr is not None,
        internal=itr,
        response=figures.of("response_s"),
        etr=etr,
        busy=busy,
        size=figures.of("pool_bytes", repeat=0.0),
        read_seconds=figures.matching("read_s"),
        group_read_seconds=figures.matching("group_read_s"),
        wait_share=None if wait is None else wait / 100,
    )


def processors_of(points: Points) -> int | None:
    """The processors of all runs, where the table has them and they are the same."""
    counts = {point.value("processors") for point in points.points}
    processors = counts.pop() if len(counts) == 1 else None
    return None if processors is None or processors < 1 else round(processors)


def used_columns(points: Points) -> dict[str, str]:
    """The columns that this module understands: name in the table to what they are here."""
    return {
        column.name: wanted
        for wanted, pattern in _PATTERNS.items()
        for column in points.columns
        if pattern.fullmatch(column.name)
    }


@dataclass(frozen=True, slots=True)
class _Figures:
    point: Point
    points: Points
    draws: Draws

    def of(self, column: str, *, repeat: float = REPEAT) -> Floats | None:
        """The column's figure: within its printed digits, and as runs repeat."""
        cell = self.point.cells.get(column)
        if cell is None or not np.isfinite(cell.value):
            return None
        who = f"{self.point.label} {column}"
        rounded = cell.span.low + (cell.span.high - cell.span.low) * self.draws.uniform(f"{who} digits")
        rounded[0] = cell.value
        return rounded * (1 + repeat * self.draws.normal(f"{who} repeated"))

    def matching(self, wanted: str) -> Floats | None:
        """The figure of the column that is headed so, in seconds where it is a time."""
        for name, what in used_columns(self.points).items():
            figure = self.of(name) if what == wanted else None
            if figure is not None:
                column = self.points.column(name)
                unit = units.spelled(column.unit) if column else None
                return figure * float(unit.size) if unit is not None and unit.kind == "time" else figure
        return None


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
    message = f"{points.file}: {option} {label!r}: no row has this label"
    raise UnknownNameError(message, label, points.labels)


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
            message = f"--predict {text}: expected a number after ="
            raise GetpageError(message, command("--predict", points.labels[0]))
        return Target(text.strip(), LABEL, draws.constant(value), None)
    if column is None and name != READS:
        message = f"{points.file}: --predict {text}: there is no column {name}"
        raise UnknownNameError(message, name, [READS, *(each.name for each in points.columns)])
    try:
        value = float(form[2].replace(",", ""))
    except ValueError as error:
        message = f"--predict {text}: expected a number after =, found {form[2]!r}"
        raise GetpageError(message, command("--predict", points.labels[0])) from error
    if form[3]:
        unit, own = units.spelled(form[3]), units.spelled(column.unit) if column else None
        if unit is None or own is None or unit.kind != own.kind:
            message = (
                f"--predict {text}: {form[3]!r} is not a unit of {name}; leave the unit out, or write one "
                f"of {name}"
            )
            raise GetpageError(message, Instead(text.strip(), f"{name}={form[2]}"))
        value *= float(unit.size / own.size)
    if not (value >= 0 if name == READS else value > 0) or value > LARGEST:
        message = f"--predict {text}: expected {name} above 0, and no more than a machine can have"
        raise GetpageError(message, command("--predict", points.labels[0]))
    return Target(text.strip(), name, draws.constant(value), None)


def is_label(points: Points, name: str) -> bool:
    """Whether a name, in the form of a column's, is that of the labels, or its last words."""
    slug = heading(points.label_heading).slug
    return name == LABEL or (name != "" and (name == slug or slug.endswith(f"_{name}")))


def numbered(label: str) -> float | None:
    """A label as a number, in the base unit of its unit if it has one; None if it is not a number."""
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
        f"{points.file}: not enough evidence: row {label!r} does not have {what}; supply it, or name "
        "another column",
        f"--by {next((column.name for column in points.columns if column.name != by), SIZE)}",
    )
