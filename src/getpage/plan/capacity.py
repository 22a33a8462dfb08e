"""What the CPU that a plan saves takes off the highest rolling four-hour average of systems and machines.

Software under a monthly license is charged by that average, in MSU. SMF 70 subtype 1 records it at the end of
each interval (SMF70LAC) beside the time that processors were dispatched, so that the share of CPU that is
saved in those four hours is the share of the MSU: what an MSU is in CPU seconds need not be known.

A change saves in four hours what it saves on average, times what its subsystem read then to what it read on
average. Where a subsystem does not show that, what is saved lies between nothing and the average in
proportion to the CPU of the system. What falls is the peak: once four hours fall below others, those are it,
so that CPU which is saved at other hours, or at one peak of several, takes nothing off.

A product is charged by the highest sum over the systems of the machine that it runs in, at one time: not by
the sum of their own peaks. So the averages of those of one machine are also added up. Where WLM caps a system
(its average reached its defined capacity, or those of its group the capacity of the group), work was held
back that may use what is saved.

References: IBM z/OS SMF type 70 subtype 1, CPU control section: SMF70LAC; partition data section: SMF70MSU,
SMF70GMU. z/OS Planning for Sub-Capacity Pricing (SA23-2301), "How the peak four-hour rolling average MSU
value is determined". PR/SM Planning Guide, "Workload charging by soft-capping to a defined capacity".
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from getpage.contract.storage import Processors, SitePrice
from getpage.contract.work import AllWork, Work
from getpage.core import numbers
from getpage.core.names import Image, Subsystem
from getpage.plan.worth import HOUR, total
from getpage.result import Estimate
from getpage.result.plan import CapacityPeak, Item, RollingAverage

_AVERAGED: Final = 4 * HOUR
#: Intervals of RMF begin some seconds late, and an hour of local time may be missing as clocks are set.
_SHORT_BY: Final = 60.0
_LONGEST: Final = timedelta(hours=5)
#: Systems of one machine may have intervals of other lengths: an average counts for so long after its end.
_COUNTS_FOR: Final = timedelta(hours=1)
#: So many of the highest averages may be the peak afterwards; of the next one nothing is taken for saved.
_LOOKED_AT: Final = 100
#: What is drawn before and after the peak.
_BEFORE, _AFTER = timedelta(hours=16), timedelta(hours=8)

Machines = Mapping[Image, frozenset[str]]


def capacity_peaks(
    processors: Iterable[Processors],
    work: Sequence[Work],
    items: Sequence[Item],
    price: SitePrice | None,
    machines: Machines | None = None,
) -> Iterator[CapacityPeak]:
    """One a system of which the average is recorded and whose CPU these items change, and behind them one a
    machine of several systems. `machines` has by system those of the partitions of its machine.
    """
    changed: dict[Image, list[tuple[Subsystem, Estimate]]] = {}
    for item in items:
        if item.cpu_saved and (item.cpu_saved.low or item.cpu_saved.high):
            changed.setdefault(item.image, []).append((item.knob.subsystem, item.cpu_saved))
    if not changed:
        return
    entries: dict[Image, list[Processors]] = {image: [] for image in changed}
    for entry in processors:
        entries.setdefault(entry.image, []).append(entry)
    groups = _of_one_machine(changed, entries, machines or {})
    every = AllWork.together([work])
    together: list[CapacityPeak] = []
    for group in groups:
        lines = [
            _Line(
                image,
                entries[image],
                [(_Rhythm(every.of(of)), saved) for of, saved in changed.get(image, ())],
            )
            for image in group
        ]
        recorded = [line for line in lines if line.is_recorded]
        capped = _Caps(recorded)
        is_machine = len(recorded) > 1
        for line in recorded:
            if line.image in changed:
                yield _peak([line], capped, None if is_machine else price)
        if is_machine and any(line.image in changed for line in recorded):
            together.append(_peak(recorded, capped, price))
    yield from together


def _of_one_machine(
    images: Iterable[Image], every: Iterable[Image], machines: Machines
) -> Iterator[tuple[Image, ...]]:
    """These images by machine, with those of `every` that are partitions of it."""
    left = sorted(images, key=str)
    while left:
        image = left[0]
        beside = {
            other
            for other in every
            if str(other) in machines.get(image, ()) or str(image) in machines.get(other, ())
        }
        group = tuple(sorted({image, *beside}, key=str))
        left = [other for other in left if other not in group]
        yield group


class _Rhythm:
    """How much more a subsystem reads at some time than on average, or works where it shows no reads."""

    def __init__(self, line: Sequence[Work]) -> None:
        """`line` is in order of time, which is local, with or without a zone beside it."""
        self._starts = [entry.start.replace(tzinfo=None) for entry in line]
        counts = (entry.units if entry.reads is None else entry.reads for entry in line)
        self._counts = [0.0, *accumulate(counts)]
        self._seconds = [0.0, *accumulate(entry.seconds for entry in line)]

    def more(self, first: datetime, end: datetime) -> float | None:
        """Times the average in the intervals that begin then; None where none does, or there is no work."""
        begin, behind = (bisect_left(self._starts, at.replace(tzinfo=None)) for at in (first, end))
        seconds = self._seconds[behind] - self._seconds[begin]
        if not seconds or not self._counts[-1]:
            return None
        then = (self._counts[behind] - self._counts[begin]) / seconds
        return then / (self._counts[-1] / self._seconds[-1])


class _Line:
    """The intervals of one system in order of time, and what is saved on it."""

    def __init__(
        self, image: Image, entries: Iterable[Processors], savings: Sequence[tuple[_Rhythm, Estimate]]
    ) -> None:
        self.image, self.savings = image, savings
        self.entries = sorted(entries, key=lambda entry: (entry.start, _end(entry)))
        self._always = _an_hour(self.entries)

    @property
    def is_recorded(self) -> bool:
        """Whether any interval has an average."""
        return any(entry.msu for entry in self.entries)

    def averaged(self, place: int) -> list[Processors]:
        """The intervals up to this one that make up four hours, as far as they are there, the last first."""
        averaged: list[Processors] = []
        seconds, end = 0.0, _end(self.entries[place])
        while place >= 0 and seconds < _AVERAGED - _SHORT_BY and end - self.entries[place].start <= _LONGEST:
            averaged.append(self.entries[place])
            seconds += self.entries[place].seconds
            place -= 1
        return averaged

    def saved(self, averaged: Sequence[Processors]) -> Estimate:
        """CPU seconds that are saved in an hour of these intervals."""
        first, end = averaged[-1].start, _end(averaged[0])
        busier = _an_hour(averaged) / self._always if self._always else 0.0
        parts = (_in_those(saved, rhythm.more(first, end), busier) for rhythm, saved in self.savings)
        return total("CPU saved", "s/h", parts)

    def afterwards(self, place: int, *, is_capped: bool) -> tuple[float, float, float]:
        """What an average is afterwards: by what is saved, and by the low and the high end of its interval.
        Where its four hours are not all there, it stays.
        """
        msu, averaged = self.entries[place].msu or 0.0, self.averaged(place)
        then = _an_hour(averaged)
        if not then or not _is_covered(averaged):
            return msu, msu, msu
        saved, each = self.saved(averaged), msu / then
        if is_capped:
            return msu, msu - min(0.0, saved.low) * each, msu - max(0.0, saved.high) * each
        return msu - saved.value * each, msu - saved.low * each, msu - saved.high * each


class _Sum(NamedTuple):
    """Averages of several lines at one time: `places` are their intervals, None of one that has none then."""

    msu: float
    places: tuple[int | None, ...]


class _Caps:
    """At which intervals WLM capped which system."""

    def __init__(self, lines: Sequence[_Line]) -> None:
        self._why: dict[tuple[Image, int], str] = {}
        for line in lines:
            for place, entry in enumerate(line.entries):
                if entry.msu and entry.defined_msu and entry.msu >= entry.defined_msu:
                    limit = f"its defined capacity of {numbers.number(entry.defined_msu)} MSU"
                    self._why[line.image, place] = f"{line.image} reached {limit}"
        groups: dict[str, list[_Line]] = {}
        for line in lines:
            for name in {entry.group for entry in line.entries if entry.group and entry.group_msu}:
                groups.setdefault(name, []).append(line)
        for name, members in groups.items():
            for each in _sums(members):
                self._of_group(name, members, each)

    def _of_group(self, name: str, members: Sequence[_Line], each: _Sum) -> None:
        there = [
            (line, place, line.entries[place])
            for line, place in zip(members, each.places, strict=True)
            if place is not None and line.entries[place].group == name
        ]
        limit = max((entry.group_msu or 0.0 for *_, entry in there), default=0.0)
        if limit and sum(entry.msu or 0.0 for *_, entry in there) >= limit:
            for line, place, _ in there:
                why = f"capacity group {name} reached its {numbers.number(limit)} MSU"
                self._why.setdefault((line.image, place), why)

    def why(self, line: _Line, place: int | None) -> str:
        """What capped a system in an interval; nothing where nothing did."""
        return "" if place is None else self._why.get((line.image, place), "")


def _sums(lines: Sequence[_Line]) -> Iterator[_Sum]:
    """The sum of the averages of these lines at each end of an interval of one of them, in order of time."""
    zoned = all(entry.end_utc is not None for line in lines for entry in line.entries)
    ends = [[(zoned and entry.end_utc) or _end(entry) for entry in line.entries] for line in lines]
    nexts = [0] * len(lines)
    for at in sorted({end for line in ends for end in line}):
        places: list[int | None] = []
        for number, line in enumerate(ends):
            while nexts[number] < len(line) and line[nexts[number]] <= at:
                nexts[number] += 1
            last = nexts[number] - 1
            is_there = last >= 0 and at - line[last] < _COUNTS_FOR
            places.append(last if is_there and lines[number].entries[last].msu else None)
        msu = sum(lines[n].entries[place].msu or 0.0 for n, place in enumerate(places) if place is not None)
        if msu:
            yield _Sum(msu, tuple(places))


@dataclass(frozen=True)
class _Course:
    """The averages of lines over the window, before and after."""

    lines: Sequence[_Line]
    caps: _Caps

    @cached_property
    def sums(self) -> list[_Sum]:
        """In order of time."""
        return list(_sums(self.lines))

    def there(self, each: _Sum) -> list[tuple[_Line, int]]:
        """The lines that have an average then, with its interval."""
        pairs = zip(self.lines, each.places, strict=True)
        return [(line, place) for line, place in pairs if place is not None]

    def afterwards(self, each: _Sum) -> tuple[float, float, float]:
        """Their sum afterwards: by what is saved, and by the low and the high end of its interval."""
        every = [
            line.afterwards(place, is_capped=bool(self.caps.why(line, place)))
            for line, place in self.there(each)
        ]
        value, low, high = (sum(part) for part in zip(*every, strict=True))
        return value, low, high

    def end(self, each: _Sum) -> datetime:
        """When the last of them ends, local time."""
        return max(_end(line.entries[place]) for line, place in self.there(each))


def _peak(lines: Sequence[_Line], caps: _Caps, price: SitePrice | None) -> CapacityPeak:
    """The time with the highest sum, the first of several."""
    course = _Course(lines, caps)
    highest = sorted(course.sums, key=lambda each: -each.msu)[: _LOOKED_AT + 1]
    top = highest[0]
    then = course.there(top)
    names = tuple(line.image for line in lines)
    peak = CapacityPeak(
        image=names[0],
        beside=names[1:],
        msu=top.msu,
        end=course.end(top),
        capped="; ".join(dict.fromkeys(filter(None, (caps.why(line, place) for line, place in then)))),
        facts=tuple(
            fact for line, place in then for e in (line.entries[place],) for fact in (*e.facts, *e.msu_facts)
        ),
    )
    averaged = [(line, line.averaged(place)) for line, place in then]
    if lacks := _lacks(averaged):
        return replace(peak, lacks=lacks)
    averages = [course.afterwards(each) for each in highest[:_LOOKED_AT]]
    averages += [(each.msu,) * 3 for each in highest[_LOOKED_AT:]]
    value, low, high = (top.msu - max(every) for every in zip(*averages, strict=True))
    saved = total("CPU saved", "s/h", [line.saved(entries) for line, entries in averaged])
    fewer = replace(
        saved, label="MSU saved", unit="MSU", value=value, low=low, high=high, basis="share of CPU"
    )
    return replace(
        peak,
        cpu_seconds=sum(_an_hour(entries) for _, entries in averaged),
        cpu_saved=saved,
        msu_saved=fewer,
        price_saved=None
        if price is None or price.per_msu is None
        else _times(fewer, price.per_msu, "saved per month", price.currency, "price of the site"),
        averages=tuple(_around(course, peak.end)),
    )


def _lacks(averaged: Sequence[tuple[_Line, Sequence[Processors]]]) -> str:
    """Of which systems the four hours are not in the evidence."""
    for line, entries in averaged:
        of = f" of {line.image}" if len(averaged) > 1 else ""
        if not _is_covered(entries):
            covered = sum(entry.seconds for entry in entries)
            return f"SMF 70 subtype 1{of} covers {numbers.seconds(covered)} of the four hours"
    if not any(_an_hour(entries) for _, entries in averaged):
        return "SMF 70 subtype 1 shows no CPU in the four hours"
    return ""


def _around(course: _Course, peak: datetime) -> Iterator[RollingAverage]:
    """The averages of a day around the peak."""
    for each in course.sums:
        end = course.end(each)
        if peak - _BEFORE <= end <= peak + _AFTER:
            yield RollingAverage(end=end, msu=each.msu, msu_after=course.afterwards(each)[0])


def _is_covered(averaged: Sequence[Processors]) -> bool:
    return sum(entry.seconds for entry in averaged) >= _AVERAGED - _SHORT_BY


def _in_those(saved: Estimate, more: float | None, busier: float) -> Estimate:
    """`more` is the work of the subsystem, `busier` the CPU of the system, both as times the average."""
    if more is not None:
        return _times(saved, more, saved.label, saved.unit, saved.basis)
    ends = (0.0, saved.low, saved.high, saved.low * busier, saved.high * busier)
    return replace(saved, low=min(ends), high=max(ends))


def _times(estimate: Estimate, factor: float, label: str, unit: str, basis: str) -> Estimate:
    return replace(
        estimate,
        label=label,
        unit=unit,
        value=estimate.value * factor,
        low=estimate.low * factor,
        high=estimate.high * factor,
        basis=basis,
    )


def _an_hour(entries: Sequence[Processors]) -> float:
    """CPU seconds of an hour; 0 where there is none."""
    seconds = sum(entry.seconds for entry in entries)
    return HOUR * sum(entry.busy_seconds for entry in entries) / seconds if seconds else 0.0


def _end(entry: Processors) -> datetime:
    return entry.start + timedelta(seconds=entry.seconds)
