"""Questions that this evidence cannot answer, and what would supply the answers: see `needs`.

Nothing is missing where there is no Db2 at all, and group buffer pools are only asked for where there is
a sign of data sharing: a simulated pool with reads from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import needs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Need

    from .member import Member


def unmet(member: Member) -> Iterator[tuple[bool, Need]]:
    """Each need of a member and whether it is unmet, in the order of their worth."""
    counted = any(pool.counted for pool in member.pools)
    rated = any(pool.rated for pool in member.pools)
    shares = any(result.group for pool in member.pools for result in pool.simulations)
    threads = member.threads
    yield not counted, needs.POOLS
    yield counted and not rated, needs.RATES
    yield counted and all(pool.fixed is None for pool in member.pools), needs.ATTRIBUTES
    yield counted and not any(pool.simulations for pool in member.pools), needs.SIMULATED
    sizes = [pool.whole("directory_entries") for pool in member.group_pools]
    yield (shares or bool(sizes)) and not any(sizes), needs.GROUP
    yield bool(threads.packages.height) and threads.share is None, needs.REUSE
    yield threads.persistent and not threads.packages.height, needs.PACKAGES
    yield bool(member.pools) and not member.spaces, needs.STORAGE
