"""Averages over all work of a subsystem, with the mix of work held equal where classes are known.

A commit or message is made of classes: the commits of each plan, the calls of each queue, and what belongs to
none of them. How often each class comes to a unit of work is held at the mean of both sides (Kitagawa 1955),
so that an average does not change because there is more of a class. Classes have elapsed time and CPU. Of
what they do not have (reads, waits, ITR) a change is decided only as far as the mix cannot explain it: the
mix may have moved the rest by as much as it moved elapsed time and CPU.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from getpage.contract.work import ClassTime, Work
from getpage.core import figures
from getpage.prove import classes, measures
from getpage.prove.classes import ELAPSED, HELD, Classes
from getpage.prove.intervals import EntryComparison, TimePairs, pair_times
from getpage.prove.measures import WorkMeasure
from getpage.prove.noise import ratio_of
from getpage.result.forecast import FigureName
from getpage.result.prove import Difference, Verdict

#: Measures of work that classes have as well, and the part of their time that it is.
_PART_OF: Final[Mapping[str, str]] = {FigureName.RESPONSE: ELAPSED, FigureName.CPU_PER_UNIT: "CPU"}
#: The class of what belongs to no class; no product names a class so.
_REST: Final = "\0"


def compare(
    before: list[Work],
    after: list[Work],
    spent: tuple[Sequence[ClassTime], Sequence[ClassTime]],
    level: float,
) -> tuple[list[Difference], tuple[float, float]]:
    """Every measure of one subsystem, and by how much its mix alone moved averages: the least and the largest
    logarithm.
    """
    differences = measures.compare(before, after, level)
    effects = [0.0]
    for measure, as_measured in differences.items():
        part = _PART_OF.get(measure.name)
        if part is None:
            continue
        held = _at_equal_mix(measure, part, (before, after), spent, as_measured, level)
        if held is not None:
            differences[measure], effect = held
            effects.append(effect)
    moved = min(effects), max(effects)
    return [
        undecided_by_mix(each, moved) if measure.per_unit and measure.name not in _PART_OF else each
        for measure, each in differences.items()
    ], moved


def undecided_by_mix(
    difference: Difference, moved: tuple[float, float], *, inverse: bool = False
) -> Difference:
    """The difference, undecided where the mix, which `moved` averages, may explain it.

    `inverse` is for a measure such as ITR, which falls when a unit of work takes more.
    """
    if difference.verdict not in {Verdict.BETTER, Verdict.WORSE} or not any(moved):
        return difference
    if difference.change_percent is None:
        return difference
    low, high = (-moved[1], -moved[0]) if inverse else moved
    change = difference.change_percent
    ends = [math.log1p(end / 100) if end > -100 else -math.inf for end in (change.low, change.high)]
    if not ends[0] - high <= 0 <= ends[1] - low:
        return difference
    largest = 100 * math.expm1(max(moved, key=abs))
    note = (
        f"the mix of work alone changed what a unit takes by {figures.percent(largest)}, and classes do not "
        "tell this measure"
    )
    return replace(difference, verdict=Verdict.UNKNOWN, chance=None, note=note)


def _at_equal_mix(
    measure: WorkMeasure,
    part: str,
    work: tuple[list[Work], list[Work]],
    spent: tuple[Sequence[ClassTime], Sequence[ClassTime]],
    as_measured: Difference,
    level: float,
) -> tuple[Difference, float] | None:
    """An average with the mix held equal, and the logarithm of what the mix did; None without classes."""
    known = [[interval for interval in side if measure.above(interval) is not None] for side in work]
    starts = [[interval.start for interval in side] for side in known]
    common = pair_times(*starts)
    grids = [common or pair_times(side, side) for side in starts]
    if None in grids:
        return None
    sides = [
        _classes(measure, part, known[i], spent[i], grid, after=bool(i) and common is not None)
        for i, grid in enumerate(grids)
        if grid is not None
    ]
    old, new = (side if common else replace(side, rate=None) for side in sides)
    weights = _frequencies(old, new)
    if len(weights) < 3:  # one class and what belongs to none: there is no mix
        return None
    first, second = (side.at(part, weights) for side in (old, new))
    totals = [ratio_of(_sum(side, part), side.units[_REST]) for side in (old, new)]
    averages = tuple(ratio for ratio in totals if ratio is not None and ratio.value > 0)
    if first.value <= 0 or second.value <= 0 or len(averages) < 2:
        return None
    effect = math.log(averages[1].value / averages[0].value) - math.log(second.value / first.value)
    comparison = EntryComparison(averages[0], averages[1], classes.change(old, new, part, weights))
    named = as_measured.subject, as_measured.measure, as_measured.title, as_measured.unit
    held = measures.difference(named, comparison, measure.better, level, facts=as_measured.facts)
    held = replace(held, held="; ".join(filter(None, (HELD, held.held))))
    return _consistent(held, _changes(old, new, part, weights)), effect


def _classes(
    measure: WorkMeasure,
    part: str,
    work: Sequence[Work],
    spent: Sequence[ClassTime],
    grid: TimePairs,
    *,
    after: bool,
) -> Classes:
    """Classes of all kinds, and one more class of what belongs to none, with the work as its units."""
    units: dict[str, classes.Floats] = {}
    seconds: dict[str, classes.Floats] = {}

    def column(name: str) -> tuple[classes.Floats, classes.Floats]:
        return (
            units.setdefault(name, np.zeros(grid.count)),
            seconds.setdefault(name, np.zeros(grid.count)),
        )

    lasted = np.zeros(grid.count)
    done, rest = column(_REST)
    for interval, at in zip(work, grid.at((w.start for w in work), after=after), strict=True):
        if at >= 0:
            done[at] += measure.below(interval)
            rest[at] += measure.above(interval) or 0.0
            lasted[at] += interval.seconds
    timed = [row for row in spent if row.start is not None]
    places = grid.at((row.start for row in timed if row.start is not None), after=after)
    for row, at in zip(timed, places, strict=True):
        if at >= 0:
            count, time = column(f"{row.kind}\0{row.name}")
            taken = row.elapsed if part == ELAPSED else row.parts.get(part, 0.0)
            count[at] += row.units
            time[at] += taken
            rest[at] -= taken
    return Classes(units, {part: seconds}, 0.0, done / np.where(lasted > 0, lasted, 1.0))


def _frequencies(before: Classes, after: Classes) -> dict[str, float]:
    """How many units of each class come to a unit of work, at the mean of both sides."""
    works = [side.units[_REST].sum() for side in (before, after)]
    frequencies = {}
    for name in before.units:
        counts = [side.units[name].sum() for side in (before, after) if name in side.units]
        if len(counts) == 2 and min(counts) > 0 and min(works) > 0:
            frequencies[name] = float(counts[0] / works[0] + counts[1] / works[1]) / 2
    return frequencies


def _sum(side: Classes, part: str) -> classes.Floats:
    total: classes.Floats = np.sum(list(side.seconds[part].values()), axis=0)
    return total


def _changes(before: Classes, after: Classes, part: str, weights: Mapping[str, float]) -> list[float]:
    """After minus before of each class, without what belongs to none."""
    changes = []
    for name in weights:
        if name == _REST:
            continue
        if before.rate is None or after.rate is None:
            changes.append((after.each(part, name) or 0.0) - (before.each(part, name) or 0.0))
        else:
            old, new = classes.of_class(before, after, part, name)
            changes.append(float(new.mean() - old.mean()))
    return changes


def _consistent(difference: Difference, changes: list[float]) -> Difference:
    """The difference, undecided where every class says the opposite."""
    contradicted = Verdict.WORSE if max(changes) < 0 else Verdict.BETTER if min(changes) > 0 else None
    if difference.verdict is not contradicted:
        return difference
    way = "less" if contradicted is Verdict.WORSE else "more"
    note = f"every class of work takes {way}: the change is in what belongs to no class"
    return replace(difference, verdict=Verdict.UNKNOWN, chance=None, note=note)
