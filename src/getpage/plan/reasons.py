"""What a plan leaves as it is, and why: a limit, storage that brings more elsewhere, or evidence that is
missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.rooms import REAL
from getpage.plan.worth import gain
from getpage.report import units
from getpage.result.plan import NotDone, Reason
from getpage.systems import words
from getpage.systems.sizes import KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.plan.allocate import Allocation
    from getpage.plan.choices import Room
    from getpage.plan.problem import Problem
    from getpage.plan.worth import Weights
    from getpage.result.forecast import Price
    from getpage.systems.interface import Consumer

    Ints = NDArray[np.int64]


def held_back(made: Problem, found: Allocation) -> Iterator[NotDone]:
    """Consumers that would gain from a larger size, and what stopped them."""
    choices = made.choices
    left = [room.bytes - choices.used(room, found.chosen) for room in choices.rooms]
    first = np.array([room.at[0] if len(room.at) else 0 for room in choices.rooms], dtype=np.int64)
    last = np.array([room.at[-1] if len(room.at) else -1 for room in choices.rooms], dtype=np.int64)
    for j, one in enumerate(made.offers):
        chosen = int(found.chosen[j])
        larger = np.arange(chosen + 1, int(choices.offsets[j + 1]))
        better = larger[choices.worth[larger] > choices.worth[chosen]]
        if not len(better):
            continue
        near = np.flatnonzero((first <= better[-1]) & (last >= chosen))
        stops = [
            choices.rooms[room]
            for room in near
            if _none_fits(choices.rooms[room], left[room], better, found.chosen[j : j + 1])
        ]
        consumer = one.consumer
        best = int(better[-1])
        more = float(choices.worth[best] - choices.worth[chosen])
        size = int(made.sizes[best])
        storage = units.storage((size - int(made.sizes[chosen])) * consumer.unit_bytes)
        gains = f"{storage} more, {size:,} {consumer.unit} in all, would bring {more:,.0f} s an hour"
        limits = [room.label for room in stops if not room.id.startswith(REAL)]
        if limits:
            why = f"{gains}, but nothing more of it fits into {words.listed(limits)}"
            yield _not_done(consumer, Reason.LIMIT, why, more)
        else:
            why = f"{gains}; the storage there is brings more elsewhere, or ends"
            yield _not_done(consumer, Reason.STORAGE, why, more)


def _none_fits(room: Room, left: int, better: Ints, chosen: Ints) -> bool:
    """Whether every better choice takes more of a room than is left of it."""
    return bool((room.taken_by(better) - room.taken_by(chosen) > left).all())


def without_evidence(
    consumers: Sequence[Consumer], prices: Mapping[str, Price], weights: Weights
) -> Iterator[NotDone]:
    """Consumers of which nothing but the present size is known, and what would settle it."""
    for consumer in consumers:
        curve = consumer.curve
        if curve is None:
            why = "nothing in the evidence says what it reads at any size"
            yield _not_done(consumer, Reason.EVIDENCE, why, 0.0, consumer.supply)
            continue
        present = [one for one in curve.points if one.size <= consumer.size][-1:]
        if curve.basis in KNOWN and not present:
            why = f"its curve begins at {curve.points[0].size:,} {consumer.unit}, above its present size"
            yield _not_done(consumer, Reason.EVIDENCE, why, 0.0, "a curve that holds the present size")
            continue
        reads = present[-1].reads if present else curve.points[0].reads
        if reads <= 0:
            continue
        most = gain(
            reads, (0.0, reads), prices[consumer.id], weights, weights.factor(consumer), curve.basis
        ).worth.value
        why = (
            f"only its present size was measured: growth saves between none and all of {reads:,.1f} reads a "
            f"second, up to {most:,.0f} s an hour"
        )
        yield _not_done(consumer, Reason.EVIDENCE, why, most, consumer.supply)


def protected(consumer: Consumer) -> NotDone:
    """A consumer that is wasted by a rule, and was asked not to be made smaller."""
    spare = units.storage((consumer.size - consumer.largest) * consumer.unit_bytes)
    why = f"{spare} of it are wasted ({consumer.largest_because}), but it is protected"
    return _not_done(consumer, Reason.PROTECTED, why, 0.0)


def _not_done(consumer: Consumer, reason: Reason, why: str, worth: float, supply: str = "") -> NotDone:
    return NotDone(
        consumer=consumer.id,
        object=consumer.object,
        reason=reason,
        why=why,
        supply=supply,
        worth_at_most=worth,
    )
