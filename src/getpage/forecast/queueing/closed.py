"""A population that thinks, waits and uses processors: the closed model of a forecast, at any population.

Exact mean value analysis up to `MOST_EXACT` users. Beyond it the arrivals of so many are Poisson for all that
can be measured, and the throughput is where the response time law and the open station M/M/m meet; tests
compare the two where both can be worked out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.queueing.mva import Delay, Station, solve
from getpage.forecast.queueing.open import residence

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats

#: Users up to which the recursion over the population is made: some tenths of a second.
MOST_EXACT = 4000
_HALVINGS = 60


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
