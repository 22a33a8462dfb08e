"""Knobs that a plan goes around: sizes that the user holds, and evidence of other days than real storage.

A held size that there is room for counts like one that rules settle. One that there is no room for is left
out, with the bytes that are missing, and the plan is made without it. Where evidence is of other days, what
was free then says nothing of now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from getpage.contract.knob import Knob, Limit
from getpage.contract.observation import Observation
from getpage.contract.storage import RealTimes
from getpage.core import numbers as units
from getpage.core.names import Image, KnobId
from getpage.forecast.change import size_requests
from getpage.forecast.site.room import refuse_ruled_out
from getpage.ledger import takes
from getpage.plan.items import turned, unclaimed
from getpage.plan.offers import offer
from getpage.plan.rooms import RoomId, is_unknown
from getpage.plan.worth import Prices, Weights
from getpage.result import REAL_STORAGE, Finding
from getpage.result.plan import Action, Budget, HeldSize, Item, NotDone, Reason

_BECAUSE = "held at this size"


def held_sizes(texts: Sequence[str], knobs: Sequence[Knob], findings: Iterable[Finding]) -> dict[KnobId, int]:
    """The sizes to hold, in the order in which they are given. GetpageError for one that is none,
    NotEnoughEvidenceError where a finding rules another size out.
    """
    if not texts:
        return {}
    requests = size_requests(texts, knobs, "--hold")
    refuse_ruled_out(requests, findings)
    return {request.knob.id: request.size for request in requests}


def at_held_size(knob: Knob, size: int) -> Knob:
    """The knob as the evidence has it, free to have the size that is held."""
    return replace(
        knob,
        smallest=min(knob.smallest, size),
        largest=max(knob.largest, knob.size, size),
        only_asked=False,
        largest_unasked=None,
    )


def lacking(
    held: Mapping[KnobId, int],
    knobs: Mapping[KnobId, Knob],
    budgets: Mapping[Image, Budget],
    limits: Sequence[Limit],
    closed: Collection[Image],
) -> dict[KnobId, str]:
    """The held sizes that there is no room for, with what is missing in words; those that give back are
    counted first.
    """
    left: dict[RoomId, int] = {limit.id: limit.room for limit in limits if limit.raised is None}
    left |= {image: budget.available for image, budget in budgets.items() if not is_unknown(budget)}
    left |= {image: min(left.get(image, 0), 0) for image in closed}
    labels: dict[RoomId, str] = {limit.id: f"the {limit.label}" for limit in limits}
    lacks = {}
    for name, size in sorted(held.items(), key=lambda entry: entry[1] > knobs[entry[0]].size):
        wanted = {room: count for room, count in takes.of_rooms(knobs[name], size).items() if room in left}
        missing = {room: count - max(0, left[room]) for room, count in wanted.items() if count > 0}
        scarcest, most = max(missing.items(), key=lambda entry: entry[1], default=(None, 0))
        if scarcest is not None and most > 0:
            of = labels.get(scarcest, f"real storage of {scarcest}")
            lacks[name] = f"{units.storage(most)} of {of} are missing"
            continue
        for room, count in wanted.items():
            left[room] -= count
    return lacks


def held_item(knob: Knob, size: int, prices: Prices, weights: Weights) -> Item:
    """A knob at the size that it is held at, with what that saves where a curve tells."""
    offered = offer(
        replace(knob, smallest=min(size, knob.size), largest=max(size, knob.size)), protected=False
    )
    if offered is not None and size in offered.sizes:
        return replace(turned(offered, size, prices, weights), because=_BECAUSE)
    action = Action.GROW if size > knob.size else Action.SHRINK
    return unclaimed(knob, size, action, f"{_BECAUSE}; no curve shows what that saves")


def below_wanted(
    held: Mapping[KnobId, int], wanted: Mapping[KnobId, int], knobs: Mapping[KnobId, Knob]
) -> Iterator[NotDone]:
    """Knobs held below the size that a finding asks for."""
    for name, size in held.items():
        if wanted.get(name, 0) > size:
            knob = knobs[name]
            why = f"held at {size:,} {knob.unit}; the finding asks for {wanted[name]:,}"
            yield NotDone(knob=name, object=knob.object, reason=Reason.HELD, why=why)


def as_held(
    held: Mapping[KnobId, int], lacks: Mapping[KnobId, str], knobs: Mapping[KnobId, Knob]
) -> Iterator[HeldSize]:
    """The sizes that are held, and those that there is no room for, as the result says them."""
    for name, size in held.items():
        yield HeldSize(knob=name, size=size, unit=knobs[name].unit, lacks=lacks.get(name, ""))


#: What a larger size waits for, in words.
ONLY_AFTER: Final = "evidence of the same days shows what is free"
#: Records and printed text may have different time zones. Ours.
_APART: Final = timedelta(days=1)


def of_other_days(knobs: Iterable[Knob], observed: Observation) -> frozenset[KnobId]:
    """The knobs of real storage whose facts are all more than a day before or after the real storage of their
    image. Where either has no times, nothing is known to differ.
    """
    dated = [(knob, times) for knob in knobs if knob.storage == REAL_STORAGE and (times := [*_times(knob)])]
    # Most are of the same days as its worst interval; when it is known at all is asked for the others only.
    worst = [
        RealTimes(entry.image, entry.start, entry.end)
        for entry in observed.real_storage
        if entry.start is not None and entry.end is not None
    ]
    for real in (worst, chain(worst, observed.real_times)):
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


def _spans(real: Iterable[RealTimes], images: Collection[Image]) -> dict[Image, tuple[datetime, datetime]]:
    """From when to when it tells of the real storage of each of the images."""
    spans: dict[Image, tuple[datetime, datetime]] = {}
    for entry in real if images else ():
        if entry.image not in images:
            continue
        start, end = _clock(entry.start), _clock(entry.end)
        first, last = spans.get(entry.image, (start, end))
        spans[entry.image] = min(first, start), max(last, end)
    return spans


def _clock(time: datetime) -> datetime:
    """The time without its zone: UTC and local time lie less than a day apart."""
    return time.replace(tzinfo=None)
