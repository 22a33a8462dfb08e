"""What work is measured by: throughput, reads, waits, CPU and response of each unit, with their noise."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.names import Subject, Subsystem
from getpage.prove import ratio
from getpage.prove.entries import Compared, Entry
from getpage.prove.entries import compare as compare_entries
from getpage.prove.spans import judged
from getpage.result.forecast import FigureName
from getpage.result.prove import Difference, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from getpage.contract.work import Work
    from getpage.prove.apart import Apart
    from getpage.result import Fact

    Key = tuple[Subsystem, str]
#: Subject, measure, title and unit.
Named = tuple[Subject, str, str, str]

INTERVALS = "intervals"
WIDENED = "the interval allows {:.1f} % either way for the volume of work, which is not the same"
UNSEEN = (
    "hours grew unlike one another, so that the mix of work is another: the interval allows {:.1f} % for it, "
    "and accounting records, which tell classes of work, would narrow it"
)
_WORTH_SAYING = 5e-4
# Share of half the interval from which on what nothing tells is named.
_MUCH = 0.5


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of work: `above` over `below`, summed; `better` is the good direction or 0.

    Throughput and what it brings with it (reads a second) are neither good nor bad in themselves: they
    are what was asked for.
    """

    name: str
    title: str
    unit: str
    above: Callable[[Work], float | None]
    below: Callable[[Work], float]
    better: int = -1


def of_one(unit: str) -> str:
    """The unit of work as one is called: `commit` of commits; of several words as it is."""
    return unit if " " in unit else unit.removesuffix("s")


def measures(unit: str) -> tuple[Measure, ...]:
    """All measures of work that is counted in `unit`."""
    one = of_one(unit)
    return (
        Measure(FigureName.ETR, f"ETR, {one} rate", "/s", lambda w: w.units, lambda w: w.seconds, 0),
        Measure(FigureName.READS, "reads waited for", "/s", lambda w: w.reads, lambda w: w.seconds, 0),
        Measure(FigureName.READS_PER_UNIT, f"reads per {one}", "", lambda w: w.reads, _units),
        Measure("getpages per unit", f"getpages per {one}", "", lambda w: w.getpages, _units, 0),
        Measure(FigureName.WAIT_PER_UNIT, f"read wait per {one}", "s", lambda w: w.read_seconds, _units),
        Measure(FigureName.CPU_PER_UNIT, f"CPU per {one}", "s", lambda w: w.cpu_seconds, _units),
        Measure("zIIP CPU per unit", f"CPU on zIIPs per {one}", "s", lambda w: w.ziip_seconds, _units, 0),
        Measure("general CPU per unit", f"CPU on general processors per {one}", "s", _general, _units),
        Measure(FigureName.RESPONSE, f"elapsed per {one}", "s", lambda w: w.elapsed_seconds, _units),
    )


def by_subsystem(work: Iterable[Work]) -> dict[Key, list[Work]]:
    """Work in order of time, by subject and unit."""
    found: dict[Key, list[Work]] = defaultdict(list)
    for one in work:
        found[one.subsystem, one.unit].append(one)
    return dict(found)


def entries(measure: Measure, work: Iterable[Work]) -> list[Entry]:
    """A measure of the intervals that tell it."""
    per_unit = measure.below is _units
    return [
        Entry(one.start, above, measure.below(one), one.units if per_unit else None, one.seconds)
        for one in work
        if (above := measure.above(one)) is not None
    ]


def compare(before: list[Work], after: list[Work], level: float) -> Iterator[Difference]:
    """Every measure that both sides tell, of one subsystem."""
    for measure in measures(before[0].unit):
        found = compare_entries(entries(measure, before), entries(measure, after))
        if found is not None:
            facts = tuple(fact for side in (before, after) for fact in side[0].facts[:2])
            named = (before[0].subsystem, str(measure.name), measure.title, measure.unit)
            yield difference(named, found, measure.better, level, facts=facts)


def difference(
    named: Named,
    found: Compared,
    better: int,
    level: float,
    *,
    facts: tuple[Fact, ...] = (),
) -> Difference:
    """What was compared as a difference. `named` is subject, measure, title and unit."""
    of, name, title, unit = named
    apart = found.apart
    chance = apart.chance
    return Difference(
        subject=of,
        measure=name,
        title=title,
        unit=unit,
        before=ratio.measured(found.before, level, "before", unit),
        after=ratio.measured(found.after, level, "after", unit),
        difference=apart.difference(level, unit),
        change_percent=apart.change_percent(level),
        verdict=Verdict.UNKNOWN if chance is None else judged(*apart.ends(level), better),
        basis=INTERVALS,
        runs_before=found.before.intervals,
        runs_after=found.after.intervals,
        held=" and ".join(apart.held),
        note="; ".join(_allowed(apart, level)),
        facts=facts,
        chance=chance,
    )


def _allowed(apart: Apart, level: float) -> Iterator[str]:
    """What the interval allows for that nothing tells."""
    if apart.slack > _WORTH_SAYING:
        yield WIDENED.format(100 * math.expm1(apart.slack))
    low, high = apart.ends(level)
    if apart.unseen > _MUCH * (high - low) / 2:
        yield UNSEEN.format(100 * math.expm1(apart.unseen))


def _units(work: Work) -> float:
    return work.units


def _general(work: Work) -> float | None:
    """CPU on general processors, where the split is known."""
    if work.cpu_seconds is None or work.ziip_seconds is None:
        return None
    return work.cpu_seconds - work.ziip_seconds
