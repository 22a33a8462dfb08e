"""Class by class: whether both sides did the same work, what the difference is with the mix held equal, and
which part of the elapsed time it went from.

Averages over different mixes can differ when no class does, and can even point the other way than every class
(Simpson 1951). So the difference is always that of the classes at the mean of both mixes (Kitagawa 1955),
however little moved: 9 % that moved to a class ten times as dear change an average by as much as any fault.
It is over the classes that both sides have; its noise is that of the weighted sum of the classes'
linearised ratios, interval by interval (of windows of the same hours pair by pair), so that classes may
depend on each other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.prove import apart, ratio
from getpage.prove.days import SAME_HOURS, pairs
from getpage.prove.entries import Compared as Both
from getpage.prove.measures import difference
from getpage.prove.spans import compared
from getpage.result.prove import ClassShare, Mix, Part, Verdict
from getpage.runs import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from getpage.contract.work import ClassTime
    from getpage.core.names import Subject
    from getpage.prove.apart import Apart
    from getpage.prove.ratio import Ratio
    from getpage.result.prove import Difference

    Floats = NDArray[np.float64]

#: Mixes are said to be about the same while less than this share of the units would have to change class.
SAME_MIX_PERCENT = 10.0
#: Classes that a mix lists; the others are in its sums.
MOST_CLASSES = 20
_NEGLIGIBLE = 1e-3
#: What is left of elapsed time in floating point after its parts were taken from it.
_ROUNDED = 1e-9
ELAPSED, REST = "elapsed", "other"
HELD = "the mix of work, at the mean of both sides"


@dataclass(frozen=True)
class Classes:
    """One kind of work of one side: for each class, units and seconds by part, interval by interval.

    `rate` is the work of each interval, where intervals are pairs with those of the other side; else None.
    `within` are the parts that lie in others.
    """

    units: dict[str, Floats]
    seconds: dict[str, dict[str, Floats]]  # part, then class
    rounded: float
    rate: Floats | None = None
    within: frozenset[str] = frozenset()

    @property
    def total(self) -> float:
        """Units of all classes."""
        return float(sum(units.sum() for units in self.units.values()))

    def share(self, name: str) -> float:
        """A class's share of the units."""
        return float(self.units[name].sum()) / self.total if name in self.units else 0.0

    def each(self, part: str, name: str) -> float | None:
        """Seconds of a part that a unit of a class took; None where the class did nothing."""
        units = float(self.units[name].sum()) if name in self.units else 0.0
        return float(self.seconds[part][name].sum()) / units if units > 0 else None

    def at(self, part: str, weights: Mapping[str, float]) -> Ratio:
        """Seconds a unit with the classes weighted so."""
        value, linear = 0.0, np.zeros_like(next(iter(self.units.values())))
        for name, weight in weights.items():
            units, seconds = self.units[name], self.seconds[part][name]
            each = float(seconds.sum() / units.sum())
            value += weight * each
            linear = linear + weight * (seconds - each * units) / units.mean()
        return ratio.of(value, linear)

    def crude(self, part: str) -> Ratio | None:
        """Seconds a unit over all classes as they came; None where nothing was done."""
        units = np.sum(list(self.units.values()), axis=0)
        return ratio.ratio(np.sum(list(self.seconds[part].values()), axis=0), units)


def both(before: Sequence[ClassTime], after: Sequence[ClassTime]) -> tuple[Classes, Classes]:
    """One kind of work of both sides, pair by pair where they are of the same hours of the day."""
    old, new = ([row.start for row in side if row.start is not None] for side in (before, after))
    found = pairs(old, new) if len(old) == len(before) and len(new) == len(after) else None
    if found is None:
        return classes(before), classes(after)
    sides = (before, old, False), (after, new, True)
    first, second = (_at(rows, found.at(starts, after=i), found.count) for rows, starts, i in sides)
    if not all(any(units.sum() > 0 for units in side.units.values()) for side in (first, second)):
        return classes(before), classes(after)
    return first, second


def classes(spent: Iterable[ClassTime]) -> Classes:
    """One kind of work as arrays over the intervals that have any of it."""
    rows = list(spent)
    times = sorted({row.start for row in rows if row.start is not None})
    index = {at: i for i, at in enumerate(times)}
    places = [index[row.start] if row.start is not None else 0 for row in rows]
    return replace(_at(rows, places, max(1, len(times))), rate=None)


def _at(rows: Sequence[ClassTime], places: Iterable[int], length: int) -> Classes:
    """Rows as arrays, each at its place; those at -1 are left out."""
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
        seconds[REST][row.name][at] += left if abs(left) > _ROUNDED * row.elapsed else 0.0
        for part in seconds.keys() - {ELAPSED, REST}:
            seconds[part][row.name][at] += row.parts.get(part, row.within.get(part, 0.0))
    total = np.sum(list(units.values()), axis=0) if units else np.zeros(length)
    rate = total / np.array([max(1, len(one)) for one in starts])
    within = frozenset(part for row in rows for part in row.within)
    return Classes(dict(units), seconds, max(row.rounded for row in rows), rate, within)


