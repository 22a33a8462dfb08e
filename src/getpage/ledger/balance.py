"""The arithmetic of the ledger: lines of real storage that add up to what is installed, never beyond.

In use is what is installed less what was free. Page-fixed pools are counted first, as they must be real;
then address spaces with what they hold beside those pools, and what else was measured; the rest of what is
in use has no name in the evidence. What no longer fits was measured at another time: it is shown as virtual,
with a word, and not counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.storage import AddressSpace

    from .holders import Holding


@dataclass(slots=True)
class Balance:
    """What fits into real storage, in order, and what does not."""

    in_use: int
    fixed: list[Holding] = field(default_factory=list)
    measured: list[Holding] = field(default_factory=list)
    spaces: list[tuple[AddressSpace, int]] = field(default_factory=list)
    beyond: list[Holding | AddressSpace] = field(default_factory=list)
    left: int = 0


def balance(in_use: int, pools: Iterable[Holding], spaces: Sequence[AddressSpace]) -> Balance:
    """Fit holders into what is in use."""
    result = Balance(in_use, left=in_use)
    pools = list(pools)
    within: dict[str, int] = {}
    jobs = {space.job for space in spaces}
    for pool in pools:
        if not pool.fixed:
            continue
        if pool.bytes > result.left:
            result.beyond.append(pool)
            continue
        result.left -= pool.bytes
        result.fixed.append(pool)
        for job in [job for job in pool.jobs if job in jobs][:1]:
            within[job] = within.get(job, 0) + pool.bytes
    for space in spaces:
        beside = max(0, space.bytes - within.pop(space.job, 0))
        if beside > result.left:
            result.beyond.append(space)
        elif beside:
            result.left -= beside
            result.spaces.append((space, beside))
    for one in pools:
        if not one.real or one.within(jobs):
            continue
        if one.bytes > result.left:
            result.beyond.append(one)
            continue
        result.left -= one.bytes
        result.measured.append(one)
    return result
