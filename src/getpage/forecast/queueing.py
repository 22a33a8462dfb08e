"""Queueing: how response and throughput follow from processor time, waits, and how work arrives.

Open: the multi-server station M/M/m. Arrivals are Poisson and the station does not care who is served first
(product form), so a unit of work with total demand D stays D times the stretch, however many visits it makes.

Closed: exact mean value analysis of a network of one class, with delays and single and multi-server stations,
by the recursion of Reiser and Lavenberg over the population. A multi-server station needs its marginal
probabilities. The probability that it is empty is usually taken as one minus the others, which loses all
digits near saturation; here it follows from the throughput of the network without that station (Reiser 1981),
so every term is positive and the recursion is stable at any load. The price is a recursion for each set of
multi-server stations; a site has one or two. Beyond `MOST_EXACT` users their arrivals are Poisson to any
accuracy that can be measured, and the throughput is where the response time law and the open station meet;
tests compare the two where both can be computed.

All numbers may be arrays of one shape (draws); each draw is a network of its own with a population of its
own. A population that is not a whole number (an estimate) is interpolated between its neighbors.

Reference: Erlang 1917; Kleinrock, Queueing Systems I, 3.5; Lazowska et al., Quantitative System Performance,
5, 6 and 20; Reiser and Lavenberg, J. ACM 27 (1980) 313; Reiser, Performance Evaluation 1 (1981) 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from getpage.forecast.draws import Floats

#: More multi-server stations than this take too many recursions.
MOST_MULTI_SERVER = 6
#: Users up to which the recursion over the population is made: some tenths of a second.
MOST_EXACT = 4000
_HALVINGS = 60


def erlang_c(servers: int, offered: Floats | float) -> Floats:
    """The probability that an arrival waits; `offered` is arrivals times service time, in servers.

    1 where as much or more is offered than the servers can do.
    """
    load = np.asarray(offered, dtype=np.float64)
    blocked = np.ones_like(load)
    for n in range(1, servers + 1):  # Erlang B by its recursion, which subtracts nothing
        blocked = load * blocked / (n + load * blocked)
    busy = load / servers
    waits = blocked / np.maximum(1 - busy * (1 - blocked), 1e-300)
    return np.where(busy >= 1, 1.0, waits)


def stretch(servers: int, busy: Floats | float) -> Floats:
    """Time at the station over service time; `busy` is the busy share of all servers, infinite from 1 on."""
    share = np.asarray(busy, dtype=np.float64)
    free = np.maximum(servers * (1 - share), 1e-300)
    return np.where(share >= 1, np.inf, 1 + erlang_c(servers, share * servers) / free)


def residence(rate: Floats | float, demand: Floats | float, servers: int) -> Floats:
    """Seconds that a unit of work spends at the station, waiting and served; infinite where it cannot keep
    up.
    """
    service = np.asarray(demand, dtype=np.float64)
    return service * stretch(servers, np.asarray(rate) * service / servers)


@dataclass(frozen=True, slots=True)
class Delay:
    """A place where nobody waits for others: think time, disks that are not short. Seconds a unit."""

    demand: Floats | float


@dataclass(frozen=True, slots=True)
class Station:
    """A queue with equal servers; `demand` is seconds of service a unit."""

    demand: Floats | float
    servers: int = 1


@dataclass(frozen=True, slots=True)
class Solution:
    """Units per second, and for each place in the order given: seconds a unit, and units there on average."""

    throughput: Floats
    residence: tuple[Floats, ...]
    queue: tuple[Floats, ...]


def solve(places: Sequence[Delay | Station], population: Floats | float) -> Solution:
    """The steady state of the network. ValueError where it makes no sense, as without any demand."""
    many = np.maximum(np.asarray(population, dtype=np.float64), 0.0)
    demands = [np.asarray(place.demand, dtype=np.float64) for place in places]
    shape = np.broadcast_shapes(many.shape, *(d.shape for d in demands))
    if any((d < 0).any() or not np.isfinite(d).all() for d in demands) or not np.isfinite(many).all():
        raise ValueError("demands and populations must be finite and not negative")
    if not demands or (np.add.reduce([np.broadcast_to(d, shape) for d in demands]) <= 0).any():
        raise ValueError("a closed network needs some demand")
    servers = [place.servers if isinstance(place, Station) else 0 for place in places]
    network = _Network.of(tuple(np.broadcast_to(d, shape) for d in demands), tuple(servers))
    many = np.broadcast_to(many, shape)
    below = np.floor(many)
    part = many - below
    last = int(np.ceil(many).max()) if many.size else 0
    wanted = {*np.unique(below).tolist(), *(np.unique(below[part > 0]) + 1).tolist()}
    throughput = np.zeros(shape)
    residences = [np.zeros(shape) for _ in places]
    queues = [np.zeros(shape) for _ in places]
    for n in range(1, last + 1):
        network.step(n)
        if n in wanted:
            weight = np.where(below == n, 1 - part, 0.0)
            weight += np.where((below == n - 1) & (part > 0), part, 0.0)
            throughput += weight * network.throughput
            for i, station in enumerate(network.stations):
                residences[i] += weight * station.residence
                queues[i] += weight * station.queue
    return Solution(throughput, tuple(residences), tuple(queues))


@dataclass(slots=True)
class _Place:
    """One place during the recursion. `chances[j]` is the probability of j units there, j < servers - 1."""

    demand: Floats
    servers: int
    residence: Floats
    queue: Floats
    chances: Floats

    def visit(self) -> None:
        """Time of one more unit here, which finds what the smaller population left (arrival theorem)."""
        if self.servers == 0:
            self.residence = self.demand
        else:
            c = self.servers
            idle: Floats | float = 0.0
            if c > 1:
                waiting = np.arange(c - 1, 0, -1.0) @ self.chances.reshape(c - 1, -1)
                idle = waiting.reshape(self.demand.shape)
            self.residence = self.demand / c * (1 + self.queue + idle)


@dataclass(slots=True)
class _Network:
    stations: list[_Place]
    without: dict[int, _Network]
    throughput: Floats

    @classmethod
    def of(cls, demands: tuple[Floats, ...], servers: tuple[int, ...]) -> _Network:
        if sum(c > 1 for c in servers) > MOST_MULTI_SERVER:
            message = f"more than {MOST_MULTI_SERVER} multi-server stations"
            raise ValueError(message)
        shape = demands[0].shape if demands else ()
        places = []
        for demand, c in zip(demands, servers, strict=True):
            chances = np.zeros((max(c - 1, 0), *shape))
            chances[:1] = 1.0  # a network without units finds every station empty
            places.append(_Place(demand, c, np.zeros(shape), np.zeros(shape), chances))
        without = {
            i: cls.of((*demands[:i], *demands[i + 1 :]), (*servers[:i], *servers[i + 1 :]))
            for i, c in enumerate(servers)
            if c > 1
        }
        return cls(places, without, np.zeros(shape))

    def step(self, population: int) -> None:
        """From one unit less in the network to this population."""
        total = np.zeros(self.throughput.shape)
        for place in self.stations:
            place.visit()
            total = total + place.residence
        some = total > 0  # without one station there may be no demand left: infinitely many units a second
        if some.all():
            self.throughput = counted = population / total
        else:
            self.throughput = np.where(some, population / np.where(some, total, 1.0), np.inf)
            counted = np.where(some, self.throughput, 0.0)
        for i, place in enumerate(self.stations):
            place.queue = counted * place.residence
            if place.servers > 1:
                self._marginals(i, place, population)

    def _marginals(self, i: int, place: _Place, population: int) -> None:
        rest = self.without[i]
        if rest.stations:
            rest.step(population)
        busy = self.throughput * place.demand
        # Without the station, infinitely many units a second: it is then never empty.
        others = rest.throughput if rest.stations else np.full_like(busy, np.inf)
        endless = np.isinf(others)
        if endless.any():
            share = np.where(endless, 0.0, self.throughput / np.where(endless, 1.0, others))
        else:
            share = self.throughput / others
        empty = share * place.chances[0]
        counts = np.arange(1.0, place.servers - 1).reshape(-1, *(1,) * busy.ndim)
        later = busy / counts * place.chances[:-1]
        place.chances = np.concatenate([np.where(place.demand > 0, empty, 1.0)[None], later])


def settle(
    population: Floats, think: Floats, waits: Floats, demand: Floats, servers: int
) -> tuple[Floats, Floats]:
    """Units per second, and seconds that a unit spends at the processors.

    `population` users think `think` seconds, then have a unit that waits `waits` seconds elsewhere and needs
    `demand` processor seconds of `servers` processors.
    """
    if float(np.max(population)) <= MOST_EXACT:
        solved = solve([Delay(think), Delay(waits), Station(demand, servers)], population)
        return solved.throughput, solved.residence[2]
    return settle_many(population, think, waits, demand, servers)


def settle_many(
    population: Floats, think: Floats, waits: Floats, demand: Floats, servers: int
) -> tuple[Floats, Floats]:
    """The same for so many users that their arrivals are Poisson."""
    away = think + waits
    shape = np.broadcast_shapes(np.shape(population), np.shape(away), np.shape(demand))
    low = np.zeros(shape)
    high = np.minimum(population / np.maximum(away + demand, 1e-300), servers / np.maximum(demand, 1e-300))
    for _ in range(_HALVINGS):  # the rate at which as many come back as are served
        middle = (low + high) / 2
        there = middle * (away + residence(middle, demand, servers)) < population
        low, high = np.where(there, middle, low), np.where(there, high, middle)
    return low, population / np.maximum(low, 1e-300) - away
