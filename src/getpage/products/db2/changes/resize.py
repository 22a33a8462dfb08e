"""VPSIZE to a size that a plan asks for: in one command where it grows, in steps of 25 % where it shrinks.

Growth is planned where a curve shows what it brings, so that it needs no steps; less of an idle pool is tried
step by step, as the window may not hold its load.

Reference: IBM REDP-5238, 2.1.1; BMC AMI Pool Advisor rules: no step larger than 25 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.products.db2 import wording
from getpage.products.db2.thresholds import LARGEST_STEP_PERCENT

from .draft import Draft, cautions
from .size import as_simulated, with_threshold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member
    from getpage.products.db2.pools.pool import Pool
    from getpage.result import Change

_NOT_ITS_LOAD = (
    "Look at a window with the month's end and the batch before each step: this one may not hold the "
    "pool's load, and the last size is no surer than that."
)


def resize(member: Member, pool: Pool, size: int, *, idle: bool = False) -> tuple[Change, ...]:
    """The commands in their order; none where the pool has that size."""
    old = pool.size or 0
    drafts = []
    for before, after in _steps(old, size):
        drafts.append(
            _grow(member, pool, before, after) if after > before else _shrink(pool, before, after, idle)
        )
    return tuple(draft.change(member, step) for step, draft in enumerate(drafts, 1))


def least_at_once(size: int) -> int:
    """The least size that one command sets: a quarter less."""
    return min(-(-size * (100 - LARGEST_STEP_PERCENT) // 100), size - 1)


def _steps(old: int, new: int) -> Iterator[tuple[int, int]]:
    """Down by a quarter each, up at once."""
    while old > new:
        after = max(new, least_at_once(old))
        yield old, after
        old = after
    if new > old:
        yield old, new


def _grow(member: Member, pool: Pool, old: int, new: int) -> Draft:
    also = as_simulated(pool, new - old)
    return Draft(
        name=pool.name,
        keyword="VPSIZE",
        new=str(new),
        old=str(old),
        also=also,
        because=(),
        effect=f"Gives {pool.name} {wording.size((new - old) * pool.page_bytes)} more.",
        verify=(
            f"DSNB402I: ALLOCATED = {new}; SYNC READ I/O (R) per second is lower than before, PAGE-INS "
            "REQUIRED in DSNB411I and DSNB420I stay at 0."
        ),
        bytes=(new - old) * pool.page_bytes,
        caution=f"{cautions(member, pool, grows=True)}{with_threshold(also)}".strip(),
    )


def _shrink(pool: Pool, old: int, new: int, idle: bool) -> Draft:
    return Draft(
        name=pool.name,
        keyword="VPSIZE",
        new=str(new),
        old=str(old),
        because=(),
        effect=f"Gives back {wording.size((old - new) * pool.page_bytes)} of {pool.name}.",
        verify=f"DSNB402I: ALLOCATED = {new}; SYNC READ I/O per second is no higher than was forecast.",
        bytes=(new - old) * pool.page_bytes,
        caution=_NOT_ITS_LOAD if idle else "",
    )
