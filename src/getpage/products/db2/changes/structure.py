"""The structure of a group buffer pool: its size (SETXCF START,ALTER, within SIZE of the policy) and RATIO.

A directory that cannot name the members' pages gets a larger structure where the policy has room: nothing is
lost by that, and no rebuild is needed. Else a higher RATIO that really has room for the entries, which takes
data pages: not where changed pages found no room, and half of them at most. Else nothing is advised but a
larger SIZE in the policy, which the finding spells.

Reference: IBM Db2 documentation, "Dynamic changes to structure sizes", -ALTER GROUPBUFFERPOOL; IBM z/OS MVS
System Commands, SETXCF.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.core.names import KnobId
from getpage.core.units import KIB
from getpage.products.db2 import wording
from getpage.products.db2.group_pools import structures
from getpage.products.db2.group_pools.room import LARGEST_RATIO, room
from getpage.result import Change

from .draft import AFTER, Draft

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.db2.group_pools.group_pool import GroupPool
    from getpage.products.db2.group_pools.room import Structure
    from getpage.products.db2.member import Member


def alter(member: Member, pool: GroupPool, old: int, new: int) -> Change:
    """The change from so many KB to so many. Where neither a display (DSNB757I) nor a record names the
    structure, `group` stands for the name of the data sharing group.
    """
    copies, name = 2 if pool.duplexed else 1, structures.name(member, pool)
    ask = "" if name else "Put the name of the data sharing group in the place of `group`. "
    name = name or f"group_{pool.name}"
    return Change(
        subsystem=member.id,
        setting=f"{pool.name} SIZE",
        knob=KnobId(member.id, pool.name),
        step=1,
        command=_command(name, new),
        undo=_command(name, old),
        verify=f"DSNB758I: ALLOCATED SIZE = {new} KB; DSNB787I, DSNB788I: no reclaims of directory entries.",
        verify_after=AFTER,
        storage_bytes=(new - old) * KIB * copies,
        because=(),
        effect=(
            f"Takes the structure of {pool.name} from {wording.size(old * KIB)} to {wording.size(new * KIB)}"
            f"{', twice, as it is duplexed' if copies == 2 else ''}."
        ),
        caution=(
            f"{ask}The coupling facility must have the storage, and the one that would hold the structure "
            "after a rebuild too."
        ),
    )


def _command(structure: str, size: int) -> str:
    return f"SETXCF START,ALTER,STRNAME={structure},SIZE={size}"


@dataclass(frozen=True, slots=True)
class Resized:
    """A larger structure, before it has its place in the order; `old` is its size now, in KB."""

    pool: GroupPool
    old: int
    new: Structure
    because: tuple[FindingId, ...]

    def change(self, member: Member, step: int) -> Change:
        """The change in its place."""
        made = alter(member, self.pool, self.old, self.new.kilobytes)
        effect = (
            f"{made.effect} About {self.new.entries:,} directory entries then name the {self.new.data:,} "
            "data pages and all that the members hold, at most; nothing is taken from the data pages."
        )
        return replace(made, step=step, because=self.because, effect=effect)


def directory(member: Member, pool: GroupPool, because: tuple[FindingId, ...]) -> Draft | Resized | None:
    """Room for more directory entries; None where neither the policy nor RATIO has any."""
    there = room(member, pool)
    if there is None or there.is_enough:
        return _next_ratio(pool, because)
    larger, policy = there.same_ratio, pool.whole("policy_size")
    if larger is not None and policy and there.size < larger.size <= policy:
        return Resized(pool, there.size // KIB, larger, because)
    if pool.total("writes_failed") or pool.total("group_writes_failed"):
        return None
    fitting = there.same_size
    if fitting is None:
        return None
    return _ratio(
        pool,
        fitting.ratio,
        because,
        f"{fitting.entries:,} directory entries beside {fitting.data:,} data pages in a structure of the "
        f"same size, instead of {there.entries:,} beside {there.data:,}: what members hold stays valid, "
        f"and {there.data - fitting.data:,} fewer pages are kept.",
    )


def _next_ratio(pool: GroupPool, because: tuple[FindingId, ...]) -> Draft | None:
    """One entry more to a data page, where it is not known how many are needed."""
    old, entries, data = pool.whole("ratio"), pool.whole("directory_entries"), pool.whole("data_pages")
    if old is None or pool.total("writes_failed") or pool.total("group_writes_failed"):
        return None
    new = max(old, entries // data if entries and data else old) + 1
    return _ratio(
        pool,
        new,
        because,
        f"{new} directory entries to a data page in a structure of the same size: more pages of members stay "
        "valid, fewer changed pages are kept.",
    )


def _ratio(pool: GroupPool, new: int, because: tuple[FindingId, ...], effect: str) -> Draft | None:
    old = pool.whole("ratio")
    if old is None or not old < new <= LARGEST_RATIO:
        return None
    return Draft(
        name=pool.name,
        keyword="RATIO",
        new=str(new),
        old=str(old),
        because=because,
        effect=effect,
        verify="DSNB759I: more directory entries; DSNB788I: DUE TO DIRECTORY RECLAIMS = 0; DSNB786I: FAILED "
        "DUE TO LACK OF STORAGE = 0.",
        caution=(
            "Takes effect when the structure is allocated again (SETXCF START,REBUILD). Data pages become "
            "fewer: castout begins earlier, and where they are short too, enlarge the structure in the CFRM "
            "policy instead, by 250 bytes an entry, twice when duplexed."
        ),
        group=True,
    )
