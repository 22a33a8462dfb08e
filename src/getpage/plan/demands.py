"""Sizes that the rules of products ask for, where no curve tells what they bring.

A pool whose writes are waited for, that reached a threshold or ran out of buffers needs more than it has, and
what that saves is in no curve of reads. Such a size is a floor: what there is goes to it before anything is
chosen, the gravest first. Where a curve shows what the size brings, the curve decides alone, unless what asks
is critical: that gets the size that ends it wherever there is room, and the curve says what it brings. Where
that is less than storage has to bring at least, the item and its command say so and why it is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.curve import known
from getpage.ledger import takes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob, Limit
    from getpage.core.names import FindingId, Image, KnobId
    from getpage.plan.asks import Wanted
    from getpage.plan.rooms import RoomId
    from getpage.result.plan import Budget


@dataclass(frozen=True, slots=True)
class Granted:
    """The sizes that there is room for, and those that wait for room."""

    now: Mapping[KnobId, int]
    waiting: Mapping[KnobId, int]


def demands(
    knobs: Iterable[Knob], wanted: Mapping[KnobId, Wanted], critical: Collection[FindingId] = ()
) -> dict[KnobId, int]:
    """The larger sizes that findings ask for and that are no curve's to decide, in the order of `wanted`."""
    by_id = {knob.id: knob for knob in knobs}
    sizes: dict[KnobId, int] = {}
    for name, asked in wanted.items():
        knob = by_id[name]
        size = min(asked.size, max(knob.largest, knob.size))
        is_urgent = any(finding in critical for finding in asked.because)
        if size > knob.size and (is_urgent or not _is_told(knob, size)):
            sizes[name] = size
    return sizes


def _is_told(knob: Knob, size: int) -> bool:
    """Whether the curve of a knob still falls at a size: whatever size it has now, the answer is the same."""
    curve = knob.curve
    if curve is None or not known(curve) or curve.sizes[0] > knob.size:
        return False
    at = np.asarray(curve.sizes, dtype=np.float64)
    for rates in curve.rates.values():
        before, there = np.interp([size - 1, size], at, np.asarray(rates.value, dtype=np.float64))
        if before > there:
            return True
    return False


def granted(
    asked: Mapping[KnobId, int],
    knobs: Mapping[KnobId, Knob],
    budgets: Mapping[Image, Budget],
    limits: Sequence[Limit],
    freed: Mapping[RoomId, int],
    closed: Collection[Image],
    at_most: Mapping[Image, int],
) -> Granted:
    """Which of the sizes there is room for, one after the other, those first that make some. Of an image of
    which nobody knows what is free nothing is refused but what is more than `at_most`, what was free on
    average; a limit that a command raises refuses nothing either.
    """
    left: dict[RoomId, int] = {one.id: one.room for one in limits if one.raised is None}
    left |= {image: one.available for image, one in budgets.items() if not is_unknown(one)}
    left |= {image: count for image, count in at_most.items() if image not in left}
    left = {name: count - freed.get(name, 0) for name, count in left.items()}
    now: dict[KnobId, int] = {}
    waiting: dict[KnobId, int] = {}
    for name, size in sorted(asked.items(), key=lambda one: not _makes_room(knobs[one[0]], one[1])):
        knob = knobs[name]
        wanted: dict[RoomId, int] = {knob.image: takes.real(knob, size)}
        wanted.update(dict(takes.of_limits(knob)(size).items()))
        fits = all(
            count <= max(0, left[room]) for room, count in wanted.items() if room in left and count > 0
        )
        if not fits or (knob.image in closed and wanted[knob.image] > 0):
            waiting[name] = size
            continue
        now[name] = size
        for room, count in wanted.items():
            if room in left:
                left[room] -= count
    return Granted(now, waiting)


def _makes_room(knob: Knob, size: int) -> bool:
    """Whether a size makes room under a limit for others: it comes before them, however grave they are."""
    return min(takes.of_limits(knob)(size).values(), default=0) < 0


def is_unknown(budget: Budget) -> bool:
    """Whether the evidence does not tell at all what was free at the minimum, and nothing is added."""
    return budget.free is None and budget.available <= 0
