"""Throughput, response and CPU of a subsystem after its reads and its CPU changed.

Response is processors (stretched by how busy they are), waits for reads (stretched by how busy the disks
are), and the rest. With a rate that stays, response follows at once. With users who wait, throughput rises as
response falls: by exact mean value analysis where the subsystem has the processors to itself, else where the
response time law and the open station meet. Work that waits less for processors than its share of them says
(a higher dispatching priority, seen by a response that leaves no room) goes on doing so.

After a read a unit queues for a processor again, so that fewer reads also mean fewer waits there. How many
fewer depends on what it waits for. Behind its own kind of work little changes: bursts between reads are fewer
and longer, and somewhat more regular. Behind other work, each wait is as long as before, and there are fewer
of them. How long bursts of other work are is not measured; nor is how much of the rest goes with reads, or,
without RMF, how much of it is waiting for processors that get less busy. All are drawn (`QueueDraws`), and
`benches/small_sites.py` shows that the intervals then hold.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from getpage.forecast.draws import Draws, Floats
from getpage.forecast.queueing import settle, stretch
from getpage.forecast.scalability import Users
from getpage.forecast.site.disks import slower

# Processors are not planned fuller than this; beyond it the model would give any response at all.
_FULLEST = 0.999
# Below this share of others' work the processors are the subsystem's own.
_OTHERS = 0.05
# Users up to whom the recursion over the population is quick enough to be made several times.
_FEW_USERS = 500
_MATCHING = 6
_MATCHED = 1e-4
_HALVINGS = 26
# Less of a wait than this is what rounding leaves of it.
_ROUNDING = 1e-12
# Bursts of other work are this much shorter or longer than its own, for 90 of 100 sites: ours.
_OTHER_BURSTS = (0.3, 10.0)
# Of its waits behind its own kind of work at most this part goes with reads: ours.
_REGULAR = 0.3
# Processors of which nothing is known are busy between these shares of the time, any as likely: ours.
_LEAST_BUSY, _MOST_BUSY = 0.1, 0.9


@dataclass(frozen=True, slots=True)
class AfterChange:
    """After the change: units per s, seconds a unit, of them those that wait for reads, and the busy share of
    the processors, where known.
    """

    rate: Floats
    response: Floats
    wait: Floats
    busy: Floats | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueDraws:
    """What nothing measures of waits that are neither reads nor service, as draws; all but one are shares.

    `after_reads` are the waits for a processor that follow a read, `other_bursts` how long other work keeps a
    processor to how long this work does, `own_with_reads` the part of the waits behind its own kind that goes
    with reads, `with_reads` that of the rest. Where the processors are not known, `queued` is the part of the
    rest that waits for them, `busy` how busy they are, `own` the part of that which is this work.
    """

    after_reads: Floats
    other_bursts: Floats
    own_with_reads: Floats
    with_reads: Floats
    queued: Floats
    busy: Floats
    own: Floats

    def fewer_waits(self, others: Floats, reads: Floats) -> Floats:
        """Waits for a processor to those before, where other work is this share of the busy time and this
        share of the reads is saved.
        """
        behind = others * self.other_bursts
        part = behind / np.maximum(1 - others + behind, 1e-12)
        gone = part * self.after_reads + (1 - part) * self.own_with_reads
        return np.maximum(1 - gone * reads, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """A subsystem as it is: units per s, seconds and processor seconds a unit, as draws of what hours come
    to; `wait` is what of the response is known to be waits for reads, `busy` the busy share of all processors
    at the rate and CPU of the draw, None where not known. `elastic` is by how much the wait of a read rises
    with the reads a second.
    """

    rate: Floats
    response: Floats
    wait: Floats
    cpu: Floats
    busy: Floats | None
    elastic: Floats
    queues: QueueDraws


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What the changes save: CPU and waits in seconds a unit, the share of all reads, and the busy share that
    all changes on the same processors save at the rate as it was.
    """

    cpu: Floats
    wait: Floats
    reads: Floats
    busy: Floats


@dataclass(frozen=True, slots=True)
class _Disks:
    """Waits for reads that are left, at the disks as they are and as the reads a second make them."""

    elsewhere: Floats
    left: Floats
    rate: Floats
    reads: Floats
    elastic: Floats

    def reading(self, rate: Floats) -> Floats:
        """Seconds a unit that reads wait, at so many units a second."""
        more = rate / self.rate * (1 - self.reads) - 1
        return np.asarray(self.left * slower(self.elastic, more))

    def waits(self, rate: Floats) -> Floats:
        """Seconds a unit that are not at the processors."""
        return np.asarray(self.elsewhere + self.reading(rate))


