"""Averages over all work of a subsystem, with the mix of work held equal where classes are known.

A commit or message is made of classes: the commits of each plan, the calls of each queue, and what belongs to
none of them. How often each class comes to a unit of work is held at the mean of both sides (Kitagawa 1955),
so that an average does not change because there is more of a class. Classes have elapsed time and CPU. Of
what they do not have (reads, waits, ITR) a change is decided only as far as the mix cannot explain it: by as
much as it moved elapsed time and CPU, and by what a mix that moved so far does to a cost that differs from
class to class as elapsed time does, but goes with it in a way that nothing tells: a covariance of growth and
cost, of any correlation (see `change.py`).

Where no class is known, getpages per unit are a witness of the mix: a unit of other work reads other pages.
Whatever a unit takes may then have moved with the mix by `_PER_WITNESS` times as much.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from getpage.contract.work import ClassTime, Work
from getpage.core import figures
from getpage.prove import classes, measures
from getpage.prove.change import ANY_CORRELATION
from getpage.prove.classes import ELAPSED, HELD, Classes
from getpage.prove.intervals import EntryComparison, TimePairs, pair_times
from getpage.prove.measures import WorkMeasure
from getpage.prove.noise import LARGEST_EXPONENT, ratio_of
from getpage.result import Estimate
from getpage.result.forecast import FigureName
from getpage.result.prove import Difference, Verdict

#: Measures of work that classes have as well, and the part of their time that it is.
_PART_OF: Final[Mapping[str, str]] = {
    FigureName.RESPONSE: ELAPSED,
    FigureName.CPU_PER_UNIT: "CPU",
    "general CPU per unit": "CPU",
}
_WITNESS: Final = "getpages per unit"
#: How far a cost may move for each percent that the witness moves: costs and getpages of classes whose
#: correlation is 0.8 differ by more in 1 of 8 mixes. Ours.
_PER_WITNESS: Final = 3.0
#: Deviations that what nothing tells is allowed for.
_DEVIATIONS: Final = 2.0
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
    effects, beyond, held = [0.0], [0.0], set[str]()
    for measure, as_measured in differences.items():
        part = _PART_OF.get(measure.name)
        if part is None:
            continue
        at_mix = _at_equal_mix(measure, part, (before, after), spent, as_measured, level)
        if at_mix is not None:
            differences[measure] = at_mix.difference
            effects.append(at_mix.effect)
            beyond.append(at_mix.beyond)
            held.add(measure.name)
    if not held:
        beyond = [
            _PER_WITNESS * abs(_logarithm(each)) for each in differences.values() if each.measure == _WITNESS
        ]
    moved = min(effects) - max(beyond, default=0.0), max(effects) + max(beyond, default=0.0)
    return [
        undecided_by_mix(each, moved, with_classes=bool(held))
        if measure.per_unit and measure.name not in held
        else each
        for measure, each in differences.items()
    ], moved


def _logarithm(difference: Difference) -> float:
    """The logarithm of after over before; 0 where there is none."""
    change = difference.change_percent
    return 0.0 if change is None or change.value <= -100 else math.log1p(change.value / 100)


def undecided_by_mix(
    difference: Difference, moved: tuple[float, float], *, inverse: bool = False, with_classes: bool = True
) -> Difference:
    """The difference with what the mix, which `moved` averages, may have done to it; undecided where that may
    explain it.

    `inverse` is for a measure such as ITR, which falls when a unit of work takes more. `with_classes` says
    whether classes of work are known.
    """
    change = difference.change_percent
    if not any(moved) or change is None or not change.level:
        return difference
    low, high = (-moved[1], -moved[0]) if inverse else moved
    ends = [math.log1p(end / 100) if end > -100 else -math.inf for end in (change.low, change.high)]
    ends = [ends[0] - high, ends[1] - low]
    wider = _between(difference, change, ends)
    if difference.verdict not in {Verdict.BETTER, Verdict.WORSE} or not ends[0] <= 0 <= ends[1]:
        return wider
    largest = 100 * math.expm1(max(moved, key=abs))
    note = (
        f"the mix of work alone may change this by {figures.percent(largest)}, and classes do not tell it"
        if with_classes
        else f"getpages per unit show another mix of work, which may change this by "
        f"{figures.percent(largest)}; accounting records, which tell classes of work, would narrow it"
    )
    return replace(wider, verdict=Verdict.UNKNOWN, chance=None, note=note)


def _between(difference: Difference, change: Estimate, ends: Sequence[float]) -> Difference:
    """The difference with these logarithms of after over before as the ends of its interval."""
    low, high = (math.expm1(min(end, LARGEST_EXPONENT)) for end in ends)
    moved = difference.difference
    whole = 100 * moved.value / change.value if change.value else difference.before.value
    return replace(
        difference,
        change_percent=replace(change, low=100 * low, high=100 * high),
        difference=replace(moved, low=whole * low, high=whole * high),
    )


def _at_equal_mix(
    measure: WorkMeasure,
    part: str,
    work: tuple[list[Work], list[Work]],
    spent: tuple[Sequence[ClassTime], Sequence[ClassTime]],
    as_measured: Difference,
    level: float,
) -> _AtEqualMix | None:
    """An average with the mix held equal; None without classes."""
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
    totals = [ratio_of(_sum(side, part), side.units[_REST], side.memory) for side in (old, new)]
    averages = tuple(ratio for ratio in totals if ratio is not None and ratio.value > 0)
    if first.value <= 0 or second.value <= 0 or len(averages) < 2:
        return None
    effect = math.log(averages[1].value / averages[0].value) - math.log(second.value / first.value)
    comparison = EntryComparison(averages[0], averages[1], classes.change(old, new, part, weights))
    named = as_measured.subject, as_measured.measure, as_measured.title, as_measured.unit
    held = measures.difference(named, comparison, measure.better, level, facts=as_measured.facts)
    held = replace(held, held="; ".join(filter(None, (HELD, held.held))))
    consistent = _consistent(held, _changes(old, new, part, weights))
    return _AtEqualMix(consistent, effect, _beyond(old, new, part, weights))


@dataclass(frozen=True, slots=True)
class _AtEqualMix:
    """An average with the mix held equal, the logarithm of what the mix did to it, and by how much the mix
    may have moved what classes do not tell.
    """

    difference: Difference
    effect: float
    beyond: float


def _beyond(before: Classes, after: Classes, part: str, weights: Mapping[str, float]) -> float:
    """The logarithm by which this mix may move a cost that differs from class to class as this part does."""
    names = [name for name in weights if name != _REST]
    works = [side.units[_REST].sum() for side in (before, after)]
    counts = np.array(
        [
            [side.units[name].sum() / work for name in names]
            for side, work in zip((before, after), works, strict=True)
        ]
    )
    each = np.array(
        [((before.each(part, name) or 0.0) + (after.each(part, name) or 0.0)) / 2 for name in names]
    )
    shares = counts.mean(axis=0) / counts.mean(axis=0).sum()
    if not shares @ each > 0:
        return 0.0
    growth, cost = np.log(counts[1] / counts[0]), each / (shares @ each)
    spread = [math.sqrt(float(shares @ (of - shares @ of) ** 2)) for of in (growth, cost)]
    return _DEVIATIONS * math.sqrt(ANY_CORRELATION) * spread[0] * spread[1]


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
    rate = done / np.where(lasted > 0, lasted, 1.0)
    return Classes(units, {part: seconds}, 0.0, rate, memory=grid.memory)


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