def change(before: Classes, after: Classes, part: str, weights: Mapping[str, float]) -> Apart:
    """The change of a part with the classes weighted so, pair by pair where they are in pairs."""
    if before.rate is None or after.rate is None:
        return apart.unpaired(before.at(part, weights), after.at(part, weights))
    old, new = np.zeros_like(before.rate), np.zeros_like(after.rate)
    for name, weight in weights.items():
        each = of_class(before, after, part, name)
        old, new = old + weight * each[0], new + weight * each[1]
    worked = (before.rate > 0) & (after.rate > 0)
    return apart.paired(old, new, (before.rate, after.rate) if worked.all() else None)


def of_class(before: Classes, after: Classes, part: str, name: str) -> tuple[Floats, Floats]:
    """What each pair adds to the seconds of a class's unit, on either side.

    Pairs are weighted alike on both sides (see `entries.py`) where they hold half of its units or more. A
    class
    that is not at the same hours on both sides, a batch job that began later, is compared as a whole.
    """
    sides = [(side.units[name], _ended(side, part, name)) for side in (before, after)]
    units = [one[0] for one in sides]
    there = (units[0] > 0) & (units[1] > 0)
    if min(float(one[there].sum() / one.sum()) for one in units) < SAME_HOURS:
        values = [float(seconds.sum() / count.sum()) for count, seconds in sides]
        old, new = (
            value + (seconds - value * count) / count.mean()
            for value, (count, seconds) in zip(values, sides, strict=True)
        )
        return old, new
    both = np.where(there, units[0] + units[1], 1.0)
    weights = units[0] * units[1] / both
    weights = np.where(there, weights / weights.mean(), 0.0)
    first, second = (
        weights * np.divide(time, count, out=np.zeros_like(time), where=there) for count, time in sides
    )
    return first, second


def _ended(side: Classes, part: str, name: str) -> Floats:
    """Seconds of a class; those of an interval in which it ended no unit are of the next in which it did."""
    units, seconds = side.units[name], side.seconds[part][name]
    ended = np.flatnonzero(units > 0)
    into = ended[np.minimum(np.searchsorted(ended, np.arange(len(units))), len(ended) - 1)]
    found = np.zeros_like(seconds)
    np.add.at(found, into, seconds)
    return found


@dataclass(frozen=True, slots=True)
class Compared:
    """What the classes of one kind say."""

    differences: tuple[Difference, ...]
    parts: tuple[Part, ...]
    mix: Mix | None


def compare(subject: Subject, kind: str, before: Classes, after: Classes, level: float) -> Compared:
    """One kind of work of one subsystem, before and after; nothing where no class is on both sides."""
    weights = common(before, after)
    if not weights:
        return Compared((), (), None)
    names = before.units.keys() | after.units.keys()
    moved = 50 * sum(abs(before.share(name) - after.share(name)) for name in names)
    found: dict[str, Difference] = {}
    for part in before.seconds.keys() & after.seconds.keys():
        found[part] = _difference(subject, kind, part, before, after, weights, level)
    order = [part for part in before.seconds if part in found and _matters(found[part], found[ELAPSED])]
    mix = _mix(found[ELAPSED], before, after, names, weights, moved) if len(names) > 1 else None
    return Compared(
        differences=tuple(found[part] for part in order),
        parts=tuple(
            _parts(subject, found, [one for one in order if one not in before.within | after.within])
        ),
        mix=mix,
    )


def common(before: Classes, after: Classes) -> dict[str, float]:
    """The mean of both mixes, over the classes that did something on both sides."""
    names = [
        n for n in sorted(before.units.keys() & after.units.keys()) if before.share(n) and after.share(n)
    ]
    weights = {name: (before.share(name) + after.share(name)) / 2 for name in names}
    whole = sum(weights.values())
    return {name: weight / whole for name, weight in weights.items()}


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
        spans = [_printed(one.value, side.rounded, printed) for one, side in ((old, before), (new, after))]
        return compared(subject, title, title, "us", *spans, held=held)
    better = 0 if part == REST or part in before.within | after.within else -1
    found = Both(old, new, change(before, after, part, weights))
    one = difference((subject, title, title, "s"), found, better, level)
    return replace(one, held="; ".join(filter(None, (held, one.held))))


def _printed(seconds: float, rounded: float, figures: int) -> Span:
    half = 1e6 * rounded * figures / 2
    return Span(round(1e6 * seconds, 6), 1e6 * seconds - half, 1e6 * seconds + half)


def _parts(subject: Subject, found: dict[str, Difference], order: list[str]) -> Iterable[Part]:
    whole = found[ELAPSED]
    if whole.verdict in {Verdict.SAME, Verdict.UNKNOWN}:
        return
    for part in order:
        if part not in {ELAPSED, REST}:
            yield Part(
                subject=subject,
                whole=whole.title,
                part=part,
                unit=whole.unit,
                whole_difference=whole.difference,
                part_difference=found[part].difference,
            )


def _matters(part: Difference, whole: Difference) -> bool:
    """Whether a part is more than what is left of sums of elapsed time in floating point."""
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
