"""ITR of a partition's work, and how busy its processors were, before and after.

ITR, the internal throughput rate, is ETR over busy: the rate at which the partition would have worked, had
its processors been busy all the time (IBM LSPR). It belongs to all work of a partition: one CICS region of
many gains or loses ITR when the others do less or more. So ITR is shown only of work that took most of the
processor time of its partition on both sides. Intervals for which RMF does not show how busy the processors
were are left out of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from getpage.contract.storage import Processors
from getpage.contract.work import Work
from getpage.core.names import Image, Subsystem
from getpage.prove import intervals, measures
from getpage.prove.intervals import Entry
from getpage.prove.side import ObservedSide
from getpage.result import Fact, Missing
from getpage.result.forecast import FigureName
from getpage.result.prove import Difference

NOTE: Final = "ITR is ETR over LPAR busy: other work of the same partition counts as well."
NOT_SHOWN: Final = (
    "ITR belongs to all work of a partition: it is shown only of work known to take at least {:.0f} % of its "
    "processor time."
)
# Share of the processor time of a partition from which on work stands for all of it: ours. What RMF captures
# by address space is less than LPAR busy.
WHOLE_LOAD: Final = 0.7
# Share of an interval of work for which RMF must show how busy the processors were: ours. Intervals of RMF
# and of a subsystem need not begin at the same moment, and a second is lost at either end.
_COVERED: Final = 0.98
_EPOCH: Final = datetime(1970, 1, 1)


class LparBusy:
    """LPAR busy of all images, to look up for the time of an interval of work."""

    def __init__(self, processors: Iterable[Processors]) -> None:
        """`processors` in any order."""
        self.systems: Mapping[Image, list[Processors]] = defaultdict(list)
        for interval in sorted(processors, key=lambda p: (p.image.name, p.start)):
            self.systems[interval.image].append(interval)
        self._ends = {image: [_end(interval) for interval in line] for image, line in self.systems.items()}

    def during(self, work: Work) -> float | None:
        """The busy share of the processors during this work; None where RMF covers too little of it."""
        seconds = self.seconds_during(work)
        return None if seconds is None else seconds[0] / seconds[1]

    def seconds_during(self, work: Work) -> tuple[float, float] | None:
        """Busy and online processor seconds during this work; None where RMF covers too little of it."""
        line = self.systems.get(work.subsystem.image)
        if not line or not work.subsystem.image:
            return None
        first = _seconds(work)
        last = first + work.seconds
        covered = busy = online = 0.0
        for interval in line[bisect_left(self._ends[work.subsystem.image], first) :]:
            if _seconds(interval) >= last:
                break
            overlap = min(_end(interval), last) - max(_seconds(interval), first)
            covered += overlap
            busy += overlap * interval.busy_seconds / interval.seconds
            online += overlap * interval.online_seconds / interval.seconds
        if covered < _COVERED * work.seconds or busy <= 0:
            return None
        each = min(1.0, work.seconds / covered)  # RMF has the hour that clocks repeat twice
        return busy * each, online * each


def compare(before: ObservedSide, after: ObservedSide, level: float) -> Iterator[Difference]:
    """LPAR busy of each z/OS system, and ITR of each subsystem, where both sides have them."""
    busy = [LparBusy(side.observed.processors) for side in (before, after)]
    for image in busy[0].systems:
        if image in busy[1].systems:
            lines = [side.systems[image] for side in busy]
            named: measures.Named = image, str(FigureName.CPU_BUSY), "LPAR busy", "%"
            entries = [_busy_entries(line) for line in lines]
            yield from _difference(named, entries[0], entries[1], 0, level, _facts(*lines))
    works = [_work_done(side) for side in (before, after)]
    for key in (key for key in works[0] if key in works[1]):
        lines_of_work = [work[key] for work in works]
        named = key[0], str(FigureName.ITR), f"ITR, {key[1]} rate", "/s"
        pairs = list(zip(lines_of_work, busy, strict=True))
        if not all(is_whole_load(line, side) for line, side in pairs):
            continue
        rates = [_itr_entries(line, side) for line, side in pairs]
        yield from _difference(named, rates[0], rates[1], 1, level, _facts(*lines_of_work))


def missing(
    before: ObservedSide, after: ObservedSide, differences: Iterable[Difference]
) -> Iterator[Missing]:
    """Subsystems without an ITR, by z/OS system, and what would supply it."""
    busy = [LparBusy(side.observed.processors) for side in (before, after)]
    with_itr = {each.subject for each in differences if each.measure == FigureName.ITR}
    works = [_work_done(side) for side in (before, after)]
    without: dict[str, list[str]] = defaultdict(list)
    for key in sorted(works[0].keys() & works[1].keys(), key=str):
        has_busy = all(key[0].image in side.systems for side in busy)
        if key[0] not in with_itr and not has_busy:
            without[key[0].image.name].append(str(key[0]))
    for image, subjects in sorted(without.items()):
        yield Missing(
            subsystem=", ".join(dict.fromkeys(subjects)),
            question="What is its ITR?",
            supply=f"SMF 70.1 of {image or 'its system'}, of the same hours before and after",
        )


def is_whole_load(work: Sequence[Work], busy: LparBusy) -> bool:
    """Whether this work took most of the processor time of its partition; False if its CPU is not known."""
    spent = used = 0.0
    for interval in work:
        seconds = busy.seconds_during(interval)
        if seconds is None:
            continue
        if interval.cpu_seconds is None:
            return False
        spent += interval.cpu_seconds - (interval.ziip_seconds or 0.0)
        used += seconds[0]
    return used > 0 and spent >= WHOLE_LOAD * used


def left_out(before: ObservedSide, after: ObservedSide, differences: Iterable[Difference]) -> bool:
    """Whether work with a known LPAR busy has no ITR, as it is not the whole load."""
    with_itr = {each.subject for each in differences if each.measure == FigureName.ITR}
    images = [{processors.image for processors in side.observed.processors} for side in (before, after)]
    works = [_work_done(side) for side in (before, after)]
    return any(
        key[0] not in with_itr and key[0].image in images[0] & images[1]
        for key in works[0].keys() & works[1].keys()
    )


def _difference(
    named: measures.Named,
    old: list[Entry],
    new: list[Entry],
    better: int,
    level: float,
    facts: tuple[Fact, ...],
) -> Iterator[Difference]:
    comparison = intervals.compare(old, new)
    if comparison is not None:
        yield measures.difference(named, comparison, better, level, facts=facts)


def _busy_entries(line: Sequence[Processors]) -> list[Entry]:
    return [Entry(interval.start, 100 * interval.busy_seconds, interval.online_seconds) for interval in line]


def _work_done(side: ObservedSide) -> dict[tuple[Subsystem, str], list[Work]]:
    """The work of each subsystem that did any: a service class without transactions has no rate."""
    grouped = measures.by_subsystem(side.work)
    return {key: line for key, line in grouped.items() if any(interval.units for interval in line)}


def _itr_entries(work: Sequence[Work], busy: LparBusy) -> list[Entry]:
    """Units over the seconds in which processors that are always busy would have done them."""
    known = [(interval, share) for interval in work if (share := busy.during(interval)) is not None]
    return [
        Entry(interval.start, interval.units, share * interval.seconds, interval.units, interval.seconds)
        for interval, share in known
    ]


def _facts(*lines: Sequence[Processors] | Sequence[Work]) -> tuple[Fact, ...]:
    return tuple(fact for line in lines for fact in line[0].facts[:2])


def _seconds(interval: Processors | Work) -> float:
    """The start in seconds on the local clock: systems write local time, with or without a zone beside it."""
    return (interval.start.replace(tzinfo=None) - _EPOCH).total_seconds()


def _end(interval: Processors | Work) -> float:
    return _seconds(interval) + interval.seconds
