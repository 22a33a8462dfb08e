"""The structure of a group buffer pool in the coupling facility, as RMF's records tell of it.

Records name it as z/OS does, `DSNPG_GBP1`; evidence of Db2 knows the pool, and not always the group. So the
end of the name says which it is, and the size where several groups have such a pool. What a display tells
too is taken from the display, so that nothing is said twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.products.common import coupling

from .group_pool import COUNTED_SECONDS, SHOWN_COUNTERS

if TYPE_CHECKING:
    from getpage.products.common.coupling import Structure
    from getpage.products.db2.member import Member
    from getpage.result import Fact

    from .group_pool import GroupPool


def structures(member: Member, pool: GroupPool) -> tuple[Structure, ...]:
    """The structure, once for each coupling facility that holds it."""
    return coupling.named(member.measured.facilities, f"_{pool.name}", pool.whole("size"))


def name(member: Member, pool: GroupPool) -> str:
    """What the CFRM policy calls it, by a display or by records; empty where neither says."""
    displayed = pool.latest("structure")
    if isinstance(displayed, str):
        return displayed
    named = {one.name for one in structures(member, pool)}
    return named.pop() if len(named) == 1 else ""


def identity(member: Member, pool: GroupPool) -> tuple[object, ...]:
    """What tells structures apart: by records their names, else the pool with what displays show of it."""
    of_records = structures(member, pool)
    sizes = size(pool, of_records), largest(pool, of_records)
    shown = (*sizes, pool.whole("directory_entries"), pool.whole("data_pages"))
    return (pool.name, *({(structure.sysplex, structure.name) for structure in of_records} or shown))


def told_by_records(member: Member, pool: GroupPool) -> tuple[Structure, ...]:
    """The structure where its counters are to be taken from records, and this member is to tell of them.

    They are of the whole group: a display of any member has them already, and one member tells of them.
    """
    same = [one for one in member.measured.group_pools.shown if one.key[-1] == pool.number]
    if any(one[SHOWN_COUNTERS["directory_reclaims"]] for one in same):
        return ()
    names = sorted(name for one in same if (name := one.key[1]))
    return structures(member, pool) if not names or names[0] == member.name else ()


def size(pool: GroupPool, found: tuple[Structure, ...]) -> int | None:
    """Bytes of the structure: as a display shows it, or a record."""
    return pool.whole("size") or (found[0].size if found else None)


def largest(pool: GroupPool, found: tuple[Structure, ...]) -> int | None:
    """Bytes that the policy allows it: as a display shows it, or a record."""
    return pool.whole("policy_size") or (found[0].largest if found else None)


def total(pool: GroupPool, found: tuple[Structure, ...], counter: str) -> int:
    """A counter of the group over the window: of displays where one has it, else of the records."""
    if pool.shown[SHOWN_COUNTERS[counter]]:
        return pool.total(counter)
    return next((value for one in found if (value := one.total(counter)) is not None), 0)


@dataclass(frozen=True, slots=True)
class Misses:
    """Reads of invalidated pages that went to disk: of pages that others wrote, and up to how many of pages
    that a directory reclaim invalidated; None where no evidence counts those.
    """

    by_writes: int
    by_reclaims: int | None


def misses(member: Member, pool: GroupPool) -> Misses:
    """What a member missed over the window.

    A page whose entry was taken has no data in the group buffer pool, so that each such invalidation may be
    one miss. Where the two were counted in different times, those by reclaims are taken at their rate.
    """
    missed, reclaimed = "invalidated_not_returned", "invalidations_by_reclaim"
    lost = pool.total(missed)
    if not pool.shown[SHOWN_COUNTERS[reclaimed]]:
        told = [one.total(reclaimed) for one in structures(member, pool)]
        by_group = next((value for value in told if value is not None), None)
    else:
        seconds, of_lost = (
            float(pool.having(name)[COUNTED_SECONDS[name]] or 0) for name in (reclaimed, missed)
        )
        as_long = of_lost / seconds if seconds and of_lost else 1.0
        by_group = round(pool.total(reclaimed) * as_long)
    if by_group is None:
        return Misses(lost, None)
    by_reclaims = min(lost, by_group)
    return Misses(lost - by_reclaims, by_reclaims)


def reclaim_facts(found: tuple[Structure, ...]) -> tuple[Fact, ...]:
    """Reclaims as the records have them, in the worst interval, and the size of the directory."""
    for one in found:
        row = one.worst("invalidations_by_reclaim") or one.worst("directory_reclaims")
        if row:
            return (
                *one.facts(
                    coupling.CACHE,
                    row,
                    directory_reclaims="directory entries reclaimed",
                    invalidations_by_reclaim="pages invalidated by reclaims",
                ),
                *one.facts(
                    coupling.REQUEST,
                    one.last,
                    directory_entries="directory entries",
                    data_elements="data elements",
                    size="storage of the structure",
                ),
            )
    return ()
