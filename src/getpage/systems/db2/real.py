"""What a member knows of the real storage of its z/OS system: what a dump of it takes, and what it holds.

Reference: IBM REDP-5238, 2.2.1 (MAXSPACE).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.systems.facts import computed
from getpage.systems.interface import Held, RealStorage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .member import Member

#: Storage that is not that of one address space.
_NOT_SPACES = ("COMMON", "SHARED", "STACK")


def real_storage(member: Member) -> Iterator[RealStorage]:
    """What the member says of its z/OS system; nothing where the system is not named."""
    if member.system is None:
        return
    dump, held = member.dump, tuple(_held(member))
    if dump is None and not held:
        return
    reserve = dump.bytes if dump and dump.bytes else None
    absent = f" at least, as {', '.join(dump.absent)} are not in the evidence" if dump and dump.absent else ""
    yield RealStorage(
        system=member.system,
        by="db2",
        reserve=reserve,
        reserve_note=f"what a dump of {member.label} takes{absent}: its storage without its pools",
        address_spaces=held,
        facts={"reserve": computed("DBM1 + MSTR + IRLM + DIST + common - pools", reserve, "bytes")},
    )


def _held(member: Member) -> Iterator[Held]:
    """Each address space as last seen, under the usual names of Db2's started tasks."""
    known = member.storage.drop_nulls("real").filter(~pl.col("space").is_in(_NOT_SPACES))
    for row in known.unique("space", keep="last", maintain_order=True).iter_rows(named=True):
        yield Held(
            job=f"{member.name}{row['space']}",
            bytes=int(row["real"]),
            fact=member.fact("db2_storage", "real", row, f"real storage of {row['space']}"),
        )
