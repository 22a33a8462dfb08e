"""Class by class: whether both sides did the same work, what the difference is with the mix held equal, and
which part of the elapsed time it went from.

Averages over different mixes can differ when no class does, and can even point the other way than every class
(Simpson 1951). So the shares are compared first. Where they moved, the difference is that of the classes at
the mean of both mixes (Kitagawa 1955), over the classes that both sides have; its noise is that of the
weighted sum of the classes' linearised ratios, interval by interval, so that classes may depend on each
other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.prove import noise
from getpage.prove.measures import difference
from getpage.prove.ratio import Ratio
from getpage.prove.spans import compared
from getpage.result.prove import ClassShare, Mix, Part, Verdict
from getpage.runs import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from getpage.contract.work import ClassTime
    from getpage.core.names import Subject
    from getpage.result.prove import Difference

    Floats = NDArray[np.float64]

#: Mixes are the same while less than this share of the units would have to change class.
SAME_MIX_PERCENT = 10.0
#: Classes that a mix lists; the others are in its sums.
MOST_CLASSES = 20
_NEGLIGIBLE = 1e-3
ELAPSED, REST = "elapsed", "other"
HELD = "the mix of work, at the mean of both sides"


@dataclass(frozen=True)
class Classes:
    """One kind of work of one side: for each class, units and seconds by part, interval by interval."""

    units: dict[str, Floats]
    seconds: dict[str, dict[str, Floats]]  # part, then class
    rounded: float

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

    def at(self, part: str, weights: dict[str, float]) -> Ratio:
        """Seconds a unit with the classes weighted so."""
        value, linear = 0.0, np.zeros_like(next(iter(self.units.values())))
        for name, weight in weights.items():
            units, seconds = self.units[name], self.seconds[part][name]
            ratio = float(seconds.sum() / units.sum())
            value += weight * ratio
            linear = linear + weight * (seconds - ratio * units) / units.mean()
        return Ratio(value, noise.of_mean(linear), len(linear))

    def crude(self, part: str) -> Ratio:
        """Seconds a unit over all classes as they came."""
        units = np.sum(list(self.units.values()), axis=0)
        seconds = np.sum(list(self.seconds[part].values()), axis=0)
        value = float(seconds.sum() / units.sum())
        return Ratio(value, noise.of_mean((seconds - value * units) / units.mean()), len(units))


def classes(spent: Iterable[ClassTime]) -> Classes:
    """One kind of work as arrays over the intervals that have any of it."""
    rows = list(spent)
    times = sorted({row.start for row in rows if row.start is not None})
    index = {at: i for i, at in enumerate(times)}
    length = max(1, len(times))
    units: dict[str, Floats] = defaultdict(lambda: np.zeros(length))
    seconds: dict[str, dict[str, Floats]] = {
        part: defaultdict(lambda: np.zeros(length))
        for part in (ELAPSED, *dict.fromkeys(part for row in rows for part in row.parts), REST)
    }
    for row in rows:
        at = index[row.start] if row.start is not None else 0
        units[row.name][at] += row.units
        seconds[ELAPSED][row.name][at] += row.elapsed
        seconds[REST][row.name][at] += row.elapsed - sum(row.parts.values())
        for part in seconds.keys() - {ELAPSED, REST}:
            seconds[part][row.name][at] += row.parts.get(part, 0.0)
    return Classes(dict(units), seconds, max(row.rounded for row in rows))


@dataclass(frozen=True, slots=True)
class Compared:
    """What the classes of one kind say."""

    differences: tuple[Difference, ...]
    parts: tuple[Part, ...]
    mix: Mix | None


def compare(subject: Subject, kind: str, before: Classes, after: Classes, level: float) -> Compared:
    """One kind of work of one subsystem, before and after."""
    common = before.units.keys() & after.units.keys()
    names = before.units.keys() | after.units.keys()
    moved = 50 * sum(abs(before.share(name) - after.share(name)) for name in names)
    same = moved < SAME_MIX_PERCENT or not common
    weights = {name: (before.share(name) + after.share(name)) / 2 for name in sorted(common)}
    whole = sum(weights.values())
    weights = {name: weight / whole for name, weight in weights.items()} if whole else {}
    found: dict[str, Difference] = {}
    for part in before.seconds.keys() & after.seconds.keys():
        found[part] = _difference(subject, kind, part, before, after, weights if not same else None, level)
    order = [part for part in before.seconds if part in found and _matters(found[part], found[ELAPSED])]
    held = found[ELAPSED].verdict
    mix = _mix(subject, kind, before, after, names, weights, moved, same, held) if len(names) > 1 else None
    return Compared(
        differences=tuple(found[part] for part in order),
        parts=tuple(_parts(subject, found, order)),
        mix=mix,
    )


def _difference(
    subject: Subject,
    kind: str,
    part: str,
    before: Classes,
    after: Classes,
    weights: dict[str, float] | None,
    level: float,
) -> Difference:
    old, new = (side.at(part, weights) if weights else side.crude(part) for side in (before, after))
    title = f"{kind}: {part}"
    if before.rounded and after.rounded and not (old.noise and new.noise):
        # The rest is a difference of all printed figures and has the rounding of each of them.
        figures = len(before.seconds) - 1 if part == REST else 1
        spans = [_printed(one.value, side.rounded, figures) for one, side in ((old, before), (new, after))]
        return compared(subject, title, title, "us", *spans, held=HELD if weights else "")
    better = 0 if part == REST else -1
    named = (subject, title, title, "s")
    return difference(named, old, new, better, level, held=HELD if weights else "")


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
    subject: Subject,
    kind: str,
    before: Classes,
    after: Classes,
    names: Iterable[str],
    weights: dict[str, float],
    moved: float,
    same: bool,
    held: Verdict,
) -> Mix:
    crude = after.crude(ELAPSED).value - before.crude(ELAPSED).value
    within = (after.at(ELAPSED, weights).value - before.at(ELAPSED, weights).value) if weights else crude
    ranked = sorted(names, key=lambda name: (-(before.share(name) + after.share(name)), name))
    return Mix(
        subject=subject,
        measure=f"{kind}: {ELAPSED}",
        unit="s",
        comparable=same,
        moved_percent=moved,
        crude=crude,
        within=within,
        shift=crude - within,
        within_shown=held is not Verdict.SAME,
        reversed=not same and held not in {Verdict.SAME, Verdict.UNKNOWN} and crude * within < 0,
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
