"""What work asks for, drawn beforehand: the same demand can be run at another size.

Users have a stream of transactions each; work that arrives anyhow has one stream, and the moments at which it
arrives. Which kind of work a transaction is depends on the mix when it begins, so that each is drawn as both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .site import KINDS, Site, zipf

if TYPE_CHECKING:
    from .hours import Hours

#: Transactions an interval at the usual load.
TRANSACTIONS = 150
#: Pages of the second pool are numbered from here.
SECOND = 1 << 40
#: Transactions in stock, to those expected: users are faster with larger pools.
_SPARE = 2.0


@dataclass(frozen=True, slots=True)
class Stream:
    """Transactions one after the other; used again from the start where there are not enough."""

    kind: list[float]
    """Heavy where below the share of the heavy kind."""
    work: list[float]
    """To the mean of its CPU."""
    think: list[float]
    ranks: tuple[list[list[int]], list[list[int]]]
    """By kind of work: ranks of pages, those of the second pool from SECOND on."""


@dataclass(frozen=True, slots=True)
class Demand:
    """`part` is the simulated part of an interval, in seconds."""

    hours: Hours
    part: float
    arrivals: list[float]
    streams: list[Stream]
    others: list[tuple[float, float]]
    """When other work asks for a processor, and for how long."""
    scans: list[tuple[float, int]]
    """When a scan begins, and at which page."""
    seed: int


def demand(site: Site, hours: Hours, seed: int) -> Demand:
    """Demand over these hours."""
    random = np.random.default_rng([seed, 1])
    part = hours.seconds / round(hours.seconds * site.rate / TRANSACTIONS)  # a whole number of times
    seconds = part * len(hours.load)
    expected = int(TRANSACTIONS * float(hours.load.sum()) * _SPARE)
    streams = site.users or 1
    each = max(8, expected // streams)
    return Demand(
        hours=hours,
        part=part,
        arrivals=_arrivals(hours, part, site.rate, random) if site.users is None else [],
        streams=[_stream(site, each, random) for _ in range(streams)],
        others=_others(site, seconds, random),
        scans=_scans(site, seconds, random),
        seed=seed,
    )


def _arrivals(hours: Hours, part: float, rate: float, random: np.random.Generator) -> list[float]:
    made = []
    for n, load in enumerate(hours.load):
        count = random.poisson(rate * load * part)
        made.append(np.sort(random.random(count)) * part + n * part)
    return np.concatenate(made).tolist()


def _stream(site: Site, count: int, random: np.random.Generator) -> Stream:
    ranks = []
    for kind in range(KINDS):
        columns = []
        for place, pages in enumerate(site.pools):
            uniform = random.random((count, pages.asked[kind]))
            columns.append(zipf(pages.pages, pages.skew[kind])(uniform) + place * SECOND)
        ranks.append(np.concatenate(columns, axis=1).tolist())
    return Stream(
        kind=random.random(count).tolist(),
        work=random.lognormal(-0.125, 0.5, count).tolist(),
        think=random.exponential(size=count).tolist(),
        ranks=(ranks[0], ranks[1]),
    )


def _others(site: Site, seconds: float, random: np.random.Generator) -> list[tuple[float, float]]:
    count = random.poisson(site.others * seconds / site.other_job)
    at = np.sort(random.random(count)) * seconds
    return list(zip(at.tolist(), random.exponential(site.other_job, count).tolist(), strict=True))


def _scans(site: Site, seconds: float, random: np.random.Generator) -> list[tuple[float, int]]:
    count = random.poisson(site.scans * site.rate * seconds)
    at = np.sort(random.random(count)) * seconds
    first = random.integers(0, site.pools[0].pages, count)
    return list(zip(at.tolist(), first.tolist(), strict=True))
