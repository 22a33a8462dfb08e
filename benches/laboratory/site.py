"""One site, drawn at random: its pools and their pages, its work, its processors and disks.

Nothing here is an assumption of the forecast. Pages are wanted by Zipf's law (Breslau et al. 1999), in pools
whose new pages are the hottest, so that what is wanted drifts. Two kinds of work ask for different pages and
take different CPU; what share each has moves. A part of the reads is in the control unit's cache, the others
wait for a disk. Sizes are those of a small site: what counts are pages to buffers and busy shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .pool import Pool

if TYPE_CHECKING:
    from collections.abc import Callable

#: Kinds of work: the light one and the heavy one.
KINDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """The pages of one pool, and how they are wanted."""

    size: int
    """Buffers that the pool has."""
    pages: int
    skew: tuple[float, float]
    """Exponent of Zipf's law by kind of work."""
    asked: tuple[int, int]
    """Getpages of a transaction by kind of work."""
    drift: float
    """New pages a transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Times are in seconds; what is not constant is the mean of what is drawn."""

    pools: tuple[Pages, Pages]
    cpu: tuple[float, float]
    """CPU of a transaction without its reads, by kind of work."""
    price: float
    """CPU of a read."""
    rate: float
    """Transactions a second at the usual load."""
    users: int | None
    """None: work arrives whether or not it was answered."""
    think: float
    come_and_go: bool
    """Whether the load of users moves, or only what they ask for."""
    heavy: float
    """Share of the heavy kind, usually."""
    delay: float
    """What a transaction waits for besides: locks, log, network."""
    processors: int
    others: float
    """Processors that other work keeps busy, on average."""
    other_job: float
    disks: int
    disk_seconds: float
    cached: float
    """Share of the reads that the control unit has in its cache."""
    cache_seconds: float
    scans: float
    """Scans of the first pool a transaction; each is of `scan_pages`."""
    scan_pages: int

    @property
    def closed(self) -> bool:
        """Whether its work is of users who wait for an answer."""
        return self.users is not None


def zipf(pages: int, skew: float) -> Callable[[np.ndarray], np.ndarray]:
    """From uniform numbers to ranks, 0 the most wanted."""
    chances = np.cumsum(np.arange(1, pages + 1) ** -skew)
    chances /= chances[-1]

    def ranks(uniform: np.ndarray) -> np.ndarray:
        return np.minimum(np.searchsorted(chances, uniform), pages - 1)

    return ranks


def drawn(random: np.random.Generator) -> Site:
    """A site with reads, whose processors and disks are busy but not short at its usual load."""
    while True:
        pools = (_pages(random), _pages(random))
        heavy = random.uniform(0.1, 0.4)
        reads = [_reads(pool, heavy, random) for pool in pools]
        if reads[0] < 0.3:
            continue
        every = sum(reads)
        price = random.uniform(20e-6, 70e-6)
        base = every * price * random.uniform(2, 25)
        more = random.uniform(1.5, 4)
        light = base / (1 + (more - 1) * heavy)
        processors = int(random.integers(1, 9))
        others = processors * random.choice([0.0, random.uniform(0.0, 0.35)])
        own = processors * random.uniform(0.1, 0.65) - others
        if own < 0.08 * processors:
            continue
        rate = own / (base + every * price)
        cached = random.uniform(0.2, 0.9)
        disk_seconds = np.exp(random.uniform(np.log(1e-3), np.log(6e-3)))
        offered = rate * every * (1 - cached) * disk_seconds
        disks = max(1, int(np.ceil(offered / random.uniform(0.05, 0.65))))
        if offered / disks > 0.65:
            continue
        cache_seconds = random.uniform(0.2e-3, 0.6e-3)
        away = every * (cached * cache_seconds + (1 - cached) * disk_seconds / (1 - offered / disks))
        delay = base * random.uniform(0.2, 5)
        response = base + away + delay
        closed = bool(random.random() < 0.5)
        think = response * np.exp(random.uniform(np.log(0.05), np.log(20)))
        users = round(rate * (think + response)) if closed else None
        if users is not None and not 3 <= users <= 150:
            continue
        scans = random.choice([0.0, random.uniform(0.0, 0.01)])
        return Site(
            pools=pools, cpu=(light, light * more), price=price, rate=rate, users=users, think=think,
            come_and_go=bool(random.random() < 0.6), heavy=heavy, delay=delay, processors=processors,
            others=others, other_job=base * random.uniform(0.5, 4), disks=disks, disk_seconds=disk_seconds,
            cached=cached, cache_seconds=cache_seconds, scans=scans,
            scan_pages=32 * int(random.integers(1, 6)),
        )  # fmt: skip


def _pages(random: np.random.Generator) -> Pages:
    size = round(np.exp(random.uniform(np.log(300), np.log(2000))))
    return Pages(
        size=size,
        pages=round(size * np.exp(random.uniform(np.log(1.5), np.log(20)))),
        skew=(random.uniform(0.6, 1.2), random.uniform(0.3, 1.0)),
        asked=(int(random.integers(3, 9)), int(random.integers(6, 21))),
        drift=random.choice([0.0, random.uniform(0.0, 0.1)]),
    )


def _reads(pages: Pages, heavy: float, random: np.random.Generator) -> float:
    """Reads of a transaction, roughly: of a pool that has been filled."""
    pool = Pool(pages.size)
    many = 4 * pages.size + 20_000
    shares = np.array([(1 - heavy) * pages.asked[0], heavy * pages.asked[1]])
    kinds = random.random(many) < shares[1] / shares.sum()
    uniform = random.random(many)
    ranks = np.where(
        kinds, zipf(pages.pages, pages.skew[1])(uniform), zipf(pages.pages, pages.skew[0])(uniform)
    ).tolist()
    last = many - 10_000
    for rank in ranks[:last]:
        pool.read(rank)
    missed = sum(pool.read(rank) for rank in ranks[last:])
    return missed / (many - last) * shares.sum() + pages.drift
