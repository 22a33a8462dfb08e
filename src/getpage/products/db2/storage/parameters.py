"""Subsystem parameters of a member: the value in its last job, and how a new one is brought into effect.

All that are changed here can be changed without a restart: DSNTIJUZ assembles and links the module again, and
-SET SYSPARM loads it.

References: IBM Db2 documentation, "Directory of subsystem parameters" (update online), -SET SYSPARM.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.measures import Row
from getpage.core.names import FindingId, KnobId
from getpage.core.units import KIB
from getpage.products.db2.member import Member
from getpage.result import Change

from .sql import PARAMETERS

PLACE: Final = (
    "DSN6SPRM in job DSNTIJUZ, which is then run; -SET SYSPARM RELOAD takes the new module without a restart"
)
AFTER: Final = "a day with the same load as this window, including its peak"


def parameter(member: Member, column: str) -> Row | None:
    """The row of its last job that has this parameter; None where none does."""
    rows = member.measured.printed(PARAMETERS, member.key)
    if column not in rows.columns:
        return None
    known = rows.drop_nulls(column)
    return known.row(-1, named=True) if known.height else None


def resize(
    member: Member,
    name: str,
    sizes: tuple[int, int],
    *,
    effect: str,
    verify: str,
    caution: str = "",
    because: tuple[FindingId, ...] = (),
) -> Change:
    """The parameter from one number of KB to another."""
    now, size = sizes
    group = " Each member of the data sharing group has its own." if member.group_pools else ""
    return Change(
        subsystem=member.id,
        setting=name,
        knob=KnobId(member.id, name),
        step=1,
        command=f"{name}={size}",
        undo=f"{name}={now}",
        place=PLACE,
        verify=verify,
        verify_after=AFTER,
        storage_bytes=(size - now) * KIB,
        because=because,
        effect=effect,
        caution=f"{caution}{group}".strip(),
    )
