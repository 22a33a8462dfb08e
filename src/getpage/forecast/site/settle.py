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
    from getpage.forecast.site.settings import Settings
    from getpage.forecast.site.volume import Volume

# Processors are not planned fuller than this; beyond it the model would give any response at all.
_FULLEST = 0.999
# Below this share of others' work the processors are the subsystem's own.
_OTHERS = 0.05
_MATCHING = 6
_MATCHED = 1e-4
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Settled:
    """After the change: units per s, seconds a unit, and the busy share of the processors, where known."""

    rate: Floats
    response: Floats
    busy: Floats | None


@dataclass(frozen=True, slots=True)
class _Processors:
    """The station as this work meets it: `share` of the waiting that its busy share would give."""

    servers: int
    share: float

    def stays(self, demand: Floats | float, busy: Floats | float) -> Floats:
        """Seconds a unit, waiting and served."""
        waits = stretch(self.servers, np.minimum(busy, _FULLEST)) - 1
        return np.asarray(demand * (1 + self.share * waits))


def settled(
    volume: Volume,
    *,
    cpu_after: Floats | None,
    wait_saved: Floats,
    busy_after: Floats | None,
    users: Users | None,
    settings: Settings,
) -> Settled:
    """`wait_saved` is seconds a unit that nobody waits for any more; `volume.response` must be known.

    `busy_after` is the busy share of all processors after all changes on them, at the rate as it was.
    """
    assert volume.response is not None
    like = np.zeros_like(wait_saved)
    # CPU of parallel work may exceed its elapsed time: its response then has no more CPU than itself.
    cpu = 0.0 if volume.cpu is None else min(volume.cpu, volume.response)
    after = like + cpu if cpu_after is None or not volume.cpu else cpu_after * (cpu / volume.cpu)
    c, percent = settings.processors, settings.busy_percent
    if c is None or percent is None or busy_after is None:
        response = np.maximum(volume.response - cpu - wait_saved, 0.0) + after
        if users is None:
            return Settled(like + volume.rate, response, None)
        return Settled(users.population / np.maximum(users.think + response, 1e-12), response, None)
    station = _station(c, cpu, percent / 100, volume.response)
    elsewhere = volume.response - float(station.stays(cpu, percent / 100))
    waits = np.maximum(elsewhere - wait_saved, 0.0)
    if users is None:
        busy = np.minimum(busy_after, _FULLEST)
        return Settled(like + volume.rate, waits + station.stays(after, busy), busy)
    others = np.maximum(busy_after - volume.rate * after / c, 0.0)
    own = float(others[0]) < _OTHERS and station.share == 1.0
    found = _alone(volume.response, users, cpu, after, wait_saved, c) if own else None
    rate, response = found or _among_others(users, waits, after, others, station)
    return Settled(rate, response, np.minimum(others + rate * after / c, 1.0))


def _station(servers: int, cpu: float, busy: float, response: float) -> _Processors:
    waits = cpu * (float(stretch(servers, min(busy, _FULLEST))) - 1)
    room = response - cpu
    return _Processors(servers, min(1.0, room / waits) if waits > 0 else 1.0)


def _alone(
    response: float, users: Users, cpu: float, after: Floats, wait_saved: Floats, servers: int
) -> tuple[Floats, Floats] | None:
    """None where no wait elsewhere makes the model give the present response."""
    like = np.zeros_like(wait_saved)
    waits = like + response - cpu
    for _ in range(_MATCHING):  # so that the model gives the present response at the present CPU
        _, there = settle(users.population, users.think, waits, like + max(cpu, 1e-12), servers)
        waits = np.maximum(response - there, 0.0)
    if abs(float(waits[0] + there[0]) / response - 1) > _MATCHED:
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
