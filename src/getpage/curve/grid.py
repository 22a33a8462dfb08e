"""The grid: which pools are simulated for each pool of a trace, and the sizes chosen where none are given.

Two of them give a simulated pool: what -ALTER BUFFERPOOL(bp) SPSIZE(n) SPSEQT(m) would have shown in DSNB431I
and DSNB432I.

Db2's simulated pool is a list of the pages stolen from the real one; a read whose page is on it was
avoidable. That is the pool of VPSIZE + SPSIZE buffers with SPSEQT against the pool of VPSIZE with VPSEQT, and
so it is computed:

- avoidable reads are the reads of the one less those of the other, by class;
- pages moved in are those stolen from the smaller of the two: its reads less what it holds in the end;
- in use is what the larger holds in the end beyond the smaller. A pool that is full stays so, so that the
  highest is the last. Sequential pages are looked at every 4,096 getpages, so that their highest may be
  missed by as much.

A negative SPSIZE, which Db2 cannot simulate, is the pool made smaller: avoidable reads are negative, being
reads that are added. Reads from group buffer pools are 0: a trace of getpages does not tell them.

Reference: Db2 13, -DISPLAY BUFFERPOOL, DSNB431I and DSNB432I; REDP-5238, 2.1.1 and example 2-1 for the form.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.curve import sizes
from getpage.curve.settings import CurveSettings
from getpage.curve.sizes import SizeUnit
from getpage.result.curve import Simulated

#: Factors of the present size, close together around it: Db2's advice is to begin with a fifth more.
FACTORS = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0)
#: Steps within a power of ten where no present size is known.
_STEPS = (1, 2, 5)
#: How many sizes are shown below the number of pages, where none are given.
_SHOWN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationGrid:
    """The pools of one grid as (size, vpseqt). Where `simulated`, a simulated pool lies between the first
    two.
    """

    pools: tuple[tuple[int, int], ...]
    simulated: bool


def asked_sizes(settings: CurveSettings, pool: str) -> list[int] | None:
    """The sizes asked for, in buffers of this pool; None where they are to be chosen."""
    if settings.wanted_sizes is None:
        return None
    current, page = settings.current_size(pool), sizes.page_bytes(pool)
    return sorted(
        {
            sizes.checked(s.buffers(current, page), f"size {s.text}, pool {pool}")
            for s in settings.wanted_sizes
        }
    )


def chosen_sizes(current: int | None, pages: int) -> list[int]:
    """Sizes around the present one up to the first that holds all pages; without one, round numbers up to
    there.
    """
    pages = max(pages, 1)
    if current is not None:
        around = sorted({max(1, round(current * factor)) for factor in FACTORS})
        enough = next((size for size in around if size >= pages and size > current), around[-1])
        return [size for size in around if size <= enough]
    round_sizes = [step * 10**power for power in range(11) for step in _STEPS]
    return [*[size for size in round_sizes if size < pages][-_SHOWN:], pages]


def grid(settings: CurveSettings, pool: str, pages: int) -> SimulationGrid:
    """The grid of one pool. `pages` are those it references, where they are known (else 0)."""
    current = settings.current_size(pool)
    wanted = asked_sizes(settings, pool)
    if wanted is None:
        wanted = chosen_sizes(current, pages or 1 << 62)
    pair = _pair(settings, pool, current)
    pools = dict.fromkeys([*pair, *((size, vpseqt) for vpseqt in settings.thresholds for size in wanted)])
    return SimulationGrid(pools=tuple(pools), simulated=bool(pair))


def _pair(settings: CurveSettings, pool: str, current: int | None) -> tuple[tuple[int, int], ...]:
    """The real pool and the one that its simulated pool makes of it."""
    if settings.simulated_size is None:
        return ()
    if current is None:
        message = f"--spsize: the VPSIZE of pool {pool} is not known"
        raise GetpageError(message, f"--current {pool}=20000")
    spsize = settings.simulated_size.buffers(current, sizes.page_bytes(pool))
    size = sizes.checked(current + spsize, f"pool {pool}, VPSIZE {current:,} with SPSIZE {spsize:,}")
    vpseqt = settings.thresholds[0]
    spseqt = vpseqt if settings.spseqt is None else settings.spseqt
    if (size, spseqt) == (current, vpseqt):
        message = f"--spsize {settings.simulated_size.text}: the simulated pool would be the real one"
        raise GetpageError(message, "--spsize 4k")
    return (current, vpseqt), (size, spseqt)


def is_known_beforehand(settings: CurveSettings) -> bool:
    """Whether the grid does not depend on which pools and pages a trace has, so that one pass is enough."""
    if settings.current_of:
        return False
    if settings.pool is not None:
        return settings.wanted_sizes is not None or settings.current_of_all is not None
    if settings.wanted_sizes is None:
        return settings.current_of_all is not None
    return all(size.kind is not SizeUnit.BYTES for size in settings.wanted_sizes)


def native(
    settings: CurveSettings, of: Iterable[tuple[str, SimulationGrid]], others: SimulationGrid | None
) -> _native.Grid:
    """The grids as the native kernel takes them."""
    grids = dict(of)
    return {
        "pgsteal": settings.pgsteal,
        "pools": {pool: list(g.pools) for pool, g in grids.items()},
        "others": list(others.pools) if others else [],
        "watch": (0, 1) if settings.spsize is not None else None,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """One pool of the grid, as the kernel counts it."""

    size: int
    vpseqt: int
    sync_random: int
    sync_sequential: int
    asynchronous: int
    sequential_pages: int
    #: The most sequential pages of the simulated pool beyond the real one, and of the real one beyond the
    #: simulated.
    highest: tuple[int, int]

    @property
    def reads(self) -> int:
        """All pages read."""
        return self.sync_random + self.sync_sequential + self.asynchronous

    @property
    def resident(self) -> int:
        """Pages in the pool at the end: a pool steals only when it is full."""
        return min(self.size, self.reads)


def simulate(pool: str, real: GridRow, larger_or_smaller: GridRow, read_seconds: float) -> Simulated:
    """The simulated pool that lies between two pools of the grid."""
    other = larger_or_smaller
    small, large = sorted((real, other), key=lambda row: row.size)
    random = real.sync_random - other.sync_random
    sequential = real.sync_sequential - other.sync_sequential
    in_use = large.resident - small.resident
    return Simulated(
        pool=pool,
        vpsize=real.size,
        vpseqt=real.vpseqt,
        spsize=other.size - real.size,
        spseqt=other.vpseqt,
        in_use=in_use,
        high_in_use=in_use,
        sequential_in_use=max(0, large.sequential_pages - small.sequential_pages),
        high_sequential_in_use=real.highest[0 if large is other else 1],
        avoidable_sync_random=random,
        avoidable_sync_sequential=sequential,
        avoidable_asynchronous=real.asynchronous - other.asynchronous,
        pages_moved=small.reads - small.resident,
        delay_ms=round((random + sequential) * read_seconds * 1000),
    )
