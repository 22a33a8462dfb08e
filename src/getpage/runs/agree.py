"""Whether a table agrees with itself: figures that are worked out of others, within the printed digits.

ITR = ETR / CPU busy (transactions a CPU busy second, as in IBM's Large Systems Performance Reference); CPU a
transaction = CPU / ETR; an average = total / count; a printed mean = the mean of the rows.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from getpage.runs.model import Agreement
from getpage.runs.span import Span, mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.runs.model import Cell, Column, Point

#: How the rule of an average begins that follows from a total and a count.
AVERAGE: Final = "average ="
_MILLISECONDS_A_PERCENT = 10.0  # one percent of a second


def verdict(printed: Span, computed: Span) -> str:
    """How a printed figure agrees with what it should be: rounding, cut off, or no."""
    if printed.meets(computed):
        return "rounding"
    return "cut off" if cut_off(printed).meets(computed) else "no"


def cut_off(printed: Span) -> Span:
    """What a figure stands for if its further digits were dropped."""
    if printed.value < 0:
        return Span(printed.value, printed.value - printed.width, printed.value)
    return Span(printed.value, printed.value, printed.value + printed.width)


def agreements(
    columns: tuple[Column, ...], points: tuple[Point, ...], summaries: tuple[Point, ...]
) -> tuple[Agreement, ...]:
    """All figures of a table that follow from others of it."""
    found = [one for point in points for one in _of_point(point, columns)]
    found += _cpu_a_transaction(columns, points)
    found += [one for summary in summaries for one in _of_summary(summary, columns, points)]
    return tuple(found)


def _of_point(point: Point, columns: tuple[Column, ...]) -> Iterator[Agreement]:
    cells = point.cells
    if {"itr", "etr", "cpu_percent"} <= cells.keys():
        computed = cells["etr"].span.over(cells["cpu_percent"].span.scaled(0.01))
        used = (cells["etr"], cells["cpu_percent"])
        yield from _one(point, "itr", "ITR = ETR / CPU busy", computed, used, "/s")
    yield from _averages(point, columns)


def _cpu_a_transaction(columns: tuple[Column, ...], points: tuple[Point, ...]) -> Iterator[Agreement]:
    """From CPU of an address space, in % of one processor, and transactions a second: CPU in ms of each.

    Where that fits no run, the CPU of the whole system on a number of processors that fits every run.
    """
    each = [c.name for c in columns if c.unit == "ms" and re.search(r"(^|_)tran(s|saction)?$", c.name)]
    own = [c.name for c in columns if c.unit == "%" and re.fullmatch(r"(cics|address_space)(_cpu)?", c.name)]
    if len(each) != 1 or len(own) != 1:
        return
    name = each[0]
    found = list(_cpu_of(own[0], 1, name, columns, points))
    if not any(one.agrees for one in found):
        processors = _processors(name, points)
        system = list(_cpu_of("cpu_percent", processors, name, columns, points)) if processors else []
        if system and all(one.agrees for one in system):
            found = system
    yield from found


def _cpu_of(
    cpu: str, processors: int, name: str, columns: tuple[Column, ...], points: tuple[Point, ...]
) -> Iterator[Agreement]:
    heading = next((column.heading for column in columns if column.name == cpu), "")
    rule = f"CPU a transaction = {heading} {f'of {processors} processors ' if processors > 1 else ''}/ ETR"
    for point in points:
        if {cpu, "etr", name} <= point.cells.keys():
            used = (point.cells[cpu], point.cells["etr"])
            busy = used[0].span.scaled(_MILLISECONDS_A_PERCENT * processors)
            yield from _one(point, name, rule, busy.over(used[1].span), used, "ms")


def _processors(name: str, points: tuple[Point, ...]) -> int:
    """The processors with which the first run's system CPU is what its transactions cost; 0 if not known."""
    for point in points:
        if {"cpu_percent", "etr", name} <= point.cells.keys() and point.cells["cpu_percent"].value > 0:
            etr, cpu = point.cells["etr"].value, point.cells["cpu_percent"].value
            found = point.cells[name].value * etr / (cpu * _MILLISECONDS_A_PERCENT)
            return round(found) if math.isfinite(found) else 0
    return 0


def _averages(point: Point, columns: tuple[Column, ...]) -> Iterator[Agreement]:
    """`Avg X` where the table has `Total X` and a count: total / count."""
    for column in columns:
        what = re.fullmatch(r"(?:avg|average|mean)_(.+)_time", column.name)
        if not what:
            continue
        total = point.cells.get(f"total_{what[1]}_time")
        count = point.cells.get(f"total_{what[1]}_count") or point.cells.get(f"{what[1]}_count")
        if total is not None and count is not None:
            computed = total.span.over(count.span)
            yield from _one(
                point, column.name, f"{AVERAGE} total / count", computed, (total, count), column.unit
            )


def _of_summary(
    summary: Point, columns: tuple[Column, ...], points: tuple[Point, ...]
) -> Iterator[Agreement]:
    for column in columns:
        cells = [point.cells[column.name] for point in points if column.name in point.cells]
        if cells:
            computed = mean([cell.span for cell in cells])
            yield from _one(summary, column.name, f"mean of {len(cells)} rows", computed, cells, column.unit)


def _one(
    point: Point, name: str, rule: str, computed: Span | None, used: Iterable[Cell], unit: str
) -> Iterator[Agreement]:
    cell = point.cells.get(name)
    if cell is None or computed is None:
        return
    yield Agreement(
        label=cell.fact.label,
        rule=rule,
        printed=cell.span,
        computed=computed,
        unit=unit,
        verdict=verdict(cell.span, computed),
        facts=(cell.fact, *(one.fact for one in used)),
    )
