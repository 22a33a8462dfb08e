"""How a Db2 member is defined: buffer pools, plans, group buffer pools. The members are in `estate`."""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core.units import PAGE

from ..workload import ONLINE, Day, Window


@dataclass(frozen=True, slots=True)
class PageSetSpec:
    """A page set: its share of the buffers and of the random reads of its pool."""

    space: str
    pages: int
    holds: float
    reads: float
    index: bool = False
    updated: bool = False
    scanned: bool = False


@dataclass(frozen=True, slots=True)
class PoolSpec:
    """A buffer pool, and how the pages that are wanted of it lie.

    A random getpage is of a page that nobody wants again with the share `cold`; the others are of a working
    set of so many pages, of which a pool of fewer buffers misses `locality` times the square of what it
    cannot hold.
    """

    number: int
    name: str
    buffers: int
    working_set: int
    cold: float = 0.0005
    locality: float = 0.35
    page_bytes: int = PAGE
    fixed: bool = True
    large: bool = True
    """In 1 MB frames."""
    sequential: float = 0.1
    """Share of getpages that are sequential."""
    vpseqt: int = 80
    sequential_most: float = 0.2
    """Share of the buffers that pages of sequential access hold at the most."""
    simulated: int = 0
    """SPSIZE."""
    page_sets: tuple[PageSetSpec, ...] = ()
    paged_out: Window | None = None
    """While z/OS is short of frames, buffers are paged out."""
    merges: float = 0.0
    """Merge passes of sorts in it, a million getpages."""

    def miss(self, buffers: int) -> float:
        """Share of random getpages that read with so many buffers."""
        missing = max(0.0, 1 - buffers / self.working_set) if self.working_set else 0.0
        return self.cold + (1 - self.cold) * self.locality * missing * missing

    @property
    def bytes(self) -> int:
        """Storage of all buffers."""
        return self.buffers * self.page_bytes


@dataclass(frozen=True, slots=True)
class PlanSpec:
    """A plan: how often it commits, what a commit asks of the pools, and where its threads come from."""

    name: str
    connection: str
    connection_type: str
    rate: float
    """Commits a second at the busiest time of the day."""
    getpages: dict[str, float]
    """Getpages of a commit by pool."""
    cpu_us: float
    """CPU of a commit without its reads."""
    packages: tuple[str, ...]
    day: Day = ONLINE
    updates: float = 4.0
    """Pages that a commit updates."""
    transactions_per_thread: float = 400.0

    @property
    def is_remote(self) -> bool:
        """Whether its threads are distributed: enclaves of DIST."""
        return self.connection_type == "DRDA"


@dataclass(frozen=True, slots=True)
class GroupPoolSpec:
    """A group buffer pool as a member uses it; its directory is short where entries are reclaimed."""

    number: int
    name: str
    size_kb: int
    entries: int
    data_pages: int
    shared: float
    """Share of the getpages of the local pool that are of pages which other members change."""
    invalidated: float
    """Share of those whose page was invalidated since."""
    reclaimed: float = 0.0
    """Share of the invalidated that were so because a directory entry was reclaimed; they read from disk."""


@dataclass(frozen=True, slots=True)
class RidLists:
    """RID lists a second that find no storage within a window: given up, or on in a work file."""

    given_up: float
    overflowed: float
    window: Window


@dataclass(frozen=True, slots=True)
class MemberSpec:
    """A member of the data sharing group."""

    name: str
    system: str
    level: str
    pools: tuple[PoolSpec, ...]
    plans: tuple[PlanSpec, ...]
    group_pools: tuple[GroupPoolSpec, ...]
    other_real: int
    """Real storage of DBM1 without the pools, in bytes."""
    edm_kb: dict[str, int]
    """EDMDBDC, EDM_SKELETON_POOL and EDMSTMTC, in KB."""
    maxrblk: int
    """Limit of the RID pool, in KB."""
    realstorage_max: str = "NOLIMIT"
    """In GB."""
    rid_lists: RidLists | None = None
    literal_statements: float = 0.0
    """Dynamic statements a second at the busiest time whose literals differ each time."""
    discarded_statements: float = 0.0
    """Statements kept over a commit that are discarded at MAXKEEPD, a second at the busiest time."""

    @property
    def pool_bytes(self) -> int:
        """Storage of all pools."""
        return sum(pool.bytes for pool in self.pools)