@dataclass(frozen=True, slots=True)
class _Processors:
    """The station as this work meets it: `share` of the waiting that its busy share would give. `capacity` is
    how many processors are shared: the servers, or a guess where they are not known.
    """

    servers: int
    capacity: Floats
    share: Floats

    def stays(self, demand: Floats, busy: Floats) -> Floats:
        """Seconds a unit, waiting and served."""
        waits = stretch(self.servers, np.minimum(busy, _FULLEST)) - 1
        return np.asarray(demand * (1 + self.share * waits))


def remaining(wait: Floats, saved: Floats) -> Floats:
    """What is left of a wait; nothing where all that is left is the rounding of sums."""
    left = wait - saved
    return np.where(left > _ROUNDING * wait, left, 0.0)


def after_change(before: Before, saved: Saved, *, users: Users | None, processors: int | None) -> AfterChange:
    """The system as it settles. Users who think for ever are work that arrives anyhow."""
    # CPU of parallel work may exceed its elapsed time: its response then has no more CPU than itself.
    inside = np.minimum(1.0, before.response / np.maximum(before.cpu, 1e-12))
    cpu = before.cpu * inside
    after = np.maximum(before.cpu - saved.cpu, 0.0) * inside
    if processors is None or before.busy is None:
        station, busy_before = _guessed(before, cpu)
        busy = busy_before - before.rate * (cpu - after) / station.capacity
    else:
        station, busy_before = _station(processors, before, cpu), before.busy
        busy = busy_before - saved.busy
    busy = np.clip(busy, 0.0, _FULLEST)
    elsewhere = np.maximum(before.response - station.stays(cpu, busy_before), 0.0)
    others = np.maximum(busy - before.rate * after / station.capacity, 0.0)
    then = replace(
        station,
        share=station.share
        * before.queues.fewer_waits(np.minimum(others / np.maximum(busy, 1e-12), 1.0), saved.reads),
    )
    left = remaining(before.wait, saved.wait)
    rest = np.maximum(elsewhere - saved.wait - left, 0.0)
    disks = _Disks(
        elsewhere=rest * np.maximum(1 - before.queues.with_reads * saved.reads, 0.0),
        left=np.minimum(left, np.maximum(elsewhere - saved.wait, 0.0)),
        rate=before.rate, reads=saved.reads, elastic=before.elastic,
    )  # fmt: skip
    known = None if processors is None or before.busy is None else busy
    open_ = disks.waits(before.rate) + then.stays(after, busy)
    if users is None:
        return AfterChange(before.rate, open_, disks.reading(before.rate), known)
    anyhow = np.isinf(users.think)
    alone = None
    if known is not None and not anyhow.any():
        few = float(np.max(users.population)) <= _FEW_USERS
        if few and float(others[0]) < _OTHERS and float(station.share[0]) == 1.0:
            alone = _alone(before, users, cpu, after, disks, saved.wait, station.servers)
    rate, response = alone or _among_others(users, disks, after, others, then)
    rate, response = np.where(anyhow, before.rate, rate), np.where(anyhow, open_, response)
    if known is not None:
        known = np.minimum(others + rate * after / station.capacity, 1.0)
    return AfterChange(rate, response, disks.reading(rate), known)


def _station(servers: int, before: Before, cpu: Floats) -> _Processors:
    """Processors that are known: as busy as they are, or with less waiting where the response has no room."""
    assert before.busy is not None
    waits = cpu * (stretch(servers, np.minimum(before.busy, _FULLEST)) - 1)
    room = np.maximum(before.response - before.wait - cpu, 0.0)
    share = np.where(waits > room, room / np.maximum(waits, 1e-300), 1.0)
    return _Processors(servers, np.full_like(cpu, servers), share)


def _guessed(before: Before, cpu: Floats) -> tuple[_Processors, Floats]:
    """Processors that are not known, and how busy they are: a part of the rest waits for them."""
    queues = before.queues
    waits = cpu * (stretch(1, queues.busy) - 1)
    room = np.maximum(before.response - before.wait - cpu, 0.0)
    capacity = np.maximum(before.rate * cpu / (queues.busy * queues.own), 1e-300)
    return _Processors(1, capacity, queues.queued * room / np.maximum(waits, 1e-300)), queues.busy


