"""What the members of the group do to a group buffer pool: the one count for displays and for records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .estate import MEMBERS
from .model import run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .definitions import GroupPoolSpec, MemberSpec


@dataclass(frozen=True, slots=True)
class GroupInterval:
    """Pages of members that were invalidated, how many of them by reclaims, and pages changed."""

    invalidated: int
    reclaimed: int
    changed: int


def counted(
    pool: GroupPoolSpec, ends: Iterable[int], members: Iterable[MemberSpec] = MEMBERS
) -> GroupInterval:
    """Give the counts of some members in the intervals that end then."""
    invalidated = reclaimed = changed = 0
    times = tuple(ends)
    for member in members:
        own = next(group_pool for group_pool in member.group_pools if group_pool.number == pool.number)
        for end in times:
            done = next(p for p in run(member, end).pools.values() if p.spec.number == pool.number)
            lost = (done.random + done.sequential) * own.shared * own.invalidated
            invalidated += round(lost)
            reclaimed += round(lost * own.reclaimed)
            changed += done.updates * 5 // 8
    return GroupInterval(invalidated, reclaimed, changed)


def castouts(changed: int) -> int:
    """Give the castouts of changed pages: a page is changed some times before it is cast out."""
    return changed // 6


def directory_reclaims(reclaimed: int) -> int:
    """Give the directory entries reclaimed: half of them were of pages that no member had."""
    return reclaimed * 2
