"""Reads by size: what other sizes of each knob would read, drawn where it falls most."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.reads import Drawn, reads_drawn
from getpage.result.curve import SizeMark
from getpage.result.trust import DERIVED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from getpage.result import ReadsBySize, Result

# A picture takes some ten kilobytes; the others are rows of the table.
MOST_DRAWN = 24
COLUMNS = (
    *("Knob", "Known from", "Size now", "Reads/s now", "Largest size known", "Reads/s there"),
    "Worked out from",
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """What the report shows of reads by size."""

    drawn: list[Drawn]
    rows: list[tuple[str, ...]]


def sizes(result: Result) -> Sizes:
    """Pictures of those where most reads are to be saved, and a row each of all."""
    planned = {item.knob: item.size_after for item in result.plan.items} if result.plan else {}
    ordered = sorted(result.reads_by_size, key=lambda one: (-_saved(one), one.knob))
    return Sizes(
        drawn=[_of(one, planned, f"by-size-{i}") for i, one in enumerate(ordered[:MOST_DRAWN], 1)],
        rows=table(ordered),
    )


def table(of: Iterable[ReadsBySize]) -> list[tuple[str, ...]]:
    """A row each, under `COLUMNS`."""
    rows: list[tuple[str, ...]] = []
    for one in of:
        size, reads, low, high = one.points[-1]
        exact = low == high == reads
        there = numbers.number(reads) if exact else f"{numbers.number(low)} to {numbers.number(high)}"
        now = _at(one.points, one.size)
        rows.append(
            (
                *(one.knob, f"{one.basis}: {one.note}" if one.note else one.basis),
                f"{numbers.number(one.size)} {one.unit}",
                "" if now is None else numbers.number(now),
                *(f"{numbers.number(size)} {one.unit}", there, _fields(one)),
            )
        )
    return rows


def _fields(one: ReadsBySize) -> str:
    """The fields behind the reads; those whose place in the record is not proven say so."""
    named = {
        f"{fact.table}.{fact.column}" + (f" ({DERIVED})" if fact.trust == DERIVED else ""): None
        for fact in one.evidence
        if fact.column
    }
    return ", ".join(named)


def _of(one: ReadsBySize, planned: Mapping[str, int], uid: str) -> Drawn:
    marks = [SizeMark(label="now", size=one.size)]
    if planned.get(one.knob, one.size) != one.size:
        marks.append(SizeMark(label="planned", size=planned[one.knob]))
    note = f"From {one.basis}: {one.note}." if one.note else f"From {one.basis}."
    return reads_drawn(
        "Reads a second by size",
        one.unit,
        one.unit_bytes,
        one.points,
        tuple(marks),
        title_of=one.knob,
        note=note,
        uid=uid,
    )


def _saved(one: ReadsBySize) -> float:
    now = _at(one.points, one.size)
    return (one.points[0][1] if now is None else now) - one.points[-1][1]


def _at(points: Sequence[tuple[int, float, float, float]], size: int) -> float | None:
    """Reads at a size, on the line between its neighbours."""
    for before, after in pairwise(points):
        if before[0] <= size <= after[0]:
            share = (size - before[0]) / (after[0] - before[0])
            return before[1] + share * (after[1] - before[1])
    return next((reads for at, reads, _, _ in points if at == size), None)
