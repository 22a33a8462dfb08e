"""Averages of all work of a subsystem, with the mix of work held equal where classes tell it.

A commit or message is made of classes: the commits of each plan, the calls of each queue, and what belongs
to none of them. How often each class comes to a unit of work is held at the mean of both sides (Kitagawa
1955), so that an average does not change because there is more of a class. Classes tell elapsed time and
CPU. Of what they do not tell (reads, waits, ITR) a change is decided only as far as the mix cannot have
brought it: by how much it moved elapsed time and CPU is taken for how much it may have moved the rest.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.core import figures
from getpage.prove import classes, entries, measures, ratio
from getpage.prove.classes import ELAPSED, HELD, Classes
from getpage.prove.days import Pairs, pairs
from getpage.result.forecast import FigureName
from getpage.result.prove import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from getpage.contract.work import ClassTime, Work
    from getpage.prove.measures import Measure
    from getpage.result.prove import Difference

#: Measures of work that classes tell, and the part of their time that does.
_TOLD: Final[Mapping[str, str]] = {FigureName.RESPONSE: ELAPSED, FigureName.CPU_PER_UNIT: "CPU"}
#: Measures that go the other way than what a unit of work takes.
_INVERSE: Final = {FigureName.ITR}
#: What belongs to no class; no product names a class so.
_REST: Final = "\0"


def compare(
    before: list[Work],
    after: list[Work],
    spent: tuple[Sequence[ClassTime], Sequence[ClassTime]],
    level: float,
) -> tuple[list[Difference], tuple[float, float]]:
    """Every measure of one subsystem, and from where to where its mix alone moved averages (logarithms)."""
    found = {d.measure: d for d in measures.compare(before, after, level)}
    effects = [0.0]
    for measure in measures.measures(before[0].unit):
        part = _TOLD.get(measure.name)
        if part is None or measure.name not in found:
            continue
        held = _held(measure, part, (before, after), spent, found[measure.name], level)
        if held is not None:
            found[measure.name], effect = held
            effects.append(effect)
    moved = min(effects), max(effects)
    return [d if name in _TOLD else doubted(d, moved) for name, d in found.items()], moved


def doubted(one: Difference, moved: tuple[float, float]) -> Difference:
    """A difference that classes do not tell; it is not decided where the mix may have brought it."""
    if one.verdict not in {Verdict.BETTER, Verdict.WORSE} or one.change_percent is None or not any(moved):
        return one
    if not one.measure.endswith("per unit") and one.measure not in _INVERSE:
        return one
    low, high = (-moved[1], -moved[0]) if one.measure in _INVERSE else moved
    ends = [math.log1p(end / 100) if end > -100 else -math.inf for end in _ends(one)]
    if not ends[0] - high <= 0 <= ends[1] - low:
        return one
    largest = 100 * math.expm1(max(moved, key=abs))
    note = (
        f"the mix of work alone changed what a unit takes by {figures.percent(largest)}, and classes do not "
        "tell this measure"
    )
    return replace(one, verdict=Verdict.UNKNOWN, chance=None, note=note)


def _ends(one: Difference) -> tuple[float, float]:
    assert one.change_percent is not None
    return one.change_percent.low, one.change_percent.high


def _held(
    measure: Measure,
    part: str,
    work: tuple[list[Work], list[Work]],
    spent: tuple[Sequence[ClassTime], Sequence[ClassTime]],
    crude: Difference,
    level: float,
) -> tuple[Difference, float] | None:
    """An average with the mix held equal, and the logarithm of what the mix did; None without classes."""
    known = [[one for one in side if measure.above(one) is not None] for side in work]
    starts = [[one.start for one in side] for side in known]
    grid = pairs(*starts)
    grids = [grid or pairs(side, side) for side in starts]
    if None in grids:
        return None
    sides = [
        _classes(measure, part, known[i], spent[i], each, after=bool(i) and grid is not None)
        for i, each in enumerate(grids)
        if each is not None
    ]
    old, new = (side if grid else replace(side, rate=None) for side in sides)
    weights = _frequencies(old, new)
    if len(weights) < 3:  # one class and what belongs to none: there is no mix
        return None
    first, second = (side.at(part, weights) for side in (old, new))
    whole = [ratio.ratio(_sum(side, part), side.units[_REST]) for side in (old, new)]
    came = tuple(one for one in whole if one is not None and one.value > 0)
    if first.value <= 0 or second.value <= 0 or len(came) < 2:
        return None
    effect = math.log(came[1].value / came[0].value) - math.log(second.value / first.value)
    found = entries.Compared(came[0], came[1], classes.change(old, new, part, weights))
    named = crude.subject, crude.measure, crude.title, crude.unit
    one = measures.difference(named, found, measure.better, level, facts=crude.facts)
    one = replace(one, held="; ".join(filter(None, (HELD, one.held))))
    return _agreeing(one, _changes(old, new, part, weights)), effect


def _classes(
    measure: Measure, part: str, work: Sequence[Work], spent: Sequence[ClassTime], grid: Pairs, *, after: bool
) -> Classes:
    """Classes of all kinds, and as one more class what belongs to none, with the work as its units."""
    units: dict[str, classes.Floats] = {}
    seconds: dict[str, classes.Floats] = {}

    def column(name: str) -> tuple[classes.Floats, classes.Floats]:
        return (
            units.setdefault(name, np.zeros(grid.count)),
            seconds.setdefault(name, np.zeros(grid.count)),
        )

    lasted = np.zeros(grid.count)
    done, taken = column(_REST)
    for one, at in zip(work, grid.at((one.start for one in work), after=after), strict=True):
        if at >= 0:
            done[at] += measure.below(one)
            taken[at] += measure.above(one) or 0.0
            lasted[at] += one.seconds
    timed = [one for one in spent if one.start is not None]
    places = grid.at((one.start for one in timed if one.start is not None), after=after)
    for row, at in zip(timed, places, strict=True):
        if at >= 0:
            count, time = column(f"{row.kind}\0{row.name}")
            each = row.elapsed if part == ELAPSED else row.parts.get(part, 0.0)
            count[at] += row.units
            time[at] += each
            taken[at] -= each
    return Classes(units, {part: seconds}, 0.0, done / np.where(lasted > 0, lasted, 1.0))


def _frequencies(before: Classes, after: Classes) -> dict[str, float]:
    """How many of each class come to a unit of work, at the mean of both sides."""
    works = [side.units[_REST].sum() for side in (before, after)]
    found = {}
    for name in before.units:
        counts = [side.units[name].sum() for side in (before, after) if name in side.units]
        if len(counts) == 2 and min(counts) > 0 and min(works) > 0:
            found[name] = float(counts[0] / works[0] + counts[1] / works[1]) / 2
    return found


def _sum(side: Classes, part: str) -> classes.Floats:
    found: classes.Floats = np.sum(list(side.seconds[part].values()), axis=0)
    return found


def _changes(before: Classes, after: Classes, part: str, weights: Mapping[str, float]) -> list[float]:
    """After less before of each class that is one."""
    found = []
    for name in weights:
        if name == _REST:
            continue
        if before.rate is None or after.rate is None:
            found.append((after.each(part, name) or 0.0) - (before.each(part, name) or 0.0))
        else:
            old, new = classes.of_class(before, after, part, name)
            found.append(float(new.mean() - old.mean()))
    return found


def _agreeing(one: Difference, changes: list[float]) -> Difference:
    """What every class says, the average of all cannot contradict."""
    wrong = Verdict.WORSE if max(changes) < 0 else Verdict.BETTER if min(changes) > 0 else None
    if one.verdict is not wrong:
        return one
    way = "less" if wrong is Verdict.WORSE else "more"
    note = f"every class of work takes {way}: the change is in what belongs to no class"
    return replace(one, verdict=Verdict.UNKNOWN, chance=None, note=note)
