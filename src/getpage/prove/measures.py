"""What work is measured by: throughput, reads, waits, CPU and response of each unit, with their noise."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.names import Subject, Subsystem
from getpage.prove import ratio
from getpage.prove.spans import judged
from getpage.result.forecast import FigureName
from getpage.result.prove import Difference, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from getpage.contract.work import Work
    from getpage.prove.ratio import Ratio
    from getpage.result import Fact

    Key = tuple[Subsystem, str]
#: Subject, measure, title and unit.
Named = tuple[Subject, str, str, str]

INTERVALS = "intervals"


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


def measures(unit: str) -> tuple[Measure, ...]:
    """All measures of work that is counted in `unit`."""
    one = unit if " " in unit else unit.removesuffix("s")
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


def measured(measure: Measure, work: list[Work]) -> Ratio | None:
    """A measure over the intervals that tell it; None where none does."""
    known = [(above, measure.below(one)) for one in work if (above := measure.above(one)) is not None]
    return ratio.ratio([above for above, _ in known], [below for _, below in known])


def compare(before: list[Work], after: list[Work], level: float) -> Iterator[Difference]:
    """Every measure that both sides tell, of one subsystem."""
    for measure in measures(before[0].unit):
        old, new = measured(measure, before), measured(measure, after)
        if old is not None and new is not None:
            facts = tuple(fact for side in (before, after) for fact in side[0].facts[:2])
            named = (before[0].subsystem, str(measure.name), measure.title, measure.unit)
            yield difference(named, old, new, measure.better, level, facts=facts)


def difference(
    named: Named,
    old: Ratio,
    new: Ratio,
    better: int,
    level: float,
    *,
    held: str = "",
    facts: tuple[Fact, ...] = (),
) -> Difference:
    """Two ratios as a difference. `named` is subject, measure, title and unit."""
    of, name, title, unit = named
    apart = ratio.difference(old, new, level, "difference", unit)
    percent = ratio.change_percent(old, new, level, "change")
    judge = percent or apart
    known = old.noise is not None and new.noise is not None
    return Difference(
        subject=of,
        measure=name,
        title=title,
        unit=unit,
        before=ratio.measured(old, level, "before", unit),
        after=ratio.measured(new, level, "after", unit),
        difference=apart,
        change_percent=percent,
        verdict=judged(judge.low, judge.high, better) if known else Verdict.UNKNOWN,
        basis=INTERVALS,
        runs_before=old.intervals,
        runs_after=new.intervals,
        held=held,
        facts=facts,
    )


def _units(work: Work) -> float:
    return work.units


def _general(work: Work) -> float | None:
    """CPU on general processors, where the split is known."""
    if work.cpu_seconds is None or work.ziip_seconds is None:
        return None
    return work.cpu_seconds - work.ziip_seconds
