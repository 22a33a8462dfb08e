"""What a plan leaves as it is, and why: a limit, storage that brings more elsewhere, or evidence that is
missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.rooms import REAL
from getpage.plan.worth import gain
from getpage.result.plan import NotDone, Reason
from getpage.systems import words
from getpage.systems.sizes import KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from getpage.plan.allocate import Allocation
    from getpage.plan.problem import Problem
    from getpage.plan.worth import Weights
    from getpage.result.forecast import Price
    from getpage.systems.interface import Consumer


def held_back(made: Problem, found: Allocation) -> Iterator[NotDone]:
    """Consumers that would gain from a larger size, and what stopped them."""
    choices = made.choices
    left = [room.bytes - choices.used(room, found.chosen) for room in choices.rooms]
    for j, one in enumerate(made.offers):
        chosen = int(found.chosen[j])
        larger = np.arange(chosen + 1, int(choices.offsets[j + 1]))
        better = larger[choices.worth[larger] > choices.worth[chosen]]
        if not len(better):
            continue
        stops = [
            room
            for room, rest in zip(choices.rooms, left, strict=True)
            if (room.taken_by(better) - room.taken_by(found.chosen[j : j + 1]) > rest).all()
        ]
        consumer = one.consumer
        best = int(better[-1])
        more = float(choices.worth[best] - choices.worth[chosen])
        size = int(made.sizes[best])
        storage = words.size((size - int(made.sizes[chosen])) * consumer.unit_bytes)
        gains = f"{storage} more, {size:,} {consumer.unit} in all, would bring {more:,.0f} s an hour"
        limits = [room.label for room in stops if not room.id.startswith(REAL)]
        if limits:
            why = f"{gains}, but nothing more of it fits into {words.listed(limits)}"
            yield _not_done(consumer, Reason.LIMIT, why, more)
        else:
            why = f"{gains}; the storage there is brings more elsewhere, or ends"
            yield _not_done(consumer, Reason.STORAGE, why, more)


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
    spare = words.size((consumer.size - consumer.largest) * consumer.unit_bytes)
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
