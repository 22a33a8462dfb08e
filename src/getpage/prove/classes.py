"""Class by class: whether both sides did the same work, the difference with the mix held equal, and the part
of the elapsed time that it comes from.

Averages over different mixes can differ when no class does, and can even point the other way than every class
(Simpson 1951). So the difference is always that of the classes at the mean of both mixes (Kitagawa 1955),
however little moved: 9 % of the work in a class ten times as expensive changes an average as much as any
fault. It covers the classes that both sides have. Its noise is that of the weighted sum of the classes'
linearized ratios, interval by interval (pair by pair in windows of the same hours), so classes may depend on
each other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.prove.across_classes import ClassSeries, across_classes
from getpage.prove.change import paired, unpaired
from getpage.prove.intervals import SAME_HOURS, EntryComparison, memory_between, pair_times
from getpage.prove.measures import difference
from getpage.prove.noise import MEMORY, independent, linearized, ratio_of
from getpage.prove.printed import compare_printed
from getpage.result.prove import ClassShare, ExplainedPart, Mix, Verdict
from getpage.runs import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from getpage.contract.work import ClassTime
    from getpage.core.names import Subject
    from getpage.prove.change import RatioChange
    from getpage.prove.noise import Ratio
    from getpage.result.prove import Difference

    Floats = NDArray[np.float64]

#: Mixes count as about the same while less than this share of the units would have to change class.
SAME_MIX_PERCENT = 10.0
#: The number of classes that a mix lists; its sums include the others.
MOST_CLASSES = 20
_NEGLIGIBLE = 1e-3
#: Intervals that are worth this many independent ones know their own noise (`benches/prove_classes.py`).
_ENOUGH_INDEPENDENT = 16.0
#: Rounding error in floating point when the parts are subtracted from the elapsed time.
_ROUNDING = 1e-9
ELAPSED, REST = "elapsed", "other"
HELD = "the mix of work, at the mean of both sides"


@dataclass(frozen=True)
class Classes:
    """One kind of work of one side: for each class, units and seconds by part, interval by interval.

    `rounded` is the unit of the last digit of printed seconds, 0 for records. `rate` is the work of each
    interval where intervals are paired with those of the other side, else None. `within` are the parts that
    lie inside other parts, `memory` the correlation of neighboring intervals that noise is right for.
    """

    units: dict[str, Floats]
    seconds: dict[str, dict[str, Floats]]  # part, then class
    rounded: float
    rate: Floats | None = None
    within: frozenset[str] = frozenset()
    memory: float = MEMORY

    @property
    def total(self) -> float:
        """Units of all classes together."""
        return float(sum(units.sum() for units in self.units.values()))

    def share(self, name: str) -> float:
        """The share of the units that a class has, 0 to 1."""
        return float(self.units[name].sum()) / self.total if name in self.units else 0.0

    def each(self, part: str, name: str) -> float | None:
        """Seconds of a part per unit of a class; None where the class did nothing."""
        units = float(self.units[name].sum()) if name in self.units else 0.0
        return float(self.seconds[part][name].sum()) / units if units > 0 else None

    def at(self, part: str, weights: Mapping[str, float]) -> Ratio:
        """Seconds per unit with the classes weighted by `weights`."""
        value, linear = 0.0, np.zeros_like(next(iter(self.units.values())))
        for name, weight in weights.items():
            units, seconds = self.units[name], self.seconds[part][name]
            each = float(seconds.sum() / units.sum())
            value += weight * each
            linear = linear + weight * (seconds - each * units) / units.mean()
        return linearized(value, linear, self.memory)

    def crude(self, part: str) -> Ratio | None:
        """Seconds per unit over all classes as measured; None where nothing was done."""
        units = np.sum(list(self.units.values()), axis=0)
        return ratio_of(np.sum(list(self.seconds[part].values()), axis=0), units, self.memory)


def align(before: Sequence[ClassTime], after: Sequence[ClassTime]) -> tuple[Classes, Classes]:
    """One kind of work of both sides, pair by pair where they have the same hours of the day."""
    old, new = ([row.start for row in side if row.start is not None] for side in (before, after))
    pairs = pair_times(old, new) if len(old) == len(before) and len(new) == len(after) else None
    if pairs is None:
        return unaligned(before), unaligned(after)
    sides = (before, old, False), (after, new, True)
    first, second = (
        replace(_at(rows, pairs.at(starts, after=i), pairs.count), memory=pairs.memory)
        for rows, starts, i in sides
    )
    if not all(any(units.sum() > 0 for units in side.units.values()) for side in (first, second)):
        return unaligned(before), unaligned(after)
    return first, second


def unaligned(rows: Sequence[ClassTime]) -> Classes:
    """One kind of work as arrays over the intervals that have any of it."""
    times = sorted({row.start for row in rows if row.start is not None})
    index = {at: i for i, at in enumerate(times)}
    places = [index[row.start] if row.start is not None else 0 for row in rows]
    return replace(_at(rows, places, max(1, len(times))), rate=None, memory=memory_between(times))


def _at(rows: Sequence[ClassTime], places: Iterable[int], length: int) -> Classes:
    """Rows as arrays, each at its place; rows at place -1 are left out."""
    units: dict[str, Floats] = defaultdict(lambda: np.zeros(length))
    seconds: dict[str, dict[str, Floats]] = {
        part: defaultdict(lambda: np.zeros(length))
        for part in (
            ELAPSED,
            *dict.fromkeys(part for row in rows for part in (*row.parts, *row.within)),
            REST,
        )
    }
    starts: list[set[datetime | None]] = [set() for _ in range(length)]
    for row, at in zip(rows, places, strict=True):
        if at < 0:
            continue
        starts[at].add(row.start)
        units[row.name][at] += row.units
        seconds[ELAPSED][row.name][at] += row.elapsed
        left = row.elapsed - sum(row.parts.values())
        seconds[REST][row.name][at] += left if abs(left) > _ROUNDING * row.elapsed else 0.0
        for part in seconds.keys() - {ELAPSED, REST}:
            seconds[part][row.name][at] += row.parts.get(part, row.within.get(part, 0.0))
    total = np.sum(list(units.values()), axis=0) if units else np.zeros(length)
    rate = total / np.array([max(1, len(at_place)) for at_place in starts])
    within = frozenset(part for row in rows for part in row.within)
    return Classes(dict(units), seconds, max(row.rounded for row in rows), rate, within)


def change(before: Classes, after: Classes, part: str, weights: Mapping[str, float]) -> RatioChange:
    """The change of a part with the classes weighted by `weights`: from the scatter of the classes, or from
    the intervals where there are fewer classes or the intervals know their own noise better.
    """
    if before.rate is None or after.rate is None:
        return unpaired(before.at(part, weights), after.at(part, weights))
    old, new = np.zeros_like(before.rate), np.zeros_like(after.rate)
    series = []
    for name, weight in weights.items():
        first, second = of_class(before, after, part, name)
        old, new = old + weight * first, new + weight * second
        units = (float(side.units[name].sum()) for side in (before, after))
        series.append(ClassSeries(weight * first, weight * second, *units))
    worked = (before.rate > 0) & (after.rate > 0)
    by_time = paired(old, new, (before.rate, after.rate) if worked.all() else None, memory=before.memory)
    by_class = across_classes(series)
    if by_class is None:
        return by_time
    if by_time.noise is None or independent(new / new.mean() - old / old.mean()) < _ENOUGH_INDEPENDENT:
        return by_class
    return min(by_time, by_class, key=lambda change: change.width)


def of_class(before: Classes, after: Classes, part: str, name: str) -> tuple[Floats, Floats]:
    """What each pair adds to the seconds per unit of a class, before and after.

    Pairs have the same weights on both sides (see `intervals.py`) where they hold at least half of the units
    of the class. A class that is not at the same hours on both sides, such as a batch job that began later,
    is compared as a whole.
    """
    sides = [(side.units[name], _ended(side, part, name)) for side in (before, after)]
    units = [count for count, _ in sides]
    worked = (units[0] > 0) & (units[1] > 0)
    if min(float(count[worked].sum() / count.sum()) for count in units) < SAME_HOURS:
        values = [float(seconds.sum() / count.sum()) for count, seconds in sides]
        old, new = (
            value + (seconds - value * count) / count.mean()
            for value, (count, seconds) in zip(values, sides, strict=True)
        )
        return old, new
    total = np.where(worked, units[0] + units[1], 1.0)
    weights = units[0] * units[1] / total
    weights = np.where(worked, weights / weights.mean(), 0.0)
    first, second = (
        weights * np.divide(time, count, out=np.zeros_like(time), where=worked) for count, time in sides
    )
    return first, second


def _ended(side: Classes, part: str, name: str) -> Floats:
    """Seconds of a class; those of an interval in which no unit ended count in the next in which one did."""
    units, seconds = side.units[name], side.seconds[part][name]
    ended = np.flatnonzero(units > 0)
    into = ended[np.minimum(np.searchsorted(ended, np.arange(len(units))), len(ended) - 1)]
    moved = np.zeros_like(seconds)
    np.add.at(moved, into, seconds)
    return moved


@dataclass(frozen=True, slots=True)
class ClassComparison:
    """The differences of one kind of work, the parts that explain them, and its mix; None without classes."""

    differences: tuple[Difference, ...]
    parts: tuple[ExplainedPart, ...]
    mix: Mix | None


def compare(subject: Subject, kind: str, before: Classes, after: Classes, level: float) -> ClassComparison:
    """One kind of work of one subsystem, before and after; empty where no class is on both sides."""
    weights = common(before, after)
    if not weights:
        return ClassComparison((), (), None)
    names = sorted(before.units.keys() | after.units.keys())  # a set adds up in another order in each process
    moved = 50 * sum(abs(before.share(name) - after.share(name)) for name in names)
    by_part: dict[str, Difference] = {}
    for part in before.seconds.keys() & after.seconds.keys():
        by_part[part] = _difference(subject, kind, part, before, after, weights, level)
    elapsed = by_part[ELAPSED]
    order = [part for part in before.seconds if part in by_part and _matters(by_part[part], elapsed)]
    nested = before.within | after.within
    return ClassComparison(
        differences=tuple(by_part[part] for part in order),
        parts=tuple(_explained(subject, by_part, [part for part in order if part not in nested])),
        mix=_mix(elapsed, before, after, names, weights, moved) if len(names) > 1 else None,
    )


def common(before: Classes, after: Classes) -> dict[str, float]:
    """The mean of both mixes, over the classes that did something on both sides."""
    names = [
        name
        for name in sorted(before.units.keys() & after.units.keys())
        if before.share(name) and after.share(name)
    ]
    weights = {name: (before.share(name) + after.share(name)) / 2 for name in names}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _difference(
    subject: Subject,
    kind: str,
    part: str,
    before: Classes,
    after: Classes,
    weights: dict[str, float],
    level: float,
) -> Difference:
    old, new = (side.at(part, weights) for side in (before, after))
    title = f"{kind}: {part}"
    mixed = len(before.units.keys() | after.units.keys()) > 1
    held = HELD if mixed else ""
    if before.rounded and after.rounded and not (old.noise and new.noise):
        # The rest is a difference of all printed figures and has the rounding of each of them.
        printed = len(before.seconds) - 1 if part == REST else 1
        spans = [
            _printed(ratio.value, side.rounded, printed) for ratio, side in ((old, before), (new, after))
        ]
        return compare_printed(subject, title, title, "us", *spans, held=held)
    better = 0 if part == REST or part in before.within | after.within else -1
    comparison = EntryComparison(old, new, change(before, after, part, weights))
    measured = difference((subject, title, title, "s"), comparison, better, level)
    return replace(measured, held="; ".join(filter(None, (held, measured.held))))


def _printed(seconds: float, rounded: float, figures: int) -> Span:
    half = 1e6 * rounded * figures / 2
    return Span(round(1e6 * seconds, 6), 1e6 * seconds - half, 1e6 * seconds + half)


def _explained(subject: Subject, by_part: dict[str, Difference], order: list[str]) -> Iterable[ExplainedPart]:
    """The parts of the elapsed time, where its difference is more than noise."""
    whole = by_part[ELAPSED]
    if whole.verdict in {Verdict.SAME, Verdict.UNKNOWN}:
        return
    for part in order:
        if part not in {ELAPSED, REST}:
            yield ExplainedPart(
                subject=subject,
                whole=whole.title,
                part=part,
                unit=whole.unit,
                whole_difference=whole.difference,
                part_difference=by_part[part].difference,
            )


def _matters(part: Difference, whole: Difference) -> bool:
    """Whether a part is more than rounding error of the elapsed time, or is the elapsed time itself."""
    least = _NEGLIGIBLE * max(whole.before.value, whole.after.value)
    return part is whole or max(abs(part.before.value), abs(part.after.value)) > least


def _mix(
    held: Difference,
    before: Classes,
    after: Classes,
    names: Iterable[str],
    weights: dict[str, float],
    moved: float,
) -> Mix:
    old, new = before.crude(ELAPSED), after.crude(ELAPSED)
    assert old is not None
    assert new is not None
    crude = new.value - old.value
    within = after.at(ELAPSED, weights).value - before.at(ELAPSED, weights).value
    ranked = sorted(names, key=lambda name: (-(before.share(name) + after.share(name)), name))
    return Mix(
        subject=held.subject,
        measure=held.measure,
        unit="s",
        comparable=moved < SAME_MIX_PERCENT,
        moved_percent=moved,
        crude=crude,
        within=within,
        shift=crude - within,
        within_shown=held.shown,
        reversed=held.shown and crude * held.difference.value < 0,
        classes=tuple(
            ClassShare(
                name=name or "not named",
                share_before=100 * before.share(name),
                share_after=100 * after.share(name),
                before=before.each(ELAPSED, name),
                after=after.each(ELAPSED, name),
            )
            for name in ranked[:MOST_CLASSES]
        ),
    )
