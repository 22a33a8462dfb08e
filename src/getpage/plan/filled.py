"""What the best sizes leave over, given to the knobs that change anyway.

What a size between two of a curve saves is not known: there may be a cliff anywhere, so that it counts as
the smaller of them, and the best plan has none of it. Room that no size of a curve fits into costs nothing,
though, and on the straight line it saves: a knob that shrinks gives back no more than others take, one that
grows takes what is left up to its next size. Those that save most on the line come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.rooms import taken_from

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from getpage.contract.curve import CostMeasure
    from getpage.core.names import KnobId
    from getpage.plan.offers import Offer
    from getpage.plan.optimum.choices import Choices
    from getpage.plan.rooms import RoomId
    from getpage.plan.worth import Prices, Weights

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Way:
    """A knob on its way from the size that it is given to the next one, which it does not reach: what more of
    it saves, in seconds an hour and byte, and what a unit takes of rooms.
    """

    offer: Offer
    size: int
    end: int
    saves: float
    takes: Mapping[RoomId, int]


@dataclass(frozen=True, slots=True)
class Worth:
    """What is saved by growth is worth so much, and has to be worth `least` a byte."""

    prices: Prices
    weights: Weights
    least: float


def filled(
    offers: tuple[Offer, ...], sizes: list[int], choices: Choices, chosen: Ints, worth: Worth
) -> dict[KnobId, int]:
    """The larger sizes of those knobs that have a use for what is left."""
    ways = sorted(_ways(offers, sizes, worth), key=lambda way: (-way.saves, str(way.offer.knob.id)))
    if not ways:
        return {}
    left = {room.id: room.bytes - choices.used(room, chosen) for room in choices.rooms}
    given: dict[KnobId, int] = {}
    for way in ways:
        fits = [left[room] // count for room, count in way.takes.items() if room in left and count > 0]
        units = min(way.end - way.size, *fits) if fits else way.end - way.size
        if units <= 0:
            continue
        given[way.offer.knob.id] = way.size + units
        for room, count in way.takes.items():
            if room in left:
                left[room] -= units * count
    return given


def _ways(offers: tuple[Offer, ...], sizes: list[int], worth: Worth) -> Iterator[_Way]:
    for offer, size in zip(offers, sizes, strict=True):
        knob, curve = offer.knob, offer.knob.curve
        if size == knob.size or knob.takes is not None or curve is None:
            continue
        place = int(np.searchsorted(curve.sizes, size, side="right"))
        if place == len(curve.sizes):
            continue
        following = int(curve.sizes[place])
        bound = knob.size if size < knob.size else int(offer.sizes[-1]) + 1
        end = min(following, bound) - 1
        each = worth.prices.each(knob, worth.weights)
        a_unit = _saved(offer, size, following, each) / (following - size) if end > size else 0.0
        least = worth.least * knob.unit_bytes if size > knob.size else 0.0
        if a_unit > least:
            takes = _takes_of_a_unit(offer, size)
            yield _Way(offer, size, end, a_unit / knob.unit_bytes, takes)


def _saved(offer: Offer, size: int, following: int, each: Mapping[CostMeasure, float]) -> float:
    """What the following size of the curve saves by the best guess; 0 where it may cost more of anything."""
    curve, saved = offer.knob.curve, 0.0
    assert curve is not None
    for measure, rates in curve.rates.items():
        before, after = np.interp((size, following), curve.sizes, rates.value)
        most_before, most_after = np.interp((size, following), curve.sizes, rates.high)
        if most_after > most_before:
            return 0.0
        saved += each[measure] * float(before - after)
    return saved


def _takes_of_a_unit(offer: Offer, size: int) -> dict[RoomId, int]:
    """Bytes of rooms that a unit more takes than this size."""
    knob, both = offer.knob, np.array([size, size + 1])
    taken = taken_from(knob, both, (both - knob.size) * knob.unit_bytes)
    return {room: int(count[1] - count[0]) for room, count in taken.items()}
