"""What the CPU that a plan saves takes off the highest rolling four-hour average of each z/OS system.

Software under a monthly license is charged by that average, in MSU. SMF 70 subtype 1 records it at the end of
each interval (SMF70LAC) beside the time that processors were dispatched, so that the share of CPU that is
saved in those four hours is the share of the MSU: what an MSU is in CPU seconds need not be known.

A change saves in four hours what it saves on average, times what its subsystem read then to what it read on
average. Where a subsystem does not show that, what is saved lies between nothing and the average in
proportion to the CPU of the system. What falls is the peak: once four hours fall below others, those are it,
so that CPU which is saved at other hours, or at one peak of several, takes nothing off.

Reference: IBM z/OS SMF type 70 subtype 1, CPU control section: SMF70LAC; IBM SCRT User's Guide, rolling
four-hour average.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import accumulate, groupby
from typing import Final

from getpage.contract.storage import Processors, SitePrice
from getpage.contract.work import AllWork, Work
from getpage.core import numbers
from getpage.core.names import Image, Subsystem
from getpage.plan.worth import HOUR, total
from getpage.result import Estimate
from getpage.result.plan import CapacityPeak, Item

_AVERAGED: Final = 4 * HOUR
#: Intervals of RMF begin some seconds late, and an hour of local time may be missing as clocks are set.
_SHORT_BY: Final = 60.0
_LONGEST: Final = timedelta(hours=5)
#: So many of the highest averages may be the peak afterwards; of the next one nothing is taken for saved.
_LOOKED_AT: Final = 100


def capacity_peaks(
    processors: Iterable[Processors], work: Sequence[Work], items: Sequence[Item], price: SitePrice | None
) -> Iterator[CapacityPeak]:
    """One a system of which the average is recorded and whose CPU these items change."""
    changed: dict[Image, list[tuple[Subsystem, Estimate]]] = {}
    for item in items:
        if item.cpu_saved and (item.cpu_saved.low or item.cpu_saved.high):
            changed.setdefault(item.image, []).append((item.knob.subsystem, item.cpu_saved))
    if not changed:
        return
    recorded = (entry for entry in processors if entry.image in changed)
    by_time = sorted(recorded, key=lambda entry: (str(entry.image), entry.start))
    every = AllWork.together([work])
    for image, entries in groupby(by_time, key=lambda entry: entry.image):
        savings = [(_Rhythm(every.of(subsystem)), saved) for subsystem, saved in changed[image]]
        if peak := _peak(image, list(entries), savings, price):
            yield peak


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


def _peak(
    image: Image,
    entries: Sequence[Processors],
    savings: Sequence[tuple[_Rhythm, Estimate]],
    price: SitePrice | None,
) -> CapacityPeak | None:
    """The interval with the highest average, the first of several; None where none has one."""
    recorded = [(entry.msu, -place) for place, entry in enumerate(entries) if entry.msu]
    highest = [(msu, -place) for msu, place in sorted(recorded, reverse=True)]
    if not highest:
        return None
    (msu, place), always = highest[0], _an_hour(entries)
    entry, averaged = entries[place], _averaged(entries, place)
    peak = CapacityPeak(image=image, msu=msu, end=_end(entry), facts=(*entry.facts, *entry.msu_facts))
    covered, then = sum(each.seconds for each in averaged), _an_hour(averaged)
    if not _is_covered(averaged):
        return replace(peak, lacks=f"SMF 70 subtype 1 covers {numbers.seconds(covered)} of the four hours")
    if not then:
        return replace(peak, lacks="SMF 70 subtype 1 shows no CPU in the four hours")
    saved = _saved(averaged, savings, always)
    looked_at, behind = highest[:_LOOKED_AT], highest[_LOOKED_AT : _LOOKED_AT + 1]
    averages = [_afterwards(msu, _averaged(entries, place), savings, always) for msu, place in looked_at]
    averages += [(msu, msu, msu) for msu, _ in behind]
    value, low, high = (msu - max(every) for every in zip(*averages, strict=True))
    fewer = replace(
        saved, label="MSU saved", unit="MSU", value=value, low=low, high=high, basis="share of CPU"
    )
    return replace(
        peak,
        cpu_seconds=then,
        cpu_saved=saved,
        msu_saved=fewer,
        price_saved=None
        if price is None or price.per_msu is None
        else _times(fewer, price.per_msu, "saved per month", price.currency, "price of the site"),
    )


def _averaged(entries: Sequence[Processors], place: int) -> list[Processors]:
    """The intervals up to this one that make up four hours, as far as they are there, the last first."""
    averaged: list[Processors] = []
    seconds, end = 0.0, _end(entries[place])
    while place >= 0 and seconds < _AVERAGED - _SHORT_BY and end - entries[place].start <= _LONGEST:
        averaged.append(entries[place])
        seconds += entries[place].seconds
        place -= 1
    return averaged


def _is_covered(averaged: Sequence[Processors]) -> bool:
    return sum(entry.seconds for entry in averaged) >= _AVERAGED - _SHORT_BY


def _afterwards(
    msu: float, averaged: Sequence[Processors], savings: Sequence[tuple[_Rhythm, Estimate]], always: float
) -> tuple[float, float, float]:
    """What an average is afterwards: by what is saved, and by the low and the high end of its interval.
    Where its four hours are not all there, it stays.
    """
    then = _an_hour(averaged)
    if not then or not _is_covered(averaged):
        return msu, msu, msu
    saved, each = _saved(averaged, savings, always), msu / then
    return msu - saved.value * each, msu - saved.low * each, msu - saved.high * each


def _saved(
    averaged: Sequence[Processors], savings: Sequence[tuple[_Rhythm, Estimate]], always: float
) -> Estimate:
    """CPU seconds that are saved in an hour of these intervals; in one of all the system uses `always`."""
    first, end = averaged[-1].start, _end(averaged[0])
    busier = _an_hour(averaged) / always
    parts = (_in_those(saved, rhythm.more(first, end), busier) for rhythm, saved in savings)
    return total("CPU saved", "s/h", parts)


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
