"""The RID pool: lists of record identifiers that found no room in it, and lists that no size of it helps.

A list that finds no storage is given up, and its table is scanned; with MAXTEMPS_RID it goes on in a work
file. A list that passes a limit of its own does the same, however large the pool is: a quarter of the table,
or what its map can hold. The records count both apart. They do not say how large the pool was or how many
lists there were, so the least size that would do is not known: MAXRBLK grows a step, and is looked at again.
Reports print the most blocks that were ever allocated. Where these are much less than MAXRBLK, the pool was
not full, and no larger one helps.

References: IBM Db2 documentation, "Managing RID pool size", "RID POOL SIZE field" (MAXRBLK, in KB, allocated
as it is needed, above the bar); OMEGAMON for Db2, "RID List Processing"; BMC AMI Ops Monitor for Db2, "RID
list processing" (QISTRHIG). Blocks have 32 KB.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.knob import Knob
from getpage.contract.measures import Row
from getpage.core import wording
from getpage.core.names import KnobId, Object
from getpage.core.units import KIB
from getpage.products.db2.constants import LARGEST_STEP_PERCENT
from getpage.products.db2.member import Member
from getpage.result import Ask, Change

from .parameters import parameter, resize
from .sql import HIGHEST, LACKED, PARAMETERS

NAME: Final = "MAXRBLK"
#: IBM Db2 12 documentation, RID POOL SIZE field.
MOST: Final = 2_000_000
BLOCK_KB: Final = 32
#: A share of MAXRBLK from which on the pool was full: lists take several blocks at a time. Ours.
FULL_FROM: Final = 0.9


def size_of(member: Member) -> int | None:
    """The limit of its pool in KB; None where no job shows it."""
    row = parameter(member, "maxrblk")
    return None if row is None else int(row["maxrblk"])


def allocated(row: Row | None) -> int | None:
    """The most KB of the pool at any one time since Db2 started; None where no report shows it."""
    blocks = None if row is None else row[HIGHEST]
    return int(blocks) * BLOCK_KB if blocks else None


def had_room(member: Member, row: Row) -> bool:
    """Whether the pool was never full, though lists found no storage in this interval."""
    most, size = allocated(row), size_of(member)
    return most is not None and bool(size) and most < FULL_FROM * (size or 0)


def larger(member: Member) -> tuple[Ask, ...]:
    """A step more, where the limit is known and may still rise."""
    size = size_of(member)
    if not size or size >= MOST:
        return ()
    more = min(MOST, -(-size * (100 + LARGEST_STEP_PERCENT) // 100))
    return (Ask(knob=KnobId(member.id, NAME), size=more, at_least=True, reached=True),)


def knob(member: Member) -> Knob | None:
    """Its limit as a knob; None where it is not known, or no pool is used."""
    size = size_of(member)
    if not size:
        return None

    def change(new: int) -> tuple[Change, ...]:
        return (_resize(member, size, new),)

    row = parameter(member, "maxrblk")
    return Knob(
        id=KnobId(member.id, NAME),
        object=Object(member.id, NAME),
        unit="KB",
        unit_bytes=KIB,
        setting_bytes=KIB,
        size=size,
        smallest=size,  # what is not used is not allocated: a lower limit gives nothing back
        largest=max(size, MOST),
        fixed=False,
        backed=False,
        change=change,
        supply="statistics (SMF 100) under another MAXRBLK: records count the lists that found no storage",
        unpriced=_unpriced(member),
        facts=() if row is None else member.facts(PARAMETERS, row, maxrblk="MAXRBLK"),
    )


def _unpriced(member: Member) -> str:
    """What a larger pool spares, in lists; empty where none lacked storage."""
    lacked = member.total(member.measured.sql, LACKED)
    if not lacked:
        return ""
    return f"growth finds storage for none to all of {lacked:,} RID lists, and what one saves is in no record"


def _resize(member: Member, now: int, size: int) -> Change:
    return resize(
        member,
        NAME,
        (now, size),
        effect=f"RID lists may take {wording.size(size * KIB)} in all instead of {wording.size(now * KIB)}.",
        verify="QXNSMIAP, QXWFRIDS and QXHJINCS of IFCID 2 no longer rise.",
        caution="The pool is allocated as lists need it. Raise it again while lists still find no storage.",
    )
