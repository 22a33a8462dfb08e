"""Page sets that scan a pool which others need, and what others gain when they are read elsewhere.

A scanned page set is read ahead, is read by nobody again soon, and holds buffers that random access would
use. In a pool of its own it needs the buffers of a few prefetch requests: those that it holds now are then
as good as a larger pool for all others. What a larger pool saves is known from a simulation of it; fewer
buffers save at least their share, as each further one saves less. Without a simulation it lies
between nothing and all reads, and nothing is moved. Getpages of the scanned page set that find their page now
may be read ahead again: that is the price, and it is bounded by what was found.

References: IBM Redbook "Storage Management with DB2 for OS/390", table 24 (pages of a prefetch request);
"Buffer pool tuning", DB2utor: pages that stay less than 10 s are stolen before they are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from getpage.core.units import PAGE
from getpage.products.db2.constants import MOSTLY, PREFETCH_FULL_SIZE, READS_VERY_LOW
from getpage.products.db2.member import Member
from getpage.products.db2.pools.pool import Db2Pool
from getpage.products.db2.pools.wanted import avoidable_share

from .page_sets import Db2PageSet, others

#: What a page set has to hold of a pool to be worth a word, and what moving it has to save: ours.
HELD_LEAST: Final = 0.05
GAIN_LEAST: Final = 10.0  # synchronous reads a second
GAIN_SHARE: Final = 0.05  # of those that the others make
#: An I/O of prefetch more for every two synchronous reads fewer is the most that a move may cost: ours.
COST_SHARE: Final = 0.5
_STAY: Final = 10.0  # seconds
#: Db2's own databases: their page sets cannot be altered, or are work files.
OWN_DATABASES: Final = frozenset({"DSNDB01", "DSNDB06", "DSNDB07"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveGain:
    """Synchronous reads a second that others save, at least and at most, and prefetch I/Os a second that the
    moved page sets may add; None where that is not known. `is_known` says that the least rests on a
    simulation.
    """

    least: float
    most: float
    is_known: bool
    added: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedPool:
    """A pool with page sets that scan it, and what all of them elsewhere would save."""

    pool: Db2Pool
    scanned: tuple[Db2PageSet, ...]
    reads: float  # of the others, a second
    gain: MoveGain

    @property
    def held(self) -> int:
        """Buffers that they hold."""
        return sum(page_set.cached for page_set in self.scanned)

    @property
    def is_worth_it(self) -> bool:
        """Whether the move surely saves more than it may cost, and enough."""
        gain = self.gain
        if gain.added is None or gain.least < max(GAIN_LEAST, GAIN_SHARE * self.reads):
            return False
        return gain.added <= COST_SHARE * gain.least

    def saved_by(self, page_set: Db2PageSet) -> float:
        """Its share of the least that is saved, by the buffers that it holds."""
        return self.gain.least * page_set.cached / self.held


def scanned_pools(member: Member) -> tuple[ScannedPool, ...]:
    """Every pool that others need and that page sets scan."""
    scans = (_scanned(pool, member.page_sets[pool.number]) for pool in member.pools)
    return tuple(scanned for scanned in scans if scanned is not None)


def _scanned(pool: Db2Pool, page_sets: Sequence[Db2PageSet]) -> ScannedPool | None:
    size = pool.size
    if not size:
        return None
    scanned = tuple(
        page_set
        for page_set in page_sets
        if page_set.scans(MOSTLY)
        and page_set.cached >= HELD_LEAST * size
        and page_set.database not in OWN_DATABASES
    )
    reads = others(page_sets, scanned)
    if not scanned or reads < READS_VERY_LOW:
        return None
    freed = min(size, sum(page_set.cached for page_set in scanned))
    return ScannedPool(pool=pool, scanned=scanned, reads=reads, gain=_gain(pool, scanned, freed, reads))


def _gain(pool: Db2Pool, scanned: Sequence[Db2PageSet], freed: int, reads: float) -> MoveGain:
    result = pool.simulation
    share = None if result is None else avoidable_share(pool, result)
    simulated = None if result is None else result.size
    least, most = 0.0, reads
    if share is not None and simulated:
        if freed < simulated:
            least, most = share * freed / simulated * reads, share * reads
        else:
            least = share * reads
    hits = _hits(pool, scanned)
    request = prefetch_request(pool.page_bytes)
    added = None if hits is None else hits / request
    return MoveGain(least=least, most=most, is_known=share is not None and bool(simulated), added=added)


def _hits(pool: Db2Pool, scanned: Sequence[Db2PageSet]) -> float | None:
    """Pages a second that the scanned page sets found at most: by their own getpages, else by all sequential
    getpages of the pool in its busiest interval; None where neither is counted.
    """
    own = [page_set.hits for page_set in scanned]
    counted = [hits for hits in own if hits is not None]
    if len(counted) == len(own):
        return sum(counted)
    row: Mapping[str, Any] = pool.worst("sync_reads") or pool.last
    names = ("getpages_sequential", "sync_reads_sequential", *_PREFETCHED)
    values = [row.get(name) for name in names]
    seconds = row.get("rate_seconds")
    if not seconds or values[0] is None:
        return None
    read = sum(int(value or 0) for value in values[1:])
    return max(0, int(values[0]) - read) / float(seconds)


_PREFETCHED: Final = tuple(f"{kind}_prefetch_pages" for kind in ("sequential", "list", "dynamic"))


def prefetch_request(page_bytes: int) -> int:
    """Pages that a prefetch request reads of a pool that is large enough: 128 KB, of 32 KB pages four."""
    return 32 * PAGE // page_bytes


def buffers_for(page_bytes: int, scanned: Sequence[Db2PageSet]) -> int:
    """Buffers of a pool in which these are scanned: as many as keep prefetch requests at their full length,
    for each, and the pages that are read in 10 s.
    """
    least = PREFETCH_FULL_SIZE[page_bytes] * max(1, len(scanned))
    stay = sum(page_set.read_ahead for page_set in scanned) * _STAY
    return max(least, -(-int(stay) // 1000) * 1000)
