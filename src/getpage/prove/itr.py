"""ITR of each subsystem, and how busy its processors were, before and after.

ITR, the internal throughput rate, is ETR over busy: the rate at which the partition would have worked, had
its processors been busy all the time (IBM LSPR). Busy is that of the whole partition, so other work on it
counts as well. Intervals of which RMF does not tell how busy the processors were are left out of the ITR.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, Final

from getpage.prove import entries, measures
from getpage.prove.entries import Entry
from getpage.result import Missing
from getpage.result.forecast import FigureName

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from getpage.contract.storage import Processors
    from getpage.contract.work import Work
    from getpage.core.names import Image, Subsystem
    from getpage.prove.sides import ObservedSide
    from getpage.result import Fact
    from getpage.result.prove import Difference

NOTE: Final = "ITR is ETR over LPAR busy: other work of the same partition counts as well."
# Share of an interval of work of which RMF has to tell how busy the processors were: ours. Intervals of RMF
# and of a subsystem need not begin at the same moment, and a second is lost at either end.
_COVERED: Final = 0.98
_EPOCH: Final = datetime(1970, 1, 1)


class Busy:
    """LPAR busy of all images, to be asked for the time of an interval of work."""

    def __init__(self, processors: Iterable[Processors]) -> None:
        """`processors` in any order."""
        self.systems: Mapping[Image, list[Processors]] = defaultdict(list)
        for one in sorted(processors, key=lambda p: (p.image.name, p.start)):
            self.systems[one.image].append(one)
        self._ends = {image: [_end(one) for one in line] for image, line in self.systems.items()}

    def during(self, work: Work) -> float | None:
        """The busy share of the processors while this work was done; None where too little of it is told."""
        line = self.systems.get(work.subsystem.image)
        if not line or not work.subsystem.image:
            return None
        first = _seconds(work)
        last = first + work.seconds
        covered = busy = online = 0.0
        for one in line[bisect_left(self._ends[work.subsystem.image], first) :]:
            if _seconds(one) >= last:
                break
            both = min(_end(one), last) - max(_seconds(one), first)
            covered += both
            busy += both * one.busy_seconds / one.seconds
            online += both * one.online_seconds / one.seconds
        return busy / online if covered >= _COVERED * work.seconds and busy > 0 else None


def compare(before: ObservedSide, after: ObservedSide, level: float) -> Iterator[Difference]:
    """LPAR busy of each z/OS system, and ITR of each subsystem, where both sides tell them."""
    sides = [Busy(side.observed.processors) for side in (before, after)]
    for image in sides[0].systems:
        if image in sides[1].systems:
            lines = [side.systems[image] for side in sides]
            named: measures.Named = image, str(FigureName.CPU_BUSY), "LPAR busy", "%"
            told = _lpar_busy(lines[0]), _lpar_busy(lines[1])
            yield from _difference(named, *told, 0, level, _facts(*lines))
    works = [_done(side) for side in (before, after)]
    for key in (key for key in works[0] if key in works[1]):
        lines_of_work = [work[key] for work in works]
        named = key[0], str(FigureName.ITR), f"ITR, {measures.of_one(key[1])} rate", "/s"
        found = [_itr(line, busy) for line, busy in zip(lines_of_work, sides, strict=True)]
        yield from _difference(named, found[0], found[1], 1, level, _facts(*lines_of_work))


def missing(before: ObservedSide, after: ObservedSide, found: Iterable[Difference]) -> Iterator[Missing]:
    """Which subsystems have no ITR, by z/OS system, and what would supply it."""
    told = {one.subject for one in found if one.measure == FigureName.ITR}
    works = [_done(side) for side in (before, after)]
    without: dict[str, list[str]] = defaultdict(list)
    for key in sorted(works[0].keys() & works[1].keys(), key=str):
        if key[0] not in told:
            without[key[0].image.name].append(str(key[0]))
    for image, subjects in sorted(without.items()):
        yield Missing(
            subsystem=", ".join(dict.fromkeys(subjects)),
            question="What is its ITR?",
            supply=f"not in the evidence: needs SMF 70.1 of {image or 'its system'}, of the same hours "
            "before and after",
        )


def _difference(
    named: measures.Named,
    old: list[Entry],
    new: list[Entry],
    better: int,
    level: float,
    facts: tuple[Fact, ...],
) -> Iterator[Difference]:
    found = entries.compare(old, new)
    if found is not None:
        yield measures.difference(named, found, better, level, facts=facts)


def _lpar_busy(line: Sequence[Processors]) -> list[Entry]:
    return [Entry(one.start, 100 * one.busy_seconds, one.online_seconds) for one in line]


def _done(side: ObservedSide) -> dict[tuple[Subsystem, str], list[Work]]:
    """The work of each subsystem that did any: of a service class without transactions there is no rate."""
    found = measures.by_subsystem(side.work)
    return {key: line for key, line in found.items() if any(one.units for one in line)}


def _itr(work: Sequence[Work], busy: Busy) -> list[Entry]:
    """Units over the seconds in which the processors would have done them, busy all the time."""
    known = [(one, share) for one in work if (share := busy.during(one)) is not None]
    return [Entry(one.start, one.units, share * one.seconds, one.units, one.seconds) for one, share in known]


def _facts(*lines: Sequence[Processors] | Sequence[Work]) -> tuple[Fact, ...]:
    return tuple(fact for line in lines for fact in line[0].facts[:2])


def _seconds(one: Processors | Work) -> float:
    """Seconds on the local clock: what systems write is local time, with or without a zone beside it."""
    return (one.start.replace(tzinfo=None) - _EPOCH).total_seconds()


def _end(one: Processors) -> float:
    return _seconds(one) + one.seconds
