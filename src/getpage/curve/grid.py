"""The grid: which pools are simulated for each pool of a trace, and the sizes chosen where none are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError
from getpage.curve import sizes
from getpage.curve.sizes import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage import _native
    from getpage.curve.settings import Settings

#: Factors of the present size, close together around it: Db2's advice is to begin with a fifth more.
FACTORS = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0)
#: Steps within a power of ten where no present size is known.
_STEPS = (1, 2, 5)
#: How many sizes are shown below the number of pages, where none are given.
_SHOWN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The pools of one grid as (size, vpseqt). Where `simulated`, a simulated pool lies between the first
    two.
    """

    pools: tuple[tuple[int, int], ...]
    simulated: bool


def asked_sizes(settings: Settings, pool: str) -> list[int] | None:
    """The sizes asked for, in buffers of this pool; None where they are to be chosen."""
    if settings.sizes is None:
        return None
    current, page = settings.current_size(pool), sizes.page_bytes(pool)
    return sorted(
        {sizes.checked(s.buffers(current, page), f"size {s.text}, pool {pool}") for s in settings.sizes}
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


def grid(settings: Settings, pool: str, pages: int) -> Grid:
    """The grid of one pool. `pages` are those it references, where they are known (else 0)."""
    current = settings.current_size(pool)
    wanted = asked_sizes(settings, pool)
    if wanted is None:
        wanted = chosen_sizes(current, pages or 1 << 62)
    pair = _pair(settings, pool, current)
    pools = dict.fromkeys([*pair, *((size, vpseqt) for vpseqt in settings.thresholds for size in wanted)])
    return Grid(pools=tuple(pools), simulated=bool(pair))


def _pair(settings: Settings, pool: str, current: int | None) -> tuple[tuple[int, int], ...]:
    """The real pool and the one that its simulated pool makes of it."""
    if settings.spsize is None:
        return ()
    if current is None:
        message = (
            f"spsize: the VPSIZE of pool {pool} is not known; give it with --current {pool}=N, "
            "or choose a pool with --pool"
        )
        raise GetpageError(message)
    spsize = settings.spsize.buffers(current, sizes.page_bytes(pool))
    size = sizes.checked(current + spsize, f"pool {pool}, VPSIZE {current:,} with SPSIZE {spsize:,}")
    vpseqt = settings.thresholds[0]
    spseqt = vpseqt if settings.spseqt is None else settings.spseqt
    if (size, spseqt) == (current, vpseqt):
        message = f"spsize {settings.spsize.text}: the simulated pool would be the real one"
        raise GetpageError(message)
    return (current, vpseqt), (size, spseqt)


def is_known_beforehand(settings: Settings) -> bool:
    """Whether the grid does not depend on which pools and pages a trace has, so that one pass is enough."""
    if settings.current_of:
        return False
    if settings.pool is not None:
        return settings.sizes is not None or settings.current is not None
    if settings.sizes is None:
        return settings.current is not None
    return all(size.kind is not Kind.BYTES for size in settings.sizes)


def native(settings: Settings, of: Iterable[tuple[str, Grid]], others: Grid | None) -> _native.Grid:
    """The grids as the native kernel takes them."""
    grids = dict(of)
    return {
        "pgsteal": settings.pgsteal,
        "pools": {pool: list(g.pools) for pool, g in grids.items()},
        "others": list(others.pools) if others else [],
        "watch": (0, 1) if settings.spsize is not None else None,
    }