def _alone(
    before: Before, users: Users, cpu: Floats, after: Floats, disks: _Disks, wait_saved: Floats, servers: int
) -> tuple[Floats, Floats] | None:
    """None where no wait elsewhere makes the model give the present response."""
    response = before.response
    waits = np.maximum(response - cpu, 0.0)  # rounding, where all of it is CPU
    for _ in range(_MATCHING):  # so that the model gives the present response at the present CPU
        _, there = settle(users.population, users.think, waits, np.maximum(cpu, 1e-12), servers)
        waits = np.maximum(response - there, 0.0)
    if abs(float(waits[0] + there[0]) / float(response[0]) - 1) > _MATCHED or waits[0] < before.wait[0]:
        return None
    left = np.minimum(disks.left, np.maximum(waits - wait_saved, 0.0))
    rest = np.maximum(waits - wait_saved - left, 0.0)
    fewer = np.maximum(1 - before.queues.with_reads * disks.reads, 0.0)
    apart = replace(disks, elsewhere=rest * fewer, left=left)
    rate = before.rate
    saved_there = before.queues.own_with_reads * disks.reads * np.maximum(there - cpu, 0.0)
    for _ in range(_MATCHING):  # so that disks are as busy as the rate makes them
        away = np.maximum(apart.waits(rate) - saved_there, 0.0)
        rate, there = settle(users.population, users.think, away, np.maximum(after, 1e-12), servers)
    return rate, away + there


Drawn = TypeVar("Drawn", Users, _Disks, _Processors)


def _among_others(
    users: Users, disks: _Disks, after: Floats, others: Floats, station: _Processors
) -> tuple[Floats, Floats]:
    """The rate at which as many come back as are served, found by halving; nothing of work that
    arrives anyhow.
    """
    closed = np.isfinite(users.think)
    if not closed.all():
        rate, there = np.zeros_like(after), np.zeros_like(after)
        if closed.any():
            some = (_of_draws(users, closed), _of_draws(disks, closed), after[closed], others[closed])
            rate[closed], there[closed] = _among_others(*some, _of_draws(station, closed))
        return rate, there

    def response(rate: Floats) -> Floats:
        return disks.waits(rate) + station.stays(after, others + rate * after / station.capacity)

    low = np.zeros_like(after)
    think, population = users.think, users.population
    high = population / np.maximum(think + disks.elsewhere + after, 1e-12)
    high = np.minimum(high, (1 - np.minimum(others, 1.0)) * station.capacity / np.maximum(after, 1e-12))

    def too_many(rate: Floats) -> Floats:
        return np.asarray(rate * (think + response(rate)) - population)

    at_low, at_high = -population, too_many(high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        there = too_many(middle)
        fits = there < 0
        low, at_low = np.where(fits, middle, low), np.where(fits, there, at_low)
        high, at_high = np.where(fits, high, middle), np.where(fits, at_high, there)
    # What is left of it is so short that it is straight.
    rate = low + (high - low) * np.clip(at_low / np.minimum(at_low - at_high, -1e-300), 0.0, 1.0)
    return rate, response(rate)


def _of_draws(of: Drawn, some: NDArray[np.bool_]) -> Drawn:
    """The same with only some of the draws."""
    arrays: dict[str, Any] = {field.name: getattr(of, field.name) for field in fields(of)}
    arrays = {name: value[some] for name, value in arrays.items() if isinstance(value, np.ndarray)}
    return replace(of, **arrays)


def queue_draws(draws: Draws, who: str, reads: float | None) -> QueueDraws:
    """What is taken of queues that nothing measures; `reads` are those of a unit, None where not known.

    Waiting for processors that are not known is as likely none, which is the best guess, as any. So is the
    part of the rest that goes with reads: locks, logs and networks stay, and an interval has to hold that.
    """
    return QueueDraws(
        after_reads=draws.constant(0.0 if reads is None else reads / (reads + 1)),
        other_bursts=draws.spread(f"{who} bursts of other work", *_OTHER_BURSTS),
        own_with_reads=_REGULAR * draws.uniform(f"{who} own waits that go with reads"),
        with_reads=np.maximum(2 * draws.uniform(f"{who} rest that goes with reads") - 1, 0.0) ** 2,
        queued=np.maximum(2 * draws.uniform(f"{who} rest that waits for processors") - 1, 0.0),
        busy=_LEAST_BUSY + (_MOST_BUSY - _LEAST_BUSY) * draws.uniform(f"{who} busy processors"),
        own=np.maximum(draws.uniform(f"{who} part of the processors"), _LEAST_BUSY),
    )
