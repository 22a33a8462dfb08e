"""The size of the structure of a group buffer pool: SETXCF START,ALTER, within SIZE of the CFRM policy.

Reference: IBM Db2 documentation, "Dynamic changes to structure sizes"; IBM z/OS MVS System Commands, SETXCF.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.names import KnobId
from getpage.products.db2 import wording
from getpage.products.db2.thresholds import KIB
from getpage.result import Change

from .draft import AFTER

if TYPE_CHECKING:
    from getpage.products.db2.group_pools.group_pool import GroupPool
    from getpage.products.db2.member import Member


def alter(member: Member, pool: GroupPool, old: int, new: int) -> Change:
    """The change from so many KB to so many. The name of the group is not in the displays: `group` stands
    for it.
    """
    copies = 2 if pool.duplexed else 1
    return Change(
        subsystem=member.id,
        setting=f"{pool.name} SIZE",
        knob=KnobId(member.id, pool.name),
        step=1,
        command=_command(pool, new),
        undo=_command(pool, old),
        verify=f"DSNB758I: ALLOCATED SIZE = {new} KB; DSNB787I, DSNB788I: no reclaims of directory entries.",
        verify_after=AFTER,
        storage_bytes=(new - old) * KIB * copies,
        because=(),
        effect=(
            f"Takes the structure of {pool.name} from {wording.size(old * KIB)} to {wording.size(new * KIB)}"
            f"{', twice, as it is duplexed' if copies == 2 else ''}."
        ),
        caution=(
            "Put the name of the data sharing group in the place of `group`. The coupling facility must have "
            "the storage, and the one that would hold the structure after a rebuild too."
        ),
    )


def _command(pool: GroupPool, size: int) -> str:
    return f"SETXCF START,ALTER,STRNAME=group_{pool.name},SIZE={size}"
