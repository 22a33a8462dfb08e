"""What a plan leaves as it is, and why: a limit, storage that brings more elsewhere, or evidence that is
missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.gigabytes import GIB
from getpage.plan.problem import WORTH_A_CHANGE
from getpage.plan.rooms import REAL, taken_from
from getpage.plan.worth import gain
from getpage.report import units
from getpage.result.plan import NotDone, Reason
from getpage.systems import words
from getpage.systems.sizes import KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from getpage.plan.allocate import Allocation
    from getpage.plan.choices import Choices, Room
    from getpage.plan.offers import Offer
    from getpage.plan.problem import Problem
    from getpage.plan.worth import Prices, Weights
    from getpage.systems.interface import Consumer

    Ints = NDArray[np.int64]

#: Names in a sentence, before the rest is counted.
MOST_NAMED = 4


def held_back(made: Problem, found: Allocation, prices: Prices, weights: Weights) -> Iterator[NotDone]:
    """Consumers that would gain from a larger size, and what stopped them."""
    choices = made.choices
    left = [room.bytes - choices.used(room, found.chosen) for room in choices.rooms]
    users = _users(choices)
    offsets = choices.offsets.tolist()
    for j, (one, chosen) in enumerate(zip(made.offers, found.chosen.tolist(), strict=True)):
        mine = choices.worth[chosen : offsets[j + 1]]
        better = chosen + np.flatnonzero(mine > mine[0])
        if not len(better):
            size = int(made.sizes[j][chosen - offsets[j]])
            yield from _not_grown(made, one, size, prices.per_read(one.consumer, weights))
            continue
        stops = [
            choices.rooms[room]
            for room in users[j]
            if _none_fits(choices.rooms[room], left[room], better, chosen, one.consumer)
        ]
        consumer, sizes = one.consumer, made.sizes[j]
        best = int(better[-1])
        size, now = int(sizes[best - offsets[j]]), int(sizes[chosen - offsets[j]])
        more = float(choices.worth[best] - choices.worth[chosen])
        more += made.least * (max(size, consumer.size) - max(now, consumer.size)) * consumer.unit_bytes
        storage = units.storage((size - now) * consumer.unit_bytes)
        gains = f"{storage} more, {size:,} {consumer.unit} in all, would bring {more:,.0f} s an hour"
        limits = [room.label for room in stops if not room.id.startswith(REAL)]
        if limits:
            why = f"{gains}, but nothing more of it fits into {words.listed(limits)}"
            yield _not_done(consumer, Reason.LIMIT, why, more)
        else:
            why = f"{gains}; the storage there is brings more elsewhere, or ends"
            yield _not_done(consumer, Reason.STORAGE, why, more)


def _not_grown(made: Problem, one: Offer, size: int, each: float) -> Iterator[NotDone]:
    """What growth would bring that was not looked at: where a room is overdrawn, or too little."""
    place = int(one.sizes.searchsorted(size))
    gains = each * (one.reads[place] - one.reads[place + 1 :])
    if not len(gains) or gains[-1] <= WORTH_A_CHANGE:
        return
    growth = (one.sizes[place + 1 :] - size) * one.consumer.unit_bytes
    beyond = gains - WORTH_A_CHANGE - made.least * growth
    if (beyond > 0).any():
        yield from _overdrawn(made, one, place + 1 + int(beyond.argmax()), float(gains[beyond.argmax()]))
        return
    rate = gains / growth
    pays = np.where(gains > WORTH_A_CHANGE, rate, 0.0)
    best = int(np.flatnonzero(pays >= pays.max() * (1 - 1e-9))[-1])  # on a straight edge all of it
    consumer, to, more = one.consumer, int(one.sizes[place + 1 + best]), float(gains[best])
    storage = units.storage((to - size) * consumer.unit_bytes)
    why = (
        f"{storage} more, {to:,} {consumer.unit} in all, would bring {more:,.1f} s an hour, "
        f"{float(rate[best]) * GIB:,.2g} s a GiB: less than the least worth, {made.least * GIB:,.3g}"
    )
    yield _not_done(consumer, Reason.LEAST, why, more)


def _overdrawn(made: Problem, one: Offer, place: int, more: float) -> Iterator[NotDone]:
    """What a size would bring, were it not for rooms that have less than nothing left."""
    consumer, to = one.consumer, int(one.sizes[place])
    growth = (to - consumer.size) * consumer.unit_bytes
    taken = taken_from(consumer, np.array([to]), np.array([growth]))
    labels = {room.id: room.label for room in made.choices.rooms}
    short = {name: -made.left[name] for name, by in taken.items() if by[0] > 0 > made.left.get(name, 0)}
    if not short:
        return
    rooms = words.listed(
        [f"{labels.get(name, name)} by {units.storage(size)}" for name, size in short.items()]
    )
    storage = units.storage(growth)
    why = (
        f"{storage} more, {to:,} {consumer.unit} in all, would bring {more:,.0f} s an hour, but nothing "
        f"grows before what is overdrawn is made up: {rooms}"
    )
    is_real = all(name.startswith(REAL) for name in short)
    yield _not_done(consumer, Reason.STORAGE if is_real else Reason.LIMIT, why, more)


def _users(choices: Choices) -> list[list[int]]:
    """By consumer the rooms that it takes of, by their numbers."""
    users: list[list[int]] = [[] for _ in range(choices.consumers)]
    for number, room in enumerate(choices.rooms):
        if room.span:
            first, last = choices.owner_of(np.array([room.span[0], room.span[-1]])).tolist()
            of = range(first, last + 1)
        else:
            of = np.unique(choices.owner_of(room.array)).tolist()
        for consumer in of:
            users[consumer].append(number)
    return users


def _none_fits(room: Room, left: int, better: Ints, chosen: int, consumer: Consumer) -> bool:
    """Whether every better choice takes more of a room than is left of it."""
    if consumer.takes is None and room.span:  # the smallest takes least
        first = room.span.start
        return int(room.taken[better[0] - first]) - int(room.taken[chosen - first]) > left
    now = room.taken_by(np.array([chosen]))
    return bool((room.taken_by(better) - now > left).all())


def without_evidence(consumers: Sequence[Consumer], prices: Prices, weights: Weights) -> Iterator[NotDone]:
    """Consumers of which nothing but the present size is known, and what would settle it."""
    for consumer in consumers:
        curve = consumer.curve
        if curve is None:
            why = "nothing in the evidence says what it reads at any size"
            yield _not_done(consumer, Reason.EVIDENCE, why, 0.0, consumer.supply)
            continue
        reads = _reads_now(consumer)
        if curve.basis in KNOWN and curve.points[0].size > consumer.size:
            why = f"its curve begins at {curve.points[0].size:,} {consumer.unit}, above its present size"
            yield _not_done(consumer, Reason.EVIDENCE, why, 0.0, "a curve that holds the present size")
            continue
        if not reads:
            if consumer.references == 0:
                yield _unused(consumer)
            continue
        most = gain(
            reads, (0.0, reads), prices.of(consumer), weights, weights.factor(consumer), curve.basis
        ).worth.value
        why = (
            f"only its present size was measured: growth saves between none and all of {reads:,.1f} reads a "
            f"second, up to {most:,.0f} s an hour"
        )
        yield _not_done(consumer, Reason.EVIDENCE, why, most, consumer.supply)


def _reads_now(consumer: Consumer) -> float | None:
    """Reads a second at the present size, or at the next smaller one that is known; None where none is."""
    if consumer.curve is None:
        return None
    smaller = [one for one in consumer.curve.points if one.size <= consumer.size]
    return (smaller[-1] if smaller else consumer.curve.points[0]).reads


def _unused(consumer: Consumer) -> NotDone:
    storage = units.storage(consumer.size * consumer.unit_bytes)
    why = f"nothing used its {storage} in this window; a window is not a year, and they are not called wasted"
    supply = "a window that holds the month's end and the batch"
    return _not_done(consumer, Reason.EVIDENCE, why, 0.0, supply)


def without_reads(consumers: Sequence[Consumer]) -> Iterator[str]:
    """Those that are used and read nothing, in one sentence: growth brings nothing, and no evidence tells how
    small they may be.
    """
    quiet = [one for one in consumers if one.references != 0 and _reads_now(one) == 0]
    if quiet:
        storage = units.storage(sum(one.size * one.unit_bytes for one in quiet))
        named = [one.id for one in quiet[:MOST_NAMED]]
        more = [f"{len(quiet) - len(named)} more"] if len(quiet) > len(named) else []
        yield (
            f"Left as they are, as nothing is read into them: {words.listed([*named, *more])}. Growth brings "
            f"them nothing, and how much of their {storage} they could give back is not known"
        )


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
