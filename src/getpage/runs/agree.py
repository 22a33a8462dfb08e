"""Whether a table agrees with itself: figures that follow from others, within the printed digits.

ITR = ETR / CPU busy (transactions a CPU busy second, as in IBM's Large Systems Performance Reference); CPU a
transaction = CPU / ETR; an average = total / count; a printed mean = the mean of the rows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from getpage.result.prove import FigureRule, FigureVerdict
from getpage.runs.model import Cell, FigureCheck, Point, Points, RunColumn
from getpage.runs.span import Span, mean

_MILLISECONDS_A_PERCENT = 10.0  # one percent of a second


def agreement(printed: Span, computed: Span) -> FigureVerdict:
    """How a printed figure agrees with what it should be."""
    if printed.meets(computed):
        return FigureVerdict.ROUNDING
    return FigureVerdict.CUT_OFF if cut_off(printed).meets(computed) else FigureVerdict.NO


def cut_off(printed: Span) -> Span:
    """What a figure stands for if its further digits were cut off, not rounded."""
    if printed.open_ended:
        return printed
    if printed.value < 0:
        return Span(printed.value, printed.value - printed.width, printed.value)
    return Span(printed.value, printed.value, printed.value + printed.width)


def checks(
    columns: tuple[RunColumn, ...], points: tuple[Point, ...], summaries: tuple[Point, ...]
) -> tuple[FigureCheck, ...]:
    """All figures of a table that follow from others of it, each against those."""
    return (
        *(check for point in points for check in _of_point(point, columns)),
        *_cpu_a_transaction(columns, points),
        *(check for summary in summaries for check in _of_summary(summary, columns, points)),
    )


def with_itr(points: Points) -> Points:
    """The table with ITR = ETR / CPU busy, where it has both and prints none.

    Not where it has the CPU of an address space as well: then ETR is that of one region, and busy that of the
    whole partition. ITR belongs to all work of a partition (IBM LSPR).
    """
    if points.column("itr") or not (points.column("etr") and points.column("cpu_percent")):
        return points
    if any(_is_address_space(column) for column in points.columns):
        return points
    column = RunColumn(name="itr", heading="ITR", unit="/s", recognized=True, derived=True)
    runs = tuple(_with_itr(point) for point in points.points)
    if not any("itr" in run.cells for run in runs):
        return points
    return replace(points, columns=(*points.columns, column), points=runs)


def _with_itr(point: Point) -> Point:
    etr, busy = point.cells.get("etr"), point.cells.get("cpu_percent")
    if etr is None or busy is None or not 0 < busy.value <= 100:
        return point
    span = etr.span.over(busy.span.scaled(0.01))
    if span is None:
        return point
    fact = replace(
        etr.fact,
        label=f"{point.label}, ITR",
        value=span.value,
        column="itr",
        ibm_name="ITR",
        trust="computed",
    )
    return replace(point, cells={**point.cells, "itr": Cell(span=span, text="", line=point.line, fact=fact)})


def _is_address_space(column: RunColumn) -> bool:
    """Whether a column is the CPU of one address space, in % of one processor."""
    return column.unit == "%" and re.fullmatch(r"(cics|address_space)(_cpu)?", column.name) is not None


def _of_point(point: Point, columns: tuple[RunColumn, ...]) -> Iterator[FigureCheck]:
    cells = point.cells
    if {"itr", "etr", "cpu_percent"} <= cells.keys():
        computed = cells["etr"].span.over(cells["cpu_percent"].span.scaled(0.01))
        used = (cells["etr"], cells["cpu_percent"])
        yield from _check(point, "itr", FigureRule.ITR, "ITR = ETR / CPU busy", computed, used, "/s")
    yield from _averages(point, columns)


def _cpu_a_transaction(columns: tuple[RunColumn, ...], points: tuple[Point, ...]) -> Iterator[FigureCheck]:
    """From CPU of an address space, in % of one processor, and transactions a second: CPU in ms of each.

    Where that fits no run, the CPU of the whole system on a number of processors that fits every run.
    """
    each = [c.name for c in columns if c.unit == "ms" and re.search(r"(^|_)tran(s|saction)?$", c.name)]
    own = [c.name for c in columns if _is_address_space(c)]
    if len(each) != 1 or len(own) != 1:
        return
    name = each[0]
    of_address_space = list(_cpu_of(own[0], 1, name, columns, points))
    if not any(check.agrees for check in of_address_space):
        processors = _processors(name, points)
        of_system = list(_cpu_of("cpu_percent", processors, name, columns, points)) if processors else []
        if of_system and all(check.agrees for check in of_system):
            yield from of_system
            return
    yield from of_address_space


def _cpu_of(
    cpu: str, processors: int, name: str, columns: tuple[RunColumn, ...], points: tuple[Point, ...]
) -> Iterator[FigureCheck]:
    heading = next((column.heading for column in columns if column.name == cpu), "")
    rule = f"CPU per transaction = {heading} {f'of {processors} processors ' if processors > 1 else ''}/ ETR"
    for point in points:
        if {cpu, "etr", name} <= point.cells.keys():
            used = (point.cells[cpu], point.cells["etr"])
            busy = used[0].span.scaled(_MILLISECONDS_A_PERCENT * processors)
            yield from _check(point, name, FigureRule.CPU, rule, busy.over(used[1].span), used, "ms")


def _processors(name: str, points: tuple[Point, ...]) -> int:
    """How many processors make the first run's system CPU agree with its transactions; 0 if not known."""
    for point in points:
        if {"cpu_percent", "etr", name} <= point.cells.keys() and point.cells["cpu_percent"].value > 0:
            etr, cpu = point.cells["etr"].value, point.cells["cpu_percent"].value
            processors = point.cells[name].value * etr / (cpu * _MILLISECONDS_A_PERCENT)
            return round(processors) if math.isfinite(processors) else 0
    return 0


