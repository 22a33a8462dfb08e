"""What the CPU that a plan saves takes off the highest rolling four-hour average of each z/OS system.

Software under a monthly license is charged by that average, in MSU. SMF 70 subtype 1 records it at the end of
each interval (SMF70LAC) beside the time that processors were dispatched, so that the share of CPU that is
saved in those four hours is the share of the MSU: what an MSU is in CPU seconds need not be known.

A change saves in the four hours what it saves on average, times what its subsystem read then to what it read
on average: CPU saved at other hours takes nothing off. Where a subsystem does not show that, what is saved
lies between nothing and the average in proportion to the CPU of the system.

Reference: IBM z/OS SMF type 70 subtype 1, CPU control section: SMF70LAC; IBM SCRT User's Guide, rolling
four-hour average.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
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
    for image, entries in groupby(by_time, key=lambda entry: entry.image):
        if peak := _peak(image, list(entries), AllWork.together([work]), changed[image], price):
            yield peak


def _peak(
    image: Image,
    entries: Sequence[Processors],
    work: AllWork,
    changed: Sequence[tuple[Subsystem, Estimate]],
    price: SitePrice | None,
) -> CapacityPeak | None:
    """The interval with the highest average, the first of several; None where none has one."""
    known = [place for place, entry in enumerate(entries) if entry.msu]
    if not known:
        return None
    place = max(known, key=lambda place: entries[place].msu or 0.0)
    highest = entries[place]
    end = highest.start + timedelta(seconds=highest.seconds)
    peak = CapacityPeak(
        image=image, msu=highest.msu or 0.0, end=end, facts=(*highest.facts, *highest.msu_facts)
    )
    averaged = list(_averaged(entries[: place + 1], end))
    covered = sum(entry.seconds for entry in averaged)
    then, always = _an_hour(averaged), _an_hour(entries)
    if covered < _AVERAGED - _SHORT_BY:
        return replace(peak, lacks=f"SMF 70 subtype 1 covers {numbers.seconds(covered)} of the four hours")
    if not then:
        return replace(peak, lacks="SMF 70 subtype 1 shows no CPU in the four hours")
    first = averaged[-1].start
    parts = (_in_those(work.of(of), first, end, figure, then / always) for of, figure in changed)
    saved = total("CPU saved", "s/h", parts)
    fewer = _times(saved, peak.msu / then, "MSU saved", "MSU", "share of CPU")
    return replace(
        peak,
        cpu_seconds=then,
        cpu_saved=saved,
        msu_saved=fewer,
        price_saved=None
        if price is None or price.per_msu is None
        else _times(fewer, price.per_msu, "saved per month", price.currency, "price of the site"),
    )


def _averaged(entries: Sequence[Processors], end: datetime) -> Iterator[Processors]:
    """The last intervals of these that make up four hours, the last first."""
    seconds = 0.0
    for entry in reversed(entries):
        if seconds >= _AVERAGED - _SHORT_BY or end - entry.start > _LONGEST:
            return
        seconds += entry.seconds
        yield entry


def _in_those(
    line: Sequence[Work], first: datetime, end: datetime, saved: Estimate, busier: float
) -> Estimate:
    """What is saved an hour between `first` and `end` of `saved` on average, by the work of the subsystem;
    the system is so many times as busy then.
    """
    factor = _more_then(line, first, end)
    if factor is not None:
        return _times(saved, factor, saved.label, saved.unit, saved.basis)
    ends = (0.0, saved.low, saved.high, saved.low * busier, saved.high * busier)
    return replace(saved, low=min(ends), high=max(ends))


def _more_then(line: Sequence[Work], first: datetime, end: datetime) -> float | None:
    """How many times as much a subsystem read between `first` and `end` as on average, or worked where it
    shows no reads; None where no interval begins then.
    """
    those = [entry for entry in line if first <= entry.start < end]
    rates = []
    for entries in (those, line):
        seconds = sum(entry.seconds for entry in entries)
        counts = [entry.units if entry.reads is None else entry.reads for entry in entries]
        rates.append(sum(counts) / seconds if seconds else 0.0)
    return rates[0] / rates[1] if those and rates[1] else None


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
