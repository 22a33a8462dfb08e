"""Cost by size: what other sizes of each knob would read, or cost in CPU or waits where it has no reads,
drawn where it falls most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.core.names import KnobId
from getpage.curve.marks import knee
from getpage.report.common.ways import Points, shown_cost
from getpage.result import CostBySize, Result
from getpage.result.curve import SizeMark
from getpage.result.trust import DERIVED

if TYPE_CHECKING:
    from getpage.report.charts.size import CostPicture

# A picture takes some ten kilobytes; the others are rows of the table.
MOST_DRAWN = 24
COLUMNS = (
    *("Knob", "Known from", "Size now", "Reads/s now", "Largest size known", "Reads/s there"),
    "Worked out from",
)


#: The same where not all have reads: each cell has its unit.
COLUMNS_OF_COST = (*COLUMNS[:3], "Cost now", COLUMNS[4], "Cost there", COLUMNS[6])
_LEAD = "What other sizes of each pool would read, for which work waits."
_LEAD_OF_COST = (
    "What other sizes would cost: reads that work waits for, or CPU and waits of what has no reads."
)


@dataclass(frozen=True, slots=True)
class CostView:
    """What the report shows of cost by size."""

    title: str
    lead: str
    caption: str
    columns: tuple[str, ...]
    drawn: list[CostPicture]
    rows: list[tuple[str, ...]]


def sizes(result: Result) -> CostView:
    """Pictures of those where most is to be saved, reads first, and a row each of all."""
    planned = {item.knob: item.size_after for item in result.plan.items} if result.plan else {}
    ordered = sorted(result.cost_by_size, key=_rank)
    return CostView(
        title=title(ordered),
        lead=_LEAD if _only_reads(ordered) else _LEAD_OF_COST,
        caption="Sizes and reads" if _only_reads(ordered) else "Sizes and costs",
        columns=columns(ordered),
        drawn=[picture_of(cost, planned, f"by-size-{i}") for i, cost in enumerate(ordered[:MOST_DRAWN], 1)],
        rows=table(ordered),
    )


def columns(of: Iterable[CostBySize]) -> tuple[str, ...]:
    """The heads of the columns of the table."""
    return COLUMNS if _only_reads(of) else COLUMNS_OF_COST


def title(of: Iterable[CostBySize]) -> str:
    """What the table is of."""
    return "Reads by size" if _only_reads(of) else "Cost by size"


def _only_reads(of: Iterable[CostBySize]) -> bool:
    return all(cost.costs.reads is not None for cost in of)


def table(of: Sequence[CostBySize]) -> list[tuple[str, ...]]:
    """A row each, under `columns`."""
    rows: list[tuple[str, ...]] = []
    only_reads = _only_reads(of)
    for knob in of:
        cost = shown_cost(knob.costs)
        size, value, low, high = cost.points[-1]
        unit = "" if only_reads else f" {cost.unit}"
        exact = low == high == value
        there = numbers.number(value) if exact else f"{numbers.number(low)} to {numbers.number(high)}"
        now = _at(cost.points, knob.size)
        rows.append(
            (
                *(
                    str(knob.knob),
                    f"{knob.basis}: {knob.note}" if knob.note else knob.basis,
                ),
                f"{numbers.number(knob.size)} {knob.unit}",
                "" if now is None else f"{numbers.number(now)}{unit}",
                *(f"{numbers.number(size)} {knob.unit}", f"{there}{unit}", _fields(knob)),
            )
        )
    return rows


def _fields(cost: CostBySize) -> str:
    """The fields behind the cost; those whose place in the record is not proven say so."""
    named = {
        f"{fact.table}.{fact.column}" + (f" ({DERIVED})" if fact.trust == DERIVED else ""): None
        for fact in cost.evidence
        if fact.column
    }
    return ", ".join(named)


def picture_of(
    cost: CostBySize, planned: Mapping[KnobId, int], uid: str, tried: int | None = None
) -> CostPicture:
    """The curve of a knob, with its present size, its knee, the one that is `tried`, and the one that is
    planned.
    """
    from getpage.report.charts.size import cost_picture  # a table draws nothing

    marks = [SizeMark(label="now", size=cost.size)]
    bend = knee_of(shown_cost(cost.costs).points)
    if bend not in (None, cost.size):
        marks.append(SizeMark(label="knee", size=bend))
    if planned.get(cost.knob, cost.size) != cost.size:
        marks.append(SizeMark(label="planned", size=planned[cost.knob]))
    if tried not in (None, cost.size):
        marks.append(SizeMark(label="tried", size=tried))
    note = f"From {cost.basis}: {cost.note}." if cost.note else f"From {cost.basis}."
    return cost_picture(
        cost.costs,
        cost.unit,
        cost.unit_bytes,
        tuple(marks),
        title_of=str(cost.knob),
        note=note,
        uid=uid,
    )


def knee_of(points: Points) -> int | None:
    """The knee of a curve, as `curve/marks.py` defines it, between the least and the largest size known; None
    where it does not bend.
    """
    if len(points) < 3:
        return None
    least, most, *_ = points[0]
    bend = knee([(size - least, value) for size, value, *_ in points], most)
    return None if bend is None else least + bend


def _rank(cost: CostBySize) -> tuple[bool, float, str]:
    """Reads before others, as what is shown of them is not of one unit; then what is to be saved."""
    points = shown_cost(cost.costs).points
    now = _at(points, cost.size)
    saved = (points[0][1] if now is None else now) - points[-1][1]
    return cost.costs.reads is None, -saved, str(cost.knob)


def _at(points: Points, size: int) -> float | None:
    """Cost at a size, on the line between its neighbors."""
    for before, after in pairwise(points):
        if before[0] <= size <= after[0]:
            share = (size - before[0]) / (after[0] - before[0])
            return before[1] + share * (after[1] - before[1])
    return next((value for at, value, _, _ in points if at == size), None)
