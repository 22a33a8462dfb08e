"""REALSTORAGE_MAX: real and auxiliary storage of a member that Db2 itself bounds.

At 80 % of it Db2 gives back frames that it would keep, which takes CPU in every thread; at all of it, it
ends. So what pools may still grow by ends at 80 %. What a member holds is the most that each of its address
spaces held in the window, taken together: at no moment more.

Reference: IBM Db2 documentation, "MANAGE REAL STORAGE field" (REALSTORAGE_MANAGEMENT), "REALSTORAGE_MAX".
"""

from __future__ import annotations

from typing import Final

from getpage.contract.facts import computed
from getpage.contract.knob import Limit
from getpage.core.names import LimitId
from getpage.core.text import is_whole
from getpage.core.units import GIB
from getpage.products.db2.member import Member
from getpage.result import Fact

from .address_spaces import LARGEST
from .parameters import parameter
from .sql import PARAMETERS

NAME: Final = "REALSTORAGE_MAX"
#: IBM Db2 documentation: from so much of it on Db2 discards frames.
DISCARDS_FROM: Final = 0.80


def bound(member: Member) -> int | None:
    """The limit in bytes; None where no job shows one, or it has none."""
    row = parameter(member, "realstorage_max")
    text = "" if row is None else str(row["realstorage_max"])
    return int(text) * GIB if is_whole(text) and int(text) else None


def held(member: Member) -> int | None:
    """Real and auxiliary storage of its address spaces at their most; None where DBM1 is not shown."""
    rows = {space: row for space, measure in member.spaces.items() if (row := measure[LARGEST])}
    if "DBM1" not in rows:
        return None
    return sum(int(row["real"]) + int(row.get("auxiliary") or 0) for row in rows.values())


def limit_id(member: Member) -> LimitId:
    """What it is called."""
    return LimitId(member.id, NAME)


def limit(member: Member) -> Limit | None:
    """What pools may still take of it; None where it or what is held is not known."""
    most, used = bound(member), held(member)
    if most is None or used is None:
        return None

    return Limit(
        id=limit_id(member),
        label=NAME,
        room=int(most * DISCARDS_FROM) - used,
        facts=facts(member, used),
    )


def facts(member: Member, used: int) -> tuple[Fact, ...]:
    """The limit, and what counts against it."""
    row, dbm1 = parameter(member, "realstorage_max"), member.spaces["DBM1"][LARGEST]
    return (
        computed("real and auxiliary storage of its address spaces at most", used, "bytes"),
        *(() if row is None else member.facts(PARAMETERS, row, realstorage_max=NAME)),
        *(() if dbm1 is None else member.facts("db2_storage", dbm1, real="real storage of DBM1")),
    )
