"""The open multi-server station M/M/m: Erlang's C, and how much a station stretches its service time.

Arrivals are Poisson and the station does not care who is served first (product form), so a unit of work with
total demand D stays D times the stretch, however many visits it makes.

Reference: Erlang 1917; Kleinrock, Queueing Systems I, 3.5; Lazowska et al., Quantitative System Performance,
5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from getpage.forecast.draws import Floats


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
