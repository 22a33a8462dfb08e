"""How busy the processors of a virtual machine's system were meanwhile (SMF 70)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.storage import Processors
from getpage.products.common.processors import processors


def of_system(evidence: Evidence, system: str | None) -> tuple[Processors, ...]:
    """All intervals of a system, whose times are local; none of one that is not named."""
    known = processors(evidence) if system is not None else ()
    return tuple(
        replace(interval, start=interval.start.replace(tzinfo=None))
        for interval in known
        if interval.image.name == system
    )


def met(intervals: Iterable[Processors], dates: pl.Series) -> Iterator[Processors]:
    """Those between the first and the last of these dates."""
    known = dates.drop_nulls().sort()
    if known.len():
        yield from (each for each in intervals if each.start <= known[-1] and _end(each) > known[0])


def at(intervals: Iterable[Processors], moment: datetime | None) -> Processors | None:
    """The one in which a moment is; None without any."""
    if moment is None:
        return None
    return next((each for each in intervals if each.start <= moment < _end(each)), None)


def busy_share(intervals: Iterable[Processors]) -> float | None:
    """The share of their time in which general purpose processors were dispatched; None without any."""
    every = tuple(intervals)
    online = sum(interval.online_seconds for interval in every)
    return sum(interval.busy_seconds for interval in every) / online if online else None


def ziip_busy_share(intervals: Iterable[Processors]) -> float | None:
    """The share of their time in which zIIPs were dispatched; None of a system without any."""
    every = tuple(intervals)
    online = sum(interval.ziip_online_seconds for interval in every)
    return sum(interval.ziip_busy_seconds for interval in every) / online if online else None


def _end(interval: Processors) -> datetime:
    return interval.start + timedelta(seconds=interval.seconds)
