"""Sizes that are held: what the user sets, the rest is planned around.

A held size that there is room for counts like one that rules settle. One that there is no room for is left
out, with the bytes that are missing, and the plan is made without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from getpage.contract.knob import Knob, Limit
from getpage.core import numbers as units
from getpage.core.names import Image, KnobId
from getpage.forecast.change import size_requests
from getpage.forecast.site.room import refuse_ruled_out
from getpage.ledger import takes
from getpage.plan.items import turned, unclaimed
from getpage.plan.offers import offer
from getpage.plan.rooms import RoomId, is_unknown
from getpage.plan.worth import Weights
from getpage.result import Finding
from getpage.result.forecast import Price
from getpage.result.plan import Action, Budget, Item, NotDone, Reason

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


def without_room(
    held: Mapping[KnobId, int],
    knobs: Mapping[KnobId, Knob],
    budgets: Mapping[Image, Budget],
    limits: Sequence[Limit],
    closed: Iterable[Image],
) -> Iterator[NotDone]:
    """The held sizes that there is no room for, those that give back counted first."""
    left: dict[RoomId, int] = {limit.id: limit.room for limit in limits if limit.raised is None}
    left |= {image: budget.available for image, budget in budgets.items() if not is_unknown(budget)}
    labels: dict[RoomId, str] = {limit.id: limit.label for limit in limits}
    full = {*closed}
    for name, size in sorted(held.items(), key=lambda entry: entry[1] > knobs[entry[0]].size):
        knob = knobs[name]
        wanted = takes.of_rooms(knob, size)
        missing = {
            room: count - (max(0, left[room]) if room not in full else 0)
            for room, count in wanted.items()
            if room in left and count > 0
        }
        missing = {room: count for room, count in missing.items() if count > 0}
        if not missing:
            for room, count in wanted.items():
                if room in left:
                    left[room] -= count
            continue
        room, count = max(missing.items(), key=lambda entry: entry[1])
        of = f"of real storage of {room}" if isinstance(room, Image) else f"of the {labels[room]}"
        yield NotDone(
            knob=name,
            object=knob.object,
            reason=Reason.STORAGE if isinstance(room, Image) else Reason.LIMIT,
            why=f"{size:,} {knob.unit} do not fit: {units.storage(count)} {of} are missing",
        )


def held_item(knob: Knob, size: int, price: Price | None, weights: Weights) -> Item:
    """A knob at the size that it is held at, with what that saves where a curve tells."""
    offered = offer(
        replace(knob, smallest=min(size, knob.size), largest=max(size, knob.size)), protected=False
    )
    if offered is not None and size in offered.sizes:
        return replace(turned(offered, size, price, weights), because=_BECAUSE)
    action = Action.GROW if size > knob.size else Action.SHRINK
    return unclaimed(knob, size, action, f"{_BECAUSE}; no curve tells what that brings")


def below_wanted(
    held: Mapping[KnobId, int], wanted: Mapping[KnobId, int], knobs: Mapping[KnobId, Knob]
) -> Iterator[NotDone]:
    """Knobs held below the size that a finding asks for."""
    for name, size in held.items():
        if wanted.get(name, 0) > size:
            knob = knobs[name]
            why = f"held at {size:,} {knob.unit}; the finding asks for {wanted[name]:,}"
            yield NotDone(knob=name, object=knob.object, reason=Reason.HELD, why=why)


def held_sentences(
    held: Mapping[KnobId, int], refused: Iterable[NotDone], knobs: Mapping[KnobId, Knob]
) -> Iterator[str]:
    """What is held and what is not, for who reads the plan."""
    for reason in refused:
        yield f"Not held: {reason.knob}: {reason.why}"
    if held:
        sizes = (f"{name} at {size:,} {knobs[name].unit}" for name, size in held.items())
        yield f"Held: {', '.join(sizes)}. The rest is planned around it."
