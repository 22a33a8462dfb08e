"""What is measured of work: throughput, reads, waits, CPU and response per unit; and what products add to it.

Every measure is a ratio of sums with its noise. Products state measures of their own beside their work
(`contract/observation.py`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from getpage.core.names import Subject, Subsystem
from getpage.prove import intervals
from getpage.prove.change import unpaired
from getpage.prove.intervals import Entry, EntryComparison
from getpage.prove.noise import ratio_estimate, ratio_of
from getpage.prove.printed import verdict
from getpage.result import Missing
from getpage.result.forecast import FigureName
from getpage.result.prove import Difference, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from getpage.contract.observation import Metered
    from getpage.contract.work import Work
    from getpage.prove.change import RatioChange
    from getpage.result import Fact

    WorkKey = tuple[Subsystem, str]
#: Subject, measure, title and unit of a difference.
Named = tuple[Subject, str, str, str]

INTERVALS: Final = "intervals"
_WIDENED: Final = "the interval allows {:.1f} % either way for the volume of work, which is not the same"
_UNSEEN: Final = (
    "hours grew unlike one another, so that the mix of work is another: the interval allows {:.1f} % for it, "
    "and accounting records, which tell classes of work, would narrow it"
)
_WORTH_SAYING: Final = 5e-4
#: Share of half the interval from which on the mix that nothing tells is mentioned.
_LARGE_SHARE: Final = 0.5
#: Intervals that begin within this share of their length of each other are not one after the other.
_OVERLAPPING: Final = 0.5


@dataclass(frozen=True, slots=True)
class WorkMeasure:
    """A measure of work: `above` over `below`, each summed; `better` is the good direction or 0.

    Throughput and what comes with it (reads per second) are neither good nor bad by themselves: they are what
    was asked for.
    """

    name: str
    title: str
    unit: str
    above: Callable[[Work], float | None]
    below: Callable[[Work], float]
    better: int = -1

    @property
    def per_unit(self) -> bool:
        """Whether it is a measure per unit of work."""
        return self.below is _units

    @property
    def per_second(self) -> bool:
        """Whether it is a rate."""
        return self.below is _seconds


def measures_of(unit: str) -> tuple[WorkMeasure, ...]:
    """All measures of work that is counted in `unit`."""
    return (
        WorkMeasure(FigureName.ETR, f"ETR, {unit} rate", "/s", lambda w: w.units, _seconds, 0),
        WorkMeasure(FigureName.READS, "reads waited for", "/s", lambda w: w.reads, _seconds, 0),
        WorkMeasure(FigureName.READS_PER_UNIT, f"reads per {unit}", "", lambda w: w.reads, _units),
        WorkMeasure("getpages per unit", f"getpages per {unit}", "", lambda w: w.getpages, _units, 0),
        WorkMeasure(FigureName.WAIT_PER_UNIT, f"read wait per {unit}", "s", lambda w: w.read_seconds, _units),
        WorkMeasure(FigureName.CPU_PER_UNIT, f"CPU per {unit}", "s", lambda w: w.cpu_seconds, _units),
        WorkMeasure(
            "zIIP CPU per unit", f"CPU on zIIPs per {unit}", "s", lambda w: w.ziip_seconds, _units, 0
        ),
        WorkMeasure(
            "general CPU per unit", f"CPU on general processors per {unit}", "s", _general_cpu, _units
        ),
        WorkMeasure(FigureName.RESPONSE, f"elapsed per {unit}", "s", lambda w: w.elapsed_seconds, _units),
    )


def by_subsystem(work: Iterable[Work]) -> dict[WorkKey, list[Work]]:
    """Work in time order, by subsystem and unit."""
    grouped: dict[WorkKey, list[Work]] = defaultdict(list)
    for interval in work:
        grouped[interval.subsystem, interval.unit].append(interval)
    return dict(grouped)


def overlaps(work: Sequence[Work]) -> bool:
    """Whether intervals of one name lie over one another by more than half: work of two of that name."""
    ordered = sorted(work, key=lambda interval: interval.start.replace(tzinfo=None))
    return any(
        (later.start.replace(tzinfo=None) - earlier.start.replace(tzinfo=None)).total_seconds()
        < _OVERLAPPING * min(earlier.seconds, later.seconds)
        for earlier, later in pairwise(ordered)
    )


def compare(before: list[Work], after: list[Work], level: float) -> dict[WorkMeasure, Difference]:
    """Every measure of one subsystem that both sides have."""
    differences = {}
    for measure in measures_of(before[0].unit):
        comparison = intervals.compare(_entries(measure, before), _entries(measure, after))
        if comparison is not None:
            facts = tuple(fact for side in (before, after) for fact in side[0].facts[:2])
            named = (before[0].subsystem, str(measure.name), measure.title, measure.unit)
            differences[measure] = difference(named, comparison, measure.better, level, facts=facts)
    return differences


def difference(
    named: Named,
    comparison: EntryComparison,
    better: int,
    level: float,
    *,
    facts: tuple[Fact, ...] = (),
) -> Difference:
    """A comparison of intervals as a difference of the result."""
    subject, name, title, unit = named
    change = comparison.change
    chance = change.chance
    return Difference(
        subject=subject,
        measure=name,
        title=title,
        unit=unit,
        before=ratio_estimate(comparison.before, level, "before", unit),
        after=ratio_estimate(comparison.after, level, "after", unit),
        difference=change.difference(level, unit),
        change_percent=change.change_percent(level),
        verdict=Verdict.UNKNOWN if chance is None else verdict(*change.ends(level), better),
        basis=INTERVALS,
        runs_before=comparison.before.intervals,
        runs_after=comparison.after.intervals,
        held=" and ".join(change.held),
        note="; ".join(_allowances(change, level)),
        facts=facts,
        chance=chance,
        better=better,
    )


def compare_metered(
    before: Sequence[Metered], after: Sequence[Metered], level: float
) -> Iterator[Difference]:
    """Every measure that products state and both sides have, in the order of before."""
    new = {_metered_key(metered): metered for metered in after}
    for old in before:
        other = new.get(_metered_key(old))
        if other is None or _is_same_report(old, other):
            continue
        comparison = _compare_metered(old, other)
        if comparison is None:
            continue
        named = old.subsystem, old.name, old.title, old.unit
        facts = (*old.facts[:2], *other.facts[:2])
        yield difference(named, comparison, old.better, level, facts=facts)


def metered_notes(before: Sequence[Metered], after: Sequence[Metered]) -> list[str]:
    """Notes on how subsystems of both sides were compared."""
    both = {metered.subsystem for metered in before} & {metered.subsystem for metered in after}
    notes = (
        f"{metered.subsystem}: {metered.note}."
        for metered in (*before, *after)
        if metered.note and metered.subsystem in both
    )
    return list(dict.fromkeys(notes))


def metered_missing(before: Sequence[Metered], after: Sequence[Metered]) -> Iterator[Missing]:
    """Subsystems with measures of their own on one side only."""
    old, new = ({metered.subsystem for metered in side} for side in (before, after))
    for subsystem in sorted(old ^ new, key=str):
        where = "before" if subsystem in old else "after"
        yield Missing(
            subsystem=str(subsystem),
            question="Did its cost per unit of work change?",
            supply=f"the same evidence of the other side; only {where} has it",
        )


def _entries(measure: WorkMeasure, work: Iterable[Work]) -> list[Entry]:
    """A measure interval by interval, without intervals that do not have it."""
    return [
        Entry(
            interval.start,
            above,
            measure.below(interval),
            interval.units if measure.per_unit else None,
            interval.seconds,
        )
        for interval in work
        if (above := measure.above(interval)) is not None
    ]


def _allowances(change: RatioChange, level: float) -> Iterator[str]:
    """What the interval of a change allows for that nothing in the evidence tells."""
    if change.slack > _WORTH_SAYING:
        yield _WIDENED.format(100 * math.expm1(change.slack))
    low, high = change.ends(level)
    if change.unseen > _LARGE_SHARE * (high - low) / 2:
        yield _UNSEEN.format(100 * math.expm1(change.unseen))


def _seconds(work: Work) -> float:
    return work.seconds


def _units(work: Work) -> float:
    return work.units


def _general_cpu(work: Work) -> float | None:
    """CPU seconds on general processors; None where the split is not known."""
    if work.cpu_seconds is None or work.ziip_seconds is None:
        return None
    return work.cpu_seconds - work.ziip_seconds


def _metered_key(metered: Metered) -> WorkKey:
    return metered.subsystem, metered.name


def _is_same_report(before: Metered, after: Metered) -> bool:
    """Whether both sides are one report without a date, which every window of its store has."""
    return (
        before.starts is None and after.starts is None and bool(before.facts) and before.facts == after.facts
    )


def _compare_metered(before: Metered, after: Metered) -> EntryComparison | None:
    if before.starts is not None and after.starts is not None:
        return intervals.compare(
            _metered_entries(before, before.starts), _metered_entries(after, after.starts)
        )
    old, new = (ratio_of(side.above, side.below) for side in (before, after))
    return None if old is None or new is None else EntryComparison(old, new, unpaired(old, new))


def _metered_entries(side: Metered, starts: Sequence[datetime]) -> list[Entry]:
    if side.volume is None:
        return [Entry(*row) for row in zip(starts, side.above, side.below, strict=True)]
    columns = starts, side.above, side.below, side.volume, side.seconds
    return [Entry(*row) for row in zip(*columns, strict=True)]
