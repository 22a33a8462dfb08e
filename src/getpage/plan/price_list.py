"""The price list: what the first, second, ... gigabyte more than now brings each knob.

On the hull of its curve, as a gigabyte that brings nothing by itself but leads to one that does is only
worth giving together with it: such a stretch is a cliff. It is one entry, and says how much has to be given
at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.curve import Rate
from getpage.core.units import GIB
from getpage.plan.optimum.prices import upper_hulls
from getpage.plan.worth import gain
from getpage.result.plan import Gigabyte

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.contract.curve import CostMeasure
    from getpage.core.names import KnobId
    from getpage.plan.offers import Cost, Offer
    from getpage.plan.worth import Prices, Weights

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

#: Knobs listed, and gigabytes of each.
_KNOBS, _GIGABYTES = 20, 8


def price_list(
    offers: Sequence[Offer],
    prices: Prices,
    weights: Weights,
    planned: Mapping[KnobId, int],
) -> tuple[Gigabyte, ...]:
    """The gigabytes of the knobs that gain most from the first ones, most worth first. `planned` are the
    sizes of the plan by knob.
    """
    rank = {offer.knob.id: place for place, offer in enumerate(_worth_most(offers, prices, weights))}
    listed = [
        row
        for offer in offers
        if (name := offer.knob.id) in rank
        for row in _of(offer, prices, weights, planned.get(name, offer.knob.size))
    ]
    return tuple(sorted(listed, key=lambda row: (-_rounded(row.worth.value), rank[row.knob], row.number)))


def _worth_most(offers: Sequence[Offer], prices: Prices, weights: Weights) -> list[Offer]:
    """The offers of which the first gigabyte is worth most. It is worth no more than all there is to gain,
    so that most offers need no closer look.
    """
    each = [prices.each(offer.knob, weights) for offer in offers]
    most = [offer.most(worth) for offer, worth in zip(offers, each, strict=True)]
    best: list[tuple[float, str, int]] = []
    for place in sorted(range(len(offers)), key=lambda place: -most[place]):
        if most[place] <= (-best[-1][0] if len(best) >= _KNOBS else 0.0):
            break
        first = _first(offers[place], each[place])
        if first > 0:
            best = sorted([*best, (-first, str(offers[place].knob.id), place)])[:_KNOBS]
    return [offers[place] for _, _, place in best]


def _first(offer: Offer, each: Mapping[CostMeasure, float]) -> float:
    """What the first gigabyte on the hull is worth: of what is nearer the most, of what is farther its
    share.
    """
    worth = offer.worth(each)[offer.present + 1 :]
    if not len(worth):
        return 0.0
    taken = (offer.sizes[offer.present + 1 :] - offer.knob.size) * float(offer.knob.unit_bytes)
    return float((worth * np.minimum(1.0, GIB / taken)).max())


def _rounded(value: float) -> float:
    """Gigabytes of one straight edge are worth the same but for rounding, and keep their order."""
    return float(f"{value:.6g}")


def _of(offer: Offer, prices: Prices, weights: Weights, planned: int) -> Iterator[Gigabyte]:
    knob = offer.knob
    larger = np.arange(offer.present, len(offer.sizes))
    taken = (offer.sizes[larger] - knob.size) * knob.unit_bytes
    # Where one measure is known, worth is a multiple of it.
    each = prices.each(knob, weights) if len(offer.costs) > 1 else dict.fromkeys(offer.costs, 1.0)
    worth = offer.worth(each)
    hull = larger[upper_hulls(np.zeros(len(larger), dtype=np.int64), taken, worth[larger])]
    if len(hull) < 2 or worth[hull[-1]] <= 0:
        return
    at = (offer.sizes[hull] - knob.size) * knob.unit_bytes
    lines = {measure: _on_hull(cost, hull) for measure, cost in offer.costs.items()}
    price, factor = prices.of(knob), weights.factor(knob)
    assert knob.curve is not None
    for start, end in _stretches(at):
        saved = {measure: _more(line, at, start, end) for measure, line in lines.items()}
        gained = gain(saved, price, weights, factor, knob.curve.basis)
        yield Gigabyte(
            knob=knob.id,
            object=knob.object,
            number=start // GIB + 1,
            last=-(-end // GIB),
            worth=gained.worth,
            at_once=_at_once(offer, hull, int(np.searchsorted(at, end, side="left"))),
            planned=(planned - knob.size) * knob.unit_bytes >= end,
        )


def _stretches(at: Ints) -> Iterator[tuple[int, int]]:
    """What is listed, as first and last byte: each gigabyte, and those on one edge of the hull together."""
    start, most = 0, int(at[-1])
    while start < min(most, _GIGABYTES * GIB):
        end = min(start + GIB, most)
        edge = int(np.searchsorted(at, end, side="left"))
        if at[edge - 1] <= start:
            end = most if edge == len(at) - 1 else max(end, int(at[edge]) // GIB * GIB)
        yield start, end
        start = end


def _on_hull(cost: Cost, hull: Ints) -> tuple[Floats, Floats, Floats]:
    """What the sizes on the hull save of a measure: best guess, least and most."""
    between = [cost.between(place) for place in hull.tolist()]
    least, most = np.array([low for low, _ in between]), np.array([high for _, high in between])
    return cost.value[cost.present] - cost.value[hull], least, most


def _more(line: tuple[Floats, Floats, Floats], at: Ints, start: int, end: int) -> Rate:
    """What a gigabyte of a stretch of storage saves, or all of it where that is less, on the line between the
    sizes on the hull.
    """
    share = min(1.0, GIB / (end - start))
    value, low, high = (
        share * float(np.interp(end, at, series) - np.interp(start, at, series)) for series in line
    )
    # The least and the most of what is saved in all may grow by less, and by more, than each other.
    return Rate(value, min(low, value, high), max(low, value, high))


def _at_once(offer: Offer, hull: Ints, edge: int) -> int:
    """Bytes of the edge of the hull that this gigabyte lies on, where no size within it is on the hull."""
    left, right = int(hull[edge - 1]), int(hull[edge])
    return int(offer.sizes[right] - offer.sizes[left]) * offer.knob.unit_bytes
