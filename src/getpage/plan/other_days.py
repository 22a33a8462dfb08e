"""Knobs whose evidence is of other days than that of real storage: what was free then says nothing of now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.knob import REAL_STORAGE, Knob
from getpage.contract.observation import Observation, real_by_interval
from getpage.contract.storage import RealStorage
from getpage.core.names import Image, KnobId

#: What a larger size waits for, in words.
ONLY_AFTER: Final = "evidence of the same days shows what is free"
#: Records and printed text may have different time zones. Ours.
_APART: Final = timedelta(days=1)


def of_other_days(knobs: Iterable[Knob], observed: Observation) -> frozenset[KnobId]:
    """The knobs of real storage whose facts are all more than a day before or after the real storage of their
    image. Where either has no times, nothing is known to differ.
    """
    dated = [(knob, times) for knob in knobs if knob.storage == REAL_STORAGE and (times := [*_times(knob)])]
    # Most are of the same days as its worst interval; all intervals are looked through for the others only.
    for real in (observed.real_storage, real_by_interval(observed)):
        spans = _spans(real, {knob.image for knob, _ in dated})
        dated = [
            (knob, times)
            for knob, times in dated
            if (span := spans.get(knob.image)) is None
            or not any(span[0] - _APART <= time <= span[1] + _APART for time in times)
        ]
    return frozenset(knob.id for knob, _ in dated if knob.image in spans)


def gives_nothing_back(knob: Knob) -> Knob:
    """The knob, whose smaller size pays for nothing on its image."""
    return replace(knob, backed=False)


def _times(knob: Knob) -> Iterator[datetime]:
    facts = (*knob.facts, *(knob.curve.facts if knob.curve else ()))
    return (_clock(fact.interval_start) for fact in facts if fact.interval_start)


def _spans(real: Iterable[RealStorage], images: Collection[Image]) -> dict[Image, tuple[datetime, datetime]]:
    """From when to when it tells of the real storage of each of the images."""
    spans: dict[Image, tuple[datetime, datetime]] = {}
    for entry in real if images else ():
        if entry.start is None or entry.end is None or entry.image not in images:
            continue
        start, end = _clock(entry.start), _clock(entry.end)
        first, last = spans.get(entry.image, (start, end))
        spans[entry.image] = min(first, start), max(last, end)
    return spans


def _clock(time: datetime) -> datetime:
    """The time without its zone: UTC and local time lie less than a day apart."""
    return time.replace(tzinfo=None)
