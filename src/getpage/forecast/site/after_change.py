"""Throughput, response and CPU of a subsystem after its reads and its CPU changed.

Response is processors (stretched by how busy they are), waits for reads, and the rest, which stays. With a
rate that stays, response follows at once. With users who wait, throughput rises as response falls: by exact
mean value analysis where the subsystem has the processors to itself, else where the response time law and the
open station meet. Work that waits less for processors than its share of them says (a higher dispatching
priority, seen by a response that leaves no room) goes on doing so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.queueing import settle, stretch

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats
    from getpage.forecast.points.population import Users

# Processors are not planned fuller than this; beyond it the model would give any response at all.
_FULLEST = 0.999
# Below this share of others' work the processors are the subsystem's own.
_OTHERS = 0.05
# Users up to whom the recursion over the population is quick enough to be made several times.
_FEW_USERS = 500
_MATCHING = 6
_MATCHED = 1e-4
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class AfterChange:
    """After the change: units per s, seconds a unit, and the busy share of the processors, where known."""

    rate: Floats
    response: Floats
    busy: Floats | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """A subsystem as it is: units per s, seconds and processor seconds a unit, as draws of what hours come
    to; `wait` is what of the response is known to be waits for reads, `busy` the busy share of all processors
    at the rate and CPU of the draw, None where not told.
    """

    rate: float
    response: Floats
    wait: Floats
    cpu: Floats
    busy: Floats | None


@dataclass(frozen=True, slots=True)
class _Processors:
    """The station as this work meets it: `share` of the waiting that its busy share would give."""

    servers: int
    share: Floats

    def stays(self, demand: Floats, busy: Floats) -> Floats:
        """Seconds a unit, waiting and served."""
        waits = stretch(self.servers, np.minimum(busy, _FULLEST)) - 1
        return np.asarray(demand * (1 + self.share * waits))


def after_change(
    before: Before,
    *,
    cpu_saved: Floats,
    wait_saved: Floats,
    busy_saved: Floats,
    users: Users | None,
    processors: int | None,
) -> AfterChange:
    """`cpu_saved` and `wait_saved` are seconds a unit; `busy_saved` is the busy share that all changes on the
    same processors save at the rate as it was.
    """
    # CPU of parallel work may exceed its elapsed time: its response then has no more CPU than itself.
    inside = np.minimum(1.0, before.response / np.maximum(before.cpu, 1e-12))
    cpu = before.cpu * inside
    after = np.maximum(before.cpu - cpu_saved, 0.0) * inside
    c = processors
    if c is None or before.busy is None:
        response = np.maximum(before.response - cpu - wait_saved, 0.0) + after
        if users is None:
            return AfterChange(np.full_like(response, before.rate), response, None)
        return AfterChange(users.population / np.maximum(users.think + response, 1e-12), response, None)
    station = _station(c, cpu, before.busy, before.response - before.wait)
    elsewhere = before.response - station.stays(cpu, before.busy)
    waits = np.maximum(elsewhere - wait_saved, 0.0)
    busy_after = np.clip(before.busy - busy_saved, 0.0, _FULLEST)
    if users is None:
        response = waits + station.stays(after, busy_after)
        return AfterChange(np.full_like(response, before.rate), response, busy_after)
    others = np.maximum(busy_after - before.rate * after / c, 0.0)
    few = float(np.max(users.population)) <= _FEW_USERS
    own = few and float(others[0]) < _OTHERS and float(station.share[0]) == 1.0
    found = _alone(before, users, cpu, after, wait_saved, c) if own else None
    rate, response = found or _among_others(users, waits, after, others, station)
    return AfterChange(rate, response, np.minimum(others + rate * after / c, 1.0))


def _station(servers: int, cpu: Floats, busy: Floats, without_reads: Floats) -> _Processors:
    waits = cpu * (stretch(servers, np.minimum(busy, _FULLEST)) - 1)
    room = np.maximum(without_reads - cpu, 0.0)
    return _Processors(servers, np.where(waits > room, room / np.maximum(waits, 1e-300), 1.0))


def _alone(
    before: Before, users: Users, cpu: Floats, after: Floats, wait_saved: Floats, servers: int
) -> tuple[Floats, Floats] | None:
    """None where no wait elsewhere makes the model give the present response."""
    response = before.response
    waits = response - cpu
    for _ in range(_MATCHING):  # so that the model gives the present response at the present CPU
        _, there = settle(users.population, users.think, waits, np.maximum(cpu, 1e-12), servers)
        waits = np.maximum(response - there, 0.0)
    if abs(float(waits[0] + there[0]) / float(response[0]) - 1) > _MATCHED or waits[0] < before.wait[0]:
        return None
    left = np.maximum(waits - wait_saved, 0.0)
    rate, there = settle(users.population, users.think, left, np.maximum(after, 1e-12), servers)
    return rate, left + there


def _among_others(
    users: Users, waits: Floats, after: Floats, others: Floats, station: _Processors
) -> tuple[Floats, Floats]:
    """The rate at which as many come back as are served, found by halving."""
    low = np.zeros_like(waits)
    high = users.population / np.maximum(users.think + waits + after, 1e-12)
    high = np.minimum(high, (1 - np.minimum(others, 1.0)) * station.servers / np.maximum(after, 1e-12))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        response = waits + station.stays(after, others + middle * after / station.servers)
        fits = middle * (users.think + response) < users.population
        low, high = np.where(fits, middle, low), np.where(fits, high, middle)
    return low, waits + station.stays(after, others + low * after / station.servers)
