"""The price list: what the first, second, ... gigabyte more than now brings each knob.

On the hull of its curve, as a gigabyte that brings nothing by itself but leads to one that does is only worth
giving together with it: such a stretch is a cliff, and says how much has to be given at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.hull import upper_hulls
from getpage.plan.worth import gain
from getpage.result.plan import Gigabyte

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.core.names import KnobId
    from getpage.plan.offers import Offer
    from getpage.plan.worth import Prices, Weights
    from getpage.result.forecast import Price

GIB = 1 << 30
#: Knobs listed, and gigabytes of each.
_CONSUMERS, _GIGABYTES = 20, 8


def price_list(
    offers: Sequence[Offer],
    prices: Prices,
    weights: Weights,
    planned: Mapping[KnobId, int],
) -> tuple[Gigabyte, ...]:
    """The gigabytes of the knobs that gain most from the first ones, dearest first. `planned` are the
    sizes of the plan by knob.
    """
    rank = {one.knob.id: place for place, one in enumerate(_dearest(offers, prices, weights))}
    listed = [
        row
        for one in offers
        if (name := one.knob.id) in rank
        for row in _of(one, prices.of(one.knob), weights, planned.get(name, one.knob.size))
    ]
    return tuple(sorted(listed, key=lambda row: (-_rounded(row.worth.value), rank[row.knob], row.number)))


def _dearest(offers: Sequence[Offer], prices: Prices, weights: Weights) -> list[Offer]:
    """The offers of which the first gigabyte is worth most. It is worth no more than all there is to gain,
    so that most offers need no closer look.
    """
    each = [prices.per_read(one.knob, weights) for one in offers]
    gains = (max(0.0, one.now[0] - float(one.reads[-1])) for one in offers)
    most = [price * gain for price, gain in zip(each, gains, strict=True)]
    found: list[tuple[float, str, int]] = []
    for place in sorted(range(len(offers)), key=lambda place: -most[place]):
        if most[place] <= (-found[-1][0] if len(found) >= _CONSUMERS else 0.0):
            break
        first = each[place] * _first(offers[place])
        if first > 0:
            found = sorted([*found, (-first, str(offers[place].knob.id), place)])[:_CONSUMERS]
    return [offers[place] for _, _, place in found]


def _first(one: Offer) -> float:
    """Reads that the first gigabyte on the hull avoids: of what is nearer the most, of what is farther its
    share.
    """
    avoided = one.avoided[one.present + 1 :]
    if not len(avoided):
        return 0.0
    taken = (one.sizes[one.present + 1 :] - one.knob.size) * float(one.knob.unit_bytes)
    return float((avoided * np.minimum(1.0, GIB / taken)).max())


def _rounded(value: float) -> float:
    """Gigabytes of one straight edge are worth the same but for rounding, and keep their order."""
    return float(f"{value:.6g}")


def _of(one: Offer, price: Price, weights: Weights, planned: int) -> Iterator[Gigabyte]:
    knob = one.knob
    larger = np.arange(one.present, len(one.sizes))
    taken = (one.sizes[larger] - knob.size) * knob.unit_bytes
    hull = larger[upper_hulls(np.zeros(len(larger), dtype=np.int64), taken, one.avoided[larger])]
    if len(hull) < 2 or one.avoided[hull[-1]] <= 0:
        return
    at = (one.sizes[hull] - knob.size) * knob.unit_bytes
    lines = (one.avoided[hull], *one.avoided_between(hull))
    factor = weights.factor(knob)
    assert knob.curve is not None
    for number in range(1, _GIGABYTES + 1):
        start, end = (number - 1) * GIB, min(number * GIB, int(at[-1]))
        if start >= end:
            break
        value, low, high = (float(np.interp(end, at, line) - np.interp(start, at, line)) for line in lines)
        edge = int(np.searchsorted(at, end, side="left"))
        made = gain(value, (min(low, value), max(high, value)), price, weights, factor, knob.curve.basis)
        yield Gigabyte(
            knob=knob.id,
            object=knob.object,
            number=number,
            worth=made.worth,
            at_once=_at_once(one, hull, edge),
            planned=(planned - knob.size) * knob.unit_bytes >= end,
        )


def _at_once(one: Offer, hull: NDArray[np.int64], edge: int) -> int:
    """Bytes of the edge of the hull that this gigabyte lies on, where no size within it is on the hull."""
    left, right = int(hull[edge - 1]), int(hull[edge])
    return int(one.sizes[right] - one.sizes[left]) * one.knob.unit_bytes
