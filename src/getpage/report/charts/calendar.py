"""A calendar in one strip an object: a cell a day, darker where it was worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from getpage.core import numbers, text
from getpage.report.charts import svg

WIDTH = 1000.0
_LEFT, _HEAD, _ROW = 220.0, 20.0, 20.0
_WIDEST = 13.0  # a cell with the space after it
_A_WEEK = 7


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day, the class of its cell (empty where nothing was), and what a pointer is told."""

    day: date
    severity: str
    when: str


@dataclass(frozen=True, slots=True)
class DayRow:
    """The days of one object."""

    label: str
    cells: Sequence[DayCell]


def day_calendar(rows: Sequence[DayRow], *, uid: str) -> str:
    """The rows under one axis of days, marked at Mondays; empty without rows."""
    days = [cell.day for row in rows for cell in row.cells]
    if not days:
        return ""
    first, last = min(days), max(days)
    count = (last - first).days + 1
    step = min(_WIDEST, (WIDTH - _LEFT) / count)
    parts = list(_mondays(first, count, step))
    for number, row in enumerate(rows):
        y = _HEAD + number * _ROW
        parts.append(svg.text(text.shorten(row.label, 28), 0, y + _ROW - 6))
        parts += [_cell(cell, _LEFT + (cell.day - first).days * step, y, step) for cell in row.cells]
    grave = sum(bool(cell.severity) for row in rows for cell in row.cells)
    return svg.picture(
        "".join(parts),
        uid=uid,
        title="Days on which something was short or at risk",
        desc=f"{first} to {last}: {numbers.counted(grave, 'cell')} marked as critical or warning.",
        width=WIDTH,
        height=_HEAD + len(rows) * _ROW,
        css="days",
    )


def _cell(cell: DayCell, x: float, y: float, step: float) -> str:
    """A critical day fills its cell, a warning half of it, so that they are told apart without colour."""
    height = _ROW - 4
    part = 0.5 if cell.severity == "warning" else 1.0
    return svg.element(
        "rect",
        svg.titled(f"{cell.when}: {cell.severity or 'neither critical nor warning'}"),
        x=x,
        y=y + 2 + height * (1 - part),
        width=max(step - 1.5, 0.5),
        height=height * part,
        class_=f"day-{cell.severity or 'quiet'}",
    )


def _mondays(first: date, count: int, step: float) -> list[str]:
    """The dates of Mondays, as many as can be read."""
    start = -first.weekday() % _A_WEEK
    apart = next(weeks for weeks in (1, 2, 4, 8, 16) if weeks * _A_WEEK * step >= 44 or weeks == 16) * _A_WEEK
    marks = []
    for at in range(start, count, apart):
        day = date.fromordinal(first.toordinal() + at)
        marks.append(svg.text(f"{day.day} {day:%b}", _LEFT + at * step, _HEAD - 6))
    return marks
