"""Throughput, response and CPU of a subsystem after its reads and its CPU changed.

Response is processors (stretched by how busy they are), waits for reads (stretched by how busy the disks
are), and the rest, which stays. With a rate that stays, response follows at once. With users who wait,
throughput rises as response falls: by exact mean value analysis where the subsystem has the processors to
itself, else where the response time law and the open station meet. Work that waits less for processors than
its share of them says (a higher dispatching priority, seen by a response that leaves no room) goes on doing
so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.queueing import settle, stretch
from getpage.forecast.site.disks import slower

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats
    from getpage.forecast.population import Users

# Processors are not planned fuller than this; beyond it the model would give any response at all.
_FULLEST = 0.999
# Below this share of others' work the processors are the subsystem's own.
_OTHERS = 0.05
# Users up to whom the recursion over the population is quick enough to be made several times.
_FEW_USERS = 500
_MATCHING = 6
_MATCHED = 1e-4
_HALVINGS = 60
# Less of a wait than this is what rounding leaves of it.
_ROUNDING = 1e-12


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
class Before:
    """A subsystem as it is: units per s, seconds and processor seconds a unit, as draws of what hours come
    to; `wait` is what of the response is known to be waits for reads, `busy` the busy share of all processors
    at the rate and CPU of the draw, None where not told. `elastic` is by how much the wait of a read rises
    with the reads a second.
    """

    rate: Floats
    response: Floats
    wait: Floats
    cpu: Floats
    busy: Floats | None
    elastic: Floats


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
    """The station as this work meets it: `share` of the waiting that its busy share would give."""

    servers: int
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
    c = processors
    if c is None or before.busy is None:
        # A unit waits for processors what it does now.
        station, busy, others = None, None, None
        elsewhere = np.maximum(before.response - cpu, 0.0)
    else:
        station = _station(c, cpu, before.busy, before.response - before.wait)
        elsewhere = np.maximum(before.response - station.stays(cpu, before.busy), 0.0)
        busy = np.clip(before.busy - saved.busy, 0.0, _FULLEST)
        others = np.maximum(busy - before.rate * after / c, 0.0)
    left = remaining(before.wait, saved.wait)
    disks = _Disks(
        elsewhere=np.maximum(elsewhere - saved.wait - left, 0.0),
        left=np.minimum(left, np.maximum(elsewhere - saved.wait, 0.0)),
        rate=before.rate, reads=saved.reads, elastic=before.elastic,
    )  # fmt: skip
    open_ = disks.waits(before.rate) + (
        after if station is None or busy is None else station.stays(after, busy)
    )
    if users is None:
        return AfterChange(before.rate, open_, disks.reading(before.rate), busy)
    anyhow = np.isinf(users.think)
    found = None
    if station is not None and others is not None and not anyhow.any():
        few = float(np.max(users.population)) <= _FEW_USERS
        if few and float(others[0]) < _OTHERS and float(station.share[0]) == 1.0:
            found = _alone(before, users, cpu, after, disks, saved.wait, station.servers)
    rate, response = found or _among_others(users, disks, after, others, station)
    rate, response = np.where(anyhow, before.rate, rate), np.where(anyhow, open_, response)
    if station is not None and others is not None:
        busy = np.minimum(others + rate * after / station.servers, 1.0)
    return AfterChange(rate, response, disks.reading(rate), busy)


def _station(servers: int, cpu: Floats, busy: Floats, without_reads: Floats) -> _Processors:
    waits = cpu * (stretch(servers, np.minimum(busy, _FULLEST)) - 1)
    room = np.maximum(without_reads - cpu, 0.0)
    return _Processors(servers, np.where(waits > room, room / np.maximum(waits, 1e-300), 1.0))


def _alone(
    before: Before, users: Users, cpu: Floats, after: Floats, disks: _Disks, wait_saved: Floats, servers: int
) -> tuple[Floats, Floats] | None:
    """None where no wait elsewhere makes the model give the present response."""
    response = before.response
    waits = response - cpu
    for _ in range(_MATCHING):  # so that the model gives the present response at the present CPU
        _, there = settle(users.population, users.think, waits, np.maximum(cpu, 1e-12), servers)
        waits = np.maximum(response - there, 0.0)
    if abs(float(waits[0] + there[0]) / float(response[0]) - 1) > _MATCHED or waits[0] < before.wait[0]:
        return None
    left = np.minimum(disks.left, np.maximum(waits - wait_saved, 0.0))
    rest = np.maximum(waits - wait_saved - left, 0.0)
    apart = replace(disks, elsewhere=rest, left=left)
    rate = before.rate
    for _ in range(_MATCHING):  # so that disks are as busy as the rate makes them
        away = apart.waits(rate)
        rate, there = settle(users.population, users.think, away, np.maximum(after, 1e-12), servers)
    return rate, away + there


def _among_others(
    users: Users, disks: _Disks, after: Floats, others: Floats | None, station: _Processors | None
) -> tuple[Floats, Floats]:
    """The rate at which as many come back as are served, found by halving."""

    def response(rate: Floats) -> Floats:
        if station is None or others is None:
            return disks.waits(rate) + after
        return disks.waits(rate) + station.stays(after, others + rate * after / station.servers)

    low = np.zeros_like(after)
    think = np.where(np.isinf(users.think), 0.0, users.think)
    population = np.where(np.isinf(users.think), 1.0, users.population)
    high = population / np.maximum(think + disks.elsewhere + after, 1e-12)
    if station is not None and others is not None:
        high = np.minimum(high, (1 - np.minimum(others, 1.0)) * station.servers / np.maximum(after, 1e-12))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        fits = middle * (think + response(middle)) < population
        low, high = np.where(fits, middle, low), np.where(fits, high, middle)
    return low, response(low)