def _averages(point: Point, columns: tuple[RunColumn, ...]) -> Iterator[FigureCheck]:
    """`Avg X` where the table has `Total X` and a count: total / count."""
    for column in columns:
        what = re.fullmatch(r"(?:avg|average|mean)_(.+)_time", column.name)
        if not what:
            continue
        total = point.cells.get(f"total_{what[1]}_time")
        count = point.cells.get(f"total_{what[1]}_count") or point.cells.get(f"{what[1]}_count")
        if total is not None and count is not None:
            computed = total.span.over(count.span)
            rule, used = "average = total / count", (total, count)
            yield from _check(point, column.name, FigureRule.AVERAGE, rule, computed, used, column.unit)


def _of_summary(
    summary: Point, columns: tuple[RunColumn, ...], points: tuple[Point, ...]
) -> Iterator[FigureCheck]:
    for column in columns:
        cells = [point.cells[column.name] for point in points if column.name in point.cells]
        if cells:
            computed = mean([cell.span for cell in cells])
            rule = f"mean of {len(cells)} rows"
            yield from _check(summary, column.name, FigureRule.MEAN, rule, computed, cells, column.unit)


def _check(
    point: Point,
    name: str,
    kind: FigureRule,
    rule: str,
    computed: Span | None,
    used: Collection[Cell],
    unit: str,
) -> Iterator[FigureCheck]:
    """A figure of a run against what it should be; nothing where one of the two is missing."""
    cell = point.cells.get(name)
    if cell is None or computed is None:
        return
    if all(other.value >= 0 for other in used):
        computed = Span(computed.value, max(computed.low, 0.0), computed.high)
    yield FigureCheck(
        label=cell.fact.label,
        kind=kind,
        rule=rule,
        printed=cell.span,
        computed=computed,
        unit=unit,
        verdict=agreement(cell.span, computed),
        facts=(cell.fact, *(other.fact for other in used)),
    )
