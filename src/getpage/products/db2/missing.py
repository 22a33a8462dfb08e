"""Questions that this evidence cannot answer, and what would supply the answers: see `needs`.

Nothing is missing where there is no Db2 at all, and group buffer pools are only asked for where there is
a sign of data sharing: a simulated pool with reads from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Missing

from . import needs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.evidence import Need

    from .member import Member


def missing(members: Iterable[Member]) -> tuple[Missing, ...]:
    """What is not there, in the order of its worth; members that miss the same are named together."""
    names: dict[tuple[int, Need], list[str]] = {}
    for member in members:
        for worth, (absent, need) in enumerate(_needs(member)):
            if absent:
                names.setdefault((worth, need), []).append(member.label)
    return tuple(
        Missing(subsystem=", ".join(who), question=need.question, supply=need.supply)
        for (_, need), who in sorted(names.items(), key=lambda item: item[0][0])
    )


def _needs(member: Member) -> Iterator[tuple[bool, Need]]:
    counted = any(pool.frame["getpages"].drop_nulls().len() for pool in member.pools)
    rated = any(pool.rated.height for pool in member.pools)
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
    yield bool(member.pools) and not member.storage.height, needs.STORAGE
